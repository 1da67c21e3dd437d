import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChargeMoney, chargedShares } from '../../../shared/domain/ledger/charged-shares.ts';
import { checkLedger } from '../../../shared/domain/ledger/check-ledger.ts';
import { viewPayment } from '../../../shared/domain/ledger/payment-ledger.ts';
import { leftOfShare } from '../../../shared/domain/ledger/share.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { toWireRate } from '../../../shared/domain/money/rate.ts';
import { beginCapture } from '../../../shared/domain/payment/capture-rules.ts';
import { beginRefund } from '../../../shared/domain/payment/refund-rules.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { type SplitQuestion, splitPayment, splitTermsOf } from '../../../shared/domain/split/split-payment.ts';
import { questions } from '../../support/payment/drawn-splits.ts';
import { chargeWith, questionOf, STEP_NOON_MS, withChange, withDone } from '../../support/payment/steps.ts';

/** The pre-authorisation of a split; undefined where a commission is above its share. */
const moneyOf = (question: SplitQuestion): ChargeMoney | undefined => {
  try {
    const terms = splitTermsOf(question);
    const splits = splitPayment(question).map((split) => {
      const of = terms.get(split.subDealerId);
      return of === undefined ? split : { ...split, terms: of };
    });
    return { total: question.amount, commission: { payer: minor(0), dealer: minor(0) }, splits, pooled: false };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

/** The nearest whole number of a fraction, with halves up. */
const nearest = (numerator: bigint, denominator: bigint): bigint => {
  const whole = numerator / denominator;
  return (numerator - whole * denominator) * 2n >= denominator ? whole + 1n : whole;
};

interface Part {
  readonly captured: number;
  readonly authorised: number;
}

const partOf = (amount: number, { captured, authorised }: Part): bigint =>
  nearest(BigInt(amount) * BigInt(captured), BigInt(authorised));

/** A percentage of the captured part of a base. */
const rateOfPart = (base: number, percentage: number, part: Part): bigint =>
  nearest(partOf(base, part) * BigInt(Math.round(percentage * 10_000)), 1_000_000n);

/** What one sub-dealer owes of its captured part, by the words of the decisions. */
const commissionOf = (asked: SplitQuestion, subDealerId: number, authorised: number, captured: number): bigint => {
  const part = { captured, authorised };
  const count = String(asked.installments);
  const entry = asked.entries.find(({ dealerId }) => dealerId === subDealerId);
  if (entry === undefined) throw new Error('no entry');
  const own = asked.subDealers.find((one) => one.subDealerId === subDealerId)?.rates[count];
  const percentage = (rate: typeof own): number => (rate === undefined ? 0 : toWireRate(rate));
  const amount = entry.amount ?? 0;
  const passedOn =
    rateOfPart(entry.amountToBeCommissioned ?? 0, percentage(asked.dealer.topDealerRates[count]), part) +
    (entry.isIncludedFixedAmount === 1 ? partOf(asked.dealer.fixedAmount, part) : 0n);
  switch (asked.scenario) {
    case 1:
      return rateOfPart(amount, percentage(own), part);
    case 2:
      return (
        rateOfPart(amount, percentage(entry.dealerCommissionRate), part) +
        partOf(entry.dealerCommissionFixedAmount ?? 0, part)
      );
    case 3:
      return partOf(entry.dealerCommissionAmount ?? 0, part);
    case 4:
      return rateOfPart(amount, percentage(entry.groupRevenueRate), part) + passedOn;
    case 5:
      return partOf(entry.groupRevenueAmount ?? 0, part) + passedOn;
    case 6:
      return partOf(authorised - amount, part);
  }
};

const capturedOf = (money: ChargeMoney, thousandths: readonly number[]) => {
  const shares = money.splits.map(({ subDealerId, amount }, index) => ({
    subDealerId,
    amount: minor(Number((BigInt(amount) * BigInt(thousandths[index % thousandths.length] ?? 0)) / 1000n)),
  }));
  return { shares, amount: minor(shares.reduce((sum, { amount }) => sum + amount, 0)) };
};

const thousandths = fc.array(fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constantFrom(0, 0, 1000)), {
  minLength: 1,
  maxLength: 100,
});

describe('The commissions of a captured part, whatever the scenario (dealer interface: DoCapture)', () => {
  test('each follows what was captured of its own sub-dealer, to the kurus', () => {
    let compared = 0;
    fc.assert(
      fc.property(questions, thousandths, (question, parts) => {
        const money = moneyOf(question);
        if (money === undefined) return;
        const captured = capturedOf(money, parts);
        if (captured.amount === 0) return;
        const taken = chargedShares(money, captured).map(({ commission }) => BigInt(commission));
        const expected = money.splits.map(({ subDealerId, amount }, index) =>
          commissionOf(question, subDealerId, amount, captured.shares[index]?.amount ?? 0),
        );
        expect(taken).toEqual(expected);
        compared += 1;
      }),
      { numRuns: 400 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  test('one sub-dealer of several is captured alone, refunded in parts, and leaves nothing in the ledger', () => {
    let ended = 0;
    fc.assert(
      fc.property(questions, fc.nat(), fc.integer({ min: 1, max: 999 }), (question, turn, thousandth) => {
        const money = moneyOf(question);
        const one = money?.splits[turn % money.splits.length];
        if (money === undefined || one === undefined || one.amount < 2) return;
        const shares = [{ subDealerId: one.subDealerId, amount: one.amount }];
        const begun = { charge: chargeWith({ money, type: 'pre-authorisation' }), steps: [] };
        const asked = { ...questionOf(begun, STEP_NOON_MS), captureAbove: false };
        const capture = beginCapture({ ...asked, asked: { amount: one.amount, shares } });
        if (capture.kind !== 'begins') throw new Error(`not captured: ${JSON.stringify(capture)}`);
        let payment = withDone(withChange(begun, capture.change), undefined, STEP_NOON_MS + 1000);
        const first = minor(Math.max(1, Math.floor((one.amount / 1000) * thousandth)));
        for (const [turnOf, amount] of [first, minor(one.amount - first)].entries()) {
          const nowMs = STEP_NOON_MS + (turnOf + 1) * 60_000;
          const wish = { amount, shares: [{ subDealerId: one.subDealerId, amount }], refundCode: `R${turnOf}` };
          const refund = beginRefund({ ...questionOf(payment, nowMs), refundRequestId: turnOf, asked: wish });
          if (refund.kind !== 'begins') throw new Error(`not refunded: ${JSON.stringify(refund)}`);
          payment = withDone(withChange(payment, refund.change), 'credit', nowMs + 1000);
          expect(checkLedger(payment.charge, payment.steps)).toEqual([]);
        }
        const { shares: left, balances } = viewPayment(payment.charge, payment.steps);
        expect([left.filter((share) => leftOfShare(share) > 0), [...balances]]).toEqual([[], []]);
        ended += 1;
      }),
      { numRuns: 300 },
    );
    expect(ended).toBeGreaterThan(50);
  });
});
