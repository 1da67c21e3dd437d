import type { DayText } from '../calendar.ts';

/** Orders of each virtual POS that the bank is asked about in a night, beside those with steps. */
export const SAMPLE_SIZE = 200;
/** Most orders of all virtual POS of a dealer: the sample stands in one row. More than 30 virtual POS share them. */
const MAX_SAMPLE = 6_000;

/** Chosen orders by virtual POS, each as its rank and its name, in order. */
export type Sample = Readonly<Record<string, readonly string[]>>;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The finalizer of MurmurHash3: the last characters of a text change every bit. */
const mixed = (hash: number): number => {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
};

/** FNV-1a, mixed: the same order has another rank on another day, and nobody chooses either. */
const rankOf = (orderId: string, day: DayText): string => {
  let hash = FNV_OFFSET;
  for (const character of `${day} ${orderId}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME) >>> 0;
  }
  return mixed(hash).toString(16).padStart(8, '0');
};

const limitOf = (sample: Sample): number =>
  Math.min(SAMPLE_SIZE, Math.floor(MAX_SAMPLE / Math.max(1, Object.keys(sample).length)));

const RANK_LENGTH = 8;

export interface Candidate {
  readonly posId: string;
  readonly orderId: string;
}

/**
 * The sample with further orders. It keeps the orders with the lowest ranks, so the order in which pages are read, and
 * reading a page twice, make no difference.
 */
export const withCandidates = (sample: Sample, candidates: readonly Candidate[], day: DayText): Sample => {
  const all = new Map(Object.entries(sample).map(([posId, entries]) => [posId, new Set(entries)]));
  for (const { posId, orderId } of candidates) {
    const entries = all.get(posId) ?? new Set<string>();
    all.set(posId, entries.add(`${rankOf(orderId, day)}${orderId}`));
  }
  const limit = limitOf(Object.fromEntries([...all.keys()].map((posId) => [posId, []])));
  return Object.fromEntries([...all].map(([posId, entries]) => [posId, [...entries].toSorted().slice(0, limit)]));
};

/** The chosen orders of all virtual POS. */
export const ordersIn = (sample: Sample): readonly Candidate[] =>
  Object.entries(sample).flatMap(([posId, entries]) =>
    entries.map((entry) => ({ posId, orderId: entry.slice(RANK_LENGTH) })),
  );

/** The sample without these orders, which were asked about. */
export const withoutOrders = (sample: Sample, orderIds: ReadonlySet<string>): Sample =>
  Object.fromEntries(
    Object.entries(sample).flatMap(([posId, entries]) => {
      const left = entries.filter((entry) => !orderIds.has(entry.slice(RANK_LENGTH)));
      return left.length === 0 ? [] : [[posId, left]];
    }),
  );
