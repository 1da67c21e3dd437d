import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import type { Row, Write } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';
import type { Clock } from '../../../shared/ports/clock.ts';

const SECOND_MS = 1000;
const METHODS = ['get', 'getMany', 'query', 'list', 'due', 'increment', 'transact'] as const;

const keyOf = (write: Write): Key | undefined => {
  if ('put' in write) return { pk: write.put.pk, sk: write.put.sk };
  if ('update' in write) return write.update;
  if ('remove' in write) return write.remove;
  return 'check' in write ? write.check : undefined;
};

/** Rows as they stand before a write, as far as they are known. */
export interface RowsBefore {
  peek(key: Key): Row | undefined;
}

/** Counts the calls to a store, and its writes to each partition key of the table and of its indexes in each second. */
export class WriteCounts {
  readonly #clock: Clock;
  readonly #ofSecond = new Map<string, number>();
  readonly #most = new Map<string, number>();
  #secondMs = 0;
  #writesOfSecond = 0;
  mostWritesASecond = 0;
  readonly calls: Partial<Record<(typeof METHODS)[number], number>> = {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The partition keys that were written most often in one second: one of each kind. */
  busiest(): readonly (readonly [key: string, writes: number])[] {
    const kinds = new Map<string, readonly [string, number]>();
    for (const [key, writes] of this.#most) {
      const kind = key.replaceAll(/[^A-Z#-]+/g, '*');
      if (writes > (kinds.get(kind)?.[1] ?? 0)) kinds.set(kind, [key, writes]);
    }
    return [...kinds.values()].toSorted(([, one], [, other]) => other - one);
  }

  #note(key: unknown): void {
    if (typeof key !== 'string') return;
    const count = (this.#ofSecond.get(key) ?? 0) + 1;
    this.#ofSecond.set(key, count);
    // Keys of one payment are many, and written a few times.
    if (count > 5) this.#most.set(key, Math.max(count, this.#most.get(key) ?? 0));
  }

  #tick(): void {
    const secondMs = Math.floor(this.#clock.now() / SECOND_MS);
    if (secondMs === this.#secondMs) return;
    this.#secondMs = secondMs;
    this.#ofSecond.clear();
    this.#writesOfSecond = 0;
  }

  #written(rows: RowsBefore, write: Write): void {
    const key = keyOf(write);
    if (key === undefined) return;
    this.#writesOfSecond += 1;
    this.mostWritesASecond = Math.max(this.mostWritesASecond, this.#writesOfSecond);
    this.#note(key.pk);
    const before = rows.peek(key);
    const after = 'put' in write ? write.put : before;
    for (const name of ['listPk', 'duePk'] as const) {
      // An entry that leaves its place and one that comes are written each.
      for (const partition of new Set([before?.[name], after?.[name]])) this.#note(partition);
    }
  }

  /** The store, counted. `rows`: those that stand in it. */
  counting(store: Table, rows: RowsBefore): Table {
    const counted = (name: (typeof METHODS)[number]): void => {
      this.calls[name] = (this.calls[name] ?? 0) + 1;
    };
    return new Proxy<Table>(store, {
      get: (_store, name: keyof Table) => {
        const method = store[name].bind(store) as (...given: unknown[]) => unknown;
        return (...given: unknown[]) => {
          counted(name);
          this.#tick();
          if (name === 'transact') for (const write of given[0] as readonly Write[]) this.#written(rows, write);
          if (name === 'increment') this.#note((given[0] as Key).pk);
          return method(...given);
        };
      },
    });
  }
}
