import type { Table } from '../../shared/adapters/dynamodb/engine/table.ts';
import type { Write } from '../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../shared/adapters/dynamodb/keys.ts';
import { StoreUnavailable } from '../../shared/ports/store-errors.ts';
import type { SimulatedTime } from '../support/simulated-time.ts';
import type { MemoryTable } from '../support/store/memory-table.ts';

/** How long calls of the store take here, as they do in one region. */
const READ_MS = 4;
const WRITE_MS = 10;
/** As the adapter of the table tries a transaction that met another one. */
const MAX_CONFLICT_ATTEMPTS = 8;
const BACKOFF_BASE_MS = 15;
const SECOND_MS = 1000;

/** What DynamoDB takes of one partition key in a second. */
export const WRITES_OF_A_KEY = 1000;

const keyOf = (write: Write): Key | undefined => {
  if ('put' in write) return write.put;
  if ('update' in write) return write.update;
  if ('remove' in write) return write.remove;
  return 'check' in write ? write.check : undefined;
};

/**
 * A table in simulated time in which transactions conflict: one that meets another on an item is tried anew after a pause, as
 * the adapter does, and is given up after eight tries. It counts the write units of each partition by second.
 */
export class ContendedStore {
  readonly #memory: MemoryTable;
  readonly #time: SimulatedTime;
  readonly #inFlight = new Set<string>();
  /** Units of a partition in the second that began at a time. */
  readonly #ofSecond = new Map<string, number>();
  /** The most units that a partition took in one second. */
  readonly busiest = new Map<string, number>();
  conflicts = 0;
  givenUp = 0;

  constructor(memory: MemoryTable, time: SimulatedTime) {
    this.#memory = memory;
    this.#time = time;
  }

  #written(partition: unknown, units: number): void {
    if (typeof partition !== 'string') return;
    const second = `${Math.floor(this.#time.now() / SECOND_MS)} ${partition}`;
    const taken = (this.#ofSecond.get(second) ?? 0) + units;
    this.#ofSecond.set(second, taken);
    this.busiest.set(partition, Math.max(this.busiest.get(partition) ?? 0, taken));
  }

  /** A write in a transaction takes two units, a lone one takes one, and an entry of an index one. */
  #count(writes: readonly Write[]): void {
    const each = writes.length === 1 ? 1 : 2;
    for (const write of writes) {
      this.#written(keyOf(write)?.pk, each);
      if (!('put' in write)) continue;
      this.#written(write.put.listPk, 1);
      this.#written(write.put.duePk, 1);
    }
  }

  async #transact(writes: readonly Write[]) {
    const items = writes.flatMap((write) => {
      const key = keyOf(write);
      return key === undefined ? [] : [`${key.pk} ${key.sk}`];
    });
    for (let tried = 0; tried < MAX_CONFLICT_ATTEMPTS; tried += 1) {
      if (items.every((item) => !this.#inFlight.has(item))) {
        for (const item of items) this.#inFlight.add(item);
        await this.#time.pause(WRITE_MS);
        for (const item of items) this.#inFlight.delete(item);
        this.#count(writes);
        return this.#memory.transact(writes);
      }
      this.conflicts += 1;
      await this.#time.pause(WRITE_MS + Math.random() * BACKOFF_BASE_MS * 2 ** tried);
    }
    this.givenUp += 1;
    throw new StoreUnavailable('not-applied', 'TransactionConflict');
  }

  get table(): Table {
    const memory = this.#memory;
    const read = async <Value>(reading: () => Promise<Value>): Promise<Value> => {
      await this.#time.pause(READ_MS);
      return reading();
    };
    return {
      get: (key) => read(() => memory.get(key)),
      getMany: (keys) => read(() => memory.getMany(keys)),
      query: (options) => read(() => memory.query(options)),
      list: (query) => read(() => memory.list(query)),
      due: (query) => read(() => memory.due(query)),
      increment: (...counter) => read(() => memory.increment(...counter)),
      transact: (writes) => this.#transact(writes),
    };
  }
}
