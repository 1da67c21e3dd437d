import type { MemoryTable } from './memory-table.ts';

/** Tables in memory that stand in for an engine, by the address that their app gives for it. */
const engines = new Map<string, MemoryTable>();

export const addMemoryEngine = (endpoint: string, table: MemoryTable): void => {
  engines.set(endpoint, table);
};

/** The table in memory behind an address; undefined for an engine. */
export const memoryEngineAt = (endpoint: string): MemoryTable | undefined => engines.get(endpoint);
