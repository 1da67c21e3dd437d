import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import * as z from 'zod';
import type { CommandFailure } from '../../functions/operate/contract.ts';
import { CSV_LINE_END } from '../../shared/domain/csv.ts';
import { type Invocation, UsageError } from './arguments.ts';
import { invokeOperate } from './invoke.ts';

/** Five million payments: more than a day of any dealer, and an end to a list that would have none. */
const maxPages = 10_000;

const pageSchema = z.object({ header: z.string(), rows: z.array(z.string()), next: z.string().optional() });

type Exported =
  | { readonly ok: true }
  /** `cursor` is where the rows that are missing begin. */
  | { readonly ok: false; readonly error: CommandFailure; readonly cursor: unknown };

/**
 * Writes a command's pages as one file: to --output, where it appears when it is whole and for its owner alone, else
 * to standard output. Throws a UsageError for a file that cannot be written.
 */
export async function exportPages(invocation: Invocation, input: Readonly<Record<string, unknown>>): Promise<Exported> {
  const { output } = invocation;
  if (output === undefined) return writePages(process.stdout, invocation, input);
  const part = `${output}.part`;
  const file = createWriteStream(part, { mode: 0o600 });
  try {
    // Not reached for a file that cannot be opened: the stream's error is thrown here.
    await once(file, 'open');
    const outcome = await writePages(file, invocation, input);
    file.end();
    await finished(file);
    if (outcome.ok) renameSync(part, output);
    return outcome;
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new UsageError(`The file ${output} cannot be written (${error.code}).`);
  } finally {
    file.destroy();
    rmSync(part, { force: true });
  }
}

async function writePages(
  to: Writable,
  invocation: Invocation,
  input: Readonly<Record<string, unknown>>,
): Promise<Exported> {
  let cursor = input.cursor;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await invokeOperate(invocation, cursor === undefined ? input : { ...input, cursor });
    if (!answer.ok) return { ok: false, error: answer.error, cursor };
    const { header, rows, next } = z.parse(pageSchema, answer.result);
    const lines = page === 0 ? [header, ...rows] : rows;
    if (!to.write(lines.map((line) => `${line}${CSV_LINE_END}`).join(''))) await once(to, 'drain');
    if (next === undefined) return { ok: true };
    cursor = next;
  }
  return { ok: false, error: { code: 'Unexpected', message: 'The list does not end.' }, cursor };
}

function isFileError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
