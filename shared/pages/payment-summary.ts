import { maskCardNumbers } from '../domain/card/card-number-in-text.ts';
import type { BasketProduct, PaymentRequest } from '../domain/link/payment-request.ts';
import { showAmount } from './amounts.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { texts } from './texts.ts';

/** A page stays small whatever the dealer wrote: 10 kB compressed. */
const MAX_LINES_SHOWN = 20;
const MAX_NAME_SHOWN = 40;

/** A moment in Istanbul, as readers of the language write it. */
export const showMoment = (epochMs: number, language: Language): string =>
  new Intl.DateTimeFormat(language === 'tr' ? 'tr-TR' : 'en-GB', {
    timeZone: 'Europe/Istanbul',
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(epochMs);

/** One line of a list of facts; nothing where there is no value. Codes of ours are shown as they are. */
export const fact = (name: string, value: string | undefined): Html | undefined =>
  value === undefined ? undefined : html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** A fact that the dealer or the payer wrote: card numbers in it are masked (rule 32). */
export const writtenFact = (name: string, value: string | undefined): Html | undefined =>
  fact(name, value === undefined ? undefined : maskCardNumbers(value));

const shortened = (text: string): string => {
  const characters = Array.from(text);
  return characters.length > MAX_NAME_SHOWN ? `${characters.slice(0, MAX_NAME_SHOWN - 1).join('')}…` : text;
};

const basketLine = (line: BasketProduct, link: PaymentRequest, language: Language): Html => {
  const price = line.unitPrice === undefined ? '' : showAmount(line.unitPrice, link.terms.currency, language);
  const name = line.productCode ?? (line.productId === undefined ? '' : String(line.productId));
  return html`<tr><td>${shortened(maskCardNumbers(name))}</td><td class="number">${line.quantity}</td><td class="number">${price}</td></tr>`;
};

/** The payer's basket, its first lines where it is long. */
export const basketTable = (link: PaymentRequest, language: Language): Html | undefined => {
  const words = texts[language];
  const left = link.basket.length - MAX_LINES_SHOWN;
  return link.basket.length === 0
    ? undefined
    : html`<h2>${words.basket}</h2>
<table><thead><tr><th scope="col">${words.product}</th><th scope="col" class="number">${words.quantity}</th><th scope="col" class="number">${words.unitPrice}</th></tr></thead>
<tbody>${link.basket.slice(0, MAX_LINES_SHOWN).map((line) => basketLine(line, link, language))}</tbody></table>${
        left > 0 ? html`<p class="soft">${words.moreProducts(left)}</p>` : undefined
      }`;
};

/** Dealer and amount, at the top of every page about a link. */
export const amountHeading = (link: PaymentRequest, language: Language): Html =>
  html`<h1>${maskCardNumbers(link.dealerName)}</h1>
<p class="amount">${showAmount(link.terms.amount, link.terms.currency, language)}</p>`;

/** The title of a page about a link. */
export const linkTitle = (link: Pick<PaymentRequest, 'dealerName'>, language: Language): string =>
  `${texts[language].title} - ${maskCardNumbers(link.dealerName)}`;
