import { binIn } from '../../shared/domain/card/card-rules.ts';
import type { FormField } from '../../shared/domain/form-field.ts';
import { formActions, formFields, NO, readChoice, YES } from '../../shared/pages/form-fields.ts';
import type { Posted } from './payer-call.ts';

/** What the payer posted, by the names of the page's forms; undefined for what no form of ours posts. */
export const readPosted = (fields: readonly FormField[] | undefined): Posted | undefined => {
  const posted = (name: string): string | undefined => fields?.find(([field]) => field === name)?.[1];
  const action = formActions.find((one) => one === posted(formFields.action));
  if (action === undefined) return undefined;
  if (action === 'quote') return { action, bin: binIn(posted(formFields.bin)) };
  if (action !== 'pay') return { action };
  return {
    action,
    card: {
      number: posted(formFields.cardNumber),
      expiryMonth: posted(formFields.expiryMonth),
      expiryYear: posted(formFields.expiryYear),
      cvc: posted(formFields.cvc),
      holderName: posted(formFields.holderName),
    },
    choice: readChoice(posted(formFields.choice)),
    withoutThreeD: posted(formFields.threeD) === NO,
    storesCard: posted(formFields.storeCard) === YES,
  };
};
