import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import type { MemoryTable } from './memory-table.ts';

/** Tables in memory that stand in for an engine, by the address that their app gives for it. */
const engines = new Map<string, MemoryTable>();

export const addMemoryEngine = (endpoint: string, table: MemoryTable): void => {
  engines.set(endpoint, table);
};

/** A table as an object of functions, like that over an engine: a test that replaces one of them copies the others. */
const copyable = (table: Table): Table => ({
  get: (key) => table.get(key),
  getMany: (keys, options) => table.getMany(keys, options),
  query: (options) => table.query(options),
  list: (query) => table.list(query),
  due: (query) => table.due(query),
  increment: (...counter) => table.increment(...counter),
  transact: (writes) => table.transact(writes),
});

/** The table in memory behind an address, for work that a test carries out itself; undefined for an engine. */
export const memoryTableOfWork = (endpoint: string): Table | undefined => {
  const table = engines.get(endpoint);
  return table === undefined ? undefined : copyable(table);
};

/** The table in memory behind an address; undefined for an engine. */
export const memoryEngineAt = (endpoint: string): MemoryTable | undefined => engines.get(endpoint);
