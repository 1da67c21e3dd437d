import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { boxesTable } from '../constructs/boxes-table.ts';
import { paymentsTable } from '../constructs/payments-table.ts';
import { retainedKey, retainedMacKey } from '../constructs/retained-key.ts';
import type { StageSettings } from '../stage-config.ts';

export interface DataStackProps extends StackProps {
  readonly settings: Pick<StageSettings, 'vaultKeys'>;
}

/**
 * All that must outlive the other stacks: the table, its key, the key of the vault, and the key of card hashes (rule
 * 39). The table of boxes stands here too, and is deleted with this stack.
 */
export class DataStack extends Stack {
  readonly table: Table;
  readonly boxesTable: Table;
  readonly tableKey: Key;
  /** The key that encrypts new secrets. */
  readonly vaultKey: Key;
  /** Former keys that still decrypt, the newest first. */
  readonly previousVaultKeys: readonly Key[];
  readonly cardHashKey: Key;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props);
    this.tableKey = retainedKey(this, 'TableKey', 'Encrypts the payments table at rest');
    const { current, oldest } = props.settings.vaultKeys;
    this.vaultKey = this.#vaultKey(current);
    const previous = Array.from({ length: current - 1 }, (_, index) => current - 1 - index);
    const keysBefore = previous.map((number) => ({ number, key: this.#vaultKey(number) }));
    this.previousVaultKeys = keysBefore.filter(({ number }) => number >= oldest).map(({ key }) => key);
    // A stack that stops importing a key is deployed after this one, so this one must keep the export until then.
    for (const { number, key } of keysBefore) if (number < oldest) this.exportValue(key.keyArn);
    this.cardHashKey = retainedMacKey(this, 'CardHashKey', 'Hashes card numbers, for counting them');
    this.table = paymentsTable(this, this.tableKey);
    this.boxesTable = boxesTable(this, this.tableKey);
    this.#exportAll();
  }

  /**
   * Exports whatever functions import, also what only one of them does: when that function goes, this stack is deployed
   * first, and must not drop an export that the deployed stack still imports.
   */
  #exportAll(): void {
    const { table, boxesTable: boxes, tableKey, vaultKey, cardHashKey } = this;
    for (const { keyArn } of [tableKey, vaultKey, cardHashKey]) this.exportValue(keyArn);
    for (const { tableName, tableArn } of [table, boxes]) {
      this.exportValue(tableName);
      this.exportValue(tableArn);
    }
    this.exportValue(table.tableStreamArn);
  }

  #vaultKey(number: number): Key {
    const logicalId = number === 1 ? 'VaultKey' : `VaultKey${number}`;
    return retainedKey(this, logicalId, 'Wraps the data keys of single secrets, one purpose each');
  }
}
