import type { Currency } from '../domain/money/money.ts';
import type { InstallmentQuote } from '../domain/virtual-pos/installment-quote.ts';
import { showAmount } from './amounts.ts';
import { choiceValue, formFields } from './form-fields.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { texts } from './texts.ts';

export interface ShownQuotes {
  readonly quotes: readonly InstallmentQuote[];
  readonly chosenCount: number;
  readonly currency: Currency;
  readonly language: Language;
  readonly provisional?: boolean;
}

/** What a count costs: months, the first one where it differs, commission; amounts only (rule 34). */
const costOf = (quote: InstallmentQuote, { currency, language }: ShownQuotes): string => {
  const words = texts[language].installments;
  const show = (amount: InstallmentQuote['total']): string => showAmount(amount, currency, language);
  const parts = [
    quote.count > 1 ? words.monthly(quote.count, show(quote.monthly)) : undefined,
    quote.count > 1 && quote.firstMonth !== quote.monthly ? words.firstMonth(show(quote.firstMonth)) : undefined,
    quote.commission === 0 ? words.noCommission : words.commission(show(quote.commission)),
  ];
  return parts.filter((part) => part !== undefined).join(', ');
};

const onlyChoice = (quote: InstallmentQuote, shown: ShownQuotes): Html => {
  const words = texts[shown.language].installments;
  const field = html`<input type="hidden" name="${formFields.choice}" value="${choiceValue(quote)}">`;
  if (shown.provisional === true || (quote.count === 1 && quote.commission === 0)) return field;
  return html`${field}<div class="choice"><span><span class="line"><span>${words.count(quote.count)}</span>
<span>${words.total}: ${showAmount(quote.total, shown.currency, shown.language)}</span></span>
<span class="sub">${costOf(quote, shown)}</span></span></div>`;
};

const choice = (quote: InstallmentQuote, shown: ShownQuotes): Html => {
  const { installments, cardForm } = texts[shown.language];
  const total = showAmount(quote.total, shown.currency, shown.language);
  const checked = quote.count === shown.chosenCount ? html` checked` : undefined;
  return html`<label class="choice"><input type="radio" name="${formFields.choice}" value="${choiceValue(quote)}" data-pay="${cardForm.payTotal(total)}" required${checked}>
<span><span class="line"><span>${installments.count(quote.count)}</span> <span>${total}</span></span>
<span class="sub">${costOf(quote, shown)}</span></span></label>
`;
};

/** The choice of an installment count; its value is the count and the total shown. A single one is no choice. */
export const installmentChoices = (shown: ShownQuotes): Html => {
  const [first, ...others] = shown.quotes;
  if (first === undefined) throw new RangeError('a card form needs the quote of at least one count');
  const counts = shown.quotes.map(({ count }) => count);
  const chosenCount = counts.includes(shown.chosenCount) ? shown.chosenCount : first.count;
  if (others.length === 0) return html`<div class="field">${onlyChoice(first, shown)}</div>`;
  return html`<fieldset class="field"><legend>${texts[shown.language].installments.heading}</legend>
${shown.quotes.map((quote) => choice(quote, { ...shown, chosenCount }))}</fieldset>`;
};
