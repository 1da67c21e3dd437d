import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const TIMEOUT_MS = 180_000;

interface Message<Result> {
  readonly result?: Result;
  readonly failure?: string;
}

/**
 * Has the `measure` of a module of this folder work in a process of its own, as a function's instance does. What it
 * writes to stdout, such as the handlers' log lines, is written to nowhere. Rejected when it fails or takes longer
 * than 3 minutes.
 */
export async function inChild<Input, Result>(
  file: string,
  measure: (input: Input) => Promise<Result>,
  input: Input,
): Promise<Result> {
  const child = fork(fileURLToPath(new URL('child-main.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, TZ: ':UTC' },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  child.once('message', ({ result, failure }: Message<Result>) => {
    if (failure === undefined) resolve(result as Result);
    else reject(new Error(failure));
  });
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`${file} (${measure.name}) ended with ${code} and no result.`)));
  const timer = setTimeout(() => reject(new Error(`${file} took longer than ${TIMEOUT_MS / 1000} s.`)), TIMEOUT_MS);
  child.send({ moduleUrl: new URL(file, import.meta.url).href, input });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill();
  }
}
