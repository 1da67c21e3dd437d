import { maskCardNumbers } from '../domain/card/card-number-in-text.ts';
import type { Language } from '../domain/language.ts';
import type { BasketProduct, PaymentRequest } from '../domain/link/payment-request.ts';
import { type MinorUnits, minor } from '../domain/money/money.ts';
import { amountHtml, amountText } from './amounts.ts';
import { dealerHeading, shownDealerName } from './dealer-heading.ts';
import type { PageFrame } from './document.ts';
import { type Html, html } from './html.ts';
import type { LinkPreview } from './page-head.ts';
import { texts } from './texts.ts';

/** Bounds the page, whatever the dealer wrote: its lines end after so many, or after so many characters. */
const MAX_LINES_SHOWN = 20;
const MAX_CHARACTERS_SHOWN = 400;

/** A moment in Istanbul, as readers of the language write it. */
export const showMoment = (epochMs: number, language: Language): string =>
  new Intl.DateTimeFormat(language === 'tr' ? 'tr-TR' : 'en-GB', {
    timeZone: 'Europe/Istanbul',
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(epochMs);

const nameOf = ({ productCode, productId }: BasketProduct): string =>
  maskCardNumbers(productCode ?? (productId === undefined ? '' : String(productId)));

const totalOf = ({ unitPrice, quantity = 1 }: BasketProduct): MinorUnits | undefined =>
  unitPrice === undefined ? undefined : minor(unitPrice * quantity);

const basketLine = (line: BasketProduct, link: PaymentRequest, language: Language): Html => {
  const total = totalOf(line);
  const price = total && amountHtml(total, { currency: link.terms.currency, language });
  const times = line.quantity === undefined || line.quantity === 1 ? '' : ` × ${line.quantity}`;
  return html`<li><span>${nameOf(line)}${times}</span>${price}</li>`;
};

/** The first lines of a basket that fit. */
const shownLines = ({ basket }: PaymentRequest): readonly BasketProduct[] => {
  let left = MAX_CHARACTERS_SHOWN;
  return basket.slice(0, MAX_LINES_SHOWN).filter((line) => {
    left -= nameOf(line).length;
    return left >= 0;
  });
};

/** What the products cost together, where all have a price and it is not the amount: then the page says so. */
const otherTotal = ({ basket, terms }: PaymentRequest): MinorUnits | undefined => {
  const totals = basket.map(totalOf).filter((total) => total !== undefined);
  const sum = totals.reduce<number>((all, total) => all + total, 0);
  return totals.length < basket.length || sum === terms.amount ? undefined : minor(sum);
};

const basketLines = (link: PaymentRequest, language: Language): Html | undefined => {
  const words = texts[language];
  const lines = shownLines(link);
  const left = link.basket.length - lines.length;
  const sum = otherTotal(link);
  const shown = { currency: link.terms.currency, language };
  if (link.basket.length === 0) return undefined;
  return html`<ul class="lines">${lines.map((line) => basketLine(line, link, language))}${
    left > 0 ? html`<li class="soft">${words.moreProducts(left)}</li>` : undefined
  }${sum === undefined ? undefined : html`<li class="soft"><span>${words.linesTotal}</span>${amountHtml(sum, shown)}</li>`}</ul>`;
};

const details = (link: PaymentRequest, language: Language): Html | undefined => {
  const words = texts[language];
  const lines = basketLines(link, language);
  const { fullName } = link.buyer;
  if (lines === undefined && fullName === undefined) return undefined;
  const buyer =
    fullName === undefined ? undefined : html`<p class="soft">${words.buyer}: ${maskCardNumbers(fullName)}</p>`;
  return html`<details class="order"><summary>${words.details}</summary>${lines}${buyer}</details>`;
};

/** The payment at the top of every page about an open link: dealer, amount, description, basket. */
export const paymentSummary = (link: PaymentRequest, frame: PageFrame): Html => {
  const { language } = frame;
  const { amount, currency } = link.terms;
  const description =
    link.description === undefined ? undefined : html`<p class="soft">${maskCardNumbers(link.description)}</p>`;
  return html`<section class="summary" aria-label="${texts[language].summary}"><div>${dealerHeading(link, frame)}
<p class="amount">${amountHtml(amount, { currency, language })}</p>
${description}<p class="soft" id="chosen" role="status"></p>${details(link, language)}</div></section>`;
};

/** The title of a page about an open link. */
export const linkTitle = (link: PaymentRequest, frame: PageFrame): string => {
  const { language } = frame;
  const amount = amountText(link.terms.amount, { currency: link.terms.currency, language });
  return texts[language].payTitle(shownDealerName(link, frame), amount);
};

/** What a chat shows of an open link: who asks for how much, and for what. */
export const linkPreview = (link: PaymentRequest, frame: PageFrame): LinkPreview => ({
  title: linkTitle(link, frame),
  description: link.description === undefined ? undefined : maskCardNumbers(link.description),
});
