import { describe, expect, test } from 'vitest';
import { showToday, type TodayDependencies } from '../../../../functions/desk/show-desk/today.ts';
import { DAY_MS, type DayText } from '../../../../shared/domain/calendar.ts';
import { type Currency, minor } from '../../../../shared/domain/money/money.ts';
import type { PaymentName } from '../../../../shared/domain/payment/payment-name.ts';
import { makeStatement, NO_TOTALS } from '../../../../shared/domain/statement/statement.ts';
import { todayTexts } from '../../../../shared/pages/desk/figures/today-texts.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { ask, ASKED_AT_MS as NOW_MS } from '../../../support/desk/asked-pages.ts';
import { pageOf } from '../../../support/desk/desk-calls.ts';
import { paymentWith } from '../../../support/payment/whole-payments.ts';

const texts = todayTexts.en;
const TODAY = '20261128';

const statementOf = (day: DayText, total: number, currency: Currency = 'TL') =>
  makeStatement(
    { dealerCode: 'D1', subDealerId: 0, currency },
    { ...NO_TOTALS, sales: { count: 1, total: minor(total), commission: minor(0) }, balance: minor(total) },
    undefined,
    { statementId: total, day, madeAtMs: NOW_MS },
  ).statement;

interface Known {
  readonly statements?: readonly ReturnType<typeof statementOf>[];
  readonly doneDay?: DayText;
  /** Payments of 100.00 TL today. */
  readonly paidToday?: number;
  readonly nowMs?: number;
  readonly tooManyRows?: boolean;
  readonly areReturnsWhole?: boolean;
  readonly areDeliveriesWhole?: boolean;
}

/** The first page of a dealer of whom this is known, and what was asked for it. */
const scene = ({ statements = [], doneDay = '20261127', paidToday = 0, nowMs = NOW_MS, ...known }: Known = {}) => {
  const asked: Record<string, unknown> = {};
  const deps = {
    clock: new FakeClock(nowMs),
    statements: {
      pageOfDealer: async ({ from }: { readonly from: DayText }) => {
        asked.firstDay = from;
        return statements.map((statement) => ({ statement, position: String(statement.statementId) }));
      },
      // One charge of the statement's sum, a minute before this time of its day.
      entriesOf: async ({ currency, subDealerId, balance }: ReturnType<typeof statementOf>) => [
        {
          kind: 'charge',
          currency,
          subDealerId,
          gross: balance,
          commission: 0,
          balance,
          pool: 0,
          atMs: nowMs - 7 * DAY_MS - 60_000,
        },
      ],
    },
    marks: { of: async () => ({ doneDay }) },
    lists: {
      countedOn: async ({ day }: { readonly day: DayText }) => ({
        items: Array.from({ length: day === TODAY ? paidToday : 0 }, (_, index) => ({
          payment: `PAYMENT${index}`,
          kind: 'attempt',
          number: 1,
        })),
      }),
    },
    payments: {
      find: async (name: PaymentName) => paymentWith({ name }, { startedAtMs: NOW_MS, payment: name }),
    },
    links: { newest: async () => [] },
    paymentLists: {
      entries: async () => ({ entries: [], ...(known.areReturnsWhole === false ? { unreadMs: 1 } : {}) }),
      transactions: async () => [],
    },
    deliveries: { dead: async () => ({ dead: [], isWhole: known.areDeliveriesWhole ?? true }) },
    endpoints: { ofDealer: async () => [] },
    funnels: {
      rows: async (_dealer: string, days: unknown) => {
        asked.funnel = days;
        return known.tooManyRows === true ? undefined : [];
      },
    },
    counting: { parts: async () => [], progress: async () => undefined },
  } as unknown as TodayDependencies;
  const show = showToday(deps);
  const markup = async (query: Readonly<Record<string, string>> = {}) => pageOf(await ask(show, { query })).markup;
  return { show, asked, markup };
};

const textOf = (markup: string): string => markup.replaceAll(/<style[\s\S]*?<\/style>/g, '').replaceAll(/<[^>]*>/g, '');

/** The sentences of the picture's bars. */
const tipsIn = (markup: string): readonly string[] =>
  [...markup.matchAll(/data-tip="([^"]*)"/g)].map(([, tip = '']) => tip);

const month = [
  statementOf('20261030', 30_000),
  statementOf('20261105', 50_000),
  statementOf('20261110', 9900, 'EUR'),
  statementOf('20261121', 70_000),
];

describe('Today', () => {
  test('has what was paid today, on the same day a week ago and since the first of the month, by currency', async () => {
    const text = textOf(await scene({ statements: month, paidToday: 2 }).markup());
    const shown = text.match(/[₺€][\d,.]+|\d+ payments/g)?.slice(0, 8);
    const lira = ['₺200.00', '2 payments', '₺700.00', '₺1,400.00'];
    expect(shown).toEqual([...lira, '€0.00', '0 payments', '€0.00', '€99.00']);
    expect(text).not.toContain(texts.weekAgoUnknown);
    const unknown = await scene({ statements: month, doneDay: '20261120' }).markup();
    expect(unknown).toContain(texts.weekAgoUnknown);
  });

  test('has a picture of 30 days that ends today, in the currency that was asked for or the first one', async () => {
    const { markup } = scene({ statements: month, paidToday: 1 });
    const tips = tipsIn(await markup());
    expect(tips).toHaveLength(30);
    expect(tips[0]).toMatch(/^30 Oct 2026: .*300\.00/);
    expect(tips[6]).toMatch(/^5 Nov 2026: .*500\.00/);
    expect(tips[11]).toMatch(/^10 Nov 2026: .*0\.00/);
    expect(tips[29]).toMatch(/^28 Nov 2026: .*100\.00/);
    const euros = tipsIn(await markup({ currency: 'EUR' }));
    expect(euros[11]).toMatch(/^10 Nov 2026: .*€99\.00/);
    expect(euros[6]).not.toContain('500.00');
    expect(tipsIn(await markup({ currency: 'USD' }))).toEqual(tips);
  });

  test.each([
    ['a day before its 30 days, where the month began earlier', Date.UTC(2026, 11, 31, 9), '20261201', '20261202'],
    ['its 30 days, where the month began later', NOW_MS, '20261030', '20261030'],
  ])('reads money of %s, and the funnel of 30 days', async (_what, nowMs, firstDay, from) => {
    const { markup, asked } = scene({ nowMs });
    await markup();
    expect(asked).toMatchObject({ firstDay, funnel: { from } });
  });

  test('says which days have no statement yet, and draws them as unknown', async () => {
    const markup = await scene({ statements: month, doneDay: '20261124' }).markup();
    expect(markup).toContain(texts.daysNotMade('25 Nov 2026', '26 Nov 2026'));
    expect(tipsIn(markup).filter((tip) => tip.includes(texts.notCounted))).toHaveLength(2);
  });

  test('says that requests are too many to count, where they are', async () => {
    expect(await scene({ tooManyRows: true }).markup()).toContain(texts.funnelTooMany);
    expect(await scene().markup()).not.toContain(texts.funnelTooMany);
  });

  test('says whether everything was looked at that may need somebody', async () => {
    expect(await scene().markup()).not.toContain(texts.attentionInPart);
    for (const part of [{ areReturnsWhole: false }, { areDeliveriesWhole: false }]) {
      expect(await scene(part).markup()).toContain(texts.attentionInPart);
    }
  });

  test('has no page below it, and nothing is read for one', async () => {
    const { show, asked } = scene();
    expect([await ask(show, { id: 'x' }), asked]).toEqual([undefined, {}]);
  });
});
