import { DAY_MS } from '../calendar.ts';

/** How often one card is charged in vain for recurring sales of a dealer in so many days (decisions: recurring sales). */
const MOST_TRIES = 15;
const WINDOW_MS = 30 * DAY_MS;

/** One charge of a card for a payment plan. */
export interface CardTry {
  readonly atMs: number;
  /** Reference of its attempt. */
  readonly attempt: string;
}

/** When a card was charged for payment plans of a dealer, earliest first. */
export interface CardTries {
  readonly dealerCode: string;
  /** Names the card without revealing its number (rule 26). */
  readonly cardHash: string;
  /** 0 where nothing was stored yet. */
  readonly version: number;
  readonly tries: readonly CardTry[];
}

/** The tries with one more; undefined where the card has had all that the last 30 days allow. */
export const withTry = (tries: CardTries, one: CardTry): CardTries | undefined => {
  const counting = tries.tries.filter(({ atMs }) => atMs > one.atMs - WINDOW_MS);
  if (counting.length >= MOST_TRIES) return undefined;
  return { ...tries, version: tries.version + 1, tries: [...counting, one] };
};

/**
 * The tries without those that were paid: card schemes limit how often a declined card is tried again, not how often a
 * good one pays. Tries are looked at only once they are all that a card may have.
 */
export const withoutPaid = (tries: CardTries, paid: ReadonlySet<string>): CardTries => ({
  ...tries,
  tries: tries.tries.filter(({ attempt }) => !paid.has(attempt)),
});
