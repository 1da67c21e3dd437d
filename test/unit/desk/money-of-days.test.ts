import { describe, expect, test } from 'vitest';
import { isUnknownDay, type MoneyOfDaysDependencies, moneyOfDays } from '../../../shared/desk/figures/money-of-days.ts';
import { DAY_MS, dayTextOf, numberOfDay } from '../../../shared/domain/calendar.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { StatementEntry } from '../../../shared/domain/statement/movement.ts';
import { makeStatement, NO_TOTALS, type Statement } from '../../../shared/domain/statement/statement.ts';
import type { CountedItem } from '../../../shared/ports/statements.ts';
import { UnreadableRow } from '../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { paymentWith } from '../../support/payment/whole-payments.ts';

/** 15:30 on 18 March 2027 in Istanbul. */
const NOW_MS = Date.UTC(2027, 2, 18, 12, 30);
const TODAY = '20270318';
const YESTERDAY = '20270317';
const WEEK_AGO = '20270311';
const asked = { dealerCode: 'D1', listingShards: 1, from: '20270216' };

const statementOf = (day: string, subDealerId: number, total: number): Statement =>
  makeStatement(
    { dealerCode: 'D1', subDealerId, currency: 'TL' },
    { ...NO_TOTALS, sales: { count: 1, total: minor(total), commission: minor(0) }, balance: minor(total) },
    undefined,
    { statementId: subDealerId + 1, day, madeAtMs: NOW_MS },
  ).statement;

const entryAt = (atMs: number, gross: number): StatementEntry => ({
  subDealerId: 0,
  kind: 'charge',
  currency: 'TL',
  paymentId: 1,
  orderId: `ORDER-${atMs}`,
  atMs,
  gross: minor(gross),
  commission: minor(0),
  balance: minor(gross),
  pool: minor(0),
});

interface Known {
  readonly statements?: readonly Statement[];
  readonly entries?: readonly StatementEntry[];
  /** The day that nights have come to; `never`: no night has seen the dealer. */
  readonly doneDay?: string;
  readonly firstDay?: string;
  /** Charges of each day, by day. */
  readonly charges?: Readonly<Record<string, number>>;
  readonly unreadable?: boolean;
  /** What a page of a list takes. */
  readonly slowMs?: number;
}

/** Ports over what is known, and how often they were asked. */
const portsOver = ({ statements = [], entries = [], doneDay = YESTERDAY, charges = {}, ...known }: Known) => {
  const clock = new FakeClock(NOW_MS);
  const asks = { statements: 0, lists: 0, payments: 0, entries: 0 };
  const deps: MoneyOfDaysDependencies = {
    clock,
    statements: {
      pageOfDealer: async ({ after, limit }) => {
        asks.statements += 1;
        const first = after === undefined ? 0 : Number(after) + 1;
        return statements
          .slice(first, first + limit)
          .map((statement, index) => ({ statement, position: String(first + index) }));
      },
      entriesOf: async (_statement, limit) => {
        asks.entries += 1;
        return entries.slice(0, limit);
      },
    },
    marks: { of: async () => (doneDay === 'never' ? undefined : { doneDay }) },
    lists: {
      firstDay: async () => known.firstDay,
      countedOn: async ({ day, after, limit }) => {
        asks.lists += 1;
        clock.advance(known.slowMs ?? 0);
        const first = Number(after ?? 0);
        const number = Math.max(0, Math.min(limit, (charges[day] ?? 0) - first));
        const items = Array.from(
          { length: number },
          (_, index): CountedItem => ({ payment: `${day}${first + index}`, kind: 'attempt', number: 1 }),
        );
        return number === limit ? { items, next: String(first + number) } : { items };
      },
    },
    payments: {
      find: async (name) => {
        asks.payments += 1;
        if (known.unreadable === true) throw new UnreadableRow('payment', 'state');
        const day = name.slice(0, 8);
        const startedAtMs = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)), 9);
        return paymentWith({ name }, { startedAtMs, payment: name });
      },
    },
  };
  return { deps, asks };
};

describe('The numbers of Today', () => {
  test('take days that are over from statements, and add up today alone', async () => {
    const { deps, asks } = portsOver({
      statements: [statementOf(WEEK_AGO, 0, 700), statementOf(YESTERDAY, 0, 300)],
      entries: [entryAt(NOW_MS - 7 * DAY_MS, 200), entryAt(NOW_MS - 7 * DAY_MS + 1, 500)],
      charges: { [TODAY]: 3, [YESTERDAY]: 5 },
    });
    const { days, weekAgo, missing } = await moneyOfDays(deps, asked);
    expect(days.map(({ day, paid }) => [day, paid])).toEqual([
      [WEEK_AGO, 700],
      [YESTERDAY, 300],
      [TODAY, 30_000],
    ]);
    expect(weekAgo).toEqual({ kind: 'until-now', money: [{ day: WEEK_AGO, currency: 'TL', paid: 200, givenBack: 0 }] });
    expect(missing).toEqual([]);
    expect(asks).toEqual({ statements: 1, lists: 1, payments: 3, entries: 1 });
  });

  test('add up yesterday too until the night has made its statements', async () => {
    const { deps } = portsOver({ doneDay: '20270316', charges: { [TODAY]: 1, [YESTERDAY]: 2 } });
    const { days, missing } = await moneyOfDays(deps, asked);
    expect(days.map(({ day, paid }) => [day, paid])).toEqual([
      [YESTERDAY, 20_000],
      [TODAY, 10_000],
    ]);
    expect(missing).toEqual([]);
  });

  test('leave out a day that the night is at work with', async () => {
    const half = statementOf('20270316', 0, 5);
    const { deps } = portsOver({ doneDay: '20270315', statements: [statementOf('20270315', 0, 9), half] });
    const { days, missing } = await moneyOfDays(deps, asked);
    expect(days.map(({ day }) => day)).toEqual(['20270315']);
    expect(missing).toEqual([{ kind: 'days-not-made', from: '20270316', until: '20270316' }]);
    expect(isUnknownDay('20270316', missing, TODAY)).toBe(true);
    expect(isUnknownDay('20270315', missing, TODAY)).toBe(false);
  });

  test('read at most a thousand attempts and steps, and say that the day is a part', async () => {
    const { deps, asks } = portsOver({ charges: { [TODAY]: 5000 } });
    const { missing, todaysEntries } = await moneyOfDays(deps, asked);
    expect(missing).toEqual([{ kind: 'day-in-part', day: TODAY }]);
    expect([asks.lists, asks.payments, todaysEntries.length]).toEqual([10, 1000, 1000]);
  });

  test('share that bound between today and yesterday', async () => {
    const { deps, asks } = portsOver({ doneDay: '20270316', charges: { [TODAY]: 950, [YESTERDAY]: 5000 } });
    const { missing } = await moneyOfDays(deps, asked);
    expect(missing).toEqual([{ kind: 'day-in-part', day: YESTERDAY }]);
    expect(asks.payments).toBeLessThanOrEqual(1050);
  });

  test('stop counting after six seconds', async () => {
    const { deps, asks } = portsOver({ charges: { [TODAY]: 900 }, slowMs: 2500 });
    expect((await moneyOfDays(deps, asked)).missing).toEqual([{ kind: 'day-in-part', day: TODAY }]);
    expect(asks.lists).toBe(3);
  });

  test('show the rest where a payment cannot be read, and say so', async () => {
    const { deps } = portsOver({
      charges: { [TODAY]: 1 },
      unreadable: true,
      statements: [statementOf(YESTERDAY, 0, 4)],
    });
    const { days, missing } = await moneyOfDays(deps, asked);
    expect(days.map(({ day }) => day)).toEqual([YESTERDAY]);
    expect(missing).toEqual([{ kind: 'day-in-part', day: TODAY }]);
  });

  test('read at most 2,000 statements, and use no day of which some may be missing', async () => {
    const statements = Array.from({ length: 30 }, (_, index) => dayTextOf(numberOfDay('20270216') + index)).flatMap(
      (day) => Array.from({ length: 100 }, (_, id) => statementOf(day, id, 1)),
    );
    const { deps, asks } = portsOver({ statements });
    const { days, missing, weekAgo } = await moneyOfDays(deps, asked);
    expect(asks.statements).toBe(4);
    expect(days.map(({ day }) => day)).toHaveLength(19);
    expect(days.at(-1)?.paid).toBe(100);
    expect(missing).toEqual([{ kind: 'statements-in-part', from: '20270307' }]);
    expect(weekAgo).toEqual({ kind: 'unknown' });
  });

  test('compare with the whole day a week ago where it has too many accounts or entries', async () => {
    const accounts = Array.from({ length: 21 }, (_, id) => statementOf(WEEK_AGO, id, 10));
    const whole = { kind: 'whole-day', money: [{ day: WEEK_AGO, currency: 'TL', paid: 210, givenBack: 0 }] };
    expect((await moneyOfDays(portsOver({ statements: accounts }).deps, asked)).weekAgo).toEqual(whole);
    const entries = Array.from({ length: 2001 }, () => entryAt(NOW_MS - 7 * DAY_MS, 1));
    const many = portsOver({ statements: [statementOf(WEEK_AGO, 0, 210)], entries });
    expect((await moneyOfDays(many.deps, asked)).weekAgo).toEqual(whole);
  });

  test.each([
    [undefined, []],
    [TODAY, []],
    [YESTERDAY, []],
    ['20270310', [{ kind: 'days-not-made', from: '20270310', until: '20270316' }]],
  ])('of a dealer that no night has seen, whose first charge was on %s, miss %j', async (firstDay, expected) => {
    const { deps } = portsOver({ doneDay: 'never', ...(firstDay === undefined ? {} : { firstDay }) });
    expect((await moneyOfDays(deps, asked)).missing).toEqual(expected);
  });
});
