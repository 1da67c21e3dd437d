import type { Context } from 'aws-lambda';
import { measuringBankTime } from '../observability/bank-time.ts';

/** Part of an invocation's time that is reserved for our own answer: after it Lambda and the gateway send theirs. */
export const ANSWER_RESERVE_MS = 1000;

/** The work took longer than the invocation may. Its outcome is not known. */
export class DeadlineReached extends Error {
  override readonly name = 'DeadlineReached';
}

export type Invoked<Event, Answer> = (event: Event, context: Context) => Promise<Answer>;

/**
 * Calls `answerLate` when only the reserve of an invocation is left. The work cannot be stopped, so it goes on unheard.
 * Code that promises something to the caller must therefore ask first whether the caller is still waiting. Middy's own
 * early time-out stays off: it aborts the work and answers outside the pipeline's order.
 */
export const answeringInTime =
  <Event, Answer>(work: Invoked<Event, Answer>, answerLate: (event: Event) => Answer): Invoked<Event, Answer> =>
  (event, context) =>
    // The late answer too tells how much of its time was the bank's.
    measuringBankTime(async () => {
      const { promise: late, resolve } = Promise.withResolvers<Answer>();
      const leftMs = Math.max(0, context.getRemainingTimeInMillis() - ANSWER_RESERVE_MS);
      const timer = setTimeout(() => resolve(answerLate(event)), leftMs);
      try {
        return await Promise.race([work(event, context), late]);
      } finally {
        clearTimeout(timer);
      }
    });
