import type { PayerAnswer } from '../link/payment-request.ts';
import type { PaymentRequestFields } from '../link/payment-request-fields.ts';
import { type MinorUnits, minor } from '../money/money.ts';
import type { SplitEntry } from '../split/payment-split.ts';
import type { ReusableLink } from './reusable-link.ts';

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

const WHOLE = 1_000_000n;

/** A share of an open amount, rounded down: together the shares never exceed it, and what is left is the dealer's. */
const shareOf = (amount: MinorUnits, rate: number): MinorUnits =>
  minor(Number((BigInt(amount) * BigInt(rate)) / WHOLE));

const entriesFor = ({ template, rates }: ReusableLink, amount: MinorUnits): readonly SplitEntry[] =>
  rates === undefined
    ? template.subDealers
    : rates
        .map(({ dealerId, rate }): SplitEntry => ({ dealerId, amount: shareOf(amount, rate) }))
        // A share that rounds down to nothing is no share.
        .filter((entry) => (entry.amount ?? 0) > 0);

/**
 * The fields of the payment request that a payer makes of a link: as its dealer would have sent them. What the payer typed
 * stands as the buyer, and nothing is sent to it.
 */
export const requestFieldsOf = (
  link: ReusableLink,
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
