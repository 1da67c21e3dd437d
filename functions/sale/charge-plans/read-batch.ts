import * as z from 'zod/mini';
import { HAND_OUT_MS } from '../../../shared/domain/sale/hand-out.ts';
import type { PlanBatch } from '../../../shared/ports/due-plans.ts';
import { CHARGE_RUN_MS } from './take-card.ts';

const batchSchema = z.strictObject({
  // Each is read by those who charge it.
  plans: z.array(z.unknown()),
  beginUntilMs: z.int(),
  chargesAtOnce: z.int().check(z.minimum(1), z.maximum(10_000)),
});

/** What a run may do: its plans, until when, and how many charges it may have at one gateway. */
export interface PlanRun extends Pick<PlanBatch, 'chargesAtOnce'> {
  readonly plans: { readonly plans: readonly unknown[] };
  readonly deadlineMs: number;
}

/**
 * The run of an event of the lead, at most until the invocation ends. Throws on any other event. An event that comes late
 * leaves no time, and its plans are handed out again.
 */
export const runOf = (
  event: unknown,
  { nowMs, endsAtMs }: { readonly nowMs: number; readonly endsAtMs: number },
): PlanRun => {
  const { plans, beginUntilMs, chargesAtOnce } = z.parse(batchSchema, event);
  const untilMs = Math.min(beginUntilMs, nowMs + HAND_OUT_MS);
  return { plans: { plans }, chargesAtOnce, deadlineMs: Math.min(endsAtMs, untilMs + CHARGE_RUN_MS) };
};
