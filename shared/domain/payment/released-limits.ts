import type { BudgetReservation } from '../attempt/attempt.ts';
import type { Released } from '../attempt/attempt-change.ts';
import { istanbulDayOf, monthOf } from '../calendar.ts';
import type { CardReceipt } from '../direct-payment/direct-payment.ts';
import { type MinorUnits, minor } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Place } from '../reusable-link/places.ts';

/** The reservations of a charge: of its dealer's limits, of its card's day, and its place of a reusable link. */
export interface Reserved {
  readonly reservations: readonly BudgetReservation[];
  readonly cardReservation?: CardReceipt;
  readonly place?: Place;
}

/** What is released of the limits, and what the charge still holds. */
export interface LimitRelease {
  readonly releases: Released;
  readonly kept: Reserved;
}

/** Reservations with one of each bucket: no transaction touches an item twice (rule 11). */
export const byBucket = (reservations: readonly BudgetReservation[]): readonly BudgetReservation[] => {
  const sums = new Map<string, BudgetReservation>();
  for (const one of reservations) {
    const bucket = [one.kind, one.name, one.currency, one.shard].join();
    const { amount } = sums.get(bucket) ?? { amount: 0 };
    sums.set(bucket, { ...one, amount: minor(amount + one.amount) });
  }
  return [...sums.values()];
};

const EVERYTHING = minor(Number.MAX_SAFE_INTEGER);

interface Share {
  readonly given: BudgetReservation[];
  readonly kept: BudgetReservation[];
}

/** Splits an amount over the reservations, in their order. */
const takeOut = (reservations: readonly BudgetReservation[], amount: MinorUnits): Share => {
  const share: Share = { given: [], kept: [] };
  let left: number = amount;
  for (const one of reservations) {
    const given = Math.min(left, one.amount);
    left -= given;
    if (given > 0) share.given.push({ ...one, amount: minor(given) });
    if (given < one.amount) share.kept.push({ ...one, amount: minor(one.amount - given) });
  }
  return share;
};

/**
 * What a dealer's void releases, or in part a capture below the authorised amount: to the buckets it came from, while
 * their day or month lasts; later nothing (rule 17). The rest stays reserved.
 */
export const releaseWhileItLasts = (
  { reservations, cardReservation, place }: Reserved,
  { nowMs, amount = EVERYTHING }: { readonly nowMs: number; readonly amount?: MinorUnits },
): LimitRelease => {
  const day = istanbulDayOf(nowMs);
  const lasts = ({ kind, name }: BudgetReservation): boolean => name === (kind === 'day' ? day : monthOf(day));
  const shares = (['day', 'month'] as const).map((kind) =>
    takeOut(
      reservations.filter((one) => one.kind === kind && lasts(one)),
      amount,
    ),
  );
  const gone = reservations.filter((one) => !lasts(one));
  const cardShare = cardReservation?.day === day ? Math.min(amount, cardReservation.amount) : 0;
  const cardKept = cardReservation === undefined ? 0 : cardReservation.amount - cardShare;
  const cardOf = (part: number): CardReceipt | undefined =>
    cardReservation === undefined || part === 0 ? undefined : { ...cardReservation, amount: minor(part) };
  return {
    releases: { reservations: shares.flatMap(({ given }) => given), ...omitUndefined({ cardDay: cardOf(cardShare) }) },
    kept: {
      reservations: [...shares.flatMap(({ kept }) => kept), ...gone],
      ...omitUndefined({ cardReservation: cardOf(cardKept), place }),
    },
  };
};

/** What a reversal by the service releases: all reservations, whenever they were made (rule 17). */
export const releaseAll = ({ reservations, cardReservation, place }: Reserved): LimitRelease => ({
  releases: {
    reservations,
    ...omitUndefined({
      cardDay: cardReservation,
      place: place === undefined ? undefined : ({ ...place, from: 'held' } as const),
    }),
  },
  kept: { reservations: [] },
});

/**
 * The same release with the paid place of the charge in it: a void gives it back, since the bank's day is open then. A
 * refund, which comes after that day, opens no place again.
 */
export const releasePlaceToo = ({ releases, kept }: LimitRelease): LimitRelease => {
  const { place, ...rest } = kept;
  return place === undefined
    ? { releases, kept }
    : { releases: { ...releases, place: { ...place, from: 'paid' } }, kept: rest };
};
