import type { DayText } from '../../../domain/calendar.ts';
import type { StatementSum } from '../../../domain/desk/statement-sums.ts';
import type { MinorUnits } from '../../../domain/money/money.ts';
import { type Currency, minor } from '../../../domain/money/money.ts';
import type { Statement } from '../../../domain/statement/statement.ts';
import { amountHtml, amountNumber } from '../../amounts.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { type DeskFrame, deskPage } from '../frame/desk-page.ts';
import { deskTexts } from '../frame/desk-texts.ts';
import { deskDay } from '../frame/moments.ts';
import { monthText, statementTexts } from './statement-texts.ts';

/** What the page was asked for, as its links and its form repeat it. */
export interface StatementChoice {
  readonly by: 'day' | 'month';
  /** `YYYYMM`. */
  readonly month: string;
  /** 0 is the dealer itself. */
  readonly account: number;
  readonly currency: Currency | undefined;
}

export interface StatementsPageOptions {
  readonly frame: DeskFrame;
  readonly choice: StatementChoice;
  /** Months that can be chosen, the latest first. */
  readonly months: readonly string[];
  /** The sub-dealers by name; undefined where there are more than a list can offer. Empty of a dealer without any. */
  readonly subDealers: readonly { readonly subDealerId: number; readonly name: string }[] | undefined;
  /** Name of the chosen sub-dealer, which a printed page would not tell otherwise. */
  readonly accountName: string | undefined;
  /** False where the account is no sub-dealer of this dealer. */
  readonly isAccountKnown: boolean;
  /** The latest day whose statements are there; undefined before the first night. */
  readonly madeUntil: DayText | undefined;
  readonly sums: readonly StatementSum[];
  readonly days: readonly Statement[];
  /** Of the last twelve months, where these are shown. */
  readonly byMonth: readonly (StatementSum & { readonly month: string })[];
}

/** Path and query of a page of statements. */
export const statementsPath = (
  { by, month, account, currency }: StatementChoice,
  path = '/desk/statements',
): string => {
  const query = new URLSearchParams({ month, account: String(account), ...(by === 'month' ? { by } : {}) });
  if (currency !== undefined) query.set('currency', currency);
  return `${path}?${query.toString()}`;
};

const accountField = ({
  frame: { language },
  subDealers,
  choice: { account },
}: StatementsPageOptions): Html | undefined => {
  const texts = statementTexts[language];
  if (subDealers === undefined) {
    return html`<div class="field"><label for="account">${texts.subDealerNumber}</label><input id="account" name="account" inputmode="numeric" value="${account === 0 ? '' : account}" aria-describedby="account-hint"><p class="hint" id="account-hint">${texts.subDealerHint}</p></div>`;
  }
  if (subDealers.length === 0) return undefined;
  const option = (id: number, name: string): Html =>
    html`<option value="${id}"${id === account ? html` selected` : undefined}>${name}</option>`;
  return html`<div class="field"><label for="account">${texts.account}</label><select id="account" name="account">${option(0, texts.ownAccount)}${subDealers.map(({ subDealerId, name }) => option(subDealerId, `${name} (${subDealerId})`))}</select></div>`;
};

const filters = (options: StatementsPageOptions): Html => {
  const { frame, months, choice } = options;
  const texts = statementTexts[frame.language];
  const other: StatementChoice = { ...choice, by: choice.by === 'day' ? 'month' : 'day' };
  const choices = months.map(
    (month) =>
      html`<option value="${month}"${month === choice.month ? html` selected` : undefined}>${monthText(month, frame.language)}</option>`,
  );
  return html`<form class="card" method="get" action="/desk/statements"><div class="filters">
<div class="field"><label for="month">${texts.monthLabel}</label><select id="month" name="month">${choices}</select></div>
${accountField(options)}
<div class="field buttons"><button>${texts.show}</button><a href="${statementsPath(other)}">${choice.by === 'day' ? texts.byMonth : texts.byDay}</a></div>
</div></form>`;
};

const sumCard = (sum: StatementSum, title: string, language: DeskFrame['language']): Html => {
  const { columns } = statementTexts[language];
  const { currency, sales, refunds, payout, poolAfter, owedAfter } = sum;
  const row = (name: string, amount: MinorUnits): Html =>
    html`<dt>${name}</dt><dd class="number">${amountHtml(amount, { currency, language })}</dd>`;
  return html`<section class="card"><h2>${title}</h2><dl class="stack">
${row(columns.sales, sales.total)}${row(columns.salesCommission, sales.commission)}${row(columns.refunds, refunds.total)}${row(columns.refundCommission, refunds.commission)}${row(columns.payout, payout)}
${owedAfter === 0 ? undefined : row(columns.owedAfter, owedAfter)}${poolAfter === 0 ? undefined : row(columns.pool, poolAfter)}
</dl></section>`;
};

const currencyChoice = ({ sums, choice, frame: { language } }: StatementsPageOptions): Html | undefined =>
  sums.length < 2
    ? undefined
    : html`<nav class="buttons" aria-label="${statementTexts[language].currencies}">${sums.map(
        ({ currency }) =>
          html`<a href="${statementsPath({ ...choice, currency })}"${currency === choice.currency ? html` aria-current="true"` : undefined}>${currency}</a> `,
      )}</nav>`;

interface ShownRow {
  readonly head: Html;
  readonly sales: MinorUnits;
  readonly refunds: MinorUnits;
  readonly commission: MinorUnits;
  readonly payout: MinorUnits;
  readonly paidOn?: string;
}

const table = (caption: string, head: string, rows: readonly ShownRow[], language: DeskFrame['language']): Html => {
  const { columns, entry } = statementTexts[language];
  const hasDay = rows.some(({ paidOn }) => paidOn !== undefined);
  const names = [columns.sales, columns.refunds, entry.commission, columns.payout];
  const cell = (name: string, amount: MinorUnits): Html =>
    html`<td class="number" data-label="${name}">${amountNumber(amount, language)}</td>`;
  return html`<table class="rows"><caption>${caption}</caption>
<thead><tr><th scope="col">${head}</th>${names.map((name) => html`<th scope="col" class="number">${name}</th>`)}${hasDay ? html`<th scope="col">${columns.paidOn}</th>` : undefined}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row" data-label="${head}">${row.head}</th>${cell(columns.sales, row.sales)}${cell(columns.refunds, row.refunds)}${cell(entry.commission, row.commission)}${cell(columns.payout, row.payout)}${row.paidOn === undefined ? undefined : html`<td data-label="${columns.paidOn}">${row.paidOn}</td>`}</tr>`,
  )}</tbody></table>`;
};

const commissionOf = ({ sales, refunds }: Pick<Statement, 'sales' | 'refunds'>): MinorUnits =>
  minor(sales.commission - refunds.commission);

const daysTable = ({ days, choice, frame: { language } }: StatementsPageOptions, currency: Currency): Html => {
  const texts = statementTexts[language];
  const rows = days
    .filter((one) => one.currency === currency)
    .map(
      (one): ShownRow => ({
        head: html`<a href="/desk/statements/${one.statementId}">${deskDay(one.day, language)}</a>`,
        sales: one.sales.total,
        refunds: one.refunds.total,
        commission: commissionOf(one),
        payout: one.payout,
        paidOn: one.payout === 0 ? '–' : deskDay(one.paidOn, language),
      }),
    );
  return table(texts.daysOf(monthText(choice.month, language), currency), texts.columns.day, rows, language);
};

const monthsTable = ({ byMonth, choice, frame: { language } }: StatementsPageOptions, currency: Currency): Html => {
  const texts = statementTexts[language];
  const rows = byMonth.map(
    (one): ShownRow => ({
      head: html`<a href="${statementsPath({ ...choice, by: 'day', month: one.month })}">${monthText(one.month, language)}</a>`,
      sales: one.sales.total,
      refunds: one.refunds.total,
      commission: commissionOf(one),
      payout: one.payout,
    }),
  );
  return table(texts.monthsOf(currency), texts.columns.month, rows, language);
};

const emptyText = ({ frame: { language }, choice, madeUntil, isAccountKnown }: StatementsPageOptions): string => {
  const texts = statementTexts[language];
  if (!isAccountKnown) return texts.unknownAccount;
  if (madeUntil === undefined) return texts.noneMade;
  return choice.by === 'day' ? texts.noneInMonth : texts.noneInYear;
};

/** Statements of a month by day, or of twelve months by month. */
export const statementsPage = (options: StatementsPageOptions): Page => {
  const { frame, choice, sums, madeUntil } = options;
  const { language } = frame;
  const [texts, common] = [statementTexts[language], deskTexts[language]];
  const { currency } = choice;
  const title = (sum: StatementSum): string =>
    choice.by === 'day' ? texts.sumOf(monthText(choice.month, language), sum.currency) : texts.monthsOf(sum.currency);
  const csv = statementsPath({ ...choice, currency: undefined, by: 'day' }, '/desk/statements/csv');
  const found = html`<div class="buttons">${choice.by === 'day' ? html`<a class="button second" href="${csv}">${common.downloadCsv}</a>` : undefined}<button type="button" class="second" data-print hidden>${common.print}</button></div>
<div class="cards">${sums.map((sum) => sumCard(sum, title(sum), language))}</div>
${currencyChoice(options)}
${currency === undefined ? undefined : html`<section class="card">${choice.by === 'day' ? daysTable(options, currency) : monthsTable(options, currency)}</section>`}`;
  const account =
    options.accountName === undefined
      ? undefined
      : html`<p>${texts.account}: ${options.accountName} (${choice.account})</p>`;
  const content = html`${account}<p class="hint">${texts.intro}${madeUntil === undefined ? undefined : html` ${texts.madeUntil(deskDay(madeUntil, language))}`}</p>
${filters(options)}
${sums.length === 0 ? html`<section class="card"><p>${emptyText(options)}</p></section>` : found}`;
  return deskPage({ frame, title: common.sections.statements, section: 'statements', content });
};
