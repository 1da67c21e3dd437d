import type { Dealer } from '../domain/dealer/dealer.ts';
import type { ChangeMoment } from '../domain/outbox/event-of-customer.ts';
import type { Clock } from '../ports/clock.ts';
import type { Randomness } from '../ports/identifiers.ts';

export interface ChangeMomentDependencies {
  readonly clock: Clock;
  readonly randomness: Pick<Randomness, 'guid'>;
}

/** The moment of one write. A further write, and one that is tried anew, has a moment of its own. */
export const changeMoment = (
  { listingShards }: Pick<Dealer, 'listingShards'>,
  { clock, randomness }: ChangeMomentDependencies,
): ChangeMoment => ({ changeId: randomness.guid(), nowMs: clock.now(), listingShards });
