import { expect, test } from 'vitest';
import { messageOfReference, messageReference } from '../../../../shared/domain/message/message.ts';
import { planMessageRound, planSmsText } from '../../../../shared/domain/message/plan-message.ts';
import { eventsOfPlan, type PlanToReport } from '../../../../shared/domain/outbox/event-of-plan.ts';
import { cardExpiring } from '../../../../shared/domain/sale/expiring-card.ts';
import { webhookPayload } from '../../../../shared/domain/webhook/webhook-payload.ts';
import { saleOf } from '../../../support/dealer/records.ts';
import { planOf } from '../../../support/sale/plans.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const PAYMENT = 'p'.repeat(26);
const MASKED = '411111******1111';
const sale = saleOf('D1', { dealerSaleId: 5, saleCode: 'S-5', dealerCustomerId: 3, customerCode: 'C-3' });
const saleFacts = { dealerSaleId: 5, saleCode: 'S-5', dealerCustomerId: 3, customerCode: 'C-3' };
const planFacts = { dealerPaymentPlanId: 7, dueDay: '20261123', amount: 2750, currency: 'TL', installments: 1 };
const toldOf = (changes: Partial<PlanToReport>): PlanToReport => ({
  plan: planOf(),
  sale,
  payment: PAYMENT,
  isUpcoming: false,
  endsSale: false,
  nowMs: NOW,
  ...changes,
});

const paid = planOf({ state: 'paid', historyCount: 2, dealerPaymentId: 900, lastResult: { kind: 'paid' } });
const declined = planOf({ state: 'failed', historyCount: 3, lastResult: { kind: 'declined', code: '005' } });
const unpaid = planOf({
  state: 'failed',
  historyCount: 1,
  userPosPaymentId: 901,
  lastResult: { kind: 'not-charged', because: 'request-not-paid' },
});

test.each<readonly [string, Partial<PlanToReport>, readonly (readonly [type: string, name: string, facts: object])[]]>([
  [
    'a plan that falls due tomorrow',
    { isUpcoming: true, maskedCard: MASKED },
    [
      [
        'plan.upcoming',
        'plan-upcoming-1',
        { plan: { ...planFacts, state: 'planned', tries: 0, notice: 1, maskedCard: MASKED }, sale: saleFacts },
      ],
    ],
  ],
  [
    'one that moved to another day after a notice',
    { isUpcoming: true, plan: planOf({ version: 5, notices: 2 }) },
    [
      [
        'plan.upcoming',
        'plan-upcoming-5',
        { plan: { ...planFacts, state: 'planned', tries: 0, notice: 2 }, sale: saleFacts },
      ],
    ],
  ],
  [
    'a paid one',
    { plan: paid, maskedCard: MASKED },
    [
      [
        'plan.paid',
        'plan-paid-2',
        { plan: { ...planFacts, state: 'paid', tries: 2, paymentId: 900, maskedCard: MASKED }, sale: saleFacts },
      ],
    ],
  ],
  [
    'a declined one, with the code of its bank',
    { plan: declined },
    [
      [
        'plan.failed',
        'plan-failed-3',
        { plan: { ...planFacts, state: 'failed', tries: 3, resultCode: '005' }, sale: saleFacts },
      ],
    ],
  ],
  [
    'one whose request was not paid, with the reason; and the end of its sale',
    { plan: unpaid, endsSale: true },
    [
      [
        'plan.failed',
        'plan-failed-1',
        { plan: { ...planFacts, state: 'failed', tries: 1, linkId: 901, reason: 'request-not-paid' }, sale: saleFacts },
      ],
      ['sale.ended', 'sale-ended', { sale: saleFacts }],
    ],
  ],
  ['nothing of a plan that waits', {}, []],
  ['nothing of one that was withdrawn', { plan: planOf({ state: 'withdrawn' }) }, []],
])('events tell of %s (rule 42)', (_title, changes, told) => {
  expect(eventsOfPlan(toldOf(changes))).toEqual(
    told.map(([type, name, facts]) => ({
      eventId: `${PAYMENT}-${name}`,
      type,
      dealerCode: 'D1',
      payment: PAYMENT,
      occurredAtMs: NOW,
      listingShards: 1,
      facts,
    })),
  );
});

const card = {
  token: '0b7c9e0d-5c2f-4c2d-9c0e-2a6a4e1b7f10',
  dealerCode: 'D1',
  customer: { dealerCustomerId: 3, customerCode: 'C-3' },
  maskedCard: MASKED,
  sealed: 'hidden card',
  keyName: 'hidden key',
  version: 2,
  storedAtMs: NOW,
};

test('a card that is about to expire has one event for each sale, whichever plan was looked at', () => {
  const expiry = { expiryMonth: '12', expiryYear: '2026' };
  const event = cardExpiring({ sale, plan: planOf() }, card, { ...expiry, nowMs: NOW });
  expect(event.eventId).toBe(
    cardExpiring({ sale, plan: planOf({ dealerPaymentPlanId: 8 }) }, card, { ...expiry, nowMs: NOW + 1 }).eventId,
  );
  expect(event.eventId).not.toBe(
    cardExpiring({ sale: { ...sale, dealerSaleId: 6 }, plan: planOf() }, card, { ...expiry, nowMs: NOW }).eventId,
  );
  expect(JSON.parse(webhookPayload(event))).toMatchObject({
    type: 'card.expiring',
    data: { Card: { CardToken: card.token, CardNumber: MASKED, ExpireMonth: '202612' }, Sale: { SaleCode: 'S-5' } },
  });
  expect(webhookPayload(event)).not.toContain('hidden');
});

test.each([
  ['random digits alone', ['0f0e0d0c-0b0a-4908-8706-050403020100', '0f0e0d0c-0b0a-4908-8706-050403020101']],
  ['the customer at their ends', ['0f0e0d0c-0b0a-8908-8706-0504000186a1', '0f0e0d0c-0b0a-8908-8707-0504000186a1']],
])('two cards of one sale are told of by two events, where tokens have %s', (_what, tokens) => {
  const idOf = (token: string): string => {
    return cardExpiring(
      { sale, plan: planOf() },
      { ...card, token },
      { expiryMonth: '12', expiryYear: '2026', nowMs: NOW },
    ).eventId;
  };
  expect(new Set(tokens.map(idOf)).size).toBe(2);
});

test('the event of a card whose token is random has the id that earlier releases gave it', () => {
  const random = { ...card, token: '0f0e0d0c-0b0a-4908-8706-050403020100' };
  const { eventId } = cardExpiring({ sale, plan: planOf() }, random, {
    expiryMonth: '12',
    expiryYear: '2026',
    nowMs: NOW,
  });
  expect(eventId).toBe('sale-D1-5-card-050403020100-202612');
});

const values = { dealer: 'Çiçek', amount: '27,50 TL', day: '23.11.2026', card: '1111' };
test.each([
  ['plan-upcoming', 'tr', values, 'Çicek: 27,50 TL ödemeniz 23.11.2026 günü 1111 ile biten kartinizdan cekilecek.'],
  ['plan-paid', 'tr', { ...values, card: undefined }, 'Çicek: 23.11.2026 tarihli 27,50 TL ödemeniz alindi.'],
  ['plan-failed', 'en', values, 'Çicek: 27,50 TL of 23.11.2026 could not be charged. Please contact the seller.'],
] as const)('the SMS %s in %s names amount and day, and of the card its last digits', (kind, language, given, text) => {
  expect(planSmsText(given, { kind, language })).toBe(text);
});

test('an SMS about a plan holds no address that a dealer’s name brings (rule 43)', () => {
  const text = planSmsText(
    { ...values, dealer: 'Win at https://bad.example now' },
    { kind: 'plan-paid', language: 'en' },
  );
  expect(text).not.toMatch(/bad|https/);
});

test.each([
  [{ tries: 0 }, 1],
  [{ tries: 3 }, 3],
  [{ tries: 150 }, 99],
  [{ tries: 0, notice: 2 }, 2],
])('of %j the message is round %i', (facts, round) => {
  expect(planMessageRound(facts)).toBe(round);
});

test('reports of providers find a message about a plan by its reference', () => {
  const name = { payment: 'k3v7q2mzt5w4y6xa2bcdefgh3i', channel: 'sms', kind: 'plan-upcoming', round: 1 } as const;
  expect(messageOfReference(messageReference(name))).toEqual(name);
});
