import type { Table } from '../../shared/adapters/dynamodb/engine/table.ts';
import type { Row } from '../../shared/adapters/dynamodb/engine/writes.ts';
import { paymentKeys } from '../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { StoreUnavailable } from '../../shared/ports/store-errors.ts';
import { MemoryTable } from '../support/store/memory-table.ts';
import type { Circumstances, RunStore, Watch } from './world.ts';

const FAULT_PROBABILITY = 0.02;
const { sk: PAYMENT } = paymentKeys.payment('');
const FAULTS = ['fails before it is done', 'fails after it is done', 'throttled'] as const;

const checkRows = ({ rowChecks, violations }: Circumstances, rows: readonly Row[]): void => {
  for (const check of rowChecks) {
    try {
      check(rows);
    } catch (error) {
      violations.push(error instanceof Error ? error.message : 'unknown');
    }
  }
};

/** The table in memory. Now and then it throttles, or fails before or after it has done a call. */
export const memoryStore = (circumstances: Circumstances, watch: Watch): RunStore => {
  const direct = new MemoryTable();
  direct.watch = (before, after) => {
    const violation = watch(before, after, direct.peek({ pk: String(before.pk), sk: PAYMENT }));
    if (violation !== undefined) circumstances.violations.push(violation);
  };
  const { seeded, met } = circumstances;
  const fails = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const fault = circumstances.atFault && seeded.chance(FAULT_PROBABILITY) ? seeded.pick(FAULTS) : 'none';
    if (fault !== 'none') met.add(`fault: store ${fault}`);
    if (fault === 'throttled') throw new StoreUnavailable('not-applied', 'ThrottlingException');
    if (fault === 'fails before it is done') throw new StoreUnavailable('unknown', 'TimeoutError');
    const value = await work();
    if (fault === 'fails after it is done') throw new StoreUnavailable('unknown', 'TimeoutError');
    return value;
  };
  const table: Table = {
    get: (key) => fails(() => direct.get(key)),
    getMany: (keys) => fails(() => direct.getMany(keys)),
    query: (options) => fails(() => direct.query(options)),
    list: (query) => fails(() => direct.list(query)),
    due: (query) => fails(() => direct.due(query)),
    increment: (key, attribute, by) => fails(() => direct.increment(key, attribute, by)),
    transact: (writes) =>
      fails(async () => {
        const outcome = await direct.transact(writes);
        if (outcome.applied && circumstances.rowChecks.length > 0) checkRows(circumstances, direct.rows());
        return outcome;
      }),
  };
  return {
    table,
    direct,
    boxes: table,
    rows: async () => direct.rows(),
    proveWhole: async () => undefined,
    // A killed invocation never clears its deadline, a timer of a day that would keep the rows in memory.
    close: async () => direct.clear(),
  };
};
