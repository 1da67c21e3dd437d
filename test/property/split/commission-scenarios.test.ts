import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import { toWireRate } from '../../../shared/domain/money/rate.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { CommissionScenario, PaymentSplit, SplitEntry } from '../../../shared/domain/split/payment-split.ts';
import {
  checkSplitValues,
  requireSplitFields,
  type SplitQuestion,
  splitPayment,
} from '../../../shared/domain/split/split-payment.ts';
import { questions } from '../../support/payment/drawn-splits.ts';

/** An exact fraction. */
type Fraction = readonly [bigint, bigint];

const fractionOf = (percentage: number): Fraction => [BigInt(Math.round(percentage * 10_000)), 1_000_000n];

/** The nearest whole number, with halves up, computed without adding a half. */
const nearest = ([numerator, denominator]: Fraction): bigint => {
  const whole = numerator / denominator;
  return (numerator - whole * denominator) * 2n >= denominator ? whole + 1n : whole;
};

const percentOf = (amount: number | undefined, percentage: number): bigint => {
  const [numerator, denominator] = fractionOf(percentage);
  return nearest([BigInt(amount ?? 0) * numerator, denominator]);
};

/** Percentages as the interface writes them, not in the types of the code under test. */
const percentage = (rate: SplitEntry['dealerCommissionRate']): number => (rate === undefined ? 0 : toWireRate(rate));

/** Shares one minor unit after the other: each goes to the one furthest below its exact share, then to the lower id. */
const commissionsOfScenario6 = ({ amount, entries }: SplitQuestion): Map<number, bigint> => {
  const sum = entries.reduce((all, entry) => all + BigInt(entry.amount ?? 0), 0n);
  const left = BigInt(amount) - sum;
  const given = new Map(entries.map((entry) => [entry.dealerId ?? 0, (left * BigInt(entry.amount ?? 0)) / sum]));
  for (let rest = left - [...given.values()].reduce((all, one) => all + one, 0n); rest > 0n; rest -= 1n) {
    let next: { readonly id: number; readonly missing: bigint } | undefined;
    for (const entry of entries) {
      const id = entry.dealerId ?? 0;
      const missing = left * BigInt(entry.amount ?? 0) - (given.get(id) ?? 0n) * sum;
      const isNext = next === undefined || missing > next.missing || (missing === next.missing && id < next.id);
      if (isNext) next = { id, missing };
    }
    if (next !== undefined) given.set(next.id, (given.get(next.id) ?? 0n) + 1n);
  }
  return given;
};

/** The interface read word by word, for each scenario (dealer interface 2.3). Undefined if a commission is too large. */
const plainly = (asked: SplitQuestion): PaymentSplit[] | undefined => {
  const { scenario, entries, dealer, installments, subDealers } = asked;
  const top = percentage(dealer.topDealerRates[String(installments)]);
  const shared = scenario === 6 ? commissionsOfScenario6(asked) : new Map<number, bigint>();
  const splits: PaymentSplit[] = [];
  for (const entry of entries) {
    const id = entry.dealerId ?? 0;
    const fixed = entry.isIncludedFixedAmount === 1 ? BigInt(dealer.fixedAmount) : 0n;
    const passedOn = percentOf(entry.amountToBeCommissioned, top) + fixed;
    const own = subDealers.find(({ subDealerId }) => subDealerId === id)?.rates[String(installments)];
    const commissions: Record<CommissionScenario, bigint> = {
      1: percentOf(entry.amount, percentage(own)),
      2:
        percentOf(entry.amount, percentage(entry.dealerCommissionRate)) +
        BigInt(entry.dealerCommissionFixedAmount ?? 0),
      3: BigInt(entry.dealerCommissionAmount ?? 0),
      4: percentOf(entry.amount, percentage(entry.groupRevenueRate)) + passedOn,
      5: BigInt(entry.groupRevenueAmount ?? 0) + passedOn,
      6: shared.get(id) ?? 0n,
    };
    const commission = commissions[scenario];
    const amount = BigInt(entry.amount ?? 0) + (scenario === 6 ? commission : 0n);
    const topCommission = scenario === 4 || scenario === 5 ? passedOn : percentOf(entry.amount, top);
    if (commission > amount) return undefined;
    splits.push({
      subDealerId: id,
      amount: minor(Number(amount)),
      commission: minor(Number(commission)),
      net: minor(Number(amount - commission)),
      topDealerCommission: minor(Number(topCommission)),
      topDealerIncome: minor(Number(commission - topCommission)),
    });
  }
  return splits.toSorted((a, b) => a.subDealerId - b.subDealerId);
};

/** The splits, or undefined if the payment is refused because of a too large commission. */
const split = (asked: SplitQuestion): readonly PaymentSplit[] | undefined => {
  requireSplitFields(asked.scenario, asked.entries);
  checkSplitValues(asked.scenario, asked.entries, asked.amount);
  try {
    return splitPayment(asked);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.sentence).toMatch(
      /^The commission of sub-dealer \d+ is [\d.]+ and must not exceed its Amount, [\d.]+\.$/,
    );
    return undefined;
  }
};

const total = (splits: readonly PaymentSplit[], of: (split: PaymentSplit) => number): number =>
  splits.reduce((sum, one) => sum + of(one), 0);

describe('The commission scenarios, whatever the amounts and rates (dealer interface 2.3; decisions: commission)', () => {
  test('agree with a second, plain implementation in exact fractions', () => {
    let divided = 0;
    fc.assert(
      fc.property(questions, (asked) => {
        const splits = split(asked);
        expect(splits).toEqual(plainly(asked));
        divided += splits === undefined ? 0 : 1;
      }),
      { numRuns: 1000 },
    );
    // Enough of the random payments must be valid.
    expect(divided).toBeGreaterThan(300);
  });

  test('conserve every kurus: amounts add up to the payment, and commission and net to the amount', () => {
    fc.assert(
      fc.property(questions, (asked) => {
        const splits = split(asked);
        fc.pre(splits !== undefined);
        expect(total(splits, ({ amount }) => amount)).toBe(asked.amount);
        for (const one of splits) {
          expect(one.commission + one.net).toBe(one.amount);
          expect(one.topDealerIncome + one.topDealerCommission).toBe(one.commission);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('never give a negative net, commission or amount', () => {
    fc.assert(
      fc.property(questions, (asked) => {
        for (const { amount, commission, net, topDealerCommission } of split(asked) ?? []) {
          expect(Math.min(amount, commission, net, topDealerCommission)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('do not depend on the order of the entries or of what was found', () => {
    fc.assert(
      fc.property(questions, fc.nat(), (asked, turn) => {
        const at = turn % asked.entries.length;
        const turned = [...asked.entries.slice(at), ...asked.entries.slice(0, at)].toReversed();
        expect(split({ ...asked, entries: turned, subDealers: asked.subDealers.toReversed() })).toEqual(split(asked));
      }),
      { numRuns: 300 },
    );
  });

  test('refuse a sum that is off by any amount, in scenario 6 one that is too large', () => {
    fc.assert(
      fc.property(questions, fc.integer({ min: 1, max: 1_000_000 }), ({ scenario, entries, amount }, off) => {
        const sum = entries.reduce((all, entry) => all + (entry.amount ?? 0), 0);
        const wrong = scenario === 6 ? [sum - off] : [amount - off, amount + off];
        for (const payment of wrong) {
          expect(() => checkSplitValues(scenario, entries, minor(payment))).toThrow(Refusal);
        }
      }),
      { numRuns: 300 },
    );
  });
});
