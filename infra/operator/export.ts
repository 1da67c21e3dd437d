import { createWriteStream, renameSync, rmSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import type { CommandFailure } from '../../functions/operator/operate/contract.ts';
import { CSV_LINE_END } from '../../shared/domain/csv.ts';
import { type Invocation, UsageError } from './arguments.ts';
import { invokeOperate } from './invoke.ts';
import { type ProgressOutput, progressLine } from './progress.ts';

/** Five million payments: more than any dealer has in a day. It ends a list that would otherwise never end. */
const MAX_PAGES = 10_000;

const pageSchema = z.object({ header: z.string(), rows: z.array(z.string()), next: z.string().optional() });

type Exported =
  | { readonly ok: true }
  /** `cursor` is where the missing rows begin. */
  | { readonly ok: false; readonly error: CommandFailure; readonly cursor: unknown };

interface Export {
  readonly text: AsyncIterable<string>;
  /** The outcome, once the whole text has been read. */
  readonly outcome: () => Exported;
}

/**
 * Writes a command's pages as one file, and says how far it is. With --output the file appears only when it is complete, readable by its owner
 * alone; otherwise the pages go to standard output. Throws a UsageError if the file cannot be written.
 */
export const exportPages = async (
  invocation: Invocation,
  input: Readonly<Record<string, unknown>>,
  { output: standard, errors: progress }: { readonly output: Writable; readonly errors: ProgressOutput },
): Promise<Exported> => {
  const { text, outcome } = exportOf(invocation, input, progress);
  const { output } = invocation;
  if (output === undefined) {
    await toStandardOutput(text, standard);
    return outcome();
  }
  const part = `${output}.part`;
  try {
    await pipeline(text, createWriteStream(part, { mode: 0o600 }));
    if (outcome().ok) renameSync(part, output);
    return outcome();
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new UsageError(`The file ${output} cannot be written (${error.code}).`);
  } finally {
    rmSync(part, { force: true });
  }
};

const toStandardOutput = async (text: AsyncIterable<string>, standard: Writable): Promise<void> => {
  try {
    await pipeline(text, standard, { end: false });
  } catch (error) {
    // A reader that closes early, as `head` does, has all that it wanted.
    if (!isFileError(error) || error.code !== 'EPIPE') throw error;
  }
};

const exportOf = (
  invocation: Invocation,
  input: Readonly<Record<string, unknown>>,
  progress: ProgressOutput,
): Export => {
  let exported: Exported = { ok: true };
  const { withoutRows } = invocation.command;
  const text = async function* (): AsyncGenerator<string> {
    let [cursor, written] = [input.cursor, 0];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await invokeOperate(invocation, cursor === undefined ? input : { ...input, cursor });
      if (!answer.ok) {
        exported = { ok: false, error: answer.error, cursor };
        return;
      }
      const { header, rows, next } = z.parse(pageSchema, answer.result);
      const lines = page === 0 ? [header, ...rows] : rows;
      yield lines.map((line) => `${line}${CSV_LINE_END}`).join('');
      written += rows.length;
      if (next === undefined) {
        // A header alone looks like a file that was cut off. Whoever reads the file is told nothing by it.
        if (written === 0 && withoutRows !== undefined) progress.write(`${withoutRows}\n`);
        return;
      }
      progressLine(progress, `${written} rows`);
      cursor = next;
    }
    exported = { ok: false, error: { code: 'Unexpected', message: 'The list does not end.' }, cursor };
  };
  return { text: text(), outcome: () => exported };
};

const isFileError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
