import type { Language } from '../domain/language.ts';
import type { Currency } from '../domain/money/money.ts';
import type { InstallmentQuote } from '../domain/virtual-pos/installment-quote.ts';
import { amountHtml, amountText } from './amounts.ts';
import { choiceValue, formFields } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { texts } from './texts.ts';

export interface QuotesView {
  readonly quotes: readonly InstallmentQuote[];
  readonly chosenCount: number;
  readonly currency: Currency;
  readonly language: Language;
  /** The quote is the link's own and not the card's: its total may change, so nothing is said of it. */
  readonly provisional?: boolean;
}

/** The single payment, which is chosen where the payer chose nothing. */
export const SINGLE_COUNT = 1;
/** Rows that are shown at once; the others stand behind "more". */
const MAX_ROWS = 6;

const isUneven = ({ count, firstMonth, monthly }: InstallmentQuote): boolean => count > 1 && firstMonth !== monthly;

/**
 * What a count costs beyond its monthly amount. The first month is shown on every row where it differs: the months would
 * not add up without it. The commission shows where the row is chosen. Sums only, no rates (rule 34).
 */
const extraOf = (quote: InstallmentQuote, shown: QuotesView): Html | undefined => {
  const { firstMonth, commission } = quote;
  const words = texts[shown.language].installments;
  const first = isUneven(quote) ? html`<small>${words.firstMonth(amountText(firstMonth, shown))}</small>` : undefined;
  const cost = commission === 0 ? undefined : words.commission(amountText(commission, shown));
  return html`${first}${cost === undefined ? undefined : html`<small class="cost">${cost}</small>`}`;
};

/** Who bears what does not divide evenly; nothing where every count does. */
const dividing = ({ quotes, language, provisional }: QuotesView): Html | undefined =>
  provisional !== true && quotes.some(isUneven)
    ? html`<p class="soft"><small>${texts[language].installments.whoDivides}</small></p>`
    : undefined;

/** One row: count, monthly amount, total. The script takes the total for the button, and the line beside the amount. */
const row = (quote: InstallmentQuote, input: Html, shown: QuotesView): Html => {
  const { count, total, monthly } = quote;
  const words = texts[shown.language].installments;
  const line = count === 1 ? '' : words.chosen(count, amountText(total, shown));
  const name =
    count === 1
      ? words.count(count)
      : html`<span class="vh">${words.count(count)}: </span><span aria-hidden="true">${count} </span><span class="soft">× ${amountHtml(monthly, shown)}</span>`;
  return html`<label class="plan" data-line="${line}">${input}<span>${name}${extraOf(quote, shown)}</span><span class="total">${amountHtml(total, shown)}</span></label>
`;
};

const choice = (quote: InstallmentQuote, shown: QuotesView): Html => {
  const checked = quote.count === shown.chosenCount ? html` checked` : undefined;
  const input = html`<input type="radio" name="${formFields.choice}" value="${choiceValue(quote)}"${checked}>`;
  return row(quote, input, shown);
};

const onlyChoice = (quote: InstallmentQuote, shown: QuotesView): Html => {
  const input = html`<input type="hidden" name="${formFields.choice}" value="${choiceValue(quote)}">`;
  if (shown.provisional === true || (quote.count === 1 && quote.commission === 0)) return input;
  return html`<div class="field"><div class="plans">${row(quote, input, shown)}</div>${dividing(shown)}</div>`;
};

const moreRows = (quotes: readonly InstallmentQuote[], shown: QuotesView): Html | undefined => {
  if (quotes.length === 0) return undefined;
  const opened = quotes.some(({ count }) => count === shown.chosenCount) ? html` open` : undefined;
  return html`<details class="more"${opened}><summary>${texts[shown.language].installments.more(quotes.length)}</summary>${quotes.map((quote) => choice(quote, shown))}</details>`;
};

/**
 * The choice of an installment count. Its value holds the count and the total shown. With one quote there is no choice.
 */
export const installmentChoices = (shown: QuotesView): Html => {
  const [first, ...others] = shown.quotes;
  if (first === undefined) throw new RangeError('a card form needs the quote of at least one count');
  const counts = shown.quotes.map(({ count }) => count);
  const chosen = { ...shown, chosenCount: counts.includes(shown.chosenCount) ? shown.chosenCount : first.count };
  if (others.length === 0) return onlyChoice(first, shown);
  return html`<fieldset><legend>${texts[shown.language].installments.heading}</legend><div class="plans">
${shown.quotes.slice(0, MAX_ROWS).map((quote) => choice(quote, chosen))}${moreRows(shown.quotes.slice(MAX_ROWS), chosen)}</div>${dividing(shown)}</fieldset>`;
};

/** What stands in place of the choices where the card cannot pay the link. */
export const cardNotTaken = (language: Language): Html =>
  html`<p class="problem field" role="alert">${texts[language].installments.notForCard}</p>`;

/** What stands under the single payment where no more quotes are shown (rule 34). */
export const quotesNotShown = (language: Language): Html => {
  const { heading, sentence } = texts[language].notices['no-quotes'];
  return html`<p class="soft field" role="status">${heading}. ${sentence}</p>`;
};
