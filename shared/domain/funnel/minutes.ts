/*
 * Minutes as a funnel counts them: how many requests took how long, in bins. Bins of two sets add up, so that a median
 * or percentile is told of any set of rows. Up to 127 minutes a bin is one minute. Behind that each doubling of the time has
 * 32 bins, so a bin is at most a 32nd of its time wide: 4 minutes at three hours, 32 at a day.
 */

/** How often each bin was met, by its number. */
export type MinuteCounts = ReadonlyMap<number, number>;

export const NO_MINUTES: MinuteCounts = new Map();

const EXACT_MINUTES = 128;
const BINS_A_DOUBLING = 32;
/** Nine years: no request lives as long, and a clock that is wrong must not make bins without end. */
const MOST_MINUTES = EXACT_MINUTES * 2 ** 15 - 1;

/** The last bin that there is: no set of minutes has more. */
export const LAST_BIN = EXACT_MINUTES + 15 * BINS_A_DOUBLING - 1;

const doublingOf = (minutes: number): number => Math.floor(Math.log2(minutes / EXACT_MINUTES));

/** The bin of a number of whole minutes. */
export const binOf = (minutes: number): number => {
  const whole = Math.min(MOST_MINUTES, Math.max(0, Math.floor(minutes)));
  if (whole < EXACT_MINUTES) return whole;
  const doubling = doublingOf(whole);
  const first = EXACT_MINUTES * 2 ** doubling;
  return EXACT_MINUTES + doubling * BINS_A_DOUBLING + Math.floor(((whole - first) * BINS_A_DOUBLING) / first);
};

/** The fewest minutes that a bin holds. */
export const leastOfBin = (bin: number): number => {
  if (bin < EXACT_MINUTES) return bin;
  const doubling = Math.floor((bin - EXACT_MINUTES) / BINS_A_DOUBLING);
  const first = EXACT_MINUTES * 2 ** doubling;
  return first + ((bin - EXACT_MINUTES) % BINS_A_DOUBLING) * (first / BINS_A_DOUBLING);
};

export const minutesCounted = (minutes: number): MinuteCounts => new Map([[binOf(minutes), 1]]);

export const addMinutes = (one: MinuteCounts, other: MinuteCounts): MinuteCounts => {
  const sum = new Map(one);
  for (const [bin, count] of other) sum.set(bin, (sum.get(bin) ?? 0) + count);
  return sum;
};

/**
 * The fewest minutes such that `percent` of all took no longer, by nearest rank: exact up to 127 minutes, and behind that
 * the beginning of the bin, so at most a 32nd too few. Undefined where nothing was counted.
 */
export const percentileOf = (counts: MinuteCounts, percent: number): number | undefined => {
  const bins = [...counts].toSorted(([one], [other]) => one - other);
  const all = bins.reduce((sum, [, count]) => sum + count, 0);
  const rank = Math.max(1, Math.ceil((percent * all) / 100));
  let passed = 0;
  for (const [bin, count] of bins) {
    passed += count;
    if (passed >= rank) return leastOfBin(bin);
  }
  return undefined;
};
