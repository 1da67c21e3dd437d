import { expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { fixedTerms, scaledTerms, sumOfTerms } from '../../../../shared/domain/split/commission-terms.ts';
import { rateOf } from '../../../support/payment/splits.ts';

test('a fixed term is all of itself, and none where it is 0', () => {
  expect(fixedTerms(minor(0))).toEqual([]);
  expect(sumOfTerms({ rated: fixedTerms(minor(25)), fixed: minor(0) })).toBe(25);
});

test('terms follow a share by their bases, each percentage rounded by itself; what follows no share stays', () => {
  const rated = [
    { base: minor(1000), rate: rateOf('2') },
    { base: minor(333), rate: rateOf('1.5') },
  ];
  const terms = {
    commission: { rated, fixed: minor(7) },
    topDealerCommission: { rated: [{ base: minor(1000), rate: rateOf('1') }], fixed: minor(3) },
  };
  // 20.00 and 4.995, and of half the bases 10.00 and 2.505: 1.67 x 1.5 %.
  expect(sumOfTerms(terms.commission)).toBe(20 + 5 + 7);
  const half = scaledTerms(terms, { part: minor(500), whole: minor(1000) });
  expect(half.commission.rated.map(({ base }) => base)).toEqual([500, 167]);
  expect([sumOfTerms(half.commission), sumOfTerms(half.topDealerCommission)]).toEqual([10 + 3 + 7, 5 + 3]);
});
