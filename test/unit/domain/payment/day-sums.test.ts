import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptStates } from '../../../../shared/domain/attempt/states.ts';
import { currencies, minor } from '../../../../shared/domain/money/money.ts';
import { addSums, type DaySum, sumOfCharge, sumOfStep } from '../../../../shared/domain/payment/day-sums.ts';

const charge = (total: number, state: (typeof attemptStates)[number] = 'approved') =>
  sumOfCharge({ state, terms: { type: 'sale', total: minor(total), currency: 'TL' } });

test('charges and steps are counted by kind, state and currency; what cannot be read is told by itself', () => {
  const refund = { kind: 'refund', state: 'done', amount: minor(500) } as const;
  const reserved = { type: 'pre-authorisation', total: minor(9), currency: 'USD' } as const;
  expect(
    addSums([
      sumOfStep(undefined, 'TL'),
      sumOfStep({ kind: 'refund', state: 'refused', amount: minor(7) }, 'TL'),
      sumOfStep(refund, 'TL'),
      charge(2750),
      sumOfCharge({ state: 'approved', terms: reserved }),
      charge(100, 'declined'),
      sumOfCharge(undefined),
      charge(250),
      sumOfStep(refund, undefined),
    ]),
  ).toEqual([
    { kind: 'unreadable', count: 3, amount: 0 },
    { kind: 'sale', state: 'approved', currency: 'TL', count: 2, amount: 3000 },
    { kind: 'sale', state: 'declined', currency: 'TL', count: 1, amount: 100 },
    { kind: 'refund', state: 'done', currency: 'TL', count: 1, amount: 500 },
    { kind: 'refund', state: 'refused', currency: 'TL', count: 1, amount: 7 },
    { kind: 'pre-authorisation', state: 'approved', currency: 'USD', count: 1, amount: 9 },
  ]);
});

test('pages add up to the same sums wherever the day is cut into pages', () => {
  const one = fc
    .record({
      state: fc.constantFrom(...attemptStates),
      terms: fc.record({
        type: fc.constantFrom('sale' as const, 'pre-authorisation' as const),
        total: fc.nat(10_000_000).map(minor),
        currency: fc.constantFrom(...currencies),
      }),
    })
    .map(sumOfCharge);
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), fc.nat(40), (all: readonly DaySum[], cut) => {
      const inPages = addSums([...addSums(all.slice(0, cut)), ...addSums(all.slice(cut))]);
      expect(inPages).toEqual(addSums(all));
      expect(inPages.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
    }),
  );
});
