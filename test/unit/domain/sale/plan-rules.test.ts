import { describe, expect, test } from 'vitest';
import { istanbulMomentOf } from '../../../../shared/domain/calendar.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import type { PaymentPlan } from '../../../../shared/domain/sale/payment-plan.ts';
import { type PlanFields, planWishesIn } from '../../../../shared/domain/sale/plan-fields.ts';
import {
  changedPlan,
  isSentAlready,
  planOfRepeat,
  planToAdd,
  refuseTooManyPlans,
  withdrawnPlan,
} from '../../../../shared/domain/sale/plan-rules.ts';
import type { Sale } from '../../../../shared/domain/sale/sale.ts';
import { saleOf } from '../../../support/dealer/records.ts';
import { endedPlan, planOf } from '../../../support/sale/payment-plans.ts';

const at = (text: string): number => istanbulMomentOf(text) ?? Number.NaN;
const MORNING = at('2026-11-23 11:59');
const NOON = at('2026-11-23 12:00');
const TOKEN = '0b9c1f52-9f0a-4d7e-8f0a-2f4a6c1d3e5b';

const base = (changes: Partial<Sale> = {}): Sale => {
  const { dealerCustomerTypeId: _type, endDate: _end, ...sale } = saleOf('1001');
  return { ...sale, amount: minor(2750), beginDate: '20261101', planType: 2, ...changes };
};
const withoutCards = (changes: Partial<Sale> = {}): Sale => {
  const { defaultCard1Token: _card, ...sale } = base(changes);
  return sale;
};

/** The sentence of a refusal with its reason, or what was made. */
const told = <Made>(make: () => Made): Made | string => {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) return `${error.reason}: ${error.sentence}`;
    throw error;
  }
};

const adding = (fields: PlanFields, sale: Sale = base(), nowMs = MORNING) =>
  told(() => planToAdd(planWishesIn(fields), { sale, nowMs }));

const DAY = { paymentDate: '20261201' };

describe('A payment plan that is added by hand (decisions: recurring sales)', () => {
  test('has the terms of its sale where it names none, and its first slot at noon of its day', () => {
    expect(adding(DAY)).toMatchObject({
      madeBy: 'hand',
      dueDay: '20261201',
      terms: { amount: 2750, currency: 'TL', installmentNumber: 1 },
      slotMs: at('2026-12-01 12:00'),
    });
    expect(adding({ ...DAY, amount: minor(100), currency: 'EUR', installmentNumber: 0 })).toMatchObject({
      terms: { amount: 100, currency: 'EUR', installmentNumber: 1 },
    });
  });

  test.each<readonly [string, PlanFields, Sale, string]>([
    ['no day', {}, base(), 'PaymentDate is required.'],
    ['no real day', { paymentDate: '20260230' }, base(), 'PaymentDate must be a day, written YYYYMMDD.'],
    ['a scheduled sale', DAY, base({ planType: 1 }), 'The sale takes no plans made by hand: its PlanType is 1.'],
    [
      'yesterday',
      { paymentDate: '20261122' },
      base(),
      'PaymentDate must be a day after today, or today before 12:00 in Istanbul.',
    ],
    [
      'before BeginDate',
      DAY,
      base({ beginDate: '20261202' }),
      'PaymentDate must not be before the BeginDate of the sale.',
    ],
    ['after EndDate', DAY, base({ endDate: '20261130' }), 'PaymentDate must not be after the EndDate of the sale.'],
    ['in eleven years', { paymentDate: '20371201' }, base(), 'PaymentDate must be within 3660 days from today.'],
    ['no amount', { ...DAY, amount: minor(0) }, base(), 'Amount must be above 0.'],
    [
      'TRY',
      { ...DAY, currency: 'TRY' },
      base(),
      'Currency must be TL, USD or EUR, in capital letters; the lira is TL and not TRY.',
    ],
    [
      'another currency for the same number',
      { ...DAY, currency: 'USD' },
      base(),
      'Amount must be given with a Currency that is not the one so far.',
    ],
    [
      '13 installments',
      { ...DAY, installmentNumber: 13 },
      base(),
      'InstallmentNumber must be 1 to 12; 1 is the single payment.',
    ],
    [
      'installments in euro',
      { ...DAY, amount: minor(1), currency: 'EUR', installmentNumber: 2 },
      base(),
      'InstallmentNumber must be 1 in a currency other than TL.',
    ],
    ['a token of another form', { ...DAY, cardToken: '4111' }, base(), 'CardToken is not the token of a card.'],
    [
      'card and payment request',
      { ...DAY, cardToken: TOKEN, dealerCustomerTypeId: 7 },
      base(),
      'CardToken and DealerCustomerTypeId must not both be given: a plan charges a card or sends a payment request.',
    ],
    [
      'nothing to charge',
      DAY,
      withoutCards(),
      'CardToken or DealerCustomerTypeId must be given: the sale has neither a card nor a definition.',
    ],
  ])('is refused with %s', (_name, fields, sale, sentence) => {
    expect(adding(fields, sale)).toBe(`InvalidRequest: ${sentence}`);
  });

  test.each<readonly [string, PlanFields]>([
    ['the currency of its sale', { currency: 'TL' }],
    ['installments in lira', { installmentNumber: 12 }],
    ['the last day that is possible', { paymentDate: '20361130' }],
  ])('may have %s', (_name, fields) => {
    expect(adding({ ...DAY, ...fields })).toMatchObject({ madeBy: 'hand' });
    expect(adding({ ...DAY, paymentDate: '20361201' })).toMatch(/within 3660 days/);
  });

  test('may fall due today until noon, and on both ends of its sale', () => {
    expect(adding({ paymentDate: '20261123' })).toMatchObject({ slotMs: NOON });
    expect(adding({ paymentDate: '20261123' }, base(), NOON)).toMatch(/^InvalidRequest/);
    expect(adding(DAY, base({ beginDate: '20261201', endDate: '20261201' }))).toMatchObject({ dueDay: '20261201' });
  });

  test.each<readonly [string, PlanFields, Sale, object]>([
    [
      'its own card',
      { ...DAY, cardToken: `{${TOKEN.toUpperCase()}}` },
      withoutCards({ dealerCustomerTypeId: 7 }),
      { cardToken: TOKEN, dealerCustomerTypeId: undefined },
    ],
    [
      'its own payment request',
      { ...DAY, dealerCustomerTypeId: 8 },
      base(),
      { cardToken: undefined, dealerCustomerTypeId: 8 },
    ],
    [
      'the cards of the sale',
      DAY,
      base({ dealerCustomerTypeId: 7 }),
      { cardToken: undefined, dealerCustomerTypeId: undefined },
    ],
    [
      'the payment request of a sale without cards',
      DAY,
      withoutCards({ dealerCustomerTypeId: 7 }),
      { cardToken: undefined, dealerCustomerTypeId: 7 },
    ],
  ])('charges or sends %s', (_name, fields, sale, means) => {
    expect(adding(fields, sale)).toMatchObject(means);
  });

  test('a sale has at most a hundred open ones, beside those that ended and those of its schedule', () => {
    const sale = base();
    const open = Array.from({ length: 100 }, () => planOf(sale));
    const others = [endedPlan(sale, { state: 'paid' }), planOf(sale, { madeBy: 'schedule' })];
    expect(told(() => refuseTooManyPlans([...open.slice(1), ...others]))).toBeUndefined();
    expect(told(() => refuseTooManyPlans(open))).toMatch(/^InvalidRequest: The sale has 100 open plans made by hand/);
  });

  test('an equal one of the last ten minutes is the same call again, unless it has begun', () => {
    const sale = base();
    const asked = planToAdd(planWishesIn(DAY), { sale, nowMs: MORNING });
    const same = planOf(sale, { dueDay: '20261201', createdAtMs: MORNING - 599_999 });
    const found = (changes: Partial<PaymentPlan>) => planOfRepeat([{ ...same, ...changes }], asked, MORNING);
    expect(found({})).toEqual(same);
    const differences: readonly Partial<PaymentPlan>[] = [
      { createdAtMs: MORNING - 600_000 },
      { dueDay: '20261202' },
      { terms: { ...same.terms, amount: minor(2751) } },
      { cardToken: TOKEN },
      { dealerCustomerTypeId: 7 },
      { state: 'withdrawn' },
      { state: 'charging' },
      { historyCount: 1 },
      { madeBy: 'schedule' },
    ];
    expect(differences.map(found)).toEqual(differences.map(() => undefined));
  });
});

const changing = (plan: PaymentPlan, fields: PlanFields, sale: Sale = base()) =>
  told(() => changedPlan(plan, planWishesIn(fields), { sale, nowMs: MORNING }));

describe('A payment plan that is changed (decisions: recurring sales)', () => {
  const plan = planOf(base(), { dueDay: '20261201', dueAtMs: at('2026-12-01 12:00') });

  test('gets what is given and keeps the rest; another day moves its slot', () => {
    expect(changing(plan, { amount: minor(300) })).toEqual({
      ...plan,
      cardsDueAtMs: MORNING,
      version: 2,
      terms: { ...plan.terms, amount: 300 },
    });
    expect(changing(plan, { paymentDate: '20261205' })).toEqual({
      ...plan,
      cardsDueAtMs: MORNING,
      version: 2,
      dueDay: '20261205',
      dueAtMs: at('2026-12-05 12:00'),
    });
    // Its notice told the former day, and is told again.
    const noticed: PaymentPlan = { ...plan, noticedAtMs: 1, notices: 1 };
    expect(changing(noticed, { paymentDate: '20261201' })).toEqual({ ...noticed, cardsDueAtMs: MORNING, version: 2 });
    const { noticedAtMs: _told, ...untold } = noticed;
    const moved = { cardsDueAtMs: MORNING, version: 2, dueDay: '20261205', dueAtMs: at('2026-12-05 12:00') };
    expect(changing(noticed, { paymentDate: '20261205' })).toEqual({ ...untold, ...moved });
  });

  test('a card takes the place of a payment request, and the other way round', () => {
    const { cardToken, dealerCustomerTypeId } = changing(
      { ...plan, dealerCustomerTypeId: 7 },
      { cardToken: TOKEN },
    ) as PaymentPlan;
    expect({ cardToken, dealerCustomerTypeId }).toEqual({ cardToken: TOKEN });
    const sent = changing({ ...plan, cardToken: TOKEN }, { dealerCustomerTypeId: 7 }) as PaymentPlan;
    expect([sent.cardToken, sent.dealerCustomerTypeId]).toEqual([undefined, 7]);
  });

  test.each<readonly [string, Partial<PaymentPlan>, PlanFields, Partial<Sale>, string]>([
    [
      'one of the schedule',
      { madeBy: 'schedule' },
      {},
      {},
      'InvalidRequest: This payment plan was made from the schedule of its sale: change the sale instead.',
    ],
    [
      'one that is being charged',
      { state: 'charging' },
      {},
      {},
      'PaymentDatePassed: This payment plan has begun or ended.',
    ],
    [
      'one between two slots',
      { progress: { tries: 1, endedCards: [] } },
      {},
      {},
      'PaymentDatePassed: This payment plan has begun or ended.',
    ],
    ['one that was tried', { historyCount: 1 }, {}, {}, 'PaymentDatePassed: This payment plan has begun or ended.'],
    ['one that was sent', { state: 'requested' }, {}, {}, 'PaymentDatePassed: This payment plan has begun or ended.'],
    ['one that was paid', { state: 'paid' }, {}, {}, 'PaymentDatePassed: This payment plan has begun or ended.'],
    [
      'one that was deleted',
      { state: 'withdrawn' },
      {},
      {},
      'PaymentDatePassed: This payment plan has begun or ended.',
    ],
    ['one of a deleted sale', {}, {}, { deletedAtMs: 1 }, 'InvalidRequest: The sale of this payment plan was deleted.'],
    [
      'a failed one of a deleted sale',
      { state: 'failed' },
      { dealerCustomerTypeId: 7 },
      { deletedAtMs: 1 },
      'InvalidRequest: The sale of this payment plan was deleted.',
    ],
    [
      'a failed one by more than its request',
      { state: 'failed' },
      { dealerCustomerTypeId: 7, amount: minor(1) },
      {},
      'PaymentDatePassed: This payment plan has failed: give DealerCustomerTypeId alone to send it as a payment request.',
    ],
    [
      'a day that is over',
      {},
      { paymentDate: '20261122' },
      {},
      'InvalidRequest: PaymentDate must be a day after today, or today before 12:00 in Istanbul.',
    ],
  ])('is refused of %s', (_name, changes, fields, ofSale, refusal) => {
    expect(changing({ ...plan, ...changes }, fields, base(ofSale))).toBe(refusal);
  });

  test.each(['hand', 'schedule'] as const)('a failed one of the %s is sent as a payment request, due now', (madeBy) => {
    const failed = endedPlan(base(), {
      madeBy,
      state: 'failed',
      version: 5,
      cardToken: TOKEN,
      progress: { tries: 6, endedCards: [1] },
      historyCount: 8,
      lastResult: { kind: 'declined', code: '018' },
      endedAtMs: MORNING - 1,
      userPosPaymentId: 12,
    });
    const { cardToken: _card, endedAtMs: _ended, userPosPaymentId: _link, ...kept } = failed;
    expect(changing(failed, { dealerCustomerTypeId: 7 })).toEqual({
      ...kept,
      version: 6,
      state: 'planned',
      dealerCustomerTypeId: 7,
      progress: { tries: 0, endedCards: [] },
      dueAtMs: MORNING,
    });
    const again = changing(failed, { dealerCustomerTypeId: 7 }) as PaymentPlan;
    const repeats: readonly (readonly [PaymentPlan, PlanFields, boolean])[] = [
      [again, { dealerCustomerTypeId: 7 }, true],
      [{ ...again, state: 'requested' }, { dealerCustomerTypeId: 7 }, true],
      [{ ...again, state: 'requested' }, { dealerCustomerTypeId: 8 }, false],
      [again, { dealerCustomerTypeId: 7, amount: minor(1) }, false],
      [{ ...again, state: 'failed' }, { dealerCustomerTypeId: 7 }, false],
      [{ ...again, state: 'paid' }, { dealerCustomerTypeId: 7 }, false],
      [{ ...again, historyCount: 0 }, { dealerCustomerTypeId: 7 }, false],
    ];
    for (const [sent, fields, isRepeat] of repeats) expect(isSentAlready(sent, planWishesIn(fields))).toBe(isRepeat);
    // Its tries are in its history: no change lets a card of it be charged anew.
    expect(changing(again, { cardToken: TOKEN })).toMatch(/^(?:PaymentDatePassed|InvalidRequest)/);
  });
});

describe('A payment plan that is changed by what is given alone (decisions: recurring sales)', () => {
  test('keeps its card or request, and its day though that is over', () => {
    const plan = planOf(base(), { dueDay: '20261101', dueAtMs: NOON });
    const changed = changing({ ...plan, cardToken: TOKEN }, { amount: minor(1) });
    expect(changed).toMatchObject({ cardToken: TOKEN, dueDay: '20261101', terms: { amount: 1 } });
    expect(changing({ ...plan, dealerCustomerTypeId: 7 }, { amount: minor(1) })).toMatchObject({
      dealerCustomerTypeId: 7,
    });
  });

  test('is charged anew by no request alone, unless it failed', () => {
    const plan = planOf(base());
    expect(changing(plan, { dealerCustomerTypeId: 7 })).toMatchObject({ dealerCustomerTypeId: 7, dueDay: plan.dueDay });
    const failed = endedPlan(base(), { state: 'failed' });
    expect(changing(failed, {})).toMatch(/^PaymentDatePassed: This payment plan has failed/);
    expect(changing(failed, { amount: minor(1) })).toMatch(/^PaymentDatePassed: This payment plan has failed/);
  });
});

describe('A payment plan that is deleted (decisions: recurring sales)', () => {
  test('ends as withdrawn and waits for nothing; a second deletion changes nothing', () => {
    const { dueAtMs: _due, ...plan } = planOf(base());
    const deleted = withdrawnPlan({ ...plan, dueAtMs: NOON }, MORNING);
    expect(deleted).toEqual({ ...plan, version: 2, state: 'withdrawn', endedAtMs: MORNING });
    expect(withdrawnPlan(deleted ?? plan, NOON)).toBeUndefined();
  });

  test.each<readonly [string, Partial<PaymentPlan>, RegExp]>([
    ['of the schedule', { madeBy: 'schedule' }, /^InvalidRequest: Only payment plans made by hand/],
    ['being charged', { state: 'charging' }, /^PaymentDatePassed: This payment plan has begun or ended\.$/],
    ['between two slots', { progress: { tries: 1, endedCards: [] } }, /^PaymentDatePassed/],
    ['that was tried', { historyCount: 1 }, /^PaymentDatePassed/],
    ['that was sent', { state: 'requested' }, /^PaymentDatePassed/],
    ['that was paid', { state: 'paid' }, /^PaymentDatePassed/],
    ['that failed', { state: 'failed' }, /^PaymentDatePassed/],
  ])('is refused of one %s', (_name, changes, refusal) => {
    expect(told(() => withdrawnPlan(planOf(base(), changes), MORNING))).toMatch(refusal);
  });
});
