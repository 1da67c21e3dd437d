/** Counts what a run met. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string, by = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }

  addAll(other: Tally): void {
    for (const [name, count] of other.#counts) this.add(name, count);
  }

  /** The sum of all counts whose names begin with `prefix`. */
  sum(prefix: string): number {
    return this.sorted().reduce((sum, [name, count]) => sum + (name.startsWith(prefix) ? count : 0), 0);
  }

  sorted(): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts].toSorted(([one], [other]) => one.localeCompare(other));
  }
}
