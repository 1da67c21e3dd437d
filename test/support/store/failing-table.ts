import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';

/** What a failing store refuses, and what is known of a write then. */
interface StoreFault {
  readonly refuses: 'everything' | 'transactions';
  readonly outcome: StoreUnavailable['outcome'];
}

export interface FailingTable {
  readonly table: Table;
  /** Every call fails from now on as the fault says; undefined: none does. */
  readonly failWith: (fault: StoreFault | undefined) => void;
}

/** A store that fails when a test asks for it, with the error that an engine's failure becomes at the port. */
export const failingTable = (store: Table): FailingTable => {
  let fault: StoreFault | undefined;
  const unless = async <Value>(refuses: StoreFault['refuses'], work: () => Promise<Value>): Promise<Value> => {
    if (fault === undefined || (fault.refuses !== 'everything' && fault.refuses !== refuses)) return work();
    throw new StoreUnavailable(fault.outcome, 'InjectedByTest');
  };
  return {
    failWith: (next) => {
      fault = next;
    },
    table: {
      get: (key) => unless('everything', () => store.get(key)),
      getMany: (keys, options) => unless('everything', () => store.getMany(keys, options)),
      query: (options) => unless('everything', () => store.query(options)),
      list: (query) => unless('everything', () => store.list(query)),
      due: (query) => unless('everything', () => store.due(query)),
      increment: (...counter) => unless('everything', () => store.increment(...counter)),
      transact: (writes) => unless('transactions', () => store.transact(writes)),
    },
  };
};
