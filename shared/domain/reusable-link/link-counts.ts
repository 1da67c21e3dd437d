import type { Attempt } from '../attempt/attempt.ts';
import type { Currency, MinorUnits } from '../money/money.ts';
import { minor } from '../money/money.ts';

/** The charge of a request that was paid. */
export type PaidCharge = Pick<Attempt, 'state' | 'captured' | 'refunded'> & {
  readonly terms: Pick<Attempt['terms'], 'total' | 'currency'>;
};

/** What became of one request that a payer made of a link. */
export interface RequestLife {
  /** How many attempts began to pay it. */
  readonly attempts: number;
  /** The charge that paid it; absent while nobody has. */
  readonly paid?: PaidCharge;
}

/** What was paid and given back in one currency. */
interface CurrencySum {
  readonly currency: Currency;
  readonly paid: MinorUnits;
  readonly givenBack: MinorUnits;
}

/** What became of the requests of a link. */
export interface LinkCounts {
  /** Requests that payers made. */
  readonly opened: number;
  /** Requests that somebody tried to pay. */
  readonly started: number;
  readonly paid: number;
  /** Paid ones that were voided, or refunded in full. */
  readonly givenBack: number;
  readonly sums: readonly CurrencySum[];
}

const amountOf = ({ captured, terms }: PaidCharge): MinorUnits => captured ?? terms.total;

/** A void gives everything back, and leaves no refund. */
const givenBackOf = (charge: PaidCharge): MinorUnits =>
  charge.state === 'voided' ? amountOf(charge) : (charge.refunded ?? minor(0));

const isGivenBack = ({ state }: PaidCharge): boolean => state === 'voided' || state === 'refunded';

const sumsOf = (charges: readonly PaidCharge[]): readonly CurrencySum[] => {
  const sums = new Map<Currency, CurrencySum>();
  for (const charge of charges) {
    const { currency } = charge.terms;
    const { paid, givenBack } = sums.get(currency) ?? { paid: 0, givenBack: 0 };
    sums.set(currency, {
      currency,
      paid: minor(paid + amountOf(charge)),
      givenBack: minor(givenBack + givenBackOf(charge)),
    });
  }
  return [...sums.values()];
};

/** Counts the requests of a link. A pre-authorisation counts as paid, with what was captured of it once something was. */
export const linkCountsOf = (lives: readonly RequestLife[]): LinkCounts => {
  const charges = lives.flatMap(({ paid }) => (paid === undefined ? [] : [paid]));
  return {
    opened: lives.length,
    started: lives.filter(({ attempts }) => attempts > 0).length,
    paid: charges.length,
    givenBack: charges.filter(isGivenBack).length,
    sums: sumsOf(charges),
  };
};
