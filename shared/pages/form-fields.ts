import { type MinorUnits, minor } from '../domain/money/money.ts';
import type { InstallmentQuote } from '../domain/virtual-pos/installment-quote.ts';

/** Names of what the payer's pages post, every one of them to the page's own address. */
export const formFields = {
  action: 'action',
  /** The first 8 digits of the card: typed in the first step, carried along hidden in the second. */
  bin: 'bin',
  cardNumber: 'cardNumber',
  holderName: 'holderName',
  expiryMonth: 'expiryMonth',
  expiryYear: 'expiryYear',
  cvc: 'cvc',
  /** Count and total that were shown, as `choiceValue` writes them. */
  choice: 'choice',
  threeD: 'threeD',
  storeCard: 'storeCard',
} as const;

/** What the payer asks for. `quote` shows the card step for `bin`; `give-up` closes the link for good (rule 7). */
export const formActions = ['quote', 'pay', 'give-up', 'retry'] as const;
export type FormAction = (typeof formActions)[number];

/** Value of a ticked `storeCard`, and of `threeD` where the bank is asked first. An absent `threeD` means that too. */
export const YES = '1';
/** Value of `threeD` where the payer chose to pay without. */
export const NO = '0';

/** The count and the total shown, as one value: what was shown is what is charged (rule 16). */
export const choiceValue = ({ count, total }: Pick<InstallmentQuote, 'count' | 'total'>): string => `${count}:${total}`;

const CHOICE = /^([1-9]\d?):(\d{1,11})$/;

/** Reads a value of `choiceValue`; anything else is undefined. */
export const readChoice = (
  value: string | undefined,
): { readonly count: number; readonly total: MinorUnits } | undefined => {
  const match = CHOICE.exec(value ?? '');
  return match === null ? undefined : { count: Number(match[1]), total: minor(Number(match[2])) };
};
