import { DAY_MS, endOfIstanbulDay } from '../calendar.ts';
import { type KeptCard, randomDigitsOf, type StoredCard } from '../card/stored-card.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { OutboxEvent } from '../outbox/event.ts';
import type { PaymentPlan } from './payment-plan.ts';
import type { Sale } from './sale.ts';

const TOLD_BEFORE_MS = 30 * DAY_MS;

/** The first moment in Istanbul after the last month of a card. */
const endsAtMs = ({ expiryMonth, expiryYear }: Pick<KeptCard, 'expiryMonth' | 'expiryYear'>): number =>
  // The last day of the month at noon is that day in Istanbul, too.
  endOfIstanbulDay(Date.UTC(Number(expiryYear), Number(expiryMonth), 0, 9));

/** True of a card that is valid now and will not be in 30 days. */
export const isExpiring = (card: Pick<KeptCard, 'expiryMonth' | 'expiryYear'>, nowMs: number): boolean => {
  const leftMs = endsAtMs(card) - nowMs;
  return leftMs > 0 && leftMs <= TOLD_BEFORE_MS;
};

/** The event that a card of a sale is about to expire. Its id is the same each time, so it is told once for each card and sale. */
export const cardExpiring = (
  { sale, plan }: { readonly sale: Sale; readonly plan: Pick<PaymentPlan, 'listingShards'> },
  card: StoredCard,
  { expiryMonth, expiryYear, nowMs }: Pick<KeptCard, 'expiryMonth' | 'expiryYear'> & { readonly nowMs: number },
): OutboxEvent => {
  const { dealerCode, dealerSaleId, saleCode, dealerCustomerId, customerCode } = sale;
  const { token, maskedCard, customer } = card;
  return {
    eventId: `sale-${dealerCode}-${dealerSaleId}-card-${randomDigitsOf(token)}-${expiryYear}${expiryMonth}`,
    type: 'card.expiring',
    dealerCode,
    occurredAtMs: nowMs,
    listingShards: plan.listingShards,
    facts: {
      card: {
        cardToken: token,
        dealerCustomerId: customer.dealerCustomerId,
        maskedCard,
        expiry: `${expiryYear}${expiryMonth}`,
      },
      sale: { dealerSaleId, saleCode, ...omitUndefined({ dealerCustomerId, customerCode }) },
    },
  };
};
