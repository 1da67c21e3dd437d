import { type MinorUnits, minor } from '../domain/money/money.ts';
import type { InstallmentQuote } from '../domain/virtual-pos/installment-quote.ts';

/** Names of the fields that the payer's pages post, every one of them to the page's own address. */
export const formFields = {
  action: 'action',
  cardNumber: 'cardNumber',
  holderName: 'holderName',
  /** Month and year in one text, in any way that `expiryPartsOf` reads. */
  expiry: 'expiry',
  cvc: 'cvc',
  /** Count and total that were shown, as `choiceValue` writes them. */
  choice: 'choice',
  threeD: 'threeD',
  storeCard: 'storeCard',
  /** The reference of the stored card that the payer chooses, and of the one that pays. */
  choosesCard: 'choosesCard',
  storedCard: 'storedCard',
  /** The customer's password, which a stored card asks for where there is one (rule 48). */
  password: 'password',
} as const;

/**
 * The action that the payer chose. `quote` shows what the card whose number was posted may choose from; `give-up` closes
 * the link for good (rule 7); `another-card` leads from a stored card back to the form.
 */
export const formActions = ['quote', 'pay', 'give-up', 'retry', 'another-card'] as const;
export type FormAction = (typeof formActions)[number];

/** Value of a ticked `storeCard`, and of `threeD` if the payer wants 3D. An absent `threeD` also means 3D. */
export const YES = '1';
/** Value of `threeD` if the payer chose to pay without it. */
export const NO = '0';

/** The count and the total shown, as one value: the sum shown is the sum charged (rule 16). */
export const choiceValue = ({ count, total }: Pick<InstallmentQuote, 'count' | 'total'>): string => `${count}:${total}`;

const CHOICE = /^([1-9]\d?):(\d{1,11})$/;

/** Reads a value of `choiceValue`; anything else is undefined. */
export const readChoice = (
  value: string | undefined,
): { readonly count: number; readonly total: MinorUnits } | undefined => {
  const match = CHOICE.exec(value ?? '');
  return match === null ? undefined : { count: Number(match[1]), total: minor(Number(match[2])) };
};
