import type { MinorUnits } from '../../../domain/money/money.ts';
import { DEALER_ITSELF, type StatementEntry } from '../../../domain/statement/movement.ts';
import type { Statement } from '../../../domain/statement/statement.ts';
import { amountHtml, amountNumber, countText } from '../../amounts.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { type DeskFrame, deskPage } from '../frame/desk-page.ts';
import { deskTexts } from '../frame/desk-texts.ts';
import { deskDay, deskMoment } from '../frame/moments.ts';
import { statementTexts } from './statement-texts.ts';
import { statementsPath } from './statements-page.ts';

export interface StatementPageOptions {
  readonly frame: DeskFrame;
  readonly statement: Statement;
  /** Of a sub-dealer. */
  readonly accountName: string | undefined;
  /** Entries of this page. */
  readonly entries: readonly StatementEntry[];
  /** How many entries stand on pages before. */
  readonly before: number;
  readonly hasMore: boolean;
  readonly pageSize: number;
}

const factsOf = (statement: Statement, accountName: string | undefined, language: DeskFrame['language']): Html => {
  const texts = statementTexts[language];
  const { columns } = texts;
  const { currency, sales, refunds, statementId, subDealerId } = statement;
  const amount = (name: string, value: MinorUnits): Html =>
    html`<div><dt>${name}</dt><dd>${amountHtml(value, { currency, language })}</dd></div>`;
  const fact = (name: string, value: string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const account = subDealerId === DEALER_ITSELF ? texts.ownAccount : `${accountName ?? ''} (${subDealerId})`;
  return html`<dl class="stack wide">${fact(columns.account, account)}${fact(columns.statementId, String(statementId))}
${fact(columns.salesCount, countText(sales.count, language))}${amount(columns.sales, sales.total)}${amount(columns.salesCommission, sales.commission)}
${fact(columns.refundCount, countText(refunds.count, language))}${amount(columns.refunds, refunds.total)}${amount(columns.refundCommission, refunds.commission)}
${amount(columns.balance, statement.balance)}${amount(columns.owedBefore, statement.owedBefore)}${amount(columns.payout, statement.payout)}
${statement.payout === 0 ? undefined : fact(columns.paidOn, deskDay(statement.paidOn, language))}${amount(columns.owedAfter, statement.owedAfter)}${amount(columns.pool, statement.poolAfter)}</dl>`;
};

const entriesTable = (entries: readonly StatementEntry[], caption: string, language: DeskFrame['language']): Html => {
  const { entry: names, kinds } = statementTexts[language];
  const cell = (name: string, amount: MinorUnits): Html =>
    html`<td class="number" data-label="${name}">${amountNumber(amount, language)}</td>`;
  const heads = [names.gross, names.commission, names.balance, names.pool];
  return html`<table class="rows"><caption>${caption}</caption>
<thead><tr><th scope="col">${names.moment}</th><th scope="col">${names.kind}</th><th scope="col">${names.payment}</th>${heads.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${entries.map(
    ({ atMs, kind, paymentId, gross, commission, balance, pool }) =>
      html`<tr><th scope="row" class="sum" data-label="${names.moment}">${deskMoment(atMs, language)}</th><td data-label="${names.kind}">${kinds[kind]}</td><td data-label="${names.payment}" class="sum"><a href="/desk/payments/${paymentId}">${paymentId}</a></td>${cell(names.gross, gross)}${cell(names.commission, commission)}${cell(names.balance, balance)}${cell(names.pool, pool)}</tr>`,
  )}</tbody></table>`;
};

/** One statement with a page of what moved in it. */
export const statementPage = (options: StatementPageOptions): Page => {
  const { frame, statement, accountName, entries, before, hasMore, pageSize } = options;
  const { language } = frame;
  const [texts, common] = [statementTexts[language], deskTexts[language]];
  const { statementId, day, currency, subDealerId } = statement;
  const title = texts.statementOf(deskDay(day, language));
  const caption = texts.shownEntries(countText(before + 1, language), countText(before + entries.length, language));
  const content = html`<div class="buttons"><a class="button second" href="/desk/statements/${statementId}/csv">${common.downloadCsv}</a><button type="button" class="second" data-print hidden>${common.print}</button></div>
<section class="card">${factsOf(statement, accountName, language)}</section>
<section class="card"><h2>${texts.entriesOf(currency)}</h2>
${entries.length === 0 ? html`<p>${texts.noEntries}</p>` : entriesTable(entries, caption, language)}
${hasMore ? html`<p class="buttons"><a class="button second" href="/desk/statements/${statementId}?from=${before + pageSize}">${common.goOn}</a></p>` : undefined}</section>`;
  const choice = { by: 'day', month: day.slice(0, 6), account: subDealerId, currency } as const;
  const back = { href: statementsPath(choice), text: texts.toStatements };
  return deskPage({ frame, title, section: 'statements', back, content });
};
