import { istanbulDayOf } from '../../../domain/calendar.ts';
import { maskCardNumbers } from '../../../domain/card/card-number-in-text.ts';
import type { StoredCard } from '../../../domain/card/stored-card.ts';
import type { Customer } from '../../../domain/customer/customer.ts';
import { nextAndLastPlan } from '../../../domain/sale/next-and-last-plan.ts';
import type { PaymentPlan } from '../../../domain/sale/payment-plan.ts';
import type { SaleOfCustomer } from '../../../ports/desk-sales.ts';
import { amountHtml } from '../../amounts.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { deskInput } from '../frame/desk-field.ts';
import { type DeskFrame, deskPage } from '../frame/desk-page.ts';
import { deskTexts } from '../frame/desk-texts.ts';
import { deskDay, deskMoment } from '../frame/moments.ts';
import { factsList } from '../link/link-page.ts';
import { shortened } from '../link/links-page.ts';
import { deskCustomerTexts } from './customer-texts.ts';
import { planStateBadge, saleStateBadge } from './sale-page.ts';

/** Longest texts in the list: a page of 50 customers stays under 40 kB. */
const LONGEST_CELL = 40;
const LIST = '/desk/customers';

/** Name and surname of a customer; the code where neither is known. */
const customerName = ({ firstName, lastName, customerCode }: Customer): string => {
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  return maskCardNumbers(name === '' ? customerCode : name);
};

export interface CustomersView {
  readonly frame: DeskFrame;
  readonly customers: readonly Customer[];
  /** What was looked for and not found. */
  readonly notFound?: string | undefined;
  /** Path and query of the next page; absent of the last one. */
  readonly next?: string | undefined;
}

const rowHtml = (customer: Customer, { frame: { language } }: CustomersView): Html => {
  const words = deskCustomerTexts[language];
  const { createdAtMs } = customer;
  return html`<tr><th scope="row" data-label="${words.name}"><a href="${LIST}/${customer.dealerCustomerId}">${shortened(customerName(customer), LONGEST_CELL)}</a></th>
<td data-label="${words.code}">${shortened(maskCardNumbers(customer.customerCode), LONGEST_CELL)}</td>
<td data-label="${words.phone}">${customer.gsmNumber ?? '–'}</td><td data-label="${words.email}">${shortened(customer.email ?? '–', LONGEST_CELL)}</td>
<td data-label="${words.registered}">${createdAtMs === undefined ? '–' : deskDay(istanbulDayOf(createdAtMs), language)}</td></tr>`;
};

/** The newest customers of a dealer, with a look-up by code or number. */
export const customersPage = (view: CustomersView): Page => {
  const { frame, customers, next } = view;
  const notFound = view.notFound === undefined ? undefined : maskCardNumbers(view.notFound);
  const words = deskCustomerTexts[frame.language];
  const find = deskInput({
    name: 'find',
    label: words.findLabel,
    value: notFound,
    hint: words.findHint,
    maxLength: 100,
  });
  const heads = [words.name, words.code, words.phone, words.email, words.registered].map(
    (text) => html`<th scope="col">${text}</th>`,
  );
  const table = html`<table class="rows"><caption>${words.caption}</caption><thead><tr>${heads}</tr></thead><tbody>${customers.map((one) => rowHtml(one, view))}</tbody></table>`;
  const goOn =
    next === undefined
      ? undefined
      : html`<p class="buttons"><a class="button second" href="${next}">${deskTexts[frame.language].goOn}</a></p>`;
  const content = html`<section class="card"><form method="get" action="${LIST}">${find}<div class="buttons"><button class="second">${words.find}</button></div></form></section>
<section class="card">${customers.length === 0 ? html`<p>${words.empty}</p>` : table}${goOn}</section>`;
  return deskPage({
    frame,
    title: deskTexts[frame.language].sections.customers,
    section: 'customers',
    notice: notFound === undefined ? undefined : { kind: 'plain', text: words.notFound(notFound) },
    content,
  });
};

export interface CustomerView {
  readonly frame: DeskFrame;
  readonly customer: Customer;
  readonly cards: readonly StoredCard[];
  readonly sales: readonly SaleOfCustomer[];
}

const cardsHtml = ({ cards, frame: { language } }: CustomerView): Html => {
  const words = deskCustomerTexts[language].cards;
  const rows = cards.map(
    (card) =>
      html`<tr><th scope="row" class="number" data-label="${words.card}">${card.maskedCard}</th><td data-label="${words.name}">${card.cardName === undefined ? '–' : maskCardNumbers(card.cardName)}</td><td data-label="${words.stored}">${deskMoment(card.storedAtMs, language)}</td></tr>`,
  );
  const table = html`<table class="rows"><caption class="vh">${words.heading}</caption><thead><tr><th scope="col">${words.card}</th><th scope="col">${words.name}</th><th scope="col">${words.stored}</th></tr></thead><tbody>${rows}</tbody></table>`;
  return html`<section class="card" aria-labelledby="cards"><h2 id="cards">${words.heading}</h2>${cards.length === 0 ? html`<p>${words.empty}</p>` : table}</section>`;
};

const planCell = (plan: PaymentPlan | undefined, { language }: DeskFrame): Html => {
  const words = deskCustomerTexts[language];
  if (plan === undefined) return html`<span class="soft">${words.sales.none}</span>`;
  return html`<span>${deskDay(plan.dueDay, language)} ${planStateBadge(plan.state, language)}</span>`;
};

const salesHtml = ({ sales, frame }: CustomerView): Html => {
  const { language } = frame;
  const words = deskCustomerTexts[language].sales;
  const rows = sales.map(({ sale, plans }) => {
    const { next, last } = nextAndLastPlan(plans);
    return html`<tr><th scope="row" data-label="${words.sale}"><a href="/desk/sales/${sale.dealerSaleId}">${shortened(maskCardNumbers(sale.description ?? sale.saleCode), LONGEST_CELL)}</a></th>
<td class="number" data-label="${words.amount}">${amountHtml(sale.amount, { currency: sale.currency, language })}</td>
<td data-label="${words.state}">${saleStateBadge(sale, language)}</td><td data-label="${words.next}">${planCell(next, frame)}</td><td data-label="${words.last}">${planCell(last, frame)}</td></tr>`;
  });
  const heads = [words.state, words.next, words.last].map((text) => html`<th scope="col">${text}</th>`);
  const table = html`<table class="rows"><caption class="vh">${words.heading}</caption><thead><tr><th scope="col">${words.sale}</th><th scope="col" class="number">${words.amount}</th>${heads}</tr></thead><tbody>${rows}</tbody></table>`;
  return html`<section class="card" aria-labelledby="sales"><h2 id="sales">${words.heading}</h2>${sales.length === 0 ? html`<p>${words.empty}</p>` : table}</section>`;
};

/** One customer with its cards, masked, and its recurring sales. */
export const customerPage = (view: CustomerView): Page => {
  const { frame, customer } = view;
  const words = deskCustomerTexts[frame.language];
  const { createdAtMs, address } = customer;
  const facts = factsList([
    [words.name, customerName(customer)],
    [words.code, maskCardNumbers(customer.customerCode)],
    [words.id, customer.dealerCustomerId],
    [words.phone, customer.gsmNumber],
    [words.email, customer.email],
    [words.address, address === undefined ? undefined : maskCardNumbers(address)],
    [words.registered, createdAtMs === undefined ? undefined : deskMoment(createdAtMs, frame.language)],
  ]);
  const content = html`<section class="card" aria-labelledby="facts"><h2 id="facts">${words.facts}</h2>${facts}</section>${salesHtml(view)}${cardsHtml(view)}`;
  const back = { href: LIST, text: words.back };
  return deskPage({ frame, title: customerName(customer), section: 'customers', back, content });
};
