import { addressOf, type PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import { errorNameOf, type Log } from '../../../shared/observability/log.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Randomness } from '../../../shared/ports/identifiers.ts';
import type { DueBoxes } from '../../../shared/ports/shop-payments.ts';

export interface SweepBoxesDependencies {
  readonly dueBoxes: DueBoxes;
  readonly randomness: Pick<Randomness, 'token'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Most boxes of one shard that a run deletes; the rest is left to the next run. */
const PAGE = 100;
const AT_ONCE = 10;

/**
 * Deletes the boxes that nobody opened within 15 minutes, without reading them, and closes their payments as failed
 * (rule 25). A box that cannot be deleted now stays in the queue; the table's TTL deletes it in the end. Answers how
 * many were deleted.
 */
export const sweepBoxes =
  ({ dueBoxes, randomness, clock, log }: SweepBoxesDependencies) =>
  async (): Promise<number> => {
    const sweepOne = async (payment: PaymentName): Promise<boolean> => {
      try {
        return await dueBoxes.sweep(payment, addressOf(payment, randomness.token()), clock.now());
      } catch (error) {
        log.error('box not deleted', { errorName: errorNameOf(error) });
        return false;
      }
    };
    let swept = 0;
    for (let shard = 0; shard < dueBoxes.shards; shard += 1) {
      const due = await dueBoxes.due(shard, { nowMs: clock.now(), limit: PAGE });
      for (let first = 0; first < due.length; first += AT_ONCE) {
        const done = await Promise.all(due.slice(first, first + AT_ONCE).map(sweepOne));
        swept += done.filter(Boolean).length;
      }
    }
    return swept;
  };
