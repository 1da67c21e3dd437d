import { describe, expect, test } from 'vitest';
import { findPayments } from '../../../../../functions/operator/operate/commands/find-payments.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import { directAttemptWith } from '../../../../support/payment/attempts.ts';
import { chargeAt, DAY, type ListedDay, listedDays } from './listed-day-scene.ts';

const PAGE = 500;
const MAX_EXAMINED = 5000;

const cheap = directAttemptWith('D1', { terms: { ...directAttemptWith('D1').terms, total: minor(100) } });
const dear = directAttemptWith('D1', { maskedCard: '411111******2222' }, { buyer: { fullName: 'Bea' } });
const times = <One>(count: number, one: One): readonly One[] => Array.from({ length: count }, () => one);

const scene = (days: Readonly<Record<string, ListedDay>>) => {
  const { call, asked, ...of } = listedDays(
    Object.fromEntries(Object.entries(days).map(([day, one]) => [`D1/${day}`, one])),
  );
  const show = async (input: object) => {
    const { found, ...rest } = await findPayments.show({ dealerCode: 'D1', ...input }, call);
    return { orders: (found as readonly { orderId: string }[]).map(({ orderId }) => orderId), found, rest };
  };
  return { ...of, asked: () => asked.map((one) => one.split(' ').slice(1).join(' ')), show };
};

describe('find-payments', () => {
  test.each([
    [{ amount: '1.00' }, [cheap.orderId]],
    [{ lastFour: '2222' }, [dear.orderId]],
    [{ payer: 'bea' }, [dear.orderId]],
    [{ authCode: 'none', amount: null }, []],
    [{ amount: '1.00', lastFour: '2222' }, []],
  ])('with %j finds what fits all of it, and tells a row that cannot be read', async (input, orders) => {
    const { show } = scene({ [DAY]: { charges: [cheap, dear, undefined] } });
    const { orders: found, rest, found: rows } = await show(input);
    expect(found).toEqual([...orders, 'ORDER-x']);
    expect((rows as readonly unknown[]).at(-1)).toEqual({ orderId: 'ORDER-x', unreadable: true });
    expect(rest).toEqual({ examined: DAY });
  });

  test('reads the links of what it found alone, unless a payer is asked for', async () => {
    const { show, linksOf } = scene({ [DAY]: { charges: [cheap, dear, undefined] } });
    await show({ amount: '1.00' });
    await show({ payer: 'bea' });
    expect(linksOf).toEqual([[cheap], [cheap, dear]]);
  });

  test.each([
    [{}, [DAY]],
    [{ from: '20270113' }, ['20270113']],
    [{ from: '20270113', until: DAY }, ['20270113', '20270114', DAY]],
    [{ from: null, until: '20270116' }, [DAY, '20270116']],
  ])('of %j reads its days one after the other', async (input, days) => {
    const { show, asked, queries } = scene({ [days.at(-1) ?? '']: { charges: [cheap] } });
    const { orders, rest } = await show({ amount: '1', ...input });
    expect([orders, rest]).toEqual([[cheap.orderId], { examined: days.at(-1) }]);
    expect(asked()).toEqual(days.map((day) => `${day} charges -`));
    expect(queries[0]).toMatchObject({ listingShards: 2, limit: PAGE });
  });

  test('reads a day page by page', async () => {
    const { show, asked } = scene({ [DAY]: { charges: [...times(PAGE, dear), cheap] } });
    expect((await show({ amount: '1' })).orders).toEqual([cheap.orderId]);
    expect(asked()).toEqual([`${DAY} charges -`, `${DAY} charges ${chargeAt(PAGE - 1)}`]);
  });

  test('ends a call behind so many payments, in the middle of a day, where the next one goes on', async () => {
    const { show, asked } = scene({ [DAY]: { charges: [...times(MAX_EXAMINED, dear), cheap] } });
    const { rest, orders } = await show({ amount: '1', from: '20270114', until: DAY });
    expect([orders, rest]).toEqual([[], { examined: DAY, next: chargeAt(MAX_EXAMINED - 1) }]);
    expect(asked()).toHaveLength(1 + MAX_EXAMINED / PAGE);
    expect(await show({ amount: '1', from: '20270114', until: DAY, cursor: rest.next })).toMatchObject({
      orders: [cheap.orderId],
      rest: { examined: DAY },
    });
    expect(asked().at(-1)).toBe(`${DAY} charges ${chargeAt(MAX_EXAMINED - 1)}`);
  });

  test('ends a call at the end of a day, and the next one goes on with the day behind it', async () => {
    const full = { charges: times(MAX_EXAMINED - 1, dear) };
    const days = { from: '20270109', until: '20270112' };
    const { show, asked } = scene({
      '20270110': full,
      '20270111': { charges: [cheap] },
      '20270112': { charges: [cheap] },
    });
    // The day without payments counts as one, and so it is over behind the 10th.
    const { rest } = await show({ amount: '1', ...days });
    expect(rest).toMatchObject({ examined: '20270111' });
    const { orders } = await show({ amount: '1', ...days, cursor: rest.next });
    expect(orders).toEqual([cheap.orderId, cheap.orderId]);
    expect(asked().slice(-2)).toEqual([expect.stringMatching(/^20270111 charges 0/), '20270112 charges -']);
  });

  test.each([
    [{}, 'amount', 'amount or lastFour, payer or authCode is required; list-payments lists a whole day.'],
    [{ amount: '1', from: '20270115', until: '20270114' }, 'until', 'until must not be before from.'],
    [{ amount: '1', from: '20260101', until: '20270102' }, 'until', 'until must be less than 366 days behind from.'],
    [{ lastFour: '12345' }, 'lastFour', 'lastFour must be four digits.'],
    [{ lastFour: 'x1234' }, 'lastFour', 'lastFour must be four digits.'],
    [{ amount: '1', cursor: 'x' }, 'cursor', 'cursor must be the "next" of an answer.'],
  ])('refuses %j by its field', async (input, field, sentence) => {
    await expect(scene({}).show(input)).rejects.toMatchObject({ code: 'InvalidInput', field, sentence });
  });

  test('takes the days of a whole year', async () => {
    const { rest } = await scene({}).show({ amount: '1', from: '20260101', until: '20270101' });
    expect(rest).toEqual({ examined: '20270101' });
  });
});
