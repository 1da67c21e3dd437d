import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { LogFile, type LogLimits } from './log-file.ts';

/** The functions' output. All of it goes to a file; stderr also goes to the runner's stderr. */
export class FunctionLog {
  readonly #file: LogFile | undefined;
  readonly #errorsToStderr: boolean;

  /** Without a folder the output is not kept. */
  constructor(
    folder: string | undefined,
    { errorsToStderr, limits }: { readonly errorsToStderr: boolean; readonly limits?: LogLimits | undefined },
  ) {
    this.#errorsToStderr = errorsToStderr;
    if (folder !== undefined) this.#file = new LogFile(join(folder, 'functions.log'), limits);
  }

  follow(worker: Worker): void {
    worker.stdout.on('data', (chunk: Buffer) => this.write(chunk, false));
    worker.stderr.on('data', (chunk: Buffer) => this.write(chunk, true));
  }

  write(text: string | Buffer, isError: boolean): void {
    this.#file?.write(text);
    if (isError && this.#errorsToStderr) process.stderr.write(text);
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}
