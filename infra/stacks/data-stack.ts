import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { paymentsTable } from '../constructs/payments-table.ts';
import { retainedKey, retainedMacKey } from '../constructs/retained-key.ts';

/** What must survive everything else: the table, its key, the key of the vault, and the key of card hashes. */
export class DataStack extends Stack {
  readonly table: Table;
  readonly tableKey: Key;
  readonly vaultKey: Key;
  readonly cardHashKey: Key;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    this.tableKey = retainedKey(this, 'TableKey', 'Encrypts the payments table at rest');
    this.vaultKey = retainedKey(this, 'VaultKey', 'Wraps the data keys of single secrets, one purpose each');
    this.cardHashKey = retainedMacKey(this, 'CardHashKey', 'Hashes card numbers, for counting them');
    this.table = paymentsTable(this, this.tableKey);
  }
}
