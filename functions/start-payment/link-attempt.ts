import type { LinkAttempt } from '../../shared/domain/attempt/attempt.ts';
import { ORDER_PREFIX } from '../../shared/domain/attempt/order-id.ts';
import type { CardInput } from '../../shared/domain/card/card-input.ts';
import { maskCard } from '../../shared/domain/card/card-rules.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import type { PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import type { InstallmentQuote } from '../../shared/domain/virtual-pos/installment-quote.ts';
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
  readonly quote: InstallmentQuote;
  readonly call: PayerCall;
  readonly storesCard: boolean;
  readonly nowMs: number;
}

/** The intent of a link's payment. Its reference stands in the callback's address alone: no order id tells it. */
export const newLinkAttempt = (
  { link, dealer, pos, card, quote, call, nowMs }: Payment,
  state: 'authenticating' | 'charging',
  randomness: Randomness,
): LinkAttempt => {
  const intent = {
    reference: randomness.token(),
    orderId: `${ORDER_PREFIX}${randomness.guid()}`,
    dealerCode: link.dealerCode,
    listingShards: dealer.listingShards,
    pos,
    terms: {
      total: quote.total,
      currency: link.terms.currency,
      installments: quote.count,
      type: link.terms.preAuthorisation ? 'pre-authorisation' : 'sale',
    },
    maskedCard: maskCard(card.number),
    payerAddress: call.payerAddress,
    before: { count: link.progress.attempts, latest: link.progress.latest },
    nowMs,
  } as const;
  return {
    ...newAttempt(intent, state),
    kind: 'link',
    linkToken: link.token,
    language: call.language,
    random: randomness.token(),
  };
};
