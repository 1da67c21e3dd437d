import { DAY_MS } from '../calendar.ts';

/** A card has so many unpaid tries in so many days, over all recurring sales of a dealer (decisions: recurring sales). */
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

/** The tries with one more; undefined where the card has had all of its tries of the last 30 days. */
export const withTry = (tries: CardTries, one: CardTry): CardTries | undefined => {
  const counting = tries.tries.filter(({ atMs }) => atMs > one.atMs - WINDOW_MS);
  if (counting.length >= MOST_TRIES) return undefined;
  return { ...tries, version: tries.version + 1, tries: [...counting, one] };
};

/**
 * The tries without those that were paid: card schemes limit how often a declined card is tried again, not how often a
 * good one pays. The caller reads the attempts of the tries only when the card has no try left.
 */
export const withoutPaid = (tries: CardTries, paid: ReadonlySet<string>): CardTries => ({
  ...tries,
  tries: tries.tries.filter(({ attempt }) => !paid.has(attempt)),
});
