import { minor } from '../../shared/domain/money/money.ts';
import type {
  CardFacts,
  CustomerFacts,
  EventFacts,
  EventType,
  LinkFacts,
  OutboxEvent,
  PaymentFacts,
  PlanFacts,
  ReusableLinkFacts,
  SaleFacts,
  StepFacts,
} from '../../shared/domain/outbox/event.ts';

/*
 * One event of each type, as the documents show it and as the vectors sign it. Nothing here exists in a stage.
 */

const OCCURRED_AT_MS = Date.UTC(2026, 10, 22, 9, 30, 15, 250);
const PAYMENT = 'k3v7q2mzt5w4y6xa2bcdefgh3i';

const link: LinkFacts = {
  paymentId: 100_021,
  otherTrxCode: 'Sipariş-1',
  state: 'open',
  amount: minor(2750),
  currency: 'TL',
  expiresAtMs: Date.UTC(2026, 10, 29, 9, 0),
  dealerCustomerId: 0,
};
/** An event of an attempt knows less of its link. */
const linkOfAttempt = (state: LinkFacts['state'], resultCode: string): LinkFacts => ({
  paymentId: link.paymentId,
  otherTrxCode: 'Sipariş-1',
  state,
  resultCode,
});

const payment: PaymentFacts = {
  paymentId: 100_021,
  otherTrxCode: 'Sipariş-1',
  orderId: `ORDER-${PAYMENT}-01`,
  trxId: 100_045,
  state: 'approved',
  amount: minor(2750),
  currency: 'TL',
  installments: 1,
  type: 'sale',
  maskedCard: '411111******1111',
  authCode: 'A12345',
  resultCode: '',
  shares: [],
};
const { authCode: _none, ...unapproved } = payment;
const held: PaymentFacts = { ...payment, type: 'pre-authorisation' };
const shared: PaymentFacts = {
  ...payment,
  shares: [
    { subDealerId: 501, amount: minor(2000) },
    { subDealerId: 502, amount: minor(750) },
  ],
};

const step = (kind: string, change: Partial<StepFacts> = {}): StepFacts => ({
  kind,
  trxId: 100_061,
  amount: payment.amount,
  shares: [],
  ...change,
});
const refund = step('refund', { amount: minor(750), refundCode: 'iade-1', refundRequestId: 100_061 });
/** A pool step has no amount, and names sub-dealers without one. */
const poolStep = (kind: string): StepFacts => ({ kind, trxId: 100_061, shares: [{ subDealerId: 501 }] });

const reusableLink: ReusableLinkFacts = {
  userPosLinkId: 100_031,
  linkCode: 'Kurs-1',
  state: 'used-up',
  maxPayments: 30,
};

const customer: CustomerFacts = { dealerCustomerId: 100_003, customerCode: 'Müşteri-1' };
const card: CardFacts = {
  cardToken: '0b7c9e0d-5c2f-4c2d-9c0e-2a6a4e1b7f10',
  dealerCustomerId: customer.dealerCustomerId,
  maskedCard: payment.maskedCard,
};

const sale: SaleFacts = { dealerSaleId: 100_012, saleCode: 'Abonelik-1', ...customer };
const plan: PlanFacts = {
  dealerPaymentPlanId: 100_034,
  dueDay: '20261123',
  state: 'planned',
  amount: minor(2750),
  currency: 'TL',
  installments: 1,
  tries: 0,
  maskedCard: payment.maskedCard,
};

const factsByType: Readonly<Record<EventType, EventFacts>> = {
  'link.created': { link },
  'link.paid': { link: linkOfAttempt('paid', ''), payment },
  'link.failed': {
    link: linkOfAttempt('failed', '002'),
    payment: { ...unapproved, state: 'declined', resultCode: '002' },
  },
  'link.expired': { link: { ...link, state: 'expired' } },
  'link.used-up': { reusableLink },
  'link.cancelled': { link: { ...link, state: 'cancelled' } },
  'payment.approved': { payment: shared },
  'payment.failed': { payment: { ...unapproved, state: 'declined', resultCode: '002' } },
  'payment.captured': { payment: { ...held, captured: minor(2000) }, step: step('capture', { amount: minor(2000) }) },
  'payment.voided': { payment: { ...payment, state: 'voided' }, step: step('void') },
  'payment.refunded': { payment: { ...payment, refunded: minor(750) }, step: refund },
  'payment.refund-failed': { payment, step: refund },
  'payment.pool-approved': { payment: shared, step: poolStep('pool-approval') },
  'payment.pool-undone': { payment: shared, step: poolStep('pool-undo') },
  'payment.uncaptured-closed': { payment: held, step: step('void') },
  'customer.created': { customer },
  'customer.updated': { customer },
  'customer.removed': { customer },
  'card.stored': { card },
  'card.updated': { card },
  'card.removed': { card },
  'card.expiring': { card: { ...card, expiry: '202612' }, sale },
  'plan.upcoming': { plan, sale },
  'plan.paid': { plan: { ...plan, state: 'paid', tries: 1, paymentId: payment.paymentId }, sale },
  'plan.failed': { plan: { ...plan, state: 'failed', tries: 2, resultCode: '002' }, sale },
  'sale.ended': { sale },
  'endpoint.failing': { endpoint: { endpointId: 'shop', failingSinceMs: OCCURRED_AT_MS - 6 * 3_600_000 } },
  'endpoint.test': { endpoint: { endpointId: 'shop' } },
};

/** An event of each type. */
export const sampleEvents: readonly OutboxEvent[] = (Object.keys(factsByType) as EventType[]).map((type) => ({
  eventId: `${PAYMENT}-${type.replaceAll('.', '-')}`,
  type,
  dealerCode: '1001',
  occurredAtMs: OCCURRED_AT_MS,
  listingShards: 1,
  facts: factsByType[type],
}));
