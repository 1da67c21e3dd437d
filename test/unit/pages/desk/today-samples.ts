import { dayTextOf, numberOfDay } from '../../../../shared/domain/calendar.ts';
import { sumsByCurrency, sumsByMonth } from '../../../../shared/domain/desk/statement-sums.ts';
import type { FunnelCounts } from '../../../../shared/domain/funnel/funnel-counts.ts';
import { funnelStages } from '../../../../shared/domain/funnel/request-stages.ts';
import type { Language } from '../../../../shared/domain/language.ts';
import { MAX_AMOUNT_MINOR, minor } from '../../../../shared/domain/money/money.ts';
import { movementKinds, type StatementEntry } from '../../../../shared/domain/statement/movement.ts';
import { makeStatement, NO_TOTALS, type Statement } from '../../../../shared/domain/statement/statement.ts';
import { statementPage } from '../../../../shared/pages/desk/figures/statement-page.ts';
import { type StatementsPageOptions, statementsPage } from '../../../../shared/pages/desk/figures/statements-page.ts';
import { type TodayPageOptions, todayPage } from '../../../../shared/pages/desk/figures/today-page.ts';
import type { DeskFrame } from '../../../../shared/pages/desk/frame/desk-page.ts';
import type { Page } from '../../../../shared/pages/document.ts';

const NOW_MS = Date.UTC(2026, 10, 28, 11, 5);
const TODAY = '20261128';
const HOSTILE = 'Çiçek <script>alert(1)</script> & "Bahçe"';

const deskFrameIn = (language: Language): DeskFrame => ({
  language,
  serviceName: 'Ödeme Bağlantısı',
  sandbox: true,
  signedIn: {
    userName: 'Ayşe Yılmaz',
    dealerName: HOSTILE,
    role: 'manager',
    needsCode: false,
    formToken: 'T'.repeat(43),
  },
});

const stagesWith = (counts: readonly number[]): FunnelCounts['stages'] =>
  Object.fromEntries(funnelStages.map((stage, index) => [stage, counts[index] ?? 0])) as FunnelCounts['stages'];

const days = Array.from({ length: 30 }, (_, index) => ({
  day: dayTextOf(numberOfDay(TODAY) - 29 + index),
  money:
    index === 3 ? undefined : { paid: minor((index * 7919) % 900_000), givenBack: minor(index % 5 === 0 ? 12_345 : 0) },
}));

const paid = (amount: number, back = 0) => ({ paid: minor(amount), givenBack: minor(back) });

export const busyToday = (language: Language, changes: Partial<TodayPageOptions> = {}): Page =>
  todayPage({
    frame: deskFrameIn(language),
    nowMs: NOW_MS,
    weekAgo: '20261121',
    money: [
      {
        currency: 'TL',
        today: { ...paid(1_234_550, 12_000), payments: 1234 },
        weekAgo: { kind: 'until-now', ...paid(987_650) },
        month: paid(45_678_901, 340_000),
      },
      {
        currency: 'USD',
        today: { ...paid(0), payments: 0 },
        weekAgo: { kind: 'unknown' },
        month: paid(MAX_AMOUNT_MINOR),
      },
      {
        currency: 'EUR',
        today: { ...paid(5), payments: 1 },
        weekAgo: { kind: 'whole-day', ...paid(100) },
        month: paid(5),
      },
    ],
    missing: [HOSTILE],
    open: [
      { currency: 'TL', count: 12, sum: minor(340_000) },
      { currency: 'EUR', count: 1, sum: minor(100) },
    ],
    areLinksWhole: false,
    needs: [
      { text: HOSTILE, more: HOSTILE, href: '/desk/payments/7' },
      { text: 'x'.repeat(200) },
      ...Array.from({ length: 18 }, (_, index) => ({ text: `${HOSTILE} ${index}`, href: '/desk/links/1' })),
    ],
    areNeedsWhole: false,
    currency: 'TL',
    days,
    funnel: {
      kind: 'counted',
      days: 30,
      stages: stagesWith([1200, 1000, 950, 700, 420, 400, 380, 31, 200, 12]),
      isComplete: false,
      countedAtMs: NOW_MS - 600_000,
    },
    ...changes,
  });

export const emptyToday = (language: Language): Page =>
  busyToday(language, {
    money: [],
    missing: [],
    open: [],
    areLinksWhole: true,
    needs: [],
    areNeedsWhole: true,
    currency: undefined,
    days: [],
    funnel: { kind: 'counted', days: 30, stages: stagesWith([]), isComplete: true },
  });

const statementOn = (day: string, index: number, currency: 'TL' | 'EUR' = 'TL'): Statement =>
  makeStatement(
    { dealerCode: '1001', subDealerId: 0, currency },
    {
      ...NO_TOTALS,
      sales: { count: 1234, total: minor(MAX_AMOUNT_MINOR - index), commission: minor(4_567_890) },
      refunds: { count: 2, total: minor(1_234_567), commission: minor(1234) },
      balance: minor(index % 4 === 0 ? -500 : 96_000_000_000),
      pool: minor(100),
    },
    undefined,
    { statementId: 2_147_483_000 + index, day, madeAtMs: NOW_MS },
  ).statement;

const month = Array.from({ length: 31 }, (_, index) =>
  statementOn(`202610${String(31 - index).padStart(2, '0')}`, index),
);
const both = [...month, ...month.map(({ day }, index) => statementOn(day, index, 'EUR'))];

export const fullStatements = (language: Language, changes: Partial<StatementsPageOptions> = {}): Page =>
  statementsPage({
    frame: deskFrameIn(language),
    choice: { by: 'day', month: '202610', account: 7, currency: 'TL' },
    months: ['202611', '202610', '202609'],
    subDealers: Array.from({ length: 100 }, (_, index) => ({ subDealerId: index + 1, name: `${HOSTILE} ${index}` })),
    accountName: HOSTILE,
    isAccountKnown: true,
    madeUntil: '20261127',
    sums: sumsByCurrency(both),
    days: both,
    byMonth: [],
    ...changes,
  });

const monthsOfStatements = (language: Language): Page =>
  fullStatements(language, {
    choice: { by: 'month', month: '202610', account: 0, currency: 'TL' },
    subDealers: undefined,
    byMonth: sumsByMonth(both, 'TL'),
  });

export const noStatements = (language: Language): Page =>
  fullStatements(language, {
    choice: { by: 'day', month: '202611', account: 0, currency: undefined },
    subDealers: [],
    madeUntil: undefined,
    sums: [],
    days: [],
  });

const entries = Array.from(
  { length: 50 },
  (_, index): StatementEntry => ({
    subDealerId: 7,
    kind: movementKinds[index % movementKinds.length] ?? 'charge',
    currency: 'TL',
    paymentId: 2_147_483_000 + index,
    orderId: `ORDER-${'k'.repeat(26)}-01`,
    otherTrxCode: HOSTILE,
    atMs: NOW_MS - index * 1000,
    gross: minor(-MAX_AMOUNT_MINOR),
    commission: minor(1234),
    balance: minor(96_000_000_000),
    pool: minor(-100),
  }),
);

export const oneStatement = (language: Language): Page =>
  statementPage({
    frame: deskFrameIn(language),
    statement: { ...statementOn('20261027', 4), subDealerId: 7 },
    accountName: HOSTILE,
    entries,
    before: 50,
    hasMore: true,
    pageSize: 50,
  });

/** Every state of these pages, by its name. */
export const todaySamples = {
  busyToday: (language: Language) => busyToday(language),
  emptyToday,
  fullStatements: (language: Language) => fullStatements(language),
  monthsOfStatements,
  noStatements,
  oneStatement,
} as const satisfies Readonly<Record<string, (language: Language) => Page>>;
