/** The virtual POS of a dealer. */
export interface PosName {
  readonly dealerCode: string;
  readonly posId: string;
}

/** Charges of one virtual POS in some time: those that got no answer, and those that got any. */
export interface PosCounts extends PosName {
  readonly failures: number;
  readonly answers: number;
}

/** Calls are counted by minutes, and a breaker looks at this one and the one before. */
const MINUTE_MS = 60_000;
/** Most often that an instance writes its counts. */
const WRITE_EVERY_MS = 5_000;
/** Most virtual POS that an instance counts. */
const MOST_POS = 200;

export const minuteOf = (nowMs: number): number => nowMs - (nowMs % MINUTE_MS);

/** The minutes whose counts a breaker looks at, the older one first. */
export const countedMinutes = (nowMs: number): readonly [number, number] => [
  minuteOf(nowMs) - MINUTE_MS,
  minuteOf(nowMs),
];

/** Adds the counts of equal virtual POS. */
export const addCounts = (counts: readonly PosCounts[]): readonly PosCounts[] => {
  const sums = new Map<string, PosCounts>();
  for (const one of counts) {
    const key = JSON.stringify([one.dealerCode, one.posId]);
    const { failures = 0, answers = 0 } = sums.get(key) ?? {};
    sums.set(key, { ...one, failures: failures + one.failures, answers: answers + one.answers });
  }
  return [...sums.values()];
};

/** What an instance has counted of one gateway and not written yet. */
export interface UnwrittenCounts {
  readonly sinceMs: number;
  readonly wroteAtMs: number;
  readonly counts: readonly PosCounts[];
}

const NOTHING: UnwrittenCounts = { sinceMs: 0, wroteAtMs: Number.NEGATIVE_INFINITY, counts: [] };

/**
 * Counts one charge. `toWrite` is what is written now: a call without answer is written, together with the answers of
 * the last minute, at most every five seconds; answers alone never are.
 */
export const counted = (
  before: UnwrittenCounts = NOTHING,
  charge: PosName & { readonly heard: 'answered' | 'silent' },
  nowMs: number,
): { readonly unwritten: UnwrittenCounts; readonly toWrite: readonly PosCounts[] } => {
  const { dealerCode, posId, heard } = charge;
  const isOld = nowMs - before.sinceMs >= MINUTE_MS;
  const kept = isOld ? [] : before.counts;
  const one = { dealerCode, posId, failures: heard === 'silent' ? 1 : 0, answers: heard === 'silent' ? 0 : 1 };
  const counts = addCounts([...kept, one]).slice(-MOST_POS);
  const sinceMs = isOld ? nowMs : before.sinceMs;
  const isDue = nowMs - before.wroteAtMs >= WRITE_EVERY_MS && counts.some(({ failures }) => failures > 0);
  if (!isDue) return { unwritten: { sinceMs, wroteAtMs: before.wroteAtMs, counts }, toWrite: [] };
  return { unwritten: { sinceMs: nowMs, wroteAtMs: nowMs, counts: [] }, toWrite: counts };
};
