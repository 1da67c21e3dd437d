import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { boxesTable } from '../constructs/boxes-table.ts';
import { paymentsTable, type TableInUse } from '../constructs/payments-table.ts';
import { retainedKey, retainedMacKey } from '../constructs/retained-key.ts';
import { tableBackup } from '../constructs/table-backup.ts';
import type { StageSettings } from '../settings/stage-config.ts';

type DataSettings = Pick<
  StageSettings,
  'name' | 'kind' | 'vaultKeys' | 'tableName' | 'tableStreamArn' | 'keys' | 'backup' | 'promisedPaymentsPerSecond'
>;

export interface DataStackProps extends StackProps {
  readonly settings: DataSettings;
}

/**
 * All that must outlive the other stacks: the table, its key, the key of the vault, and the key of card hashes (rule
 * 39). The table of boxes stands here too, and is deleted with this stack.
 */
export class DataStack extends Stack {
  /** The stack's own table. After a restore the functions use another one. */
  readonly table: Table;
  readonly boxesTable: Table;
  readonly tableKey: Key;
  /** The key that encrypts new secrets. */
  readonly vaultKey: Key;
  /** Former keys that still decrypt, the newest first. */
  readonly previousVaultKeys: readonly Key[];
  readonly cardHashKey: Key;
  readonly #multiRegion: boolean;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props);
    const { multiRegion } = props.settings.keys;
    this.#multiRegion = multiRegion;
    this.tableKey = retainedKey(this, 'TableKey', { description: 'Encrypts the payments table at rest', multiRegion });
    const { current, oldest } = props.settings.vaultKeys;
    this.vaultKey = this.#vaultKey(current);
    const previous = Array.from({ length: current - 1 }, (_, index) => current - 1 - index);
    const keysBefore = previous.map((number) => ({ number, key: this.#vaultKey(number) }));
    this.previousVaultKeys = keysBefore.filter(({ number }) => number >= oldest).map(({ key }) => key);
    // A stack that stops importing a key is deployed after this one, so this one must keep the export until then.
    for (const { number, key } of keysBefore) if (number < oldest) this.exportValue(key.keyArn);
    const hashing = { description: 'Hashes card numbers, for counting them', multiRegion };
    this.cardHashKey = retainedMacKey(this, 'CardHashKey', hashing);
    this.table = paymentsTable(this, this.tableKey, props.settings.promisedPaymentsPerSecond);
    this.boxesTable = boxesTable(this, this.tableKey);
    this.#exportAll();
    this.#tellRestorers();
    tableBackup(this, this.tableFor(this, props.settings), props.settings);
  }

  /**
   * The table of the stage for a stack that uses it: this stack's own, or a restored one that the settings name. The
   * restored table is encrypted under the same key.
   */
  tableFor(
    stack: Stack,
    { tableName, tableStreamArn }: Pick<StageSettings, 'tableName' | 'tableStreamArn'>,
  ): TableInUse {
    if (tableName === undefined || tableStreamArn === undefined) return this.table;
    return Table.fromTableAttributes(stack, 'RestoredTable', { tableName, tableStreamArn });
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

  /** What a restore asks for (shared/docs/restore.md), so that nobody looks for it in an outage. */
  #tellRestorers(): void {
    const tell = (id: string, description: string, value: string): CfnOutput =>
      new CfnOutput(this, id, { description, value });
    tell('PaymentsTableName', "The stack's own payments table", this.table.tableName);
    tell('PaymentsTableKeyArn', 'The key that encrypts it, and every copy of it', this.tableKey.keyArn);
  }

  #vaultKey(number: number): Key {
    const logicalId = number === 1 ? 'VaultKey' : `VaultKey${number}`;
    const description = 'Wraps the data keys of single secrets, one purpose each';
    return retainedKey(this, logicalId, { description, multiRegion: this.#multiRegion });
  }
}
