import { funnelParts, liveDays } from '../../../shared/domain/funnel/funnel-days.ts';
import { beginPart, countPart, type PartOfDay, writeCount } from '../../../shared/links/count-part.ts';
import type { DealerNight } from './count-dealer.ts';
import { type CountDealerDependencies, hasTime } from './count-dealer.ts';

/**
 * What a question counts itself is at most 15 minutes old. The job begins earlier, since it runs every five minutes and
 * needs time of its own.
 */
const COUNTED_AFTER_MS = 8 * 60_000;

/** Counts a part anew; false where the time was over first, and nothing was written. */
const countAnew = async (deps: CountDealerDependencies, of: PartOfDay, deadlineMs: number): Promise<boolean> => {
  const counted = await countPart(deps, of, beginPart(deps.clock), () => hasTime(deps, deadlineMs));
  if (counted.after !== undefined) return false;
  await writeCount(deps, of, counted);
  return true;
};

/**
 * Counts the days of a dealer that are not over, for whom a question has found more requests than it may count. False
 * where the time was over first.
 */
export const countToday = async (
  deps: CountDealerDependencies,
  { dealerCode, listingShards, deadlineMs }: Omit<DealerNight, 'until'>,
): Promise<boolean> => {
  const progress = await deps.counting.progress(dealerCode);
  const days = liveDays(deps.clock.now(), progress?.countedUntil);
  const [from, until] = [days[0], days.at(-1)];
  if (from === undefined || until === undefined) return true;
  const parts = await deps.counting.parts(dealerCode, { from, until });
  for (const day of days) {
    for (const part of funnelParts) {
      const known = parts.find((one) => one.day === day && one.part === part);
      if (known !== undefined && deps.clock.now() - known.countedAtMs < COUNTED_AFTER_MS) continue;
      if (!hasTime(deps, deadlineMs)) return false;
      if (!(await countAnew(deps, { dealerCode, listingShards, day, part }, deadlineMs))) return false;
    }
  }
  return true;
};
