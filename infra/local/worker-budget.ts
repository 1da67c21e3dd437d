/** A worker that can end while nobody calls it. */
export interface EndableWorker {
  /** Ends the worker. It is only called between `rests` and the next `works`. */
  end(): void;
}

/**
 * How many workers keep their memory. Node alone takes 13 MB of each, so what many functions take together is their number.
 * Above `most` the worker that rests longest ends, if it has rested for `restMs`: a worker that is called again and again
 * is never started again and again, so a burst of calls to many functions may keep more.
 */
export class WorkerBudget {
  readonly #most: number;
  readonly #restMs: number;
  readonly #nowMs: () => number;
  readonly #running = new Set<EndableWorker>();
  /** Since when workers rest, the longest first. */
  readonly #restingSinceMs = new Map<EndableWorker, number>();

  constructor({
    most,
    restMs,
    nowMs,
  }: { readonly most: number; readonly restMs: number; readonly nowMs: () => number }) {
    this.#most = most;
    this.#restMs = restMs;
    this.#nowMs = nowMs;
  }

  /** A call of the worker begins, which starts it if it does not run. */
  works(worker: EndableWorker): void {
    this.#running.add(worker);
    this.#restingSinceMs.delete(worker);
    this.#endAboveMost();
  }

  /** The last call of a worker has ended. */
  rests(worker: EndableWorker): void {
    if (!this.#running.has(worker)) return;
    // Deleted first, so that it stands behind those that rest longer.
    this.#restingSinceMs.delete(worker);
    this.#restingSinceMs.set(worker, this.#nowMs());
    this.#endAboveMost();
  }

  /** The worker's thread has ended. */
  ended(worker: EndableWorker): void {
    this.#running.delete(worker);
    this.#restingSinceMs.delete(worker);
  }

  #endAboveMost(): void {
    const latestMs = this.#nowMs() - this.#restMs;
    for (const [worker, sinceMs] of this.#restingSinceMs) {
      if (this.#running.size <= this.#most || sinceMs > latestMs) return;
      this.ended(worker);
      worker.end();
    }
  }
}
