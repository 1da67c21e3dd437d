import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChargeMoney, chargedShares, wholeCapture } from '../../../shared/domain/ledger/charged-shares.ts';
import { balancesOf, type Posting } from '../../../shared/domain/ledger/posting.ts';
import { chargeMovement, refundMovement } from '../../../shared/domain/ledger/share.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { Rate } from '../../../shared/domain/money/rate.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { chargedSplits, freezeSplit, type SplitToFreeze } from '../../../shared/domain/split/link-split.ts';
import { commissionScenarios, type PaymentSplit } from '../../../shared/domain/split/payment-split.ts';
import { splitPayment } from '../../../shared/domain/split/split-payment.ts';
import { quotesFor } from '../../../shared/domain/virtual-pos/installment-quotes.ts';
import { entryOf, subDealerWith } from '../../support/payment/splits.ts';

const COUNTS = [1, 2, 3, 6, 12];
const rate = fc
  .oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 1_000_000 }))
  .map((r) => r as Rate);
/** A rate for some of the counts. */
const rates = fc
  .array(fc.option(rate, { nil: undefined, freq: 6 }), { minLength: COUNTS.length, maxLength: COUNTS.length })
  .map((drawn) =>
    Object.fromEntries(drawn.flatMap((one, at) => (one === undefined ? [] : [[String(COUNTS[at]), one]]))),
  );

const part = fc.record({
  amount: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2_000_000 })).map(minor),
  fixed: fc.integer({ min: 0, max: 40 }).map(minor),
  rate,
  ownRates: rates,
  included: fc.constantFrom(undefined, 0, 1),
});

const requests = fc
  .record({
    scenario: fc.constantFrom(...commissionScenarios),
    parts: fc.array(part, { minLength: 1, maxLength: 12 }),
    left: fc.integer({ min: 0, max: 5000 }),
    topDealerRates: rates,
    fixedAmount: fc.integer({ min: 0, max: 50 }).map(minor),
    posRates: rates,
    commissionByDealer: fc.constantFrom(0, 1, 3, 12),
    commissionDifferenceOnly: fc.boolean(),
    preAuthorisation: fc.boolean(),
    pooled: fc.boolean(),
  })
  .map(({ scenario, parts, left, topDealerRates, fixedAmount, ...more }) => {
    const sum = parts.reduce((all, { amount }) => all + amount, 0);
    const entries = parts.map((one, index) =>
      entryOf(index + 1, one.amount, {
        dealerCommissionRate: one.rate,
        dealerCommissionAmount: one.fixed,
        dealerCommissionFixedAmount: one.fixed,
        groupRevenueRate: one.rate,
        groupRevenueAmount: one.fixed,
        // All of it on the last entry, so that this sum is one that a share cannot stand for.
        amountToBeCommissioned: minor(index === parts.length - 1 ? sum : 0),
        isIncludedFixedAmount: one.included,
      }),
    );
    const subDealers = parts.map(({ ownRates }, index) => subDealerWith(index + 1, { rates: ownRates }));
    const asked: SplitToFreeze = { scenario, entries, dealer: { topDealerRates, fixedAmount }, subDealers };
    return { asked, amount: minor(scenario === 6 ? sum + left : sum), ...more };
  });
type LinkRequest = typeof requests extends fc.Arbitrary<infer Of> ? Of : never;

/** The terms of the link; undefined where the request is refused. */
const termsOf = ({ asked, amount, ...more }: LinkRequest) => {
  try {
    return {
      amount,
      currency: 'TL',
      installments: { by: 'payer' },
      threeDMandatory: false,
      cardStorage: 'never',
      ...more,
      ...freezeSplit(asked, { amount, allowedCounts: COUNTS }),
    } as const;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

const sumOf = (splits: readonly PaymentSplit[], field: 'amount' | 'net' | 'commission'): number =>
  splits.reduce((sum, split) => sum + split[field], 0);

/** What is left on the accounts after these movements. */
const leftAfter = (...movements: readonly (readonly Posting[])[]) => balancesOf(movements.flat());

/** Charge, then refunds of a part and of the rest: every kurus that came goes back from where it went. */
const expectConserved = (money: ChargeMoney): void => {
  const shares = chargedShares(money, wholeCapture(money));
  const charge = chargeMovement(shares);
  expect(leftAfter(charge).get('payer')).toBe(0 - money.total);
  const first = shares.map((share) => ({ share, amount: minor(Math.floor(share.gross / 3)) }));
  const rest = first.map(({ share, amount }) => {
    const refunded = minor(share.refunded + amount);
    return { share: { ...share, refunded }, amount: minor(share.gross - refunded) };
  });
  expect([...leftAfter(charge, refundMovement(first), refundMovement(rest))]).toEqual([]);
};

describe('The split of a link (decisions: links with sub-dealers)', () => {
  test('adds up to what is charged in every count that is offered, and every kurus of it is conserved', () => {
    let offered = 0;
    let withCommissionOfPayer = 0;
    fc.assert(
      fc.property(requests, (request) => {
        const terms = termsOf(request);
        if (terms === undefined) return;
        const pos = { installmentCounts: COUNTS.slice(1), rates: request.posRates };
        for (const quote of quotesFor({ terms, pos })) {
          const splits = chargedSplits(terms, quote) ?? [];
          offered += 1;
          if (quote.commission > 0) withCommissionOfPayer += 1;
          expect(splits.map(({ subDealerId }) => subDealerId)).toEqual(
            request.asked.entries.map(({ dealerId }) => dealerId),
          );
          expect(sumOf(splits, 'amount')).toBe(quote.total);
          expect(sumOf(splits, 'net') + sumOf(splits, 'commission')).toBe(quote.total);
          expect(splits.every(({ net, commission }) => net >= 0 && commission >= 0)).toBe(true);
          if (request.asked.scenario === 6) {
            expect(splits.map(({ net }) => net)).toEqual(request.asked.entries.map(({ amount }) => amount));
          }
          const commission = { payer: minor(0), dealer: minor(0) };
          const money = { total: quote.total, commission, splits, pooled: request.pooled };
          expectConserved(money);
        }
      }),
      { numRuns: 400 },
    );
    expect(offered).toBeGreaterThan(400);
    expect(withCommissionOfPayer).toBeGreaterThan(50);
  });

  test('is that of a direct payment where the payer bears no commission', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const terms = termsOf({ ...request, preAuthorisation: false });
        if (terms === undefined) return;
        const { asked, amount } = request;
        for (const installments of terms.allowedCounts) {
          const direct = splitPayment({ ...asked, amount, installments });
          expect(chargedSplits(terms, { total: amount, count: installments })).toEqual(direct);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('gives the commission of the payer to the shares in proportion, and in scenario 6 to the difference', () => {
    const dealer = { topDealerRates: { '1': 10_000 as Rate, '3': 20_000 as Rate }, fixedAmount: minor(0) };
    const subDealers = [subDealerWith(1), subDealerWith(2)];
    const splitIn = (scenario: 2 | 6, amounts: readonly [number, number]) => {
      const dealerCommissionRate = 100_000 as Rate;
      const entries = amounts.map((one, at) => entryOf(at + 1, one, { dealerCommissionRate }));
      const frozen = freezeSplit(
        { scenario, entries, dealer, subDealers },
        { amount: minor(1000), allowedCounts: [1, 2, 3] },
      );
      expect(frozen.allowedCounts).toEqual([1, 3]);
      const terms = { amount: minor(1000), preAuthorisation: false, ...frozen };
      return chargedSplits(terms, { total: minor(1101), count: 3 })?.map(
        ({ amount, commission, topDealerCommission }) => [amount, commission, topDealerCommission],
      );
    };
    // 750 and 250 of 1000 are 825.75 and 275.25 of 1101; the larger remainder takes the odd kurus.
    expect(splitIn(2, [750, 250])).toEqual([
      [826, 83, 17],
      [275, 28, 6],
    ]);
    // 900 and 50 are what both get; 151 is shared by 900 to 50.
    expect(splitIn(6, [900, 50])).toEqual([
      [1043, 143, 18],
      [58, 8, 1],
    ]);
  });
});
