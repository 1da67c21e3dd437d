import { maskCardNumbers } from '../domain/card-number-in-text.ts';
import type { BasketProduct, LinkState, PaymentRequest } from '../domain/payment-request.ts';
import { showAmount } from './amounts.ts';
import { page } from './document.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { type PageTexts, texts } from './texts.ts';

export interface PageFrame {
  readonly language: Language;
  readonly serviceName: string;
}

const moment = (epochMs: number, language: Language): string =>
  new Intl.DateTimeFormat(language === 'tr' ? 'tr-TR' : 'en-GB', {
    timeZone: 'Europe/Istanbul',
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(epochMs);

const entry = (name: string, value: string | undefined): Html | undefined =>
  value === undefined ? undefined : html`<div><dt>${name}</dt><dd>${maskCardNumbers(value)}</dd></div>`;

const basketLine = (line: BasketProduct, link: PaymentRequest, language: Language): Html => {
  const price = line.unitPrice === undefined ? '' : showAmount(line.unitPrice, link.terms.currency, language);
  const name = line.productCode ?? (line.productId === undefined ? '' : String(line.productId));
  return html`<tr><td>${maskCardNumbers(name)}</td><td class="number">${line.quantity}</td><td class="number">${price}</td></tr>`;
};

const basket = (link: PaymentRequest, language: Language, words: PageTexts): Html | undefined =>
  link.basket.length === 0
    ? undefined
    : html`<h2>${words.basket}</h2>
<table><thead><tr><th scope="col">${words.product}</th><th scope="col" class="number">${words.quantity}</th><th scope="col" class="number">${words.unitPrice}</th></tr></thead>
<tbody>${link.basket.map((line) => basketLine(line, link, language))}</tbody></table>`;

/** The page of a link: dealer, amount, state, and what the dealer wrote about the payment. */
export const paymentRequestPage = (link: PaymentRequest, state: LinkState, frame: PageFrame): Html => {
  const { language } = frame;
  const words = texts[language];
  const { name, sentence } = words.states[state];
  const amount = showAmount(link.terms.amount, link.terms.currency, language);
  const heading = maskCardNumbers(link.dealerName);
  const content = html`<h1>${heading}</h1>
<p class="amount">${amount}</p>
<p class="state">${name}</p>
<p>${sentence}</p>
<dl>${entry(words.description, link.description)}${entry(words.buyer, link.buyer.fullName)}${entry(
    words.openUntil,
    state === 'open' ? moment(link.expiresAtMs, language) : undefined,
  )}</dl>
${basket(link, language, words)}`;
  return page({ ...frame, heading: `${words.title} - ${heading}`, content });
};

/** The page of an address that no link has. */
export const unknownLinkPage = (frame: PageFrame): Html => {
  const { heading, sentence } = texts[frame.language].unknownLink;
  return page({ ...frame, heading, content: html`<h1>${heading}</h1><p>${sentence}</p>` });
};

/** The page of an unexpected failure, with the number under which it is found in the logs. */
export const failurePage = (correlationId: string, frame: PageFrame): Html => {
  const { heading, sentence, correlation } = texts[frame.language].failure;
  const content = html`<h1>${heading}</h1><p>${sentence}</p><dl>${entry(correlation, correlationId)}</dl>`;
  return page({ ...frame, heading, content });
};
