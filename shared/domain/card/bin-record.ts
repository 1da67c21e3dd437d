import { type CardBrand, cardBrandOf } from './bank-card-brand.ts';

/** How the holder of a card pays: later, or from an account at once. */
export const creditTypes = ['credit', 'debit'] as const;
export type CreditType = (typeof creditTypes)[number];

/** Whom a card is for: a person, or a company. */
export const cardCategories = ['individual', 'commercial'] as const;
export type CardCategory = (typeof cardCategories)[number];

/** What is known of all cards that begin with a BIN, the first six or eight digits. */
export interface BinRecord {
  readonly bin: string;
  /** Code of the issuing bank in the bank list; absent for an issuer outside that list. */
  readonly bankCode?: string;
  readonly bankName?: string;
  readonly brand?: string;
  readonly creditType?: CreditType;
  readonly category?: CardCategory;
  /** The installment programme that the card belongs to, such as BONUS. */
  readonly group?: string;
  /** The largest installment count that the issuer names. It decides nothing: the issuer itself refuses a larger one. */
  readonly maxInstallments?: number;
  /** Issued outside Turkey. */
  readonly foreign?: boolean;
  /** The issuer's name for the product. */
  readonly cardName?: string;
  /** The import that wrote the record last. An import that replaces the directory removes the records of the others. */
  readonly importId?: string;
}

/** What decides where a card is charged: its bank, and its installment programme. */
export type CardOrigin = Pick<BinRecord, 'bankCode' | 'group'>;

/** A BIN that can be imported: six or eight digits. Eight tell more. */
export const BIN = /^(?:\d{6}|\d{8})$/;

/** The BIN that a request names, with or without blanks around it; undefined for a text of another form. */
export const readBin = (text: string): string | undefined => {
  const digits = text.trim();
  return BIN.test(digits) ? digits : undefined;
};

/** Spellings of the brands in the lists that banks hand out, in small letters. */
const spellings: ReadonlyMap<string, CardBrand> = new Map([
  ['visa', 'visa'],
  ['mastercard', 'mastercard'],
  ['master', 'mastercard'],
  ['mc', 'mastercard'],
  ['maestro', 'maestro'],
  ['american express', 'american-express'],
  ['amex', 'american-express'],
  ['troy', 'troy'],
]);

const names: Readonly<Record<Exclude<CardBrand, 'other'>, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  'american-express': 'American Express',
  troy: 'Troy',
};

/** The names of the brands, as records hold them. */
export const brandNames: readonly string[] = Object.values(names);

const brandNamed = (text: string): CardBrand => spellings.get(text.trim().toLowerCase()) ?? 'other';

/** The name of a brand in one spelling; undefined for a text that names none. */
export const readBrandName = (text: string): string | undefined => {
  const brand = brandNamed(text);
  return brand === 'other' ? undefined : names[brand];
};

/** The brand of a record's cards: the one that the record names, else the one that their digits belong to. */
export const brandOfRecord = ({ bin, brand = '' }: BinRecord): CardBrand => {
  const named = brandNamed(brand);
  return named === 'other' ? cardBrandOf(bin) : named;
};
