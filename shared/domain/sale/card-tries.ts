import { DAY_MS } from '../calendar.ts';

/** How often one card is charged for recurring sales of a dealer in so many days (decisions: recurring sales). */
const MOST_TRIES = 15;
const WINDOW_MS = 30 * DAY_MS;

/** When a card was charged for payment plans of a dealer, earliest first. */
export interface CardTries {
  readonly dealerCode: string;
  /** Names the card without revealing its number (rule 26). */
  readonly cardHash: string;
  /** 0 where nothing was stored yet. */
  readonly version: number;
  readonly timesMs: readonly number[];
}

/** The tries with one more of now; undefined where the card has had all that the last 30 days allow. */
export const withTry = (tries: CardTries, nowMs: number): CardTries | undefined => {
  const counting = tries.timesMs.filter((atMs) => atMs > nowMs - WINDOW_MS);
  if (counting.length >= MOST_TRIES) return undefined;
  return { ...tries, version: tries.version + 1, timesMs: [...counting, nowMs] };
};
