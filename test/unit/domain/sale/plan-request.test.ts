import { describe, expect, test } from 'vitest';
import { istanbulMomentOf } from '../../../../shared/domain/calendar.ts';
import type { Definition } from '../../../../shared/domain/link/definition.ts';
import { expiryDueAtMs } from '../../../../shared/domain/outbox/link-due.ts';
import type { PaymentPlan } from '../../../../shared/domain/sale/payment-plan.ts';
import { nextActionOf } from '../../../../shared/domain/sale/plan-moves.ts';
import {
  requestBegun,
  requestFailed,
  requestFieldsOf,
  requestLookOf,
  requestPaid,
  requestPaused,
  requestSent,
} from '../../../../shared/domain/sale/plan-request.ts';
import type { Sale } from '../../../../shared/domain/sale/sale.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { customerOf, linkWith, saleOf } from '../../../support/dealer/records.ts';
import { planOf } from '../../../support/sale/plans.ts';

const at = (text: string): number => istanbulMomentOf(text) ?? Number.NaN;
const NOON = at('2026-11-23 12:00');
const HOUR_MS = 3_600_000;
const {
  defaultCard1Token: _one,
  defaultCard2Token: _two,
  defaultCard3Token: _three,
  pausedSinceMs: _running,
  deletedAtMs: _there,
  ...ANY_SALE
} = saleOf('D1', { dealerCustomerTypeId: 8 });

describe('Which plans send a payment request, and when (decisions: recurring sales)', () => {
  const send = { kind: 'send-request', dealerCustomerTypeId: 8 };
  test.each<readonly [string, Partial<PaymentPlan>, Partial<Sale>, string, object]>([
    ['one whose sale names a definition and no card', {}, {}, '2026-11-23 12:00', send],
    ['also between two slots', {}, {}, '2026-11-23 15:00', send],
    ['at night it waits for the morning', {}, {}, '2026-11-23 22:00', { kind: 'wait', slotMs: at('2026-11-24 09:00') }],
    [
      'one that names a definition itself, though its sale has a card',
      { dealerCustomerTypeId: 9 },
      { defaultCard1Token: 'one' },
      '2026-11-23 12:00',
      { kind: 'send-request', dealerCustomerTypeId: 9 },
    ],
    [
      'none that names a card itself',
      { cardToken: 'own' },
      {},
      '2026-11-23 12:00',
      { kind: 'take', card: { place: 1, token: 'own', attempt: 1, slotMs: NOON } },
    ],
    [
      'none while the sale is paused',
      {},
      { pausedSinceMs: 1 },
      '2026-11-23 15:00',
      { kind: 'wait', slotMs: at('2026-11-23 18:00') },
    ],
    ['none of a deleted sale', {}, { deletedAtMs: 1 }, '2026-11-23 15:00', { kind: 'withdraw' }],
    [
      'one that was sent is followed to its end',
      { state: 'requested' },
      {},
      '2026-11-23 23:00',
      { kind: 'close-request' },
    ],
  ])('%s', (_title, plan, sale, now, action) => {
    const file = { plan: planOf({ dueAtMs: NOON, ...plan }), sale: { ...ANY_SALE, ...sale } };
    expect(nextActionOf(file, at(now))).toEqual(action);
  });
});

const definition: Definition = {
  dealerCustomerTypeId: 8,
  dealerCode: 'D1',
  version: 1,
  displayName: 'Subscriptions',
  deliveryMode: 'any',
  installmentsSetBy: 'either',
  preAuthorisation: false,
  directPayment: true,
  pooledPayment: false,
  cardStorage: false,
  threeDMandatory: true,
  threeDChoice: false,
  installmentCounts: [],
  linkLifeMinutes: 10_080,
  defaultCommissionByDealer: 12,
};

describe('The payment request of a plan', () => {
  const asked = (changes: Partial<Sale> = {}, life = 10_080) =>
    requestFieldsOf({
      plan: planOf(),
      sale: { ...ANY_SALE, howManyTrial: 0, ...changes },
      customer: customerOf('D1', { dealerCustomerId: 3 }),
      dealer: dealerWith({ pool: 'allowed' }),
      definition: { ...definition, linkLifeMinutes: life },
      nowMs: NOON,
    });

  test('has what its customer, dealer and sale have, and nothing that they lack', () => {
    const fieldsFor = (changes: Partial<Parameters<typeof requestFieldsOf>[0]>) =>
      requestFieldsOf({
        plan: planOf(),
        sale: { ...ANY_SALE, howManyTrial: 0 },
        customer: customerOf('D1'),
        dealer: dealerWith({ pool: 'allowed' }),
        definition,
        nowMs: NOON,
        ...changes,
      });
    const { firstName: _first, ...lastAlone } = customerOf('D1');
    const { lastName: _last, ...nameless } = lastAlone;
    expect(fieldsFor({ customer: lastAlone }).fullName).toBe('Yılmaz');
    expect(fieldsFor({ customer: nameless }).fullName).toBeUndefined();
    expect(fieldsFor({ dealer: dealerWith({ pool: 'required' }) }).isPoolPayment).toBe(1);
    const { description: _none, ...sale } = { ...ANY_SALE, howManyTrial: 0 };
    expect(fieldsFor({ sale }).description).toBeUndefined();
    expect(fieldsFor({ sale: { ...sale, description: '' } }).description).toBeUndefined();
  });

  test('that is made now is looked at after three minutes; of a pause only the slot with a charged card counts', () => {
    expect(requestBegun(planOf(), NOON)).toMatchObject({ state: 'requested', dueAtMs: NOON + 180_000 });
    const turn = { place: 1, attempt: 2 } as NonNullable<PaymentPlan['turn']>;
    expect(requestPaused(planOf({ turn }), NOON).progress.tries).toBe(1);
    expect(requestPaused(planOf({ turn: { ...turn, attempt: 1 } }), NOON).progress.tries).toBe(0);
    expect(requestPaused(planOf(), NOON).progress.tries).toBe(0);
  });

  test('has the plan’s terms, its customer’s contacts, and no code of the dealer', () => {
    expect(asked({ description: 'Aidat' })).toEqual({
      dealerCustomerTypeId: 8,
      fullName: 'Elif Yılmaz',
      gsmNumber: '5301111111',
      email: 'elif@example.com',
      dealerCustomerId: 3,
      amount: 2750,
      currency: 'TL',
      installmentNumber: 1,
      isPoolPayment: undefined,
      description: 'Aidat',
      returnHash: 1,
      expireDate: '20261123',
      buyer: {},
      basket: [],
      subDealers: [],
    });
  });

  test.each([
    ['the day of sending is the first day of trials', 1, 10_080, '20261123'],
    ['three days of trials end two days later', 3, 10_080, '20261125'],
    ['a definition that permits less life decides', 30, 10_080, undefined],
    ['a definition may end it within the day', 1, 60, undefined],
  ])('%s', (_title, howManyTrial, life, expireDate) => {
    expect(asked({ howManyTrial }, life).expireDate).toBe(expireDate);
  });

  test('a card number in a text is left out, so that it refuses nothing (rule 32)', () => {
    expect(asked({ description: 'Kart 4111 1111 1111 1111' }).description).toBeUndefined();
  });
});

describe('What became of a payment request of a plan', () => {
  const open = linkWith({ expiresAtMs: NOON + 12 * HOUR_MS });
  const over = expiryDueAtMs(open);
  const paidResult = {
    resultReference: 'r',
    code: '' as const,
    orderId: 'ORDER-1',
    atMs: NOON,
    paid: { total: open.terms.amount, installments: 1, maskedCard: '411111******1111' },
  };
  const inDoubt = { ...open, progress: { ...open.progress, activeAttempt: 'a-1' } };
  test.each<readonly [string, typeof open, { deletedAtMs?: number }, number, object]>([
    [
      'a paid link pays the plan',
      { ...open, state: 'paid', progress: { ...open.progress, result: paidResult } },
      {},
      over,
      { kind: 'paid', orderId: 'ORDER-1', maskedCard: '411111******1111' },
    ],
    ['a failed one fails it', { ...open, state: 'failed' }, {}, NOON, { kind: 'not-paid' }],
    ['a cancelled one fails it', { ...open, state: 'cancelled' }, {}, NOON, { kind: 'not-paid' }],
    [
      'one that was cancelled with its sale withdraws it',
      { ...open, state: 'cancelled' },
      { deletedAtMs: 1 },
      NOON,
      { kind: 'cancelled' },
    ],
    ['an open one is looked at again in an hour', open, {}, NOON, { kind: 'wait', lookAtMs: NOON + HOUR_MS }],
    ['and once nobody can pay it any more', open, {}, open.expiresAtMs - 1, { kind: 'wait', lookAtMs: over }],
    ['an expired one waits for 3D that began in time', open, {}, open.expiresAtMs, { kind: 'wait', lookAtMs: over }],
    ['then it fails the plan', open, {}, over, { kind: 'not-paid' }],
    ['an attempt in doubt keeps the plan waiting', inDoubt, {}, over, { kind: 'wait', lookAtMs: over + 300_000 }],
    ['that of a deleted sale is cancelled', open, { deletedAtMs: 1 }, NOON, { kind: 'cancel' }],
    ['but not while somebody pays it', inDoubt, { deletedAtMs: 1 }, NOON, { kind: 'wait', lookAtMs: NOON + 300_000 }],
    ['nor once it has expired', open, { deletedAtMs: 1 }, open.expiresAtMs, { kind: 'wait', lookAtMs: over }],
  ])('%s', (_title, link, sale, nowMs, look) => {
    expect(requestLookOf(link, sale, nowMs)).toEqual(look);
  });

  test('the plan moves from sent to paid, under the number of its link', () => {
    const sent = requestSent(planOf(), open, NOON);
    expect(sent).toMatchObject({
      state: 'requested',
      version: 2,
      userPosPaymentId: open.userPosPaymentId,
      historyCount: 0,
    });
    const { plan, result } = requestPaid(sent, over);
    expect(result).toEqual({ kind: 'paid' });
    expect(plan).toMatchObject({ state: 'paid', version: 3, dealerPaymentId: open.userPosPaymentId, historyCount: 1 });
    expect(plan).not.toHaveProperty('dueAtMs');
  });

  test('a refused or unpaid one is a try with its reason, and the end of the plan', () => {
    const { plan } = requestFailed(planOf(), 'request-refused', NOON);
    expect(plan).toMatchObject({
      state: 'failed',
      historyCount: 1,
      lastResult: { kind: 'not-charged', because: 'request-refused' },
      endedAtMs: NOON,
    });
    expect(plan).not.toHaveProperty('dueAtMs');
  });
});
