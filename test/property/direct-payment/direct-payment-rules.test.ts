import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDirectCard } from '../../../shared/domain/direct-payment/direct-payment-card.ts';
import type { DirectPaymentFields } from '../../../shared/domain/direct-payment/direct-payment-fields.ts';
import {
  checkDirectPayment,
  directPosOf,
  splitsOf,
} from '../../../shared/domain/direct-payment/direct-payment-rules.ts';
import { askedInstallmentCount } from '../../../shared/domain/money/asked-terms.ts';
import { MAX_AMOUNT_MINOR, minor } from '../../../shared/domain/money/money.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { SplitEntry } from '../../../shared/domain/split/payment-split.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';
import { rateOf, subDealerWith, topDealer } from '../../support/payment/splits.ts';

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const text = maybe(fc.string({ unit: 'grapheme', maxLength: 30 }));
const flag = maybe(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(0, 1) }, fc.integer({ min: -2, max: 3 })));
const money = maybe(fc.oneof(fc.nat(300), fc.nat(MAX_AMOUNT_MINOR)).map(minor));
const percentage = maybe(fc.nat(1_000_000).map((tenThousandths) => rateOf(`${tenThousandths}e-4`)));

const anyEntry: fc.Arbitrary<SplitEntry> = fc.record({
  dealerId: maybe(fc.constantFrom(1774, 1803, 99)),
  amount: money,
  dealerCommissionRate: percentage,
  dealerCommissionAmount: money,
  dealerCommissionFixedAmount: money,
  groupRevenueRate: percentage,
  groupRevenueAmount: money,
  amountToBeCommissioned: money,
  isIncludedFixedAmount: flag,
});

/** Repairs what random fields seldom get right: values in their ranges, and amounts that add up. */
const putRight = (fields: DirectPaymentFields): DirectPaymentFields => {
  const subDealers = [...new Map(fields.subDealers.map((entry) => [entry.dealerId, entry])).values()];
  const sum = subDealers.reduce((all, { amount = 0 }) => all + amount, 0);
  return {
    ...fields,
    subDealers: subDealers.filter(({ dealerId, amount = 0 }) => dealerId !== 99 && amount > 0),
    isPreAuth: 1,
    isPoolPayment: 0,
    integratorId: 7,
    currency: 'TL',
    installmentNumber: fields.installmentNumber === 3 ? 3 : 1,
    amount: sum > 0 ? minor(sum) : fields.amount,
  };
};

const anyFields: fc.Arbitrary<DirectPaymentFields> = fc
  .record({
    amount: money,
    currency: maybe(fc.constantFrom('TL', 'TL', 'USD', 'TRY')),
    installmentNumber: maybe(fc.oneof(fc.integer({ min: -1, max: 13 }), fc.constant(Number.NaN))),
    otherTrxCode: text,
    isPreAuth: flag,
    isPoolPayment: flag,
    integratorId: maybe(fc.constantFrom(7, 8)),
    description: text,
    commissionScenario: maybe(fc.integer({ min: 0, max: 7 })),
    subDealers: fc.array(anyEntry, { maxLength: 3 }),
    buyer: fc.record({ fullName: text, email: maybe(fc.emailAddress()) }),
    basket: fc.constant([]),
    customer: fc.record({ customerCode: text, gsmNumber: maybe(fc.constantFrom('5301111111', '1')) }),
    card: fc.record({
      holderName: text,
      number: maybe(fc.oneof(fc.constant('4111111111111111'), fc.string({ maxLength: 25 }))),
      expiryMonth: maybe(fc.constantFrom('12', '1', '13')),
      expiryYear: maybe(fc.constantFrom('2030', '30', '2020')),
      cvc: maybe(fc.constantFrom('123', '12')),
      token: maybe(fc.oneof(fc.uuid(), fc.string())),
    }),
  })
  .chain((fields) => fc.boolean().map((right) => (right ? putRight(fields) : fields)));

describe('The rules of a direct payment, whatever is asked for', () => {
  test('refuse by a Refusal with a sentence that holds no card, or let pass what conserves every kurus', () => {
    let passed = 0;
    const operations = fc.constantFrom('DoDirectPaymentMarketPlace' as const, 'DoDirectPayment' as const);
    fc.assert(
      fc.property(anyFields, operations, (fields, operation) => {
        const context = { fields, operation, dealer: dealerWith(topDealer), today: '20260115' };
        try {
          checkDirectPayment(context);
          const splits = splitsOf(context, [subDealerWith(1774), subDealerWith(1803)]);
          directPosOf(fields, { ofDealer: [posWith()], bankOfCard: undefined });
          if (splits.length > 0) expect(splits.reduce((sum, { amount }) => sum + amount, 0)).toBe(fields.amount);
          passed += 1;
          readDirectCard(fields, { dealer: { cvcOptional: false }, today: '20260115' });
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          const { sentence } = error as Refusal;
          expect(sentence).toMatch(/^[A-Z].*\.$/);
          expect(sentence).not.toContain('4111111111111111');
          return;
        }
        expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]).toContain(askedInstallmentCount(fields));
        expect(fields.amount).toBeGreaterThan(0);
      }),
      { numRuns: 3000 },
    );
    // Enough of the random payments must be valid.
    expect(passed).toBeGreaterThan(100);
  });
});
