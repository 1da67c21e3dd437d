import type { Table } from '../../shared/adapters/dynamodb/engine/table.ts';
import { StoreUnavailable } from '../../shared/ports/store-errors.ts';
import { MemoryTable } from '../support/memory-table.ts';
import type { Circumstances, RunStore, Watch } from './world.ts';

const FAULT_PROBABILITY = 0.02;
const FAULTS = ['fails before it is done', 'fails after it is done', 'throttled'] as const;

/** The table in memory, throttled or failing now and then, before a call was done or after it. */
export const memoryStore = (circumstances: Circumstances, watch: Watch): RunStore => {
  const direct = new MemoryTable();
  direct.watch = (before, after) => {
    const violation = watch(before, after);
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
    list: () => fails(() => direct.list()),
    due: (query) => fails(() => direct.due(query)),
    increment: (key, attribute, by) => fails(() => direct.increment(key, attribute, by)),
    transact: (writes) => fails(() => direct.transact(writes)),
  };
  return { table, direct, rows: async () => direct.rows(), close: async () => undefined };
};
