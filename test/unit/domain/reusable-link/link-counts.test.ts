import { expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { linkCountsOf, type PaidCharge } from '../../../../shared/domain/reusable-link/link-counts.ts';

const charge = (total: number, changes: Partial<PaidCharge> = {}): PaidCharge => ({
  state: 'approved',
  terms: { total: minor(total), currency: 'TL' },
  ...changes,
});

test('Counts of a link: parts of refunds count in the sum alone, and a void gives all of it back', () => {
  const counts = linkCountsOf([
    { attempts: 0 },
    { attempts: 2 },
    { attempts: 1, paid: charge(1000) },
    { attempts: 1, paid: charge(2000, { refunded: minor(500) }) },
    { attempts: 3, paid: charge(3000, { state: 'refunded', refunded: minor(3000) }) },
    { attempts: 1, paid: charge(4000, { state: 'voided' }) },
    { attempts: 1, paid: charge(5000, { captured: minor(4500) }) },
    { attempts: 1, paid: charge(700, { terms: { total: minor(700), currency: 'EUR' } }) },
  ]);
  expect(counts).toEqual({
    opened: 8,
    started: 7,
    paid: 6,
    givenBack: 2,
    sums: [
      { currency: 'TL', paid: 14_500, givenBack: 7500 },
      { currency: 'EUR', paid: 700, givenBack: 0 },
    ],
  });
});

test('Counts of a link that nobody has opened', () => {
  expect(linkCountsOf([])).toEqual({ opened: 0, started: 0, paid: 0, givenBack: 0, sums: [] });
});
