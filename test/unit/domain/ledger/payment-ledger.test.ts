import { describe, expect, test } from 'vitest';
import { chargedShares, isBelowCommission, wholeCapture } from '../../../../shared/domain/ledger/charged-shares.ts';
import { checkLedger } from '../../../../shared/domain/ledger/check-ledger.ts';
import {
  chargePostings,
  countedSteps,
  endsAtMs,
  sharesNow,
  sharesOfRefund,
} from '../../../../shared/domain/ledger/payment-ledger.ts';
import { refundMovement } from '../../../../shared/domain/ledger/share.ts';
import { type MinorUnits, minor } from '../../../../shared/domain/money/money.ts';
import type { Charge } from '../../../../shared/domain/payment/charge.ts';
import { undoPoolApproval } from '../../../../shared/domain/payment/pool-rules.ts';
import { beginVoid } from '../../../../shared/domain/payment/void-rules.ts';
import type { PaymentSplit } from '../../../../shared/domain/split/payment-split.ts';
import { approve, balances, begun, capture, paid, refund } from '../../../support/payment/ledger-payments.ts';
import { rateOf } from '../../../support/payment/splits.ts';
import {
  chargeWith,
  type PaymentAfter,
  questionOf,
  splitMoney,
  splitWith,
  withDone,
} from '../../../support/payment/steps.ts';

describe('What a charge posts', () => {
  test('a sale: the payer pays, the service earns both commissions, the dealer has the rest', () => {
    const commission = { payer: minor(200), dealer: minor(300) };
    const money = { total: minor(10_200), commission, splits: [], pooled: false };
    expect(balances(paid({ money }))).toEqual({ payer: -10_200, dealer: 9700, service: 500 });
  });

  test('what the bank keeps is borne by the service', () => {
    const money = { ...chargeWith().money, bankCost: minor(120) };
    expect(balances(paid({ money }))).toEqual({ payer: -10_000, dealer: 9700, service: 180, bank: 120 });
  });

  test('with sub-dealers: their nets, the dealer’s income, the service’s commission on the dealer', () => {
    expect(balances(paid({ money: splitMoney() }))).toEqual({
      payer: -10_000,
      'sub-dealer:1': 5880,
      'sub-dealer:2': 3920,
      dealer: 100,
      service: 100,
    });
  });

  test('what the bank keeps of a charge with sub-dealers is borne by the service too, shared by what each has', () => {
    const money = { ...splitMoney(), bankCost: minor(50) };
    expect(balances(paid({ money }))).toMatchObject({ dealer: 100, service: 50, bank: 50 });
    const shares = chargedShares(money, wholeCapture(money));
    expect(shares.map(({ bankCost }) => bankCost)).toEqual([30, 20]);
  });

  test('a sub-dealer without a share has no commission', () => {
    const splits = [splitWith(1, { amount: 10_000, commission: 100 }), splitWith(2, { amount: 0 })];
    const money = { ...splitMoney(), splits };
    const captured = { amount: minor(5000), shares: [{ subDealerId: 1, amount: minor(5000) }] };
    expect(chargedShares(money, captured).map(({ commission }) => commission)).toEqual([50, 0]);
  });

  test('a whole capture keeps the frozen commissions, also those that the terms would not make', () => {
    const terms = (base: number, fixed: number) => ({
      commission: { rated: [{ base: minor(base), rate: rateOf('1.5') }], fixed: minor(fixed) },
      topDealerCommission: { rated: [], fixed: minor(0) },
    });
    const splits: PaymentSplit[] = [
      { ...splitWith(1, { amount: 6000, commission: 333 }), terms: terms(6000, 90) },
      { ...splitWith(2, { amount: 4000, commission: 222 }), terms: terms(4000, 60) },
    ];
    const money = { ...splitMoney(), splits };
    expect(chargedShares(money, wholeCapture(money)).map(({ commission }) => commission)).toEqual([333, 222]);
    // The whole of one alone: 1.5 % of 60.00, and of the fixed 1.50 the captured 60 % by the weights 90 to 60.
    const ofOne = { amount: minor(6000), shares: [{ subDealerId: 1, amount: minor(6000) }] };
    expect(chargedShares(money, ofOne).map(({ commission }) => commission)).toEqual([90 + 54, 36]);
  });

  test('an income of the dealer may be negative', () => {
    const splits = [splitWith(1, { amount: 10_000, commission: 100, service: 150 })];
    expect(balances(paid({ money: { ...splitMoney(), splits } }))).toEqual({
      payer: -10_000,
      'sub-dealer:1': 9900,
      dealer: -50,
      service: 150,
    });
  });

  test('pooled money waits in the pools', () => {
    expect(balances(paid({ money: splitMoney(true) }))).toEqual({
      payer: -10_000,
      'sub-dealer-pool:1': 5880,
      'sub-dealer-pool:2': 3920,
      'dealer-pool': 100,
      service: 100,
    });
  });

  test.each<readonly [string, Partial<Charge>]>([
    ['a pre-authorisation', { type: 'pre-authorisation' }],
    ['a charge that nobody was told of', { reportedOutcome: 'nobody', state: 'in-doubt' }],
    ['a charge that was reported failed', { reportedOutcome: 'failed', state: 'voided' }],
  ])('%s posts nothing', (_what, changes) => {
    expect(chargePostings(chargeWith(changes))).toEqual([]);
  });
});

describe('What a capture posts', () => {
  const authorised = paid({ type: 'pre-authorisation' });
  const split = paid({ type: 'pre-authorisation', money: splitMoney() });

  test('a part has its part of the commission', () => {
    expect(balances(capture(authorised, 3333))).toEqual({ payer: -3333, dealer: 3233, service: 100 });
  });

  test('15 % above has more', () => {
    expect(balances(capture(authorised, 11_500))).toEqual({ payer: -11_500, dealer: 11_155, service: 345 });
  });

  test('the whole has what was frozen', () => {
    expect(balances(capture(split, 10_000))).toEqual(balances(paid({ money: splitMoney() })));
  });

  test('a sub-dealer that is left out has nothing', () => {
    expect(balances(capture(split, 3000, [[1, 3000]]))).toEqual({
      payer: -3000,
      'sub-dealer:1': 2940,
      dealer: 30,
      service: 30,
    });
  });

  test('fixed terms of a charge of an earlier release follow the captured sum by largest remainder (rule 50)', () => {
    const terms = (base: MinorUnits, fixed: number) => ({
      commission: { rated: [{ base, rate: rateOf('1.5') }], fixed: minor(fixed) },
      topDealerCommission: { rated: [], fixed: minor(0) },
    });
    const splits: PaymentSplit[] = [
      { ...splitWith(1, { amount: 6001, commission: 90 + 101 }), terms: terms(minor(6001), 101) },
      { ...splitWith(2, { amount: 3999, commission: 60 + 50 }), terms: terms(minor(3999), 50) },
    ];
    const money = { ...splitMoney(), splits };
    const shares = chargedShares(money, {
      amount: minor(5000),
      shares: [
        { subDealerId: 1, amount: minor(1033) },
        { subDealerId: 2, amount: minor(3967) },
      ],
    });
    // 1.5 % of 10.33 and 39.67 are 0.15 and 0.60; half of 1.51 is 0.76, shared 101 to 50.
    expect(shares.map(({ commission }) => commission)).toEqual([15 + 51, 60 + 25]);
  });

  test('a share below its commission is known', () => {
    const share = chargedShares(splitMoney(), wholeCapture(splitMoney()))[0];
    expect(share && isBelowCommission(share)).toBe(false);
    expect(share && isBelowCommission({ ...share, gross: minor(119) })).toBe(true);
    expect(share && isBelowCommission({ ...share, gross: minor(0), commission: minor(0) })).toBe(true);
  });
});

describe('What a refund posts', () => {
  test('each gives back the difference to what went back before, so that the last leaves zero', () => {
    const money = { ...chargeWith().money, total: minor(1000), commission: { payer: minor(0), dealer: minor(5) } };
    const first = refund(paid({ money }), 333);
    expect(first.steps[0]?.postings).toEqual([
      { account: 'payer', amount: 333 },
      { account: 'dealer', amount: -331 },
      { account: 'service', amount: -2 },
    ]);
    const second = refund(first, 333);
    expect(balances(second)).toEqual({ payer: -334, dealer: 332, service: 2 });
    const last = refund(second, 334);
    expect(balances(last)).toEqual({});
    expect(last.charge).toMatchObject({ state: 'refunded', refunded: 1000 });
  });

  test('without shares it is shared by what is left of each, with them as they say', () => {
    const given = refund(paid({ money: splitMoney() }), 3000, [[1, 3000]]);
    expect(given.steps[0]?.shares).toEqual([{ subDealerId: 1, amount: 3000 }]);
    const rest = refund(given, 2000);
    expect(rest.steps[1]?.shares).toEqual([
      { subDealerId: 1, amount: 857 },
      { subDealerId: 2, amount: 1143 },
    ]);
    expect(balances(refund(rest, 5000))).toEqual({});
  });

  test('shares follow what is left, by largest remainder', () => {
    const shares = sharesNow(chargeWith({ money: splitMoney() }), []);
    expect(sharesOfRefund(shares, minor(7))).toEqual([
      { subDealerId: 1, amount: 4 },
      { subDealerId: 2, amount: 3 },
    ]);
    expect(sharesOfRefund(sharesNow(chargeWith(), []), minor(7))).toEqual([]);
  });

  test('more than is left of a share, or less than nothing, is a defect', () => {
    const [share] = sharesNow(chargeWith(), []);
    if (share === undefined) throw new Error('a sale has a share');
    const passes = 'a refund passes what is left of a share';
    expect(() => refundMovement([{ share, amount: minor(10_001) }])).toThrow(passes);
    const refunded = { ...share, refunded: minor(500) };
    expect(() => refundMovement([{ share: refunded, amount: minor(-1) }])).toThrow(passes);
  });
});

describe('What a void posts', () => {
  test('all of it back', () => {
    const payment = paid({ money: splitMoney() });
    const done = withDone(begun(payment, beginVoid(questionOf(payment))), 'void');
    expect(balances(done)).toEqual({});
    expect(done.charge.state).toBe('voided');
  });

  test('nothing, for a pre-authorisation that nobody captured', () => {
    const payment = paid({ type: 'pre-authorisation' });
    const done = withDone(begun(payment, beginVoid(questionOf(payment))), 'void');
    expect(done.steps[0]?.postings).toEqual([]);
    expect(checkLedger(done.charge, done.steps)).toEqual([]);
  });
});

describe('What pool steps post', () => {
  const pooled = paid({ money: splitMoney(true) });

  test('an approval moves what stands, with the dealer’s income on it', () => {
    expect(approve(pooled, 1).steps[0]?.postings).toEqual([
      { account: 'sub-dealer-pool:1', amount: -5880 },
      { account: 'dealer-pool', amount: -60 },
      { account: 'sub-dealer:1', amount: 5880 },
      { account: 'dealer', amount: 60 },
    ]);
    expect(balances(approve(approve(pooled, 1)))).toEqual(balances(paid({ money: splitMoney() })));
  });

  test('a refund takes each share from its pool or balance', () => {
    const after = refund(approve(pooled, 1), 1000, [
      [1, 500],
      [2, 500],
    ]);
    expect(balances(after)).toEqual({
      payer: -9000,
      'sub-dealer:1': 5390,
      'sub-dealer-pool:2': 3430,
      dealer: 55,
      'dealer-pool': 35,
      service: 90,
    });
    expect(balances(refund(after, 9000))).toEqual({});
  });

  test('an approval after a refund moves what is left alone', () => {
    const given = refund(pooled, 1000, [[1, 1000]]);
    expect(approve(given, 1).steps[1]?.postings).toEqual([
      { account: 'sub-dealer-pool:1', amount: -4900 },
      { account: 'dealer-pool', amount: -50 },
      { account: 'sub-dealer:1', amount: 4900 },
      { account: 'dealer', amount: 50 },
    ]);
  });

  test('an undone approval has no effect', () => {
    const approved = approve(pooled);
    const question = { ...questionOf(approved), subDealerIds: [] };
    const undone = begun(approved, undoPoolApproval(question));
    expect(balances(undone)).toEqual(balances(pooled));
    const ofOne = begun(approved, undoPoolApproval({ ...question, subDealerIds: [1] }));
    expect(balances(ofOne)).toEqual(balances(approve(pooled, 2)));
  });
});

describe('The steps of a charge that count', () => {
  const refunded = refund(refund(paid(), 100), 200);
  const [one, two] = refunded.steps;
  if (one === undefined || two === undefined) throw new Error('two refunds are two steps');
  const numbers = (steps: PaymentAfter['steps']) => countedSteps(refunded.charge, steps).map(({ number }) => number);

  test('are those that are done, of this attempt, in the order in which they ended; of equal ends by number', () => {
    const early = { ...two, endedAtMs: 1000 };
    expect(numbers([{ ...one, endedAtMs: 2000 }, early])).toEqual([2, 1]);
    expect(numbers([early, { ...one, endedAtMs: 1000 }])).toEqual([1, 2]);
    expect(numbers([{ ...one, attempt: 2 }, two, { ...two, number: 3, state: 'refused' }])).toEqual([2]);
  });

  test('one that ends now ends after all of them, also where the clock of its instance is behind', () => {
    const steps = [
      { ...one, endedAtMs: 5000 },
      { ...two, endedAtMs: 4000 },
    ];
    expect(endsAtMs(refunded.charge, steps, 1000)).toBe(5001);
    expect(endsAtMs(refunded.charge, steps, 9000)).toBe(9000);
  });
});
