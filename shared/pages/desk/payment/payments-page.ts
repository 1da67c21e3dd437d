import type { DeskPaymentState } from '../../../domain/desk/payment-state.ts';
import type { PaymentWay } from '../../../domain/desk/payment-way.ts';
import type { Currency, MinorUnits } from '../../../domain/money/money.ts';
import { amountHtml } from '../../amounts.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { deskPage } from '../frame/desk-page.ts';
import { deskTexts } from '../frame/desk-texts.ts';
import { deskMoment } from '../frame/moments.ts';
import { paymentTexts } from './payment-texts.ts';
import { leadTo, type PaymentsFormView, paymentsForm } from './payments-form.ts';

/** One payment of the list. Texts of people are masked already (rule 32). */
export interface PaymentRow {
  readonly paymentId: number;
  readonly atMs: number;
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly state: DeskPaymentState;
  readonly way: PaymentWay;
  readonly who?: string | undefined;
  readonly maskedCard: string;
}

export interface PaymentsView extends PaymentsFormView {
  readonly rows: readonly PaymentRow[];
  /** First and last day as people write them. */
  readonly days: readonly [from: string, until: string];
  /** From where the list goes on; absent at its end. */
  readonly leftFromMs?: number | undefined;
  /** It begins behind the newest payments. */
  readonly goesOn: boolean;
  /** Something beside the days was chosen. */
  readonly isNarrowed: boolean;
}

const BADGES: Readonly<Record<DeskPaymentState, string>> = {
  waiting: 'badge wait',
  'in-doubt': 'badge wait',
  failed: 'badge bad',
  'pre-authorised': 'badge wait',
  paid: 'badge good',
  'part-refunded': 'badge',
  voided: 'badge',
  refunded: 'badge',
};

/** A page of 50 payments stays under 40 kB, whatever people are called. */
const LONGEST_NAME = 40;

/** Longer names lose their end; a character of two code units is not parted. */
const WHOLE_NAME = new RegExp(`^.{0,${LONGEST_NAME}}$`, 'su');
const BEGINNING = new RegExp(`^.{0,${LONGEST_NAME - 1}}`, 'su');

const shortened = (text: string): string => (WHOLE_NAME.test(text) ? text : `${BEGINNING.exec(text)?.[0] ?? ''}…`);

/** The state of a payment as a badge. */
export const stateBadge = (state: DeskPaymentState, language: 'tr' | 'en'): Html =>
  html`<span class="${BADGES[state]}">${paymentTexts[language].states[state]}</span>`;

const rowHtml = (row: PaymentRow, language: 'tr' | 'en'): Html => {
  const { list, ways } = paymentTexts[language];
  const { amount, currency } = row;
  return html`<tr><th scope="row"><a class="sum" href="/desk/payments/${row.paymentId}">${deskMoment(row.atMs, language)}</a></th><td class="number">${amountHtml(amount, { currency, language })}</td><td>${stateBadge(row.state, language)}</td><td data-label="${list.columns.who}">${shortened(row.who ?? '–')}</td><td data-label="${list.columns.way}">${ways[row.way]}</td><td data-label="${list.columns.card}"><span class="sum">${row.maskedCard}</span></td></tr>`;
};

/** Fewer rows are seen at a glance. */
const FEW_ROWS = 10;

const table = ({ frame: { language }, rows, days }: PaymentsView): Html => {
  const { list } = paymentTexts[language];
  const { columns } = list;
  const search =
    rows.length < FEW_ROWS
      ? undefined
      : html`<div class="field" hidden><label for="shown">${list.searchShown}</label><input id="shown" type="search" data-search="payments" autocomplete="off"></div>`;
  return html`${search}
<table class="rows" id="payments"><caption>${list.caption(...days)}</caption><thead><tr><th scope="col">${columns.time}</th><th scope="col" class="number">${columns.amount}</th><th scope="col">${columns.state}</th><th scope="col">${columns.who}</th><th scope="col">${columns.way}</th><th scope="col">${columns.card}</th></tr></thead><tbody>${rows.map((row) => rowHtml(row, language))}</tbody></table>`;
};

/** What stands in the place of a list without a row: what to do next. */
const empty = ({ frame: { language }, leftFromMs, isNarrowed, goesOn }: PaymentsView): Html => {
  const { list } = paymentTexts[language];
  if (leftFromMs !== undefined) return html`<p role="status">${list.nothingYet(deskMoment(leftFromMs, language))}</p>`;
  if (isNarrowed || goesOn) return html`<p role="status">${list.nothingFits} ${list.nothingFitsHint}</p>`;
  return html`<p>${list.empty} ${list.emptyHint}</p><p><a class="button" href="/desk/links">${list.toLinks}</a></p>`;
};

const goingOn = (view: PaymentsView): Html => {
  const { frame, chosen, rows, leftFromMs, goesOn } = view;
  const { list } = paymentTexts[frame.language];
  const { goOn, downloadCsv } = deskTexts[frame.language];
  const further = leftFromMs !== undefined;
  const until =
    further && rows.length > 0
      ? html`<p class="soft">${list.goneThrough(deskMoment(leftFromMs, frame.language))}</p>`
      : undefined;
  const next = further ? leadTo(frame, chosen, { text: goOn, more: [['before', String(leftFromMs)]] }) : undefined;
  const newest = goesOn ? leadTo(frame, chosen, { text: list.newest }) : undefined;
  const csv = rows.length > 0 || further ? leadTo(frame, chosen, { as: 'csv', text: downloadCsv }) : undefined;
  return html`${until}<div class="buttons">${next}${newest}${csv}</div>`;
};

/** The payments of a dealer, the newest first, with the form that chooses them. */
export const paymentsPage = (view: PaymentsView): Page => {
  const { frame, rows, problem } = view;
  const title = deskTexts[frame.language].sections.payments;
  const list =
    problem === undefined
      ? html`<section class="card" aria-label="${title}">${rows.length > 0 ? table(view) : empty(view)}${goingOn(view)}</section>`
      : undefined;
  return deskPage({ frame, title, section: 'payments', content: html`${paymentsForm(view)}${list}` });
};
