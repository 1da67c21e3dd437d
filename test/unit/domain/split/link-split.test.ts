import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { chargedSplits, freezeSplit, type SplitToFreeze } from '../../../../shared/domain/split/link-split.ts';
import type { CommissionScenario, PaymentSplit, SplitEntry } from '../../../../shared/domain/split/payment-split.ts';
import { entryOf, rateOf, subDealerWith, topDealer } from '../../../support/payment/splits.ts';

const AMOUNT = minor(2750);

const frozen = (
  scenario: CommissionScenario,
  more: readonly [Partial<SplitEntry>, Partial<SplitEntry>] = [{}, {}],
  { allowedCounts = [1, 3], ...changes }: Partial<SplitToFreeze> & { readonly allowedCounts?: readonly number[] } = {},
) =>
  freezeSplit(
    {
      scenario,
      entries: [entryOf(1774, 1025, more[0]), entryOf(1803, 1725, more[1])],
      dealer: topDealer,
      subDealers: [subDealerWith(1774), subDealerWith(1803)],
      ...changes,
    },
    { amount: AMOUNT, allowedCounts },
  );

const commissions = (splits: readonly PaymentSplit[] | undefined) =>
  splits?.map(({ subDealerId, amount, commission }) => [subDealerId, amount, commission]);

describe('The split of a link, frozen when the link is made (decisions: links with sub-dealers)', () => {
  test('keeps the dealer’s own rates, and those of sub-dealers in the scenario that needs them', () => {
    const { split } = frozen(1);
    expect(split).toMatchObject({ topDealerRates: topDealer.topDealerRates, fixedAmount: topDealer.fixedAmount });
    expect(split.subDealerRates).toEqual({ 1774: subDealerWith(1774).rates, 1803: subDealerWith(1803).rates });
    const amounts = [{ dealerCommissionAmount: minor(5) }, { dealerCommissionAmount: minor(7) }] as const;
    expect(Object.keys(frozen(3, amounts).split.subDealerRates)).toEqual([]);
  });

  test('a count without a rate is not offered; a first count without one is refused as a request that cannot be made', () => {
    const rates = { '1': rateOf('2'), '6': rateOf('3') };
    const subDealers = [subDealerWith(1774, { rates }), subDealerWith(1803)];
    expect(frozen(1, [{}, {}], { subDealers }).allowedCounts).toEqual([1]);
    expect(() => frozen(1, [{}, {}], { subDealers, allowedCounts: [3] })).toThrow(
      expect.objectContaining({
        reason: 'InvalidRequest',
        sentence: 'Sub-dealer 1774 has no commission rate for InstallmentNumber 3.',
      }),
    );
  });

  test('a defect is no refusal', () => {
    const entries = [entryOf(1774, 1000)];
    expect(() => frozen(1, [{}, {}], { entries })).toThrow('the splits of a payment add up to its amount');
  });
});

describe('The shares of a link in what is charged (decisions: links with sub-dealers)', () => {
  const terms = (scenario: CommissionScenario, more: Parameters<typeof frozen>[1] = [{}, {}]) => ({
    amount: AMOUNT,
    preAuthorisation: false,
    split: frozen(scenario, more).split,
  });
  const asked = { total: AMOUNT, count: 1 };
  const above = { total: minor(2860), count: 1 };

  test('are none without sub-dealers', () => {
    expect(chargedSplits({ amount: AMOUNT, preAuthorisation: false }, asked)).toEqual([]);
  });

  test('are those of a direct payment, by the rates of the day on which the link was made', () => {
    // 10.25 x 2 % = 0.205 and 17.25 x 2 % = 0.345.
    expect(commissions(chargedSplits(terms(1), asked))).toEqual([
      [1774, 1025, 21],
      [1803, 1725, 35],
    ]);
  });

  test('have the commission that the payer bears in proportion, by largest remainder', () => {
    expect(commissions(chargedSplits(terms(1), above))).toEqual([
      [1774, 1066, 21],
      [1803, 1794, 36],
    ]);
  });

  test.each([
    [4, { groupRevenueRate: rateOf('0') }, { groupRevenueRate: rateOf('0') }],
    [5, { groupRevenueAmount: minor(0) }, { groupRevenueAmount: minor(0) }],
  ] as const)('scenario %d: the sums that the service rates follow too, on their own', (scenario, one, other) => {
    const more = [
      { ...one, amountToBeCommissioned: minor(0) },
      { ...other, amountToBeCommissioned: AMOUNT },
    ] as const;
    // 27.50 x 1.79 % = 0.49225, and 28.60 x 1.79 % = 0.51194, all of it at the second.
    expect(commissions(chargedSplits(terms(scenario, more), asked))?.map(([, , commission]) => commission)).toEqual([
      0, 49,
    ]);
    expect(commissions(chargedSplits(terms(scenario, more), above))?.map(([, , commission]) => commission)).toEqual([
      0, 51,
    ]);
  });

  test('scenario 6: what each sub-dealer gets stays, and the rest is commission', () => {
    const entries = [entryOf(1774, 1000), entryOf(1803, 1700)];
    const { split } = frozen(6, [{}, {}], { entries });
    const nets = chargedSplits({ amount: AMOUNT, preAuthorisation: false, split }, above)?.map(({ net }) => net);
    expect(nets).toEqual([1000, 1700]);
  });

  test('are undefined where a commission would pass its share', () => {
    const { split } = frozen(3, [{ dealerCommissionAmount: minor(1025) }, { dealerCommissionAmount: minor(0) }]);
    const below = { total: minor(2000), count: 1 };
    expect(chargedSplits({ amount: AMOUNT, preAuthorisation: false, split }, below)).toBeUndefined();
  });

  test('keep what their commissions are made of for a pre-authorisation alone', () => {
    const held = chargedSplits({ ...terms(1), preAuthorisation: true }, asked);
    expect(held?.map(({ terms: kept }) => kept?.commission.rated.map(({ base }) => base))).toEqual([[1025], [1725]]);
    for (const one of chargedSplits(terms(1), asked) ?? []) expect(one).not.toHaveProperty('terms');
  });

  test('a split that does not add up is a defect, and no count that is not offered', () => {
    const { split, ...link } = terms(1);
    const broken = { ...link, split: { ...split, entries: [entryOf(1774, 1000)] } };
    expect(() => chargedSplits(broken, asked)).toThrow('the splits of a payment add up to its amount');
  });
});
