import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';

interface Entry {
  readonly id: string;
  readonly sortKey: string;
  /** Rows with one sort key stand in the order in which they came into the partition. */
  readonly number: number;
  row: Row;
}

const isBefore = (one: Entry, sortKey: string, number: number): boolean =>
  one.sortKey < sortKey || (one.sortKey === sortKey && one.number < number);

/** Which rows of a partition are wanted: behind `after`, from `from` on, up to `until`. */
export interface Range {
  readonly after: string;
  readonly from: string;
  readonly until?: string | undefined;
}

/** The rows of one partition, in the order of their sort keys. */
export class SortedRows {
  readonly #entries: Entry[] = [];
  readonly #byId = new Map<string, Entry>();
  #made = 0;

  /** Where the first entry stands that is not before this place. */
  #placeOf(sortKey: string, number: number): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#entries[middle];
      if (entry !== undefined && isBefore(entry, sortKey, number)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  put(id: string, sortKey: string, row: Row): void {
    const known = this.#byId.get(id);
    if (known?.sortKey === sortKey) {
      known.row = row;
      return;
    }
    this.remove(id);
    this.#made += 1;
    const entry = { id, sortKey, number: known?.number ?? this.#made, row };
    this.#byId.set(id, entry);
    this.#entries.splice(this.#placeOf(sortKey, entry.number), 0, entry);
  }

  remove(id: string): void {
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    this.#byId.delete(id);
    this.#entries.splice(this.#placeOf(entry.sortKey, entry.number), 1);
  }

  /** The first rows of a range, or the last ones backwards. */
  page(
    { after, from, until }: Range,
    { limit, newestFirst }: { limit: number; newestFirst?: true | undefined },
  ): Row[] {
    const start = Math.max(this.#placeOf(after, Number.POSITIVE_INFINITY), this.#placeOf(from, 0));
    const end = until === undefined ? this.#entries.length : this.#placeOf(until, Number.POSITIVE_INFINITY);
    const found =
      newestFirst === true
        ? this.#entries.slice(Math.max(start, end - limit), Math.max(start, end)).toReversed()
        : this.#entries.slice(start, Math.min(end, start + limit));
    return found.map(({ row }) => row);
  }
}
