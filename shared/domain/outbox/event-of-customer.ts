import type { StoredCard } from '../card/stored-card.ts';
import type { Customer } from '../customer/customer.ts';
import type { PaymentName } from '../payment/payment-name.ts';
import type { EventType, OutboxEvent } from './event.ts';

/** One write of customers and cards: how its events are named, when it was made, and where its dealer's lists stand. */
export interface ChangeMoment {
  /** Unique among all writes of the service. */
  readonly changeId: string;
  readonly nowMs: number;
  /** Number of shards of the dealer's lists. */
  readonly listingShards: number;
}

interface RegisteringPayment {
  readonly payment: PaymentName;
  readonly createdAtMs: number;
  readonly listingShards: number;
}

type CustomerEventType = Extract<EventType, `customer.${string}`>;
type CardEventType = Extract<EventType, `card.${string}`>;

const eventOf = (
  type: EventType,
  { changeId, nowMs, listingShards }: ChangeMoment,
  { dealerCode, facts }: Pick<OutboxEvent, 'dealerCode' | 'facts'>,
): OutboxEvent => ({
  // A write makes each of these true once.
  eventId: `${changeId}-${type.replace('.', '-')}`,
  type,
  dealerCode,
  occurredAtMs: nowMs,
  listingShards,
  facts,
});

/** What happened to a customer. */
export const customerEvent = (
  type: CustomerEventType,
  { dealerCode, dealerCustomerId, customerCode }: Pick<Customer, 'dealerCode' | 'dealerCustomerId' | 'customerCode'>,
  moment: ChangeMoment,
): OutboxEvent => eventOf(type, moment, { dealerCode, facts: { customer: { dealerCustomerId, customerCode } } });

/** What happened to a stored card, outside payments. */
export const cardEvent = (
  type: CardEventType,
  { dealerCode, token: cardToken, customer: { dealerCustomerId }, maskedCard }: StoredCard,
  moment: ChangeMoment,
): OutboxEvent => eventOf(type, moment, { dealerCode, facts: { card: { cardToken, dealerCustomerId, maskedCard } } });

/** A customer who is registered with a payment or a link, in its transaction; undefined where nobody is. */
export const registeredWith = (
  { payment, createdAtMs, listingShards }: RegisteringPayment,
  customer: Customer | undefined,
): OutboxEvent | undefined => {
  if (customer === undefined) return undefined;
  // No id of a customer is given twice, and a payment may register another one later.
  const changeId = `${payment}-${customer.dealerCustomerId}`;
  return customerEvent('customer.created', customer, {
    changeId,
    nowMs: customer.createdAtMs ?? createdAtMs,
    listingShards,
  });
};
