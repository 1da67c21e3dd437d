import { describe, expect, test } from 'vitest';
import { showDay } from '../../../../../functions/operator/operate/commands/show-day.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import { directAttemptWith } from '../../../../support/payment/attempts.ts';
import { reversalOf } from '../../../../support/payment/steps.ts';
import { chargeAt, DAY, type ListedDay, listedDays, stepAt } from './listed-day-scene.ts';

const PAGE = 500;

const paid = directAttemptWith('D1', { state: 'approved' });
const declined = directAttemptWith('D1', { state: 'declined' });
const refund = reversalOf(paid, { kind: 'refund', state: 'done', amount: minor(2500) });
const times = <One>(count: number, one: One): readonly One[] => Array.from({ length: count }, () => one);

const SALE = { dealerCode: 'D1', kind: 'sale', state: 'approved', currency: 'TL' };

describe('show-day', () => {
  test('sums up charges and steps of a dealer by kind, state and currency, with those that cannot be read', async () => {
    const steps = [{ attempt: paid, step: refund }, { attempt: paid }];
    const { call, queries } = listedDays({ [`D1/${DAY}`]: { charges: [paid, declined, paid, undefined], steps } });
    expect(await showDay.show({ dealerCode: 'D1' }, call)).toEqual({
      day: DAY,
      sums: [
        { dealerCode: 'D1', kind: 'unreadable', count: 1, amount: 0 },
        { ...SALE, count: 2, amount: 20_000 },
        { ...SALE, state: 'declined', count: 1, amount: 10_000 },
        { dealerCode: 'D1', kind: 'unreadable', count: 1, amount: 0 },
        { dealerCode: 'D1', kind: 'refund', state: 'done', currency: 'TL', count: 1, amount: 2500 },
      ],
    });
    const query = { dealerCode: 'D1', day: DAY, listingShards: 2, limit: PAGE };
    expect(queries).toEqual([query, query]);
  });

  test('without a dealer goes through all of them, each with its charges and then its steps', async () => {
    const days = { [`D1/${DAY}`]: { charges: [paid] }, 'D2/20270101': { charges: [paid] } };
    const { call, asked } = listedDays(days);
    expect(await showDay.show({}, call)).toEqual({ day: DAY, sums: [{ ...SALE, count: 1, amount: 10_000 }] });
    const lists = [`D1 ${DAY} charges -`, `D1 ${DAY} steps -`, `D2 ${DAY} charges -`, `D2 ${DAY} steps -`];
    expect(asked).toEqual(lists);
    expect(await showDay.show({ dealerCode: null, day: '20270101' }, call)).toMatchObject({
      day: '20270101',
      sums: [{ dealerCode: 'D2', count: 1 }],
    });
  });

  test('of one dealer ends behind its steps, and goes on in the middle of a list', async () => {
    const { call, asked } = listedDays({ [`D1/${DAY}`]: {}, [`D2/${DAY}`]: {} });
    expect(await showDay.show({ dealerCode: 'D1' }, call)).not.toHaveProperty('next');
    for (const place of ['', 'steps', chargeAt(7), stepAt(7)]) {
      await showDay.show({ dealerCode: 'D1', cursor: `D1/${place}` }, call);
    }
    const [charges, steps] = [`D1 ${DAY} charges`, `D1 ${DAY} steps`];
    expect(asked).toEqual([
      `${charges} -`,
      `${steps} -`,
      `${charges} -`,
      `${steps} -`,
      `${steps} -`,
      `${charges} ${chargeAt(7)}`,
      `${steps} -`,
      `${steps} ${stepAt(7)}`,
    ]);
  });

  test('reads a list to its end, page by page', async () => {
    const day: ListedDay = { charges: times(PAGE + 1, paid), steps: times(PAGE, { attempt: paid, step: refund }) };
    const { call, asked } = listedDays({ [`D1/${DAY}`]: day });
    const { sums } = await showDay.show({ dealerCode: 'D1' }, call);
    expect(sums).toMatchObject([{ count: PAGE }, { count: 1 }, { kind: 'refund', count: PAGE }]);
    expect(asked.map((one) => one.split(' ').slice(2).join(' '))).toEqual([
      'charges -',
      `charges ${chargeAt(PAGE - 1)}`,
      'steps -',
      `steps ${stepAt(PAGE - 1)}`,
    ]);
  });

  test('ends a call behind so many rows, and says where the next one goes on', async () => {
    const many = times(11 * PAGE, paid);
    const { call, asked } = listedDays({ [`D1/${DAY}`]: { charges: many } });
    const first = await showDay.show({}, call);
    expect([asked.length, first.next]).toEqual([10, `D1/${chargeAt(10 * PAGE - 1)}`]);
    const second = await showDay.show({ cursor: first.next }, call);
    expect(second).toMatchObject({ sums: [{ count: PAGE }] });
    expect(second).not.toHaveProperty('next');
  });

  test('counts the reads of dealers without payments too, and goes on with the next of them', async () => {
    const codes = Array.from({ length: 260 }, (_, index) => `D${String(index).padStart(3, '0')}`);
    const { call, asked } = listedDays(Object.fromEntries(codes.map((code) => [`${code}/${DAY}`, {}])));
    const first = await showDay.show({}, call);
    expect([asked.length, first.next]).toEqual([500, 'D250/']);
    expect(await showDay.show({ cursor: first.next }, call)).not.toHaveProperty('next');
    expect(asked).toHaveLength(520);
  });

  test.each([
    [10_000, 2],
    [10_001, 1],
  ])('where a read takes %d ms ends a call behind %d of them', async (tickMs, reads) => {
    const { call, asked } = listedDays({ [`D1/${DAY}`]: {}, [`D2/${DAY}`]: {} }, tickMs);
    expect((await showDay.show({}, call)).next).toBe(reads === 2 ? 'D2/' : 'D1/steps');
    expect(asked).toHaveLength(reads);
  });

  test('of a stage without dealers is empty', async () => {
    expect(await showDay.show({}, listedDays({}).call)).toEqual({ day: DAY, sums: [] });
  });
});
