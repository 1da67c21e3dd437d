import { type Currency, isCurrency } from './money.ts';

/** One payment, without installments. */
export const SINGLE_PAYMENT = 1;

/** The count that a request asks for: absent, 0 and 1 are the single payment (2.2, 2.7). */
export const askedInstallmentCount = ({
  installmentNumber,
}: {
  readonly installmentNumber?: number | undefined;
}): number => (installmentNumber === undefined || installmentNumber === 0 ? SINGLE_PAYMENT : installmentNumber);

/** The currency that a request asks for; TL where none is given, or none that exists. */
export const askedCurrency = ({ currency }: { readonly currency?: string | undefined }): Currency =>
  currency !== undefined && isCurrency(currency) ? currency : 'TL';
