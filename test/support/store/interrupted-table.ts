import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';

/** The process ended here: no code after this await runs. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

export interface Interruption {
  /** The call of the store at which the process dies, counted from 0. */
  readonly call: number;
  /** Whether the store had done its work by then. */
  readonly when: 'before' | 'after';
}

/** A store whose process dies at one of its calls, before or after the store has done it. */
export const interruptedTable = (
  store: Table,
  { call, when }: Interruption,
): { readonly table: Table; readonly calls: () => number } => {
  let calls = 0;
  const at = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const mine = calls;
    calls += 1;
    if (mine === call && when === 'before') throw new Killed();
    const value = await work();
    if (mine === call) throw new Killed();
    return value;
  };
  return {
    calls: () => calls,
    table: {
      get: (key) => at(() => store.get(key)),
      getMany: (keys) => at(() => store.getMany(keys)),
      query: (options) => at(() => store.query(options)),
      list: (query) => at(() => store.list(query)),
      due: (query) => at(() => store.due(query)),
      increment: (key, attribute, by) => at(() => store.increment(key, attribute, by)),
      transact: (writes) => at(() => store.transact(writes)),
    },
  };
};
