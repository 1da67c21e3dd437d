import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownHeaders } from '../own-pages.ts';

/** Pages that follow at once: a browser opens six to one host. */
const MOST_STREAMS = 16;
/** A reader that is further behind has gone. */
const MOST_BEHIND_BYTES = 8 * 1024 * 1024;
/** A silent connection is closed by browsers and by the server. */
const BEAT_MS = 15_000;
const RETRY_MS = 2000;

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Open pages that follow what happens, by server-sent events. */
export class EventStreams {
  /** A page that connects again to another run forgets what it shows. */
  readonly #run = randomUUID();
  readonly #open = new Map<ServerResponse, NodeJS.Timeout>();

  /** Whether a page follows. */
  get isFollowed(): boolean {
    return this.#open.size > 0;
  }

  /** Answers with everything so far, and follows from there. A page of too many takes the place of the oldest. */
  open(request: IncomingMessage, response: ServerResponse, everything: object): void {
    const [oldest] = this.#open.keys();
    if (this.#open.size >= MOST_STREAMS && oldest !== undefined) this.#end(oldest);
    request.socket.setTimeout(0);
    response.writeHead(200, ownHeaders('text/event-stream', "default-src 'none'"));
    response.write(`retry: ${RETRY_MS}\n${event('all', { run: this.#run, ...everything })}`);
    const beat = setInterval(() => response.write(':\n\n'), BEAT_MS);
    beat.unref();
    this.#open.set(response, beat);
    response.once('close', () => this.#end(response));
  }

  send(name: string, data: unknown): void {
    const text = event(name, data);
    for (const response of this.#open.keys()) {
      if (response.writableLength > MOST_BEHIND_BYTES) this.#end(response);
      else response.write(text);
    }
  }

  #end(response: ServerResponse): void {
    clearInterval(this.#open.get(response));
    this.#open.delete(response);
    response.end();
  }

  /** Ends every stream: an open page must not keep the server from stopping. */
  close(): void {
    for (const response of this.#open.keys()) this.#end(response);
  }
}
