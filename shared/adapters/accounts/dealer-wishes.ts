import type { WantedEvents } from '../../domain/outbox/event.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Dealers } from '../../ports/dealers.ts';
import type { EventWishes } from '../../ports/event-wishes.ts';

const MAX_DEALERS = 1000;
/** What a request was authenticated with holds for its writes too, which come seconds later. */
const REQUEST_LIFE_MS = 30_000;

export interface DealerWishesOptions {
  readonly dealers: Dealers;
  readonly clock: Clock;
  /** How long a dealer is kept: a stage setting, at most 60 s (rule 35). */
  readonly lifeMs: number;
}

interface Noted {
  readonly wanted: WantedEvents | undefined;
  readonly readAtMs: number;
}

/**
 * Dealers of whom every load notes which events they want. So a request that has loaded its dealer asks the store nothing
 * more.
 */
export const dealersWithWishes = ({ dealers, clock, lifeMs }: DealerWishesOptions): Dealers & EventWishes => {
  const notes = new Map<string, Noted>();

  const load: Dealers['load'] = async (dealerCode) => {
    const readAtMs = clock.now();
    const account = await dealers.load(dealerCode);
    if (account === undefined) return undefined;
    notes.delete(dealerCode);
    const oldest = notes.size >= MAX_DEALERS ? notes.keys().next() : undefined;
    if (oldest?.done === false) notes.delete(oldest.value);
    notes.set(dealerCode, { wanted: account.dealer.wantedEvents, readAtMs });
    return account;
  };

  return {
    load,
    wantedBy: async (dealerCode) => {
      const noted = notes.get(dealerCode);
      if (noted !== undefined && clock.now() - noted.readAtMs < lifeMs + REQUEST_LIFE_MS) return noted.wanted;
      return (await load(dealerCode))?.dealer.wantedEvents;
    },
  };
};
