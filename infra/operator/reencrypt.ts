import * as z from 'zod';
import {
  type ReencryptEvent,
  type ReencryptResult,
  reencryptFunctionName,
} from '../../functions/card/reencrypt-cards/contract.ts';
import { type Invocation, UsageError } from './arguments.ts';
import { type Called, callFunction } from './invoke.ts';
import { type ProgressOutput, progressOn } from './progress.ts';

const answerSchema = z.union([
  z.object({
    ok: z.literal(true),
    result: z.object({
      reencrypted: z.int(),
      upToDate: z.int(),
      failed: z.int(),
      shardsDone: z.int(),
      shards: z.int(),
      next: z.string().optional(),
    }),
  }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);

/**
 * A card may be stored under the old key behind the place that the first pass has reached. So a pass that found cards
 * is followed by another one, up to this many.
 */
const MAX_PASSES = 3;

export interface ReencryptOutcome {
  readonly reencrypted: number;
  readonly failed: number;
  /** Why the run ended early. Cards that are done stay done. */
  readonly error?: { readonly code: string; readonly message: string };
}

const limitIn = (input: Readonly<Record<string, unknown>>): number | undefined => {
  const { limit, ...others } = input;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new UsageError(`${unknown} is not a field of reencrypt-cards.`);
  if (limit === undefined || limit === null) return undefined;
  const read = Number(limit);
  if (!Number.isInteger(read)) throw new UsageError('limit is not a whole number.');
  return read;
};

/** Encrypts every stored card under the current key, step by step, until a pass finds none left. */
export const reencryptAll = async (
  invocation: Invocation,
  input: Readonly<Record<string, unknown>>,
  output: ProgressOutput,
): Promise<ReencryptOutcome> => {
  const { commandId, stage, functionName = reencryptFunctionName(stage) } = invocation;
  const limit = limitIn(input);
  const progress = progressOn(output, 'cards encrypted anew');
  let reencrypted = 0;

  const step = async (cursor: string | undefined): Promise<Called<ReencryptResult>> => {
    const event: ReencryptEvent = {
      commandId,
      stage,
      ...(limit === undefined ? {} : { limit }),
      ...(cursor === undefined ? {} : { cursor }),
    };
    const called = await callFunction(invocation, functionName, event);
    if (!called.ok) return called;
    const answer = answerSchema.parse(called.value);
    return answer.ok ? { ok: true, value: answer.result as ReencryptResult } : answer;
  };

  const pass = async (): Promise<
    { readonly found: number; readonly failed: number } & Pick<ReencryptOutcome, 'error'>
  > => {
    let [found, failed] = [0, 0];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const called = await step(cursor);
      if (!called.ok) return { found, failed, error: called.error };
      const { value } = called;
      found += value.reencrypted;
      failed += value.failed;
      reencrypted += value.reencrypted;
      progress.show({ done: value.shardsDone, total: value.shards, handled: reencrypted });
      cursor = value.next;
    }
    return { found, failed };
  };

  let failed = 0;
  try {
    for (let number = 0; number < MAX_PASSES; number += 1) {
      const passed = await pass();
      failed = passed.failed;
      if (passed.error !== undefined) return { reencrypted, failed, error: passed.error };
      if (passed.found === 0) break;
    }
  } finally {
    progress.end();
  }
  return { reencrypted, failed };
};
