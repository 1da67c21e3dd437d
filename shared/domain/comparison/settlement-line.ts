import { type DayText, isRealDay } from '../calendar.ts';
import { type Currency, currencies } from '../money/money.ts';

/** What a line of a settlement file says that happened. */
export type SettlementType = 'taken' | 'refunded' | 'voided';

export interface SettlementLine {
  readonly orderId: string;
  /** Without a sign: the type says which way it went. */
  readonly amount: number;
  readonly type: SettlementType;
  readonly day: DayText;
  readonly currency?: Currency;
}

/** The words of banks for each type, in small letters, with i for the Turkish letter without a dot. */
const words: Readonly<Record<SettlementType, readonly string[]>> = {
  taken: ['sale', 'auth', 'capture', 'postauth', 'satis', 'satiş', 's'],
  refunded: ['refund', 'credit', 'iade', 'c'],
  voided: ['void', 'iptal', 'v'],
};

/** Words of charges that no bank writes below zero for money that goes back. */
const captureWords: readonly string[] = ['capture', 'postauth'];

/** Turkish capital letters have another small i: both forms of it are the same word here. */
const wordIn = (text: string): string =>
  text.trim().replaceAll('İ', 'i').replaceAll('I', 'i').toLowerCase().replaceAll('ı', 'i');

export const readSettlementType = (text: string): SettlementType | undefined => {
  const word = wordIn(text);
  return (Object.keys(words) as SettlementType[]).find((type) => words[type].includes(word));
};

/**
 * What a line moved, by its type and the sign of its amount. Some banks write a refund as a sale below zero; refunds and
 * voids stand in files with either sign. A capture below zero contradicts itself.
 */
export const settlementMovementOf = (
  text: string,
  signedAmount: number,
): Pick<SettlementLine, 'type' | 'amount'> | 'unknown type' | 'contradiction' => {
  const type = readSettlementType(text);
  if (type === undefined) return 'unknown type';
  const amount = Math.abs(signedAmount);
  if (type !== 'taken' || signedAmount >= 0) return { type, amount };
  return captureWords.includes(wordIn(text)) ? 'contradiction' : { type: 'refunded', amount };
};

const PLAIN = /^(\d{1,12})(?:[.,](\d{1,2}))?$/;
const GROUPED = /^(\d{1,3}(?:([.,\u00a0 '])\d{3})(?:\2\d{3}){0,3})(?:([.,])(\d{1,2}))?$/;
const MINOR_DIGITS = 2;

const minorOf = (whole: string, fraction: string): number => {
  const amount = Number(`${whole}${fraction.padEnd(MINOR_DIGITS, '0')}`);
  return amount;
};

const withoutSign = (digits: string): number | undefined => {
  const plain = PLAIN.exec(digits);
  if (plain !== null) return minorOf(plain[1] ?? '', plain[2] ?? '');
  const grouped = GROUPED.exec(digits);
  if (grouped === null) return undefined;
  const [, whole = '', group = '', decimal, fraction = ''] = grouped;
  const isDecimalToo = group === '.' || group === ',';
  if (decimal === group || (decimal === undefined && isDecimalToo && whole.split(group).length === 2)) return undefined;
  return minorOf(whole.replaceAll(group, ''), fraction);
};

/**
 * Reads an amount with a decimal point or comma, and with groups of three digits, as minor units with its sign. Undefined where the
 * text is no amount, and where it may mean two: 1.234 is refused, since it may be a thousand or a little more than one.
 */
export const readSettlementAmount = (text: string): number | undefined => {
  const signed = text.trim();
  const amount = withoutSign(signed.replace(/^[+-]/, ''));
  return amount !== undefined && amount > 0 && signed.startsWith('-') ? -amount : amount;
};

const DATES = [
  /^(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})(?:$|[ T])/,
  /^(?<d>\d{2})[./](?<m>\d{2})[./](?<y>\d{4})(?:$| )/,
  /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})(?:$| )/,
];

/** Reads `2026-11-23`, `23.11.2026`, `23/11/2026` or `20261123`, each with or without a time behind it. */
export const readSettlementDay = (text: string): DayText | undefined => {
  for (const form of DATES) {
    const { y = '', m = '', d = '' } = form.exec(text.trim())?.groups ?? {};
    if (isRealDay(`${y}${m}${d}`)) return `${y}${m}${d}`;
  }
  return undefined;
};

const LIRA: readonly string[] = ['TL', 'TRY', '949'];
const NUMBERS: Readonly<Record<string, Currency>> = { '840': 'USD', '978': 'EUR', '826': 'GBP' };

/** Reads a currency by its name or number. */
export const readSettlementCurrency = (text: string): Currency | undefined => {
  const name = text.trim().toUpperCase();
  if (LIRA.includes(name)) return 'TL';
  return currencies.find((one) => one === name) ?? NUMBERS[name];
};
