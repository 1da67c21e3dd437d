import { maskCardNumbers } from '../../../domain/card/card-number-in-text.ts';
import type { Language } from '../../../domain/language.ts';
import { type Currency, isCurrency, type MinorUnits } from '../../../domain/money/money.ts';
import { amountText } from '../../amounts.ts';
import { deskMoment } from '../frame/moments.ts';
import { type ActivityTexts, activityTexts } from './activity-texts.ts';

/** Values of an audit entry, before or after its change. */
type AuditedValues = Readonly<Record<string, unknown>>;

const MOST_CHARACTERS = 120;
/** Said by the name of the command, or by the amounts. */
const SAID_ELSEWHERE: readonly string[] = ['kind', 'currency', 'dealerCustomerTypeId'];
/** Whole numbers of minor units, of the currency that stands beside them. */
const AMOUNTS: readonly string[] = ['amount', 'captured', 'refunded', 'min', 'max'];

interface Shown {
  readonly language: Language;
  readonly currency: Currency | undefined;
}

const isObject = (value: unknown): value is AuditedValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wordOf = (word: string, { words }: ActivityTexts): string =>
  (Object.hasOwn(words, word) ? words[word] : undefined) ?? word;

const textOf = (name: string, value: unknown, shown: Shown): string => {
  const { language, currency } = shown;
  const texts = activityTexts[language];
  if (typeof value === 'number') {
    if (AMOUNTS.includes(name) && currency !== undefined)
      return amountText(value as MinorUnits, { currency, language });
    return name.endsWith('AtMs') ? deskMoment(value, language) : String(value);
  }
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'string') return wordOf(value, texts);
  if (Array.isArray(value)) return value.map((one) => textOf(name, one, shown)).join('; ');
  if (!isObject(value)) return '–';
  return partsOf(value, shown)
    .map(([part, text]) => `${part} ${text}`)
    .join(', ');
};

const partsOf = (values: AuditedValues, shown: Shown): readonly (readonly [name: string, text: string])[] =>
  Object.entries(values)
    .filter(([name, value]) => value !== undefined && !SAID_ELSEWHERE.includes(name))
    .map(([name, value]) => [wordOf(name, activityTexts[shown.language]), textOf(name, value, shown)]);

/** What people read of an entry's values: amounts with their currency, moments of Istanbul, and no card number (rule 32). */
export const activityValues = (
  values: AuditedValues = {},
  language: Language,
): readonly (readonly [name: string, text: string])[] => {
  const { currency } = values;
  const shown = { language, currency: typeof currency === 'string' && isCurrency(currency) ? currency : undefined };
  return partsOf(values, shown).map(([name, text]) => [
    name,
    maskCardNumbers(Array.from(text).slice(0, MOST_CHARACTERS).join('')),
  ]);
};

/** The page of the record that an entry is about; undefined where the desk has none. */
export const activityPath = ({
  paymentId,
  userPosPaymentId,
  userPosLinkId,
  dealerSaleId,
}: AuditedValues): string | undefined => {
  if (typeof paymentId === 'number') return `/desk/payments/${paymentId}`;
  if (typeof userPosPaymentId === 'number') return `/desk/links/${userPosPaymentId}`;
  if (typeof userPosLinkId === 'number') return `/desk/reusable-links/${userPosLinkId}`;
  return typeof dealerSaleId === 'number' ? `/desk/sales/${dealerSaleId}` : undefined;
};
