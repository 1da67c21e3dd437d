import { execFile } from 'node:child_process';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { runCommandLine } from '../../../infra/operator/command-line.ts';
import { PATIENCE_MS } from '../app/patience.ts';

const projectFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** What a command has printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Typed {
  readonly dataDir: string;
  readonly stdin?: string | undefined;
}

/** A stream that keeps what is written to it. */
const kept = (): { readonly stream: Writable; readonly text: () => string } => {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
};

/** An operator's command in this process, by what the command itself runs: starting a process takes far longer. */
export const runOperator = async (args: readonly string[], { dataDir, stdin = '' }: Typed): Promise<Ran> => {
  const [output, errors] = [kept(), kept()];
  const input = Readable.from([Buffer.from(stdin, 'utf8')]);
  const code = await runCommandLine(args, { dataDir, input, output: output.stream, errors: errors.stream });
  return { code, stdout: output.text(), stderr: errors.text() };
};

/** A terminal on which somebody types, in this process. */
export interface TypedTerminal {
  readonly shown: () => string;
  readonly refused: () => string;
  /** Types, and waits until the terminal shows the text behind what it showed before. */
  readonly type: (text: string, until: string) => Promise<string>;
  /** The exit code, once the command line has ended. */
  readonly ended: Promise<number>;
}

/** The command line on a terminal: a shell where no command is given. */
export const openTerminal = (args: readonly string[], { dataDir }: Omit<Typed, 'stdin'>): TypedTerminal => {
  const [output, errors] = [kept(), kept()];
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const screen = Object.assign(output.stream, { isTTY: true, columns: 120 });
  const ended = runCommandLine(args, { dataDir, input, output: screen, errors: errors.stream });
  return {
    shown: output.text,
    refused: errors.text,
    type: async (text, until) => {
      const before = output.text().length;
      input.write(text);
      const fresh = (): string => output.text().slice(before);
      await expect.poll(fresh, { timeout: PATIENCE_MS }).toContain(until);
      return fresh();
    },
    ended,
  };
};

/** A program with its arguments, in a process of its own. */
export const runProgram = (
  [file, ...args]: readonly [string, ...string[]],
  { dataDir, stdin = '', environment }: Typed & { readonly environment?: Readonly<Record<string, string | undefined>> },
): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, ...environment };
    const options = { cwd: projectFolder, env, timeout: PATIENCE_MS, maxBuffer: 16 * 1024 * 1024 };
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
    // A program that ends without reading its input closes the pipe, which is no failure of the program.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
  });

/** A shell that reads a pasted line, with a function in the place of `npm run operator --` that tells what it was given. */
const TOLD = `operator() { for one in "$@"; do printf '%s\\0' "$one"; done; printf '\\0'; cat; }`;

/** Runs a line of the help as a shell reads it, its command in this process. */
export const runPasted = async (line: string, typed: Omit<Typed, 'stdin'>): Promise<Ran> => {
  const script = `${TOLD}\n${line.replace('npm run operator --', 'operator')}`;
  const { code, stdout, stderr } = await runProgram(['bash', '-c', script], typed);
  if (code !== 0) return { code, stdout, stderr };
  const end = stdout.indexOf('\0\0');
  return runOperator(stdout.slice(0, end).split('\0'), { ...typed, stdin: stdout.slice(end + 2) });
};
