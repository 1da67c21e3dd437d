import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import type { Write } from '../../../shared/adapters/dynamodb/engine/writes.ts';

const actionOfWrite = (write: Write): string => {
  if ('put' in write || 'putBox' in write) return 'PutItem';
  if ('remove' in write || 'removeBox' in write) return 'DeleteItem';
  return 'check' in write ? 'ConditionCheckItem' : 'UpdateItem';
};

/** A table that notes the actions its reads and writes need of a role, by their IAM names. Indexes are not noted. */
export const notingTable = (table: Table) => {
  const actions = new Set<string>();
  const noting: Table = {
    get: (key) => {
      actions.add('GetItem');
      return table.get(key);
    },
    getMany: (keys, options) => {
      if (keys.length > 0) actions.add('BatchGetItem');
      return table.getMany(keys, options);
    },
    query: (options) => {
      actions.add('Query');
      return table.query(options);
    },
    list: (query) => table.list(query),
    due: (query) => table.due(query),
    increment: (...counter) => {
      actions.add('UpdateItem');
      return table.increment(...counter);
    },
    transact: (writes) => {
      for (const write of writes) actions.add(actionOfWrite(write));
      return table.transact(writes);
    },
  };
  return { table: noting, actions: (): readonly string[] => [...actions].toSorted() };
};
