import { type BankCode, bankCodes } from '../attempt/bank-codes.ts';
import { type Currency, currencies, type MinorUnits, minor } from '../money/money.ts';
import type { GivenBack } from './given-back.ts';
import { addMinutes, type MinuteCounts, minutesCounted, NO_MINUTES } from './minutes.ts';
import { type FunnelStage, funnelStages, type RequestStages } from './request-stages.ts';

/** A sum for each currency that anything was paid in. */
export type Sums = Readonly<Partial<Record<Currency, MinorUnits>>>;

/** What was given back later of the requests of a set. */
export interface GivenBackCounts {
  /** Requests of which nothing was left. */
  readonly count: number;
  readonly sums: Sums;
}

/** What became of a set of payment requests. Two sets that share no request add up, in any order. */
export interface FunnelCounts {
  readonly stages: Readonly<Record<FunnelStage, number>>;
  readonly paid: Sums;
  readonly toOpened: MinuteCounts;
  readonly toPaid: MinuteCounts;
  /** How many attempts were declined with each code. */
  readonly declines: Readonly<Partial<Record<BankCode, number>>>;
}

export const NO_GIVEN_BACK: GivenBackCounts = { count: 0, sums: {} };

const ofEveryStage = (count: (stage: FunnelStage) => number): Readonly<Record<FunnelStage, number>> =>
  Object.fromEntries(funnelStages.map((stage) => [stage, count(stage)])) as Record<FunnelStage, number>;

export const NO_REQUESTS: FunnelCounts = {
  stages: ofEveryStage(() => 0),
  paid: {},
  toOpened: NO_MINUTES,
  toPaid: NO_MINUTES,
  declines: {},
};

/** Sums by a key out of a fixed list; a key that neither has stays absent. */
const added = <Name extends string>(
  names: readonly Name[],
  one: Readonly<Partial<Record<Name, number>>>,
  other: Readonly<Partial<Record<Name, number>>>,
): Partial<Record<Name, number>> =>
  Object.fromEntries(
    names
      .filter((name) => one[name] !== undefined || other[name] !== undefined)
      .map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]),
  ) as Partial<Record<Name, number>>;

const addSums = (one: Sums, other: Sums): Sums => {
  const sums = added(currencies, one, other);
  return Object.fromEntries(Object.entries(sums).map(([currency, sum]) => [currency, minor(sum)]));
};

export const addGivenBack = (one: GivenBackCounts, other: GivenBackCounts): GivenBackCounts => ({
  count: one.count + other.count,
  sums: addSums(one.sums, other.sums),
});

export const addCounts = (one: FunnelCounts, other: FunnelCounts): FunnelCounts => ({
  stages: ofEveryStage((stage) => one.stages[stage] + other.stages[stage]),
  paid: addSums(one.paid, other.paid),
  toOpened: addMinutes(one.toOpened, other.toOpened),
  toPaid: addMinutes(one.toPaid, other.toPaid),
  declines: added(bankCodes, one.declines, other.declines),
});

const minutesOf = (minutes: number | undefined): MinuteCounts =>
  minutes === undefined ? NO_MINUTES : minutesCounted(minutes);

/** The counts of one request. */
export const countsOf = ({
  stages,
  paid,
  minutesToOpened,
  minutesToPaid,
  declineCodes,
}: RequestStages): FunnelCounts => ({
  stages: ofEveryStage((stage) => (stages.has(stage) ? 1 : 0)),
  paid: paid === undefined ? {} : { [paid.currency]: paid.amount },
  toOpened: minutesOf(minutesToOpened),
  toPaid: minutesOf(minutesToPaid),
  declines: declineCodes.reduce<Partial<Record<BankCode, number>>>(
    (sum, code) => added(bankCodes, sum, { [code]: 1 }),
    {},
  ),
});

export const givenBackCountsOf = ({ currency, amount, isWhole }: GivenBack): GivenBackCounts => ({
  count: isWhole ? 1 : 0,
  sums: { [currency]: amount },
});

/** The most frequent codes, the first one first; of two that are as frequent the lower one. */
export const mostFrequent = (
  declines: FunnelCounts['declines'],
  most: number,
): readonly { readonly code: BankCode; readonly count: number }[] =>
  bankCodes
    .flatMap((code) => {
      const count = declines[code] ?? 0;
      return count === 0 ? [] : [{ code, count }];
    })
    .toSorted((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1))
    .slice(0, most);
