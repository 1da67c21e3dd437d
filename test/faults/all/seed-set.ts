/** From the first to the last seed, both included. */
export type SeedRange = readonly [first: number, last: number];

/** A set of seeds, kept as ranges: a hundred thousand seeds that were run in order are one. */
export class SeedSet {
  #ranges: SeedRange[] = [];

  constructor(ranges: readonly SeedRange[] = []) {
    for (const [first, last] of ranges) this.addRange(first, last);
  }

  /** In order, none touching another. */
  get ranges(): readonly SeedRange[] {
    return this.#ranges;
  }

  get size(): number {
    return this.#ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  has(seed: number): boolean {
    return this.#ranges.some(([first, last]) => first <= seed && seed <= last);
  }

  addRange(first: number, last: number): void {
    const apart = this.#ranges.filter(([from, to]) => to < first - 1 || from > last + 1);
    const touching = this.#ranges.filter((range) => !apart.includes(range));
    const from = Math.min(first, ...touching.map((range) => range[0]));
    const to = Math.max(last, ...touching.map((range) => range[1]));
    this.#ranges = [...apart, [from, to] as const].toSorted(([one], [other]) => one - other);
  }

  add(seed: number): void {
    this.addRange(seed, seed);
  }

  remove(seed: number): void {
    this.#ranges = this.#ranges.flatMap(([first, last]): readonly SeedRange[] => {
      if (seed < first || seed > last) return [[first, last]];
      const parts: readonly SeedRange[] = [
        [first, seed - 1],
        [seed + 1, last],
      ];
      return parts.filter(([from, to]) => from <= to);
    });
  }

  /** The number of seeds from 1 to `last` that it has. */
  sizeUpTo(last: number): number {
    return this.#ranges.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, last) - from + 1), 0);
  }

  /** Every seed, in order. */
  *seeds(): Generator<number> {
    for (const [first, last] of this.#ranges) for (let seed = first; seed <= last; seed += 1) yield seed;
  }

  /** The first seeds from 1 to `last` that it lacks, at most `count` of them. */
  missing(last: number, count: number): readonly number[] {
    const found: number[] = [];
    let next = 1;
    for (const [from, to] of [...this.#ranges, [last + 1, last + 1] as const]) {
      for (; next < from && next <= last && found.length < count; next += 1) found.push(next);
      next = Math.max(next, to + 1);
    }
    return found;
  }
}
