import type { Context } from 'aws-lambda';

/** Kept back of an invocation's time, so that an answer of ours leaves before Lambda and gateway give one of theirs. */
export const ANSWER_RESERVE_MS = 1000;

/** The work of an invocation took longer than the invocation may. What became of it is not known. */
export class DeadlineReached extends Error {
  override readonly name = 'DeadlineReached';
}

export type Invoked<Event, Answer> = (event: Event, context: Context) => Promise<Answer>;

/**
 * Answers by `answerLate` when an invocation has only the reserve left. The work is not stopped, which nothing could
 * undo: it is left alone, and whoever speaks for it has to ask whether somebody still listens. Middy's own early
 * time-out aborts and answers outside the pipeline's order, so it stays off.
 */
export const answeringInTime =
  <Event, Answer>(work: Invoked<Event, Answer>, answerLate: (event: Event) => Answer): Invoked<Event, Answer> =>
  async (event, context) => {
    const { promise: late, resolve } = Promise.withResolvers<Answer>();
    const leftMs = Math.max(0, context.getRemainingTimeInMillis() - ANSWER_RESERVE_MS);
    const timer = setTimeout(() => resolve(answerLate(event)), leftMs);
    try {
      return await Promise.race([work(event, context), late]);
    } finally {
      clearTimeout(timer);
    }
  };
