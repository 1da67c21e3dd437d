import { type Currency, formatAmount, type MinorUnits } from '../domain/money/money.ts';
import type { Language } from './language.ts';

/** An amount as readers of the language write it, by integer arithmetic: `1.234,50 TL`, `1,234.50 TL`. */
export const showAmount = (amount: MinorUnits, currency: Currency, language: Language): string => {
  const [whole = '', fraction = ''] = formatAmount(amount).split('.');
  const [thousands, decimal] = language === 'tr' ? ['.', ','] : [',', '.'];
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands)}${decimal}${fraction} ${currency}`;
};
