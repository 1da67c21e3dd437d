import type { LinkAttempt } from '../../shared/domain/attempt/attempt.ts';
import type { CardInput } from '../../shared/domain/card/card-input.ts';
import { maskCard } from '../../shared/domain/card/card-rules.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import type { PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import type { ChargeableQuote } from '../../shared/domain/virtual-pos/installment-quote.ts';
import type { VirtualPos } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import { newAttempt } from '../../shared/payment-flow/new-attempt.ts';
import type { Randomness } from '../../shared/ports/identifiers.ts';
import type { PayerCall } from './payer-call.ts';

/** Everything that an attempt is made from. */
export interface Payment {
  readonly link: PaymentRequest;
  readonly dealer: Dealer;
  readonly pos: VirtualPos;
  readonly card: CardInput;
  readonly quote: ChargeableQuote;
  readonly call: PayerCall;
  readonly storesCard: boolean;
  readonly trxId: number;
  readonly nowMs: number;
}

/** The intent of a link's payment. */
export const newLinkAttempt = (
  { link, dealer, pos, card, quote, call, trxId, nowMs }: Payment,
  state: 'authenticating' | 'charging',
  randomness: Randomness,
): LinkAttempt => {
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
      commission: { payer: quote.commission, dealer: quote.dealerCommission },
    },
    maskedCard: maskCard(card.number),
    payerAddress: call.payerAddress,
    nowMs,
  } as const;
  return {
    ...newAttempt(intent, state),
    kind: 'link',
    linkToken: link.token,
    callbackSecret: randomness.token(),
    language: call.language,
    random: randomness.token(),
  };
};
