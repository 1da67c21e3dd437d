import type { Table } from '../../shared/adapters/dynamodb/table.ts';
import { StoreUnavailable } from '../../shared/ports/store-errors.ts';
import { MemoryTable } from '../support/memory-table.ts';
import type { Circumstances, RunStore, Watch } from './world.ts';

const FAULT_PROBABILITY = 0.02;

/** The table in memory, failing now and then before a call was done or after it. */
export const memoryStore = (circumstances: Circumstances, watch: Watch): RunStore => {
  const direct = new MemoryTable();
  direct.watch = (before, after) => {
    const violation = watch(before, after);
    if (violation !== undefined) circumstances.violations.push(violation);
  };
  const { seeded, met } = circumstances;
  const fails = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const fault =
      circumstances.atFault && seeded.chance(FAULT_PROBABILITY) ? seeded.pick(['before', 'after'] as const) : 'none';
    if (fault !== 'none') met.add(`fault: store fails ${fault} it is done`);
    if (fault === 'before') throw new StoreUnavailable('unknown', 'TimeoutError');
    const value = await work();
    if (fault === 'after') throw new StoreUnavailable('unknown', 'TimeoutError');
    return value;
  };
  const table: Table = {
    get: (key) => fails(() => direct.get(key)),
    getMany: (keys) => fails(() => direct.getMany(keys)),
    query: (options) => fails(() => direct.query(options)),
    list: () => fails(() => direct.list()),
    due: (query) => fails(() => direct.due(query)),
    increment: () => fails(() => direct.increment()),
    transact: (writes) => fails(() => direct.transact(writes)),
  };
  return { table, direct, rows: async () => direct.rows(), close: async () => undefined };
};
