import { parseDecimal, scaledTo } from './decimal.ts';

declare const minorUnits: unique symbol;

/** An amount in minor units (kurus, cents): a safe integer, never a fraction. Its currency stands beside it. */
export type MinorUnits = number & { readonly [minorUnits]: true };

/** Currencies of the dealer interface. */
export const currencies = ['TL', 'USD', 'EUR', 'GBP'] as const;
export type Currency = (typeof currencies)[number];
/** The currency of a request that names none. */
export const DEFAULT_CURRENCY: Currency = 'TL';

export const isCurrency = (text: string): text is Currency => (currencies as readonly string[]).includes(text);

/** What a caller is told who wrote another one, such as TRY or tl. */
export const UNKNOWN_CURRENCY = 'Currency must be TL, USD, EUR or GBP, in capital letters; the lira is TL and not TRY.';

/** 999,999,999.99, the largest amount the service handles. */
export const MAX_AMOUNT_MINOR = 99_999_999_999;

/** Brands an integer that is already in minor units. Throws on anything else, which is a defect and no input error. */
export const minor = (value: number): MinorUnits => {
  if (!Number.isSafeInteger(value)) throw new RangeError('an amount must be a safe integer of minor units');
  return value as MinorUnits;
};

export type AmountProblem = 'not-a-number' | 'too-many-decimals' | 'negative' | 'too-large';

/** Reads an amount from its text: `27.5` is 2750 minor units. Zero is accepted here; the most is 999,999,999.99. */
export const parseAmount = (text: string): MinorUnits | AmountProblem => {
  const decimal = parseDecimal(text);
  if (decimal === undefined) return 'not-a-number';
  if (decimal.unscaled < 0n) return 'negative';
  const scaled = scaledTo(decimal, 2);
  if (scaled === undefined) return 'too-many-decimals';
  return scaled > BigInt(MAX_AMOUNT_MINOR) ? 'too-large' : minor(Number(scaled));
};

/** The amount as the interface writes it: a JSON number with at most two decimals. */
export const toWireAmount = (amount: MinorUnits): number => Number(`${amount}e-2`);

/** The amount with a dot and exactly two decimals (`27.50`), built by integer arithmetic. */
export const formatAmount = (amount: MinorUnits): string => {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
