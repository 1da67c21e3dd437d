import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { listDifferences } from '../../../../../functions/operator/operate/commands/differences.ts';
import type { Difference } from '../../../../../shared/domain/comparison/difference.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);
/** Rows of a page that is filtered. */
const EXAMINED = 500;

const differenceWith = (changes: Partial<Difference> = {}): Difference => ({
  day: '20270114',
  source: 'bank',
  dealerCode: 'D1',
  posId: 'isbank',
  orderId: 'ORDER-1',
  kind: 'other-amount',
  ours: { state: 'taken', amount: minor(2750), refunded: minor(100) },
  bank: { state: 'settled', amount: minor(2800), refunded: minor(0) },
  foundAtMs: NOON_MS,
  ...changes,
});

const positionOf = (index: number): string => `D1#bank#isbank#ORDER-${String(index).padStart(3, '0')}`;

const scene = (differences: readonly Difference[] = [differenceWith()]) => {
  const asked: unknown[] = [];
  const rows = differences.map((difference, index) => ({ difference, position: positionOf(index) }));
  const comparisons = {
    ofDay: async (query: { readonly after?: string; readonly limit: number }) => {
      asked.push(query);
      return rows.filter(({ position }) => position > (query.after ?? '')).slice(0, query.limit);
    },
  };
  const call = { deps: { comparisons }, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' };
  return { asked, show: (input: object = {}) => listDifferences.show(input, call as unknown as CommandCall) };
};

const shownIn = async (differences: readonly Difference[]) => (await scene(differences).show()).differences;

describe('list-differences', () => {
  test('shows what each side says of an order of yesterday', async () => {
    const { show, asked } = scene();
    expect(await show()).toEqual({
      day: '20270114',
      differences: [
        {
          source: 'bank',
          dealerCode: 'D1',
          posId: 'isbank',
          orderId: 'ORDER-1',
          kind: 'other-amount',
          ours: 'taken 27.5 refunded 1',
          bank: 'settled 28',
          foundAt: '2027-01-15T09:00:00.000Z',
        },
      ],
    });
    expect(asked).toEqual([{ day: '20270114', after: undefined, limit: EXAMINED }]);
  });

  test('shows a side without amounts by its state, and the currency where it is told', async () => {
    const sides = { ours: { state: 'unknown' }, bank: { state: 'voided', refunded: minor(5) } };
    expect(await shownIn([differenceWith({ ...sides, currency: 'USD' })])).toMatchObject([
      { ours: 'unknown', bank: 'voided refunded 0.05', currency: 'USD' },
    ]);
  });

  test('shows the day and the dealer that are asked for', async () => {
    const { show, asked } = scene([differenceWith(), differenceWith({ dealerCode: 'D2' })]);
    expect(await show({ day: '20270101', dealerCode: 'D2' })).toMatchObject({
      day: '20270101',
      differences: [{ dealerCode: 'D2' }],
    });
    expect(asked).toMatchObject([{ day: '20270101' }]);
    expect((await show({ dealerCode: null })).differences).toHaveLength(2);
  });

  test('goes on behind the last that it shows, fifty at once unless it is told otherwise', async () => {
    const { show } = scene(Array.from({ length: 60 }, () => differenceWith()));
    const first = await show();
    expect([(first.differences as object[]).length, first.next]).toEqual([50, positionOf(49)]);
    const second = await show({ cursor: first.next });
    expect((second.differences as object[]).length).toBe(10);
    expect(second).not.toHaveProperty('next');
    expect((await show({ limit: 2 })).next).toBe(positionOf(1));
  });
});
