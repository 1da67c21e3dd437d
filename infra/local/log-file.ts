import {
  createWriteStream,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type WriteStream,
} from 'node:fs';
import { dirname } from 'node:path';

/** How much of a log is kept. */
export interface LogLimits {
  /** A file that has this size is moved aside, and a new one begins. */
  readonly maxBytes: number;
  /** Files that are kept beside the one that is written. */
  readonly kept: number;
}

const LIMITS: LogLimits = { maxBytes: 10 * 1024 * 1024, kept: 4 };

interface Opened {
  readonly stream: WriteStream;
  bytes: number;
}

/**
 * A log that only its owner may read, and that stays bounded while it is written: `NAME`, and the older `NAME.1` to `NAME.4`.
 * A log that cannot be written says so, and stops nothing.
 */
export class LogFile {
  readonly #path: string;
  readonly #limits: LogLimits;
  #opened: Opened;
  /** Streams that still write what they were given before their file was moved aside. */
  readonly #ending = new Set<Promise<void>>();

  constructor(path: string, limits: LogLimits = LIMITS) {
    mkdirSync(dirname(path), { recursive: true });
    this.#path = path;
    this.#limits = limits;
    this.#opened = this.#open();
  }

  write(text: string | Buffer): void {
    if (this.#opened.bytes >= this.#limits.maxBytes) this.#rotate();
    this.#opened.bytes += Buffer.byteLength(text);
    this.#opened.stream.write(text);
  }

  /** Fulfilled when everything is written. */
  async close(): Promise<void> {
    this.#end();
    await Promise.all(this.#ending);
  }

  /** Opened at once, so that it is this file that is written wherever it is moved. */
  #open(): Opened {
    const fd = openSync(this.#path, 'a', 0o600);
    const stream = createWriteStream(this.#path, { fd });
    stream.on('error', (error) => console.error('The functions’ log cannot be written:', error.message));
    return { stream, bytes: fstatSync(fd).size };
  }

  #end(): void {
    const { stream } = this.#opened;
    const ended = new Promise<void>((resolve) => {
      // Also called of a stream that has failed.
      stream.end(() => resolve());
    });
    this.#ending.add(ended);
    void ended.then(() => this.#ending.delete(ended));
  }

  #rotate(): void {
    try {
      const places = Array.from({ length: this.#limits.kept }, (_, index) => `${this.#path}.${index + 1}`);
      rmSync(places.at(-1) ?? this.#path, { force: true });
      for (const [index, place] of [...places.entries()].toReversed()) {
        const from = places[index - 1] ?? this.#path;
        if (existsSync(from)) renameSync(from, place);
      }
      const next = this.#open();
      this.#end();
      this.#opened = next;
    } catch (error) {
      // The next attempt comes with as many bytes again.
      this.#opened.bytes = 0;
      console.error('The functions’ log cannot be moved aside:', error instanceof Error ? error.message : error);
    }
  }
}
