import type { FormField } from '../../shared/domain/nestpay-hash-input.ts';
import { formActions, formFields, NO, readChoice } from '../../shared/pages/form-fields.ts';
import type { Posted } from './start-payment.ts';

/** What the payer posted, by the names of the page's forms; undefined for what no form of ours posts. */
export const readPosted = (fields: readonly FormField[] | undefined): Posted | undefined => {
  const valueOf = (name: string): string | undefined => fields?.find(([posted]) => posted === name)?.[1];
  const action = formActions.find((one) => one === valueOf(formFields.action));
  if (action === undefined) return undefined;
  if (action === 'quote') return { action, bin: valueOf(formFields.bin) ?? '' };
  if (action !== 'pay') return { action };
  return {
    action,
    card: {
      number: valueOf(formFields.cardNumber),
      expiryMonth: valueOf(formFields.expiryMonth),
      expiryYear: valueOf(formFields.expiryYear),
      cvc: valueOf(formFields.cvc),
      holderName: valueOf(formFields.holderName),
    },
    choice: readChoice(valueOf(formFields.choice)),
    withoutThreeD: valueOf(formFields.threeD) === NO,
  };
};
