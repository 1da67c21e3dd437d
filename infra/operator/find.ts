import * as z from 'zod';
import type { CommandFailure } from '../../functions/operator/operate/contract.ts';
import type { Invocation } from './arguments.ts';
import { invokeOperate } from './invoke.ts';
import { type ProgressOutput, progressLine } from './progress.ts';

/** Fifty million payments. It ends a search that would otherwise never end. */
const MAX_PAGES = 10_000;

const pageSchema = z.object({
  found: z.array(z.record(z.string(), z.unknown())),
  examined: z.string(),
  next: z.string().optional(),
});

interface Found {
  readonly found: readonly object[];
  /** Why the search ended early, and where it stopped. */
  readonly error?: CommandFailure;
  readonly cursor?: unknown;
}

/** Searches page by page, says on `progress` how far it is, and puts the findings together. */
export const findAll = async (
  invocation: Invocation,
  input: Readonly<Record<string, unknown>>,
  progress: ProgressOutput,
): Promise<Found> => {
  const found: object[] = [];
  let { cursor } = input;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await invokeOperate(invocation, cursor === undefined ? input : { ...input, cursor });
    if (!answer.ok) return { found, error: answer.error, cursor };
    const read = z.parse(pageSchema, answer.result);
    found.push(...read.found);
    if (read.next === undefined) return { found };
    progressLine(progress, `read up to ${read.examined}: ${found.length} found`);
    cursor = read.next;
  }
  return { found, error: { code: 'Unexpected', message: 'The list does not end.' }, cursor };
};
