import type { Language } from '../domain/language.ts';
import { type Currency, formatAmount, type MinorUnits } from '../domain/money/money.ts';
import { type Html, html } from './html.ts';

const signs: Readonly<Record<Currency, string>> = { TL: '₺', USD: '$', EUR: '€', GBP: '£' };

export interface ViewIn {
  readonly currency: Currency;
  readonly language: Language;
}

/** An amount without its currency, as readers of the language write it, by integer arithmetic: `1.234,50`, `1,234.50`. */
export const amountNumber = (amount: MinorUnits, language: Language): string => {
  const [whole = '', fraction = ''] = formatAmount(amount).split('.');
  const [thousands, decimal] = language === 'tr' ? ['.', ','] : [',', '.'];
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands)}${decimal}${fraction}`;
};

/** A count as readers of the language write it: `1.234`, `1,234`. */
export const countText = (count: number, language: Language): string =>
  String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, language === 'tr' ? '.' : ',');

/** An amount as plain text, with a blank that does not break: `1.234,50 ₺`, `₺1,234.50`. */
export const amountText = (amount: MinorUnits, { currency, language }: ViewIn): string => {
  const [number, sign] = [amountNumber(amount, language), signs[currency]];
  // A minus stands before the sign of the currency in English.
  return language === 'tr' ? `${number}\u00a0${sign}` : number.replace(/^-?/, (minus) => `${minus}${sign}`);
};

/** The same as markup: eyes see the sign, screen readers hear the code, and no line breaks inside. */
export const amountHtml = (amount: MinorUnits, { currency, language }: ViewIn): Html => {
  const number = amountNumber(amount, language);
  const sign = html`<i aria-hidden="true">${signs[currency]}</i>`;
  const shown =
    language === 'tr' ? html`${number} ${sign}` : html`${amount < 0 ? '-' : ''}${sign}${number.replace('-', '')}`;
  return html`<span class="sum">${shown}<b class="vh"> ${currency}</b></span>`;
};
