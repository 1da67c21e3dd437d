import { expect, test } from 'vitest';
import { doneDayAtLeast, lastComparableDay } from '../../../../shared/domain/comparison/comparison-days.ts';
import { ordersIn, SAMPLE_SIZE, withCandidates, withoutOrders } from '../../../../shared/domain/comparison/sample.ts';

const orders = (count: number, posId = 'isbank') =>
  Array.from({ length: count }, (_, index) => ({ posId, orderId: `ORDER-${index}` }));
const idsOf = (sample: Parameters<typeof ordersIn>[0]) => ordersIn(sample).map(({ orderId }) => orderId);

test('200 orders of each virtual POS are chosen, the same ones in whatever order pages are read, and twice', () => {
  const all = orders(1000);
  const whole = withCandidates({}, all, '20270115');
  const parts = [all.slice(700), all.slice(0, 400), all.slice(0, 400), all.slice(400, 700)];
  const inParts = parts.reduce((sample, part) => withCandidates(sample, part, '20270115'), {});
  expect(inParts).toEqual(whole);
  const chosen = idsOf(whole);
  expect(new Set(chosen).size).toBe(SAMPLE_SIZE);
  // No part of the day is left out: the choice does not follow the order of the orders.
  const half = chosen.filter((id) => Number(id.slice(6)) < 500).length;
  expect(half).toBeGreaterThan(60);
  expect(half).toBeLessThan(140);
  expect(idsOf(withCandidates({}, all, '20270116'))).not.toEqual(chosen);
  expect(ordersIn(withCandidates(whole, orders(3, 'akbank'), '20270115'))).toHaveLength(SAMPLE_SIZE + 3);
});

test('the sample of a dealer with very many virtual POS stays within one row', () => {
  const sample = Array.from({ length: 100 }, (_, pos) => `pos-${pos}`).reduce(
    (before, posId) => withCandidates(before, orders(300, posId), '20270115'),
    {},
  );
  expect(ordersIn(withCandidates(sample, [], '20270115')).length).toBeLessThanOrEqual(6000);
});

test('what was asked about is taken out, and a virtual POS without orders with it', () => {
  const sample = withCandidates({}, [...orders(2), { posId: 'akbank', orderId: 'ORDER-A' }], '20270115');
  const left = withoutOrders(sample, new Set(['ORDER-0', 'ORDER-A']));
  expect(ordersIn(left)).toEqual([{ posId: 'isbank', orderId: 'ORDER-1' }]);
});

test('a day is compared from three in the night on, and what is older than a week is left out', () => {
  // Istanbul is three hours ahead.
  const midnight = Date.UTC(2027, 0, 15, 21);
  expect(lastComparableDay(midnight + 3 * 3_600_000)).toBe('20270115');
  expect(lastComparableDay(midnight + 3 * 3_600_000 - 1)).toBe('20270114');
  expect(doneDayAtLeast(undefined, '20270115')).toBe('20270114');
  expect(doneDayAtLeast('20270112', '20270115')).toBe('20270112');
  expect(doneDayAtLeast('20261201', '20270115')).toBe('20270108');
});
