import { expect, test } from 'vitest';
import type { StoredCard } from '../../../../shared/domain/card/stored-card.ts';
import type { Customer } from '../../../../shared/domain/customer/customer.ts';
import { cardEvent, customerEvent, registeredWith } from '../../../../shared/domain/outbox/event-of-customer.ts';
import { webhookPayload } from '../../../../shared/domain/webhook/webhook-payload.ts';

const NOW = Date.UTC(2027, 0, 15, 9);
const moment = { changeId: 'CHANGE', nowMs: NOW, listingShards: 2 };
const names = { dealerCustomerId: 100_003, customerCode: 'C-1' };
const customer: Customer = {
  ...names,
  dealerCode: 'D1',
  version: 3,
  sealedPassword: 'hidden password',
  firstName: 'hidden name',
  email: 'hidden@example.com',
  createdAtMs: NOW - 5,
};
const card: StoredCard = {
  token: '0b7c9e0d-5c2f-4c2d-9c0e-2a6a4e1b7f10',
  dealerCode: 'D1',
  customer: names,
  maskedCard: '411111******1111',
  cardName: 'hidden card name',
  sealed: 'hidden card',
  keyName: 'hidden key',
  version: 2,
  storedAtMs: NOW,
};
const told = { dealerCode: 'D1', occurredAtMs: NOW, listingShards: 2 };
const cardFacts = { cardToken: card.token, dealerCustomerId: 100_003, maskedCard: card.maskedCard };

test.each([
  ['customer.created', customerEvent('customer.created', customer, moment), { customer: names }],
  ['customer.updated', customerEvent('customer.updated', customer, moment), { customer: names }],
  ['customer.removed', customerEvent('customer.removed', customer, moment), { customer: names }],
  ['card.stored', cardEvent('card.stored', card, moment), { card: cardFacts }],
  ['card.updated', cardEvent('card.updated', card, moment), { card: cardFacts }],
  ['card.removed', cardEvent('card.removed', card, moment), { card: cardFacts }],
] as const)('%s is named by its write, and freezes names, token and masked number alone', (type, event, facts) => {
  expect(event).toEqual({ ...told, eventId: `CHANGE-${type.replace('.', '-')}`, type, facts });
  expect(webhookPayload(event)).not.toContain('hidden');
});

test('a customer who is registered with a payment is told of once, under a name that no other customer has', () => {
  const payment = { payment: 'p'.repeat(26), createdAtMs: NOW, listingShards: 2 };
  expect(registeredWith(payment, undefined)).toBeUndefined();
  expect(registeredWith(payment, customer)).toEqual({
    ...told,
    occurredAtMs: NOW - 5,
    eventId: `${payment.payment}-100003-customer-created`,
    type: 'customer.created',
    facts: { customer: names },
  });
});
