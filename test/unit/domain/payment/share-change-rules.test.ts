import { describe, expect, test } from 'vitest';
import { istanbulDayOf } from '../../../../shared/domain/calendar.ts';
import { checkLedger } from '../../../../shared/domain/ledger/check-ledger.ts';
import { viewPayment } from '../../../../shared/domain/ledger/payment-ledger.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { StepDecision } from '../../../../shared/domain/payment/begin-step.ts';
import { beginCapture } from '../../../../shared/domain/payment/capture-rules.ts';
import type { Charge } from '../../../../shared/domain/payment/charge.ts';
import { approvePool } from '../../../../shared/domain/payment/pool-rules.ts';
import { beginRefund } from '../../../../shared/domain/payment/refund-rules.ts';
import { changeShares, type ShareChangeQuestion } from '../../../../shared/domain/payment/share-change-rules.ts';
import { beginVoid } from '../../../../shared/domain/payment/void-rules.ts';
import { movementsOfCharge, movementsOfStep } from '../../../../shared/domain/statement/movement.ts';
import { totalsOfEntry } from '../../../../shared/domain/statement/statement.ts';
import { rateOf } from '../../../support/payment/splits.ts';
import {
  chargeWith,
  type PaymentAfter,
  questionOf,
  STEP_NOON_MS,
  splitMoney,
  splitWith,
  withChange,
  withDone,
} from '../../../support/payment/steps.ts';

/** 100.00 of the sub-dealers 1 and 2: 60.00 with 1.20, and 40.00 with 0.80; half of each is the service's. */
const paidWith = (changes: Partial<Charge> = {}): PaymentAfter => ({
  charge: chargeWith({ money: splitMoney(), ...changes }),
  steps: [],
});
const paid = paidWith();
const authorised = paidWith({ type: 'pre-authorisation' });
const DAY = istanbulDayOf(STEP_NOON_MS);

type Shares = readonly (readonly [subDealerId: number, amount: number])[];
const amountsOf = (shares: Shares): ShareChangeQuestion['wanted'] => ({
  by: 'amounts',
  shares: shares.map(([subDealerId, amount]) => ({ subDealerId, amount: minor(amount) })),
});

const EVEN: Shares = [
  [1, 5000],
  [2, 5000],
];

const ask = (
  payment: PaymentAfter,
  shares: Shares = EVEN,
  { nowMs = STEP_NOON_MS + 60_000, ...more }: Partial<ShareChangeQuestion> = {},
) =>
  changeShares({
    ...questionOf(payment, nowMs),
    wanted: amountsOf(shares),
    paidAtMs: STEP_NOON_MS,
    mark: undefined,
    ...more,
  });

const wordOf = (decision: StepDecision<string>): string =>
  decision.kind === 'refused' ? decision.reason : decision.kind;

/** The same with the sentence of a refusal. */
const answerOf = (decision: StepDecision<string>): string =>
  decision.kind === 'refused' ? `${decision.reason}: ${decision.sentence}` : decision.kind;

const begun = (payment: PaymentAfter, decision: StepDecision<string>): PaymentAfter => {
  if (decision.kind !== 'begins') throw new Error(`the step is ${wordOf(decision)}`);
  return withChange(payment, decision.change);
};

const captured = (payment: PaymentAfter, amount?: number, shares?: Shares): PaymentAfter => {
  const asked =
    amount === undefined
      ? {}
      : {
          amount: minor(amount),
          shares: shares?.map(([subDealerId, one]) => ({ subDealerId, amount: minor(one) })) ?? [],
        };
  return withDone(begun(payment, beginCapture({ ...questionOf(payment), captureAbove: false, asked })), undefined);
};

const refunding = (payment: PaymentAfter): PaymentAfter =>
  begun(payment, beginRefund({ ...questionOf(payment), asked: { amount: minor(10) }, refundRequestId: 1 }));

const approved = (payment: PaymentAfter): PaymentAfter =>
  begun(payment, approvePool({ ...questionOf(payment), subDealerIds: [] }));

const balancesOf = ({ charge, steps }: PaymentAfter) => Object.fromEntries(viewPayment(charge, steps).balances);

const NOT_PAID = 'UpdateNotAvailable: This payment is not paid, or was voided or refunded.';
const BUSY =
  'UpdateNotAvailable: Another step of this payment is running, or the bank is asked about one once more. Repeat when it is over.';
const FREE =
  'InvalidAmount: CommissionScenario is required: sub-dealer 1 has no share that its commission could follow.';

describe('Whether the shares of a payment change (decisions: other shares)', () => {
  test.each<readonly [string, PaymentAfter, Shares, string]>([
    ['of a sale', paid, EVEN, 'begins'],
    ['all to one', paid, [[2, 10_000]], 'begins'],
    ['of a pre-authorisation', authorised, EVEN, 'begins'],
    ['of one that was captured whole', captured(authorised), EVEN, 'begins'],
    ['in the pool', paidWith({ money: splitMoney(true) }), EVEN, 'begins'],
    [
      'again',
      begun(paid, ask(paid)),
      [
        [1, 2500],
        [2, 7500],
      ],
      'begins',
    ],
    ['the same again', begun(paid, ask(paid)), EVEN, 'same-answer'],
    [
      'the same as one before the latest',
      begun(begun(paid, ask(paid)), ask(begun(paid, ask(paid)), [[1, 10_000]])),
      EVEN,
      FREE.replace('sub-dealer 1', 'sub-dealer 2'),
    ],
    [
      'without sub-dealers',
      { charge: chargeWith(), steps: [] },
      EVEN,
      'UpdateNotAvailable: This payment has no sub-dealers.',
    ],
    [
      'the same again, with a sub-dealer twice',
      begun(paid, ask(paid)),
      [
        [1, 4000],
        [1, 5000],
        [2, 5000],
      ],
      'InvalidAmount: SubDealer names DealerId 1 more than once.',
    ],
    ['of a voided payment', paidWith({ state: 'voided' }), EVEN, NOT_PAID],
    ['of a pending payment', paidWith({ state: 'in-doubt', reportedOutcome: 'nobody' }), EVEN, NOT_PAID],
    [
      'after the capture of a part',
      captured(authorised, 6000, [[1, 6000]]),
      EVEN,
      'UpdateNotAvailable: A part of this payment was captured.',
    ],
    [
      'after a refund',
      withDone(refunding(paid), 'credit'),
      EVEN,
      'UpdateNotAvailable: Money of this payment was refunded.',
    ],
    ['while a refund runs', refunding(paid), EVEN, BUSY],
    [
      'after a pool approval',
      approved(paidWith({ money: splitMoney(true) })),
      EVEN,
      'UpdateNotAvailable: Pooled money of this payment was approved.',
    ],
    [
      'that do not add up',
      paid,
      [
        [1, 5000],
        [2, 4999],
      ],
      'InvalidAmount: The sum of SubDealer.Amount must equal the payment, 100.00.',
    ],
    [
      'of a stranger',
      paid,
      [
        [1, 5000],
        [3, 5000],
      ],
      'InvalidAmount: SubDealer.DealerId 3 has no part in this payment.',
    ],
    [
      'of one sub-dealer twice',
      paid,
      [
        [1, 5000],
        [1, 5000],
      ],
      'InvalidAmount: SubDealer names DealerId 1 more than once.',
    ],
    ['of one without a share before', begun(paid, ask(paid, [[2, 10_000]])), EVEN, FREE],
    ['that leave one without a share as it was', begun(paid, ask(paid, [[2, 10_000]])), [[2, 10_000]], 'same-answer'],
    [
      'that name one without a share with nothing',
      begun(paid, ask(paid, [[2, 10_000]])),
      [
        [1, 0],
        [2, 10_000],
      ],
      'same-answer',
    ],
  ])('%s', (_what, payment, shares, expected) => {
    expect(answerOf(ask(payment, shares))).toBe(expected);
  });

  test('a commission that its new share could not bear is refused', () => {
    const fixed = { rated: [], fixed: minor(200) };
    const none = { rated: [], fixed: minor(0) };
    const poor = {
      ...splitWith(1, { amount: 6000, commission: 200 }),
      terms: { commission: fixed, topDealerCommission: none },
    };
    const money = { ...splitMoney(), splits: [poor, splitWith(2, { amount: 4000 })] };
    const shares: Shares = [
      [1, 199],
      [2, 9801],
    ];
    expect(answerOf(ask(paidWith({ money }), shares))).toBe(
      'InvalidAmount: The commission of sub-dealer 1 is 2.00 and must not exceed its share, 1.99.',
    );
  });

  test('the same again by a scenario counts whoever has a share, and only the latest change', () => {
    const splits = [splitWith(2, { amount: 10_000, commission: 100, service: 10 })];
    const wanted = { by: 'scenario', splits } as const;
    const changed = begun(paid, ask(paid, [], { wanted }));
    expect(answerOf(ask(changed, [], { wanted }))).toBe('same-answer');
    const back = begun(changed, ask(changed, [], { wanted: { by: 'scenario', splits: splitMoney().splits } }));
    expect(answerOf(ask(back, [], { wanted }))).toBe('begins');
    const voidedAfter = begun(changed, beginVoid(questionOf(changed)));
    expect(answerOf(ask(voidedAfter, [], { wanted }))).toBe('same-answer');
  });

  test('not while the bank is asked once more about a step that it refused', () => {
    const steps = refunding(paid).steps.map((step) => ({ ...step, state: 'refused' as const, recheckAtMs: 1 }));
    expect(answerOf(ask({ ...paid, steps }))).toBe(BUSY);
  });

  test.each([
    [undefined, 'begins'],
    [{ doneDay: '20270113' }, 'begins'],
    [{ doneDay: '20270113', reading: {} }, 'begins'],
    [{ doneDay: '20270114' }, 'begins'],
    [{ doneDay: '20270114', reading: {} }, 'UpdateNotAvailable'],
    [{ doneDay: '20270115' }, 'UpdateNotAvailable'],
  ])('the mark of statements is %j: %s', (mark, expected) => {
    const decision = ask(paid, EVEN, { mark, nowMs: STEP_NOON_MS + 86_400_000 });
    expect(wordOf(decision)).toBe(expected);
    if (decision.kind === 'begins') expect(decision.change.unstatedDay).toBe(DAY);
  });

  test('the day of a capture counts, and no day before it', () => {
    const [before, after] = [ask(authorised, EVEN, { mark: { doneDay: '20991231' } }), ask(captured(authorised))];
    expect(before.kind === 'begins' && before.change.unstatedDay).toBe(undefined);
    expect(after.kind === 'begins' && after.change.unstatedDay).toBe(DAY);
    expect(wordOf(ask(captured(authorised), EVEN, { mark: { doneDay: DAY } }))).toBe('UpdateNotAvailable');
  });

  test('the split itself compares a commission of a scenario with its share, and a sub-dealer of no part is refused', () => {
    const splits = [splitWith(1, { amount: 2000, commission: 100 }), splitWith(3, { amount: 8000 })];
    expect(answerOf(ask(paid, [], { wanted: { by: 'scenario', splits } }))).toBe(
      'InvalidAmount: SubDealer.DealerId 3 has no part in this payment.',
    );
  });
});

describe('What a change of shares moves', () => {
  test('the difference of each account: commissions follow the shares', () => {
    const changed = begun(paid, ask(paid));
    expect(balancesOf(paid)).toEqual({
      payer: -10_000,
      'sub-dealer:1': 5880,
      'sub-dealer:2': 3920,
      dealer: 100,
      service: 100,
    });
    expect(balancesOf(changed)).toEqual({
      payer: -10_000,
      'sub-dealer:1': 4900,
      'sub-dealer:2': 4900,
      dealer: 100,
      service: 100,
    });
    const [step] = changed.steps;
    expect(step).toMatchObject({ kind: 'share-change', state: 'done', amount: 0 });
    expect(step?.splits).toEqual([
      splitWith(1, { amount: 5000, commission: 100, service: 50 }),
      splitWith(2, { amount: 5000, commission: 100, service: 50 }),
    ]);
    expect(begun(paid, ask(paid, [[2, 10_000]])).steps[0]?.splits?.[0]).toEqual(splitWith(1, { amount: 0 }));
    expect(Object.fromEntries(step?.postings.map(({ account, amount }) => [account, amount]) ?? [])).toEqual({
      'sub-dealer:1': -980,
      'sub-dealer:2': 980,
    });
    expect(checkLedger(changed.charge, changed.steps)).toEqual([]);
  });

  test('what commissions are made of follows the shares too, and falls away with a share', () => {
    const terms = { rated: [{ base: minor(6000), rate: rateOf('2') }], fixed: minor(0) };
    const one = {
      ...splitWith(1, { amount: 6000, commission: 120, service: 60 }),
      terms: { commission: terms, topDealerCommission: terms },
    };
    const held = paidWith({
      type: 'pre-authorisation',
      money: { ...splitMoney(), splits: [one, splitWith(2, { amount: 4000 })] },
    });
    const termsAfter = (shares: Shares) => begun(held, ask(held, shares)).steps[0]?.splits?.[0]?.terms;
    expect(
      termsAfter([
        [1, 4000],
        [2, 6000],
      ])?.commission.rated,
    ).toEqual([{ base: 4000, rate: rateOf('2') }]);
    expect(termsAfter([[2, 10_000]])).toBeUndefined();
  });

  test('what a scenario makes of it', () => {
    const splits = [splitWith(1, { amount: 5000, commission: 500, service: 50 }), splitWith(2, { amount: 5000 })];
    const changed = begun(paid, ask(paid, [], { wanted: { by: 'scenario', splits } }));
    expect(balancesOf(changed)).toEqual({
      payer: -10_000,
      'sub-dealer:1': 4500,
      'sub-dealer:2': 5000,
      dealer: 450,
      service: 50,
    });
    expect(checkLedger(changed.charge, changed.steps)).toEqual([]);
    expect(wordOf(ask(changed, [], { wanted: { by: 'scenario', splits } }))).toBe('same-answer');
  });

  test('pooled money stays in the pool', () => {
    const pooled = paidWith({ money: splitMoney(true) });
    expect(balancesOf(begun(pooled, ask(pooled)))).toMatchObject({
      'sub-dealer-pool:1': 4900,
      'sub-dealer-pool:2': 4900,
    });
  });

  test('of a pre-authorisation nothing yet; its capture takes the new shares', () => {
    const changed = begun(authorised, ask(authorised));
    expect(balancesOf(changed)).toEqual({});
    expect(balancesOf(captured(changed))).toMatchObject({ 'sub-dealer:1': 4900, 'sub-dealer:2': 4900 });
    const part = captured(changed, 5000, [[2, 5000]]);
    expect(balancesOf(part)).toMatchObject({ payer: -5000, 'sub-dealer:2': 4900 });
    expect(checkLedger(part.charge, part.steps)).toEqual([]);
  });

  test('statements count the difference as sales of its day, without a further sale, and agree with the ledger', () => {
    const { charge, steps } = begun(paid, ask(paid));
    const [step] = steps;
    if (step === undefined) throw new Error('no step');
    const moved = movementsOfStep(charge, steps, step);
    expect(
      moved.map(({ subDealerId, gross, commission, balance }) => [subDealerId, gross, commission, balance]),
    ).toEqual([
      [1, -1000, -20, -980],
      [2, 1000, 20, 980],
    ]);
    const entry = { kind: 'share-change', currency: 'TL', paymentId: 1, orderId: '', atMs: 0 } as const;
    const [first] = moved;
    if (first === undefined) throw new Error('nothing moved');
    expect(totalsOfEntry({ ...first, ...entry }).sales).toEqual({ count: 0, total: -1000, commission: -20 });
    expect(movementsOfCharge(charge).map(({ gross }) => gross)).toEqual([200, 6000, 4000]);
  });

  test.each([
    [
      'a refund',
      (payment: PaymentAfter) =>
        withDone(begun(payment, beginRefund({ ...questionOf(payment), asked: {}, refundRequestId: 1 })), 'credit'),
    ],
    ['a void', (payment: PaymentAfter) => withDone(begun(payment, beginVoid(questionOf(payment))), 'void')],
  ] as const)('%s of all of it leaves zero on every account', (_what, giveBack) => {
    const after = giveBack(begun(paid, ask(paid, [[2, 10_000]])));
    expect(balancesOf(after)).toEqual({});
    expect(checkLedger(after.charge, after.steps)).toEqual([]);
  });
});
