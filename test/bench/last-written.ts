import type { Table } from '../../shared/adapters/dynamodb/engine/table.ts';
import type { Row } from '../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../shared/adapters/dynamodb/keys.ts';
import type { RowsBefore } from '../faults/plan/write-counts.ts';

/** At least so many rows are known, and at most twice as many. */
const ROWS_KNOWN = 10_000;

/** The index keys of the rows that were written last: what a row's next write has to leave. It does not grow. */
export class LastWritten implements RowsBefore {
  #newer = new Map<string, Row>();
  #older = new Map<string, Row>();

  peek({ pk, sk }: Key): Row | undefined {
    const id = `${pk} ${sk}`;
    return this.#newer.get(id) ?? this.#older.get(id);
  }

  keep({ pk, sk, listPk, duePk }: Row & Key): void {
    this.#newer.set(`${pk} ${sk}`, { listPk, duePk });
    if (this.#newer.size < ROWS_KNOWN) return;
    this.#older = this.#newer;
    this.#newer = new Map();
  }

  /** A store whose written rows are kept here, once their call has begun. */
  watching(store: Table): Table {
    const transact: Table['transact'] = (writes) => {
      const done = store.transact(writes);
      for (const write of writes) if ('put' in write) this.keep(write.put);
      return done;
    };
    return { ...store, transact };
  }
}
