import { ANSWER_BY_MS, type LinkAttempt, THREE_D_LIFE_MS } from '../../shared/domain/attempt/attempt.ts';
import { ORDER_PREFIX } from '../../shared/domain/attempt/order-id.ts';
import type { CardInput } from '../../shared/domain/card/card-input.ts';
import { maskCard } from '../../shared/domain/card/card-rules.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import type { PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import type { InstallmentQuote } from '../../shared/domain/virtual-pos/installment-quote.ts';
import { pinnedPosOf, type VirtualPos } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import type { Randomness } from '../../shared/ports/identifiers.ts';
import type { PayerCall } from './payer-call.ts';

/** When the sweeper looks at a charge that nobody concluded: not before two minutes have gone (rule 5). */
const DOUBT_DUE_MS = 2 * 60_000;

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

/** The intent of a payment: its terms frozen (rule 16), its virtual POS pinned (rule 14), its due time set (rule 8). */
export const newAttempt = (
  { link, dealer, pos, card, quote, call, nowMs }: Payment,
  state: 'authenticating' | 'charging',
  randomness: Randomness,
): LinkAttempt => {
  const charging = state === 'charging';
  return {
    reference: randomness.token(),
    number: link.progress.attempts + 1,
    orderId: `${ORDER_PREFIX}${randomness.guid()}`,
    linkToken: link.token,
    dealerCode: link.dealerCode,
    pos: pinnedPosOf(pos),
    state,
    told: 'nobody',
    version: 1,
    startedAtMs: nowMs,
    listingShards: dealer.listingShards,
    dueAtMs: nowMs + (charging ? DOUBT_DUE_MS : THREE_D_LIFE_MS),
    terms: {
      total: quote.total,
      currency: link.terms.currency,
      installments: quote.count,
      type: link.terms.preAuthorisation ? 'pre-authorisation' : 'sale',
    },
    maskedCard: maskCard(card.number),
    payerAddress: call.payerAddress,
    language: call.language,
    random: randomness.token(),
    postponed: 0,
    reservations: [],
    ...omitUndefined({ previous: link.progress.latest }),
    ...(charging ? { lastCallAtMs: nowMs, answerByMs: nowMs + ANSWER_BY_MS } : {}),
  };
};
