import { type Currency, DEFAULT_CURRENCY, isCurrency } from './money.ts';

/** One payment, without installments. */
export const SINGLE_PAYMENT = 1;

/** The count that a request asks for: absent, 0 and 1 are the single payment (2.2, 2.7, 2.8). */
export const askedInstallmentCount = ({
  installmentNumber,
}: {
  readonly installmentNumber?: number | undefined;
}): number => (installmentNumber === undefined || installmentNumber === 0 ? SINGLE_PAYMENT : installmentNumber);

/** The currency that a request asks for; the default where none is given, or none that exists. */
export const askedCurrency = ({ currency }: { readonly currency?: string | undefined }): Currency =>
  currency !== undefined && isCurrency(currency) ? currency : DEFAULT_CURRENCY;

const isRun = (counts: readonly number[]): boolean =>
  counts.length > 2 && counts.every((count, index) => index === 0 || count === (counts[index - 1] ?? 0) + 1);

/** Counts in words, such as `1, 2 or 6` and `1 to 12`. */
const countsInWords = (counts: readonly number[]): string => {
  const last = counts.at(-1);
  if (isRun(counts)) return `${counts[0]} to ${last}`;
  return counts.length === 1 ? `${last}` : `${counts.slice(0, -1).join(', ')} or ${last}`;
};

/** Says which counts may be asked for, and why no other; `counts` are in ascending order, the single payment among them. */
export const allowedCountsSentence = (counts: readonly number[], because: string): string =>
  counts.length === 0
    ? `InstallmentNumber cannot be paid, whatever it is: ${because}.`
    : `InstallmentNumber must be ${countsInWords(counts)}: ${because}.`;

/** The sentence for a dealer's own counts of 2 to 12, beside which the single payment always is possible. */
export const dealerCountsSentence = (counts: readonly number[]): string =>
  allowedCountsSentence([SINGLE_PAYMENT, ...counts.toSorted((a, b) => a - b)], 'this dealer may use no other count');
