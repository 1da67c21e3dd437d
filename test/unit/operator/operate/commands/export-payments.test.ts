import { describe, expect, test } from 'vitest';
import { exportPayments } from '../../../../../functions/operator/operate/commands/export-payments.ts';
import { paymentCsvHeader } from '../../../../../functions/operator/operate/payment-csv.ts';
import { directAttemptWith, splitWith } from '../../../../support/payment/attempts.ts';
import { reversalOf } from '../../../../support/payment/steps.ts';
import { chargeAt, DAY, type ListedDay, listedDays, stepAt } from './listed-day-scene.ts';

const PAGE = 500;
/** A page ends once it has so many rows. */
const MAX_ROWS = 2000;

const plain = directAttemptWith('D1', { state: 'approved' }, { splits: [] });
const declined = directAttemptWith('D1', { state: 'declined' }, { splits: [] });
const withSplits = (count: number) =>
  directAttemptWith(
    'D1',
    { state: 'approved' },
    { splits: Array.from({ length: count }, (_, id) => splitWith(id + 1)) },
  );
const step = { attempt: plain, step: reversalOf(plain, { state: 'done' }) };
const times = <One>(count: number, one: One): readonly One[] => Array.from({ length: count }, () => one);

const scene = (day: ListedDay) => {
  const { call, asked, ...of } = listedDays({ [`D1/${DAY}`]: day });
  const show = async (input: object = {}) => {
    const { rows, next, ...rest } = await exportPayments.show({ dealerCode: 'D1', ...input }, call);
    return { rows: rows as readonly string[], next, rest };
  };
  return { ...of, asked: () => asked.map((one) => one.split(' ').slice(1).join(' ')), show };
};

const isStep = (row: string): boolean => row.includes(',step,');

describe('export-payments', () => {
  test('writes the payments of today and then their steps, below a header', async () => {
    const { show, asked, queries, linksOf } = scene({ charges: [plain, declined], steps: [step] });
    const { rows, next, rest } = await show();
    expect(rest).toEqual({ dealerCode: 'D1', day: DAY, header: paymentCsvHeader });
    expect(rows.map((row) => [row.split(',')[0], row.split(',')[1], isStep(row)])).toEqual([
      ['D1', plain.orderId, false],
      ['D1', declined.orderId, false],
      ['D1', plain.orderId, true],
    ]);
    expect(next).toBeUndefined();
    expect(asked()).toEqual([`${DAY} charges -`, `${DAY} steps -`]);
    expect(queries[0]).toEqual({ dealerCode: 'D1', day: DAY, listingShards: 2, limit: PAGE });
    expect(linksOf).toEqual([[plain, declined], [plain]]);
  });

  test('of a state holds its payments and those that cannot be read, and no steps', async () => {
    const { show, asked, queries } = scene({ charges: [plain, declined, undefined], steps: [step] });
    const { rows, next } = await show({ state: 'declined', day: DAY });
    expect(rows.map((row) => row.split(',')[1])).toEqual([declined.orderId, 'ORDER-x']);
    expect([next, asked()]).toEqual([undefined, [`${DAY} charges -`]]);
    expect((await show({ state: null, cursor: null })).rows).toHaveLength(4);
    expect(queries.map(({ after }) => after)).toEqual([undefined, undefined, undefined]);
  });

  test('goes on behind a full page of payments, and behind a full page of steps', async () => {
    const { show, asked } = scene({ charges: times(PAGE + 1, plain), steps: times(PAGE + 2, step) });
    const sizes: number[] = [];
    const nexts: unknown[] = [];
    for (let cursor: unknown; sizes.length < 9; ) {
      const { rows, next } = await show(cursor === undefined ? {} : { cursor });
      sizes.push(rows.length);
      nexts.push(next);
      if (next === undefined) break;
      cursor = next;
    }
    expect(sizes).toEqual([PAGE, 1 + PAGE, 2]);
    expect(nexts).toEqual([chargeAt(PAGE - 1), stepAt(PAGE - 1), undefined]);
    const days = [`charges -`, `charges ${chargeAt(PAGE - 1)}`, 'steps -', `steps ${stepAt(PAGE - 1)}`];
    expect(asked()).toEqual(days.map((one) => `${DAY} ${one}`));
  });

  test('of exactly one page of payments ends with an empty one', async () => {
    const { show } = scene({ charges: times(PAGE, plain) });
    const { next } = await show();
    expect(next).toBe(chargeAt(PAGE - 1));
    expect(await show({ cursor: next })).toMatchObject({ rows: [], next: undefined });
  });

  test('ends a page between two payments once it has many rows', async () => {
    const { show } = scene({ charges: times(5, withSplits(MAX_ROWS / 4)), steps: [step] });
    const first = await show();
    expect([first.rows.length, first.next]).toEqual([MAX_ROWS, chargeAt(3)]);
    const second = await show({ cursor: first.next });
    expect([second.rows.length, second.next]).toEqual([MAX_ROWS / 4 + 1, undefined]);
  });

  test('leaves the steps to a page of their own where they might not fit', async () => {
    const full = scene({ charges: times(3, withSplits(PAGE)), steps: [step] });
    const { rows, next } = await full.show();
    expect([rows.length, next, full.asked().length]).toEqual([MAX_ROWS - PAGE, 'steps', 1]);
    expect((await full.show({ cursor: next })).rows.map(isStep)).toEqual([true]);
    const fits = scene({ charges: [withSplits(MAX_ROWS - PAGE - 1)], steps: [step] });
    expect(await fits.show()).toMatchObject({ next: undefined, rows: { length: MAX_ROWS - PAGE } });
  });

  test('of a day without payments or steps has no rows', async () => {
    expect(await scene({}).show({ cursor: stepAt(1) })).toMatchObject({ rows: [], next: undefined });
    expect(await scene({}).show()).toMatchObject({ rows: [], next: undefined });
  });

  test.each(['step', 'x', `${chargeAt(1)}x`, ` ${stepAt(1)}`, 'steps '])('takes no cursor "%s"', async (cursor) => {
    await expect(scene({}).show({ cursor })).rejects.toMatchObject({ code: 'InvalidInput', field: 'cursor' });
  });
});
