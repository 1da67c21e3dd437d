import type { AttemptTerms, LinkAttempt } from '../domain/attempt/attempt.ts';
import { maskCard } from '../domain/card/card-rules.ts';
import type { Dealer } from '../domain/dealer/dealer.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { minor } from '../domain/money/money.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { chargedSplits } from '../domain/split/link-split.ts';
import type { PaymentSplit } from '../domain/split/payment-split.ts';
import type { ChargeableQuote } from '../domain/virtual-pos/installment-quote.ts';
import type { VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';
import type { PaymentCard } from '../ports/bank-order.ts';
import type { Randomness } from '../ports/identifiers.ts';
import { newAttempt } from './new-attempt.ts';

/** Who posts on the page of a link. */
export interface LinkPayer {
  /** The payer's address as the gateway reports it; an IPv6 address counts by its first 64 bits (rule 33). */
  readonly payerAddress: string;
  readonly addressScope: string;
  readonly language: 'tr' | 'en';
}

/** Everything that an attempt is made from. */
export interface LinkPayment {
  readonly link: PaymentRequest;
  readonly dealer: Dealer;
  readonly pos: VirtualPos;
  readonly card: PaymentCard;
  readonly quote: ChargeableQuote;
  readonly call: LinkPayer;
  readonly trxId: number;
  readonly nowMs: number;
}

/** The shares of the link's sub-dealers. A quote is offered only where they can be computed. */
const splitsFor = ({ link, quote }: LinkPayment): readonly PaymentSplit[] => {
  const splits = chargedSplits(link.terms, quote);
  if (splits === undefined) throw new RangeError('a quote is offered where its split can be computed');
  return splits;
};

/** With sub-dealers the splits hold all commissions; the top dealer's is the service's. */
const commissionOf = ({ quote }: LinkPayment, splits: readonly PaymentSplit[]): AttemptTerms['commission'] => {
  if (splits.length === 0) return { payer: quote.commission, dealer: quote.dealerCommission };
  const dealer = splits.reduce((sum, { topDealerCommission }) => sum + topDealerCommission, 0);
  return { payer: minor(0), dealer: minor(dealer) };
};

/** The intent of a link's payment. */
export const newLinkAttempt = (
  payment: LinkPayment,
  state: 'authenticating' | 'charging',
  randomness: Randomness,
): LinkAttempt => {
  const { link, dealer, pos, card, quote, call, trxId, nowMs } = payment;
  const splits = splitsFor(payment);
  const intent = {
    payment: link.payment,
    number: link.progress.attempts + 1,
    paymentId: link.userPosPaymentId,
    trxId,
    dealerCode: link.dealerCode,
    listingShards: dealer.listingShards,
    preAuthorisationDays: dealer.preAuthorisationDays,
    pos,
    terms: {
      total: quote.total,
      currency: link.terms.currency,
      installments: quote.count,
      type: link.terms.preAuthorisation ? 'pre-authorisation' : 'sale',
      commission: commissionOf(payment, splits),
    },
    maskedCard: maskCard(card.number),
    payerAddress: call.payerAddress,
    nowMs,
  } as const;
  return {
    ...newAttempt(intent, state),
    kind: 'link',
    linkToken: link.token,
    ...omitUndefined({
      otherTrxCode: link.otherTrxCode,
      plan: link.plan,
      madeOf: link.madeOf,
      generation: link.progress.generation,
    }),
    callbackSecret: randomness.token(),
    language: call.language,
    random: randomness.token(),
    ...(splits.length === 0 ? {} : { splits }),
  };
};
