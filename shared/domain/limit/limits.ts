import { type DayText, monthOf } from '../calendar.ts';
import type { Currency, MinorUnits } from '../money/money.ts';

export const MAX_LIMIT_SHARDS = 8;

/** A limit in minor units, or no limit. */
export type LimitAmount = MinorUnits | 'unlimited';

/** What a dealer may charge in one currency, in days and months of Istanbul. */
export interface LimitValues {
  readonly daily: LimitAmount;
  readonly monthly: LimitAmount;
  /** Number of items that a period's budget is spread over, 1 to 8. */
  readonly shards: number;
}

/** Limits of one currency, with a change that waits for the next midnight if there is one (rule 18). */
export interface LimitSetting {
  readonly values: LimitValues;
  /** First day on which the month's limit was `values`; absent if it always was. */
  readonly since?: DayText;
  readonly upcoming?: { readonly values: LimitValues; readonly from: DayText };
}

export type LimitSettings = Partial<Record<Currency, LimitSetting>>;

/** The values that hold on a day. */
export const limitsInForce = (setting: LimitSetting, day: DayText): LimitValues =>
  setting.upcoming !== undefined && day >= setting.upcoming.from ? setting.upcoming.values : setting.values;

const countsMonthAlike = (one: LimitValues, other: LimitValues): boolean =>
  one.monthly === other.monthly && one.shards === other.shards;

/** First day on which the month's limit was the same as on the given day; undefined if it always was. */
const countedAlikeSince = ({ values, since, upcoming }: LimitSetting, day: DayText): DayText | undefined =>
  upcoming === undefined || day < upcoming.from || countsMonthAlike(values, upcoming.values) ? since : upcoming.from;

/**
 * True on the days of a month whose limit or number of shards changed after its first day. Then buckets may hold more
 * than their shares, or belong to shards that no longer exist.
 */
export const changedWithinMonth = (setting: LimitSetting, day: DayText): boolean => {
  const since = countedAlikeSince(setting, day);
  return since !== undefined && since <= day && monthOf(since) === monthOf(day) && !since.endsWith('01');
};

/** A first setting holds at once, every later one from the next midnight in Istanbul (rule 18). */
export const changeLimits = (
  current: LimitSetting | undefined,
  values: LimitValues,
  days: { readonly today: DayText; readonly tomorrow: DayText },
): LimitSetting => {
  if (current === undefined) return { values };
  const since = countedAlikeSince(current, days.today);
  return {
    values: limitsInForce(current, days.today),
    ...(since === undefined ? {} : { since }),
    upcoming: { values, from: days.tomorrow },
  };
};

export type LimitPeriod = { readonly kind: 'day' | 'month'; readonly name: string };

export const limitPeriods = (day: DayText): { readonly day: LimitPeriod; readonly month: LimitPeriod } => ({
  day: { kind: 'day', name: day },
  month: { kind: 'month', name: monthOf(day) },
});

/** True if the used amount plus this amount stays within the limit. */
export const fitsLimit = (limit: LimitAmount, usedMinor: number, amount: MinorUnits): boolean =>
  limit === 'unlimited' || usedMinor + amount <= limit;

/** Why a payment has no room under the limits: the currency has no setting, or the day or the month is used up. */
export type LimitShortage = 'no-setting' | 'day' | 'month';

/** The first limit that an amount does not fit into; undefined if it fits both. Without a setting nothing fits. */
export const limitShortage = (
  limits: LimitValues | undefined,
  {
    used,
    amount,
  }: { readonly used: { readonly daily: number; readonly monthly: number }; readonly amount: MinorUnits },
): LimitShortage | undefined => {
  if (limits === undefined) return 'no-setting';
  if (!fitsLimit(limits.daily, used.daily, amount)) return 'day';
  return fitsLimit(limits.monthly, used.monthly, amount) ? undefined : 'month';
};
