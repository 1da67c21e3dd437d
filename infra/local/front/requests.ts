import type { Exchange } from '../gateway.ts';
import type { RecordedRequest } from './request-view.ts';

/** Requests that are kept; the oldest go first. */
const MOST_REQUESTS = 200;

/** Makes of an exchange what may be kept of it. */
export type Describe = (exchange: Exchange) => Promise<Omit<RecordedRequest, 'id'>>;

/**
 * The last requests of one machine, in memory alone (rule 49). What is kept of each is made by `describe`, which leaves its
 * secrets out; the request itself is forgotten.
 */
export class RequestLog {
  readonly #describe: Describe;
  readonly #kept: RecordedRequest[] = [];
  readonly #listeners = new Set<(request: RecordedRequest) => void>();
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #ids = 0;

  constructor(describe: Describe) {
    this.#describe = describe;
  }

  /** Notes a request, behind all that came before it. Never fails: a log must not disturb what it is about. */
  note(exchange: Exchange): void {
    if (this.#waiting >= MOST_REQUESTS) return;
    this.#waiting += 1;
    this.#last = this.#last.then(() => this.#keep(exchange));
  }

  async #keep(exchange: Exchange): Promise<void> {
    try {
      this.#ids += 1;
      const kept = { id: this.#ids, ...(await this.#describe(exchange)) };
      this.#kept.push(kept);
      if (this.#kept.length > MOST_REQUESTS) this.#kept.shift();
      for (const listener of this.#listeners) listener(kept);
    } catch (error) {
      console.error('A request was not kept for the front page:', error instanceof Error ? error.name : 'unknown');
    } finally {
      this.#waiting -= 1;
    }
  }

  /** All that is kept, the oldest first, once every request so far is described. */
  async list(): Promise<readonly RecordedRequest[]> {
    await this.#last;
    return [...this.#kept];
  }

  /** Tells of every request from now on. Answers the function that ends it. */
  listen(listener: (request: RecordedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
