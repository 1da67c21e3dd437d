import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { callDynamoDb } from '../../../infra/local/dynamodb-call.ts';
import { type LocalStack, startLocalStack } from '../../../infra/local/stack.ts';
import { synthesizeLocalStage } from '../../../infra/local/synthesize.ts';
import { createTableInput } from '../../../infra/local/tables.ts';
import { readTopology, tableOf } from '../../../infra/local/topology.ts';
import { table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { rowsOf } from '../bank/bank-merchants.ts';
import { farFromDayEnd } from '../bank/bank-server.ts';
import { engineClient, putRows } from '../store/store.ts';
import { addressOf, type StackAddress } from './stack-address.ts';

/** The name that an account gives a restored table. */
export const RESTORED_TABLE = 'payments-restored';

export interface RestorableStack {
  readonly address: StackAddress;
  readonly invoke: LocalStack['invoke'];
  /** All rows as of now: what a restore to this moment would hold. */
  readonly rows: () => Promise<readonly Row[]>;
  /**
   * Makes the restored table, as a restore leaves it: rows and indexes, and none of the other settings. The embedded bank
   * keeps its books in the same table, and a bank forgets nothing: they are copied as they are now.
   */
  readonly restore: (rows: readonly Row[]) => Promise<void>;
  /** Stops the app and starts it again with its data, its address, and the restored table in its settings. */
  readonly deployWith: (settings: {
    readonly tableName: string;
    readonly tableStreamArn: string;
  }) => Promise<RestorableStack>;
  readonly stop: () => Promise<void>;
}

const isOfBank = ({ pk }: Row): boolean => String(pk).startsWith('BANK#');

/** An app that keeps its data in a folder, with an address that outlives a restart. */
const startIn = async (
  dataDir: string,
  place: { readonly port: number; readonly assemblyFolder: string; readonly tableName?: string },
): Promise<RestorableStack> => {
  const { port, assemblyFolder } = place;
  const stack = await startLocalStack({
    port,
    dataDir,
    schedules: false,
    environment: { ...farFromDayEnd(), DEALER_CACHE_MS: '0' },
    synthesized: { ...inject('synthesized'), assemblyFolder },
  });
  const own = addressOf(stack, dataDir);
  const address = { ...own, tableName: place.tableName ?? own.tableName };
  const { endpoint, operateFunctionName: functionName } = address;
  writeFileSync(join(dataDir, 'operator-endpoint.json'), JSON.stringify({ endpoint, functionName, stage: 'local' }));
  return {
    address,
    invoke: stack.invoke,
    rows: () => rowsOf(address),
    restore: async (rows) => {
      const { properties } = tableOf(readTopology(assemblyFolder, stack.baseUrl), 'Table');
      const input = createTableInput({ name: RESTORED_TABLE, properties }, false);
      await callDynamoDb(stack.engineEndpoint, 'CreateTable', input);
      const bank = await rowsOf(address, 'BANK#');
      const all = [...rows.filter((row) => !isOfBank(row)), ...bank];
      await putRows(
        table(engineClient(stack.engineEndpoint), RESTORED_TABLE),
        all.map((row) => ({ ...row, pk: String(row.pk), sk: String(row.sk) })),
      );
    },
    deployWith: async (settings) => {
      await stack.stop();
      const restored = join(dataDir, 'restored');
      synthesizeLocalStage(restored, settings);
      const { port: samePort } = new URL(stack.baseUrl);
      const { tableName } = settings;
      return startIn(dataDir, { assemblyFolder: restored, port: Number(samePort), tableName });
    },
    stop: async () => {
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** An app of the test's own that can be restored. */
export const startRestorableStack = (): Promise<RestorableStack> =>
  startIn(mkdtempSync(join(tmpdir(), 'payment-links-restore-')), {
    port: 0,
    assemblyFolder: inject('synthesized').assemblyFolder,
  });
