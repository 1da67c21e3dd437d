import type { PayerAnswer } from '../link/payment-request.ts';
import type { PaymentRequestFields } from '../link/payment-request-fields.ts';
import { type MinorUnits, minor } from '../money/money.ts';
import { type Rate, WHOLE_RATE } from '../money/rate.ts';
import { shareByLargestRemainder } from '../split/largest-remainder.ts';
import type { SplitEntry } from '../split/payment-split.ts';
import type { ReusableLink, SharedRate } from './reusable-link.ts';

/** What a payer chose and typed on the page of a reusable link, once it was checked. */
export interface TypedByPayer {
  /** What is paid: the link's amount, or the payer's own within its limits. */
  readonly amount: MinorUnits;
  readonly fullName?: string;
  readonly email?: string;
  readonly gsmNumber?: string;
  readonly answers: readonly PayerAnswer[];
}

/** Requests that nobody pays expire after an hour, or earlier where their definition says so. */
export const REQUEST_LIFE_MS = 3_600_000;

/** What a share needs of its link. */
type SharingLink = Pick<ReusableLink, 'template' | 'rates' | 'title'>;

/** A share of an open amount, rounded down: together the shares never exceed it, and what is left is the dealer's. */
const shareOf = (amount: MinorUnits, rate: Rate): MinorUnits =>
  minor(Number((BigInt(amount) * BigInt(rate)) / BigInt(WHOLE_RATE)));

const sharesOf = (rates: readonly SharedRate[], amount: MinorUnits) => {
  const whole = rates.reduce((sum, { rate }) => sum + rate, 0) === WHOLE_RATE;
  if (!whole) return rates.map(({ dealerId, rate }) => ({ dealerId, amount: shareOf(amount, rate) }));
  // Nothing is left for the dealer: the shares add up to the amount.
  const shares = shareByLargestRemainder(
    amount,
    rates.map(({ dealerId, rate }) => ({ id: dealerId, weight: rate })),
  );
  return rates.map(({ dealerId }) => ({ dealerId, amount: shares.get(dealerId) ?? minor(0) }));
};

const entriesFor = ({ template, rates }: SharingLink, amount: MinorUnits): readonly SplitEntry[] =>
  rates === undefined
    ? template.subDealers
    : // A share that rounds down to nothing is no share.
      sharesOf(rates, amount).filter((entry) => entry.amount > 0);

/**
 * The fields of the payment request that a payer makes of a link: as its dealer would have sent them. What the payer typed
 * stands as the buyer, and nothing is sent to it.
 */
export const requestFieldsOf = (
  link: SharingLink,
  { amount, fullName, email, gsmNumber }: TypedByPayer,
  otherTrxCode: string | undefined,
): PaymentRequestFields => {
  const { buyer } = link.template;
  return {
    ...link.template,
    otherTrxCode,
    amount,
    description: link.title,
    buyer: {
      ...buyer,
      fullName: fullName ?? buyer.fullName,
      email: email ?? buyer.email,
      gsmNumber: gsmNumber ?? buyer.gsmNumber,
    },
    subDealers: entriesFor(link, amount),
  };
};
