import { maskCardNumbers } from '../../../domain/card/card-number-in-text.ts';
import type { Language } from '../../../domain/language.ts';
import type { PaymentPlan, PlanState, PlanTry, TryResult } from '../../../domain/sale/payment-plan.ts';
import type { Sale } from '../../../domain/sale/sale.ts';
import type { SaleHistory } from '../../../ports/sales.ts';
import { amountHtml } from '../../amounts.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { onceField } from '../frame/desk-field.ts';
import { type DeskFrame, type DeskNotice, deskForm, deskPage } from '../frame/desk-page.ts';
import { deskDay, deskMoment } from '../frame/moments.ts';
import { factsList } from '../link/link-page.ts';
import { bankCodeTexts } from '../payment/bank-code-texts.ts';
import { deskCustomerTexts } from './customer-texts.ts';

const PLAN_BADGES: Readonly<Record<PlanState, 'good' | 'bad' | 'wait' | ''>> = {
  planned: '',
  charging: 'wait',
  requested: 'wait',
  paid: 'good',
  failed: 'bad',
  withdrawn: '',
};

export const planStateBadge = (state: PlanState, language: Language): Html =>
  html`<span class="badge ${PLAN_BADGES[state]}">${deskCustomerTexts[language].planStates[state]}</span>`;

/** Whether a sale charges: it runs, waits, or was deleted. */
export const saleStateBadge = ({ pausedSinceMs, deletedAtMs }: Sale, language: Language): Html => {
  const { sales } = deskCustomerTexts[language];
  if (deletedAtMs !== undefined) return html`<span class="badge">${sales.deleted}</span>`;
  return pausedSinceMs === undefined
    ? html`<span class="badge good">${sales.running}</span>`
    : html`<span class="badge wait">${sales.paused}</span>`;
};

export interface SaleView {
  readonly frame: DeskFrame;
  readonly history: SaleHistory;
  /** Whether the role may pause the sale and let it go on. */
  readonly mayPause: boolean;
  readonly once: string;
  readonly notice?: DeskNotice | undefined;
}

const resultText = (result: TryResult, language: Language): string => {
  const words = deskCustomerTexts[language];
  if (result.kind === 'paid') return words.paid;
  return result.kind === 'declined'
    ? words.declined(bankCodeTexts[language][result.code])
    : words.notCharged[result.because];
};

/** What a plan led to: the payment that paid it, else the link that was sent for it. */
const leadsTo = ({ dealerPaymentId, userPosPaymentId }: PaymentPlan, language: Language): Html | undefined => {
  const { sale } = deskCustomerTexts[language];
  if (dealerPaymentId !== undefined) return html`<a href="/desk/payments/${dealerPaymentId}">${sale.toPayment}</a>`;
  return userPosPaymentId === undefined
    ? undefined
    : html`<a href="/desk/links/${userPosPaymentId}">${sale.toLink}</a>`;
};

const planRow = (plan: PaymentPlan, language: Language): Html => {
  const { sale, sales } = deskCustomerTexts[language];
  const { terms, lastResult } = plan;
  return html`<tr><th scope="row" data-label="${sale.dueDay}">${deskDay(plan.dueDay, language)}</th>
<td class="number" data-label="${sales.amount}">${amountHtml(terms.amount, { currency: terms.currency, language })}</td>
<td data-label="${sales.state}">${planStateBadge(plan.state, language)}</td><td data-label="${sale.tries}">${plan.progress.tries}</td>
<td data-label="${sale.result}">${lastResult === undefined ? '–' : resultText(lastResult, language)}</td><td data-label="${sale.payment}">${leadsTo(plan, language) ?? '–'}</td></tr>`;
};

const plansHtml = ({ history: { plans }, frame: { language } }: SaleView): Html => {
  const { sale, sales } = deskCustomerTexts[language];
  const heads = [sales.state, sale.tries, sale.result, sale.payment].map((text) => html`<th scope="col">${text}</th>`);
  const table = html`<table class="rows"><caption>${sale.plansCaption}</caption><thead><tr><th scope="col">${sale.dueDay}</th><th scope="col" class="number">${sales.amount}</th>${heads}</tr></thead><tbody>${plans.map((plan) => planRow(plan, language))}</tbody></table>`;
  return html`<section class="card" aria-labelledby="plans"><h2 id="plans">${sale.plans}</h2>${plans.length === 0 ? html`<p>${sale.noPlans}</p>` : table}</section>`;
};

const tryItem = (one: PlanTry, language: Language): Html =>
  html`<li>${deskMoment(one.atMs, language)}: ${resultText(one.result, language)}</li>`;

const triesHtml = ({ history: { tries }, frame: { language } }: SaleView): Html => {
  const { sale } = deskCustomerTexts[language];
  const list = html`<ol class="life">${tries.map((one) => tryItem(one, language))}</ol>`;
  return html`<section class="card" aria-labelledby="tries"><h2 id="tries">${sale.triesHeading}</h2>${tries.length === 0 ? html`<p>${sale.noTries}</p>` : list}</section>`;
};

const pauseForm = ({ history, mayPause, frame, once }: SaleView): Html | undefined => {
  const { dealerSaleId, pausedSinceMs, deletedAtMs } = history.file.sale;
  if (!mayPause || deletedAtMs !== undefined) return undefined;
  const { sale } = deskCustomerTexts[frame.language];
  const [action, text, hint] =
    pausedSinceMs === undefined
      ? (['pause', sale.pause, sale.pauseHint] as const)
      : (['resume', sale.resume, sale.resumeHint] as const);
  const form = html`${onceField(once)}<button class="second">${text}</button>`;
  return html`<p class="hint">${hint}</p><div class="buttons">${deskForm(frame, `/desk/sales/${dealerSaleId}/${action}`, form)}</div>`;
};

/** One recurring sale with its plans and its tries. */
export const salePage = (view: SaleView): Page => {
  const { frame, history, notice } = view;
  const { sale } = history.file;
  const { language } = frame;
  const words = deskCustomerTexts[language];
  const { pausedSinceMs, dealerCustomerId, customerCode, installmentNumber } = sale;
  const path = dealerCustomerId === undefined ? '/desk/customers' : `/desk/customers/${dealerCustomerId}`;
  const dayOf = (day: string | undefined) => (day === undefined ? undefined : deskDay(day, language));
  const facts = factsList([
    [words.sales.state, saleStateBadge(sale, language)],
    [words.sale.pausedSince, pausedSinceMs === undefined ? undefined : deskMoment(pausedSinceMs, language)],
    [words.sales.amount, amountHtml(sale.amount, { currency: sale.currency, language })],
    [words.sale.installments, installmentNumber > 1 ? installmentNumber : undefined],
    [words.sale.description, sale.description === undefined ? undefined : maskCardNumbers(sale.description)],
    [
      words.sale.customer,
      html`<a href="${path}">${maskCardNumbers(customerCode ?? String(dealerCustomerId ?? ''))}</a>`,
    ],
    [words.sale.begin, dayOf(sale.beginDate)],
    [words.sale.end, dayOf(sale.endDate)],
  ]);
  const content = html`<section class="card" aria-labelledby="facts"><h2 id="facts">${words.facts}</h2>${facts}${pauseForm(view)}</section>${plansHtml(view)}${triesHtml(view)}`;
  const back = { href: path, text: dealerCustomerId === undefined ? words.back : words.sale.backToCustomer };
  const title = words.sale.title(maskCardNumbers(sale.saleCode));
  return deskPage({ frame, title, section: 'customers', notice, back, content });
};

/** The sentence above a sale to which something was done. */
export const saleNotice = (done: string | undefined, language: Language): DeskNotice | undefined => {
  const known = Object.entries(deskCustomerTexts[language].sale.done).find(([name]) => name === done);
  return known && { kind: 'good', text: known[1] };
};
