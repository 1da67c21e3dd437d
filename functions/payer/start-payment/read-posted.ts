import { binIn } from '../../../shared/domain/card/card-rules.ts';
import { expiryPartsOf } from '../../../shared/domain/card/expiry-text.ts';
import type { FormField } from '../../../shared/domain/form-field.ts';
import type { TypedCard } from '../../../shared/pages/card-fields.ts';
import { formActions, formFields, NO, readChoice, YES } from '../../../shared/pages/form-fields.ts';
import type { Posted } from './payer-call.ts';

/** What this post carried of the card, for giving it back to its payer on the next page; never the security code. */
export const typedCardIn = (fields: readonly FormField[] | undefined): TypedCard => {
  const posted = (name: string): string | undefined => fields?.find(([field]) => field === name)?.[1];
  return {
    number: posted(formFields.cardNumber),
    expiry: posted(formFields.expiry),
    holderName: posted(formFields.holderName),
  };
};

/** What the payer posted, by the names of the page's forms; undefined for what no form of ours posts. */
export const readPosted = (fields: readonly FormField[] | undefined): Posted | undefined => {
  const posted = (name: string): string | undefined => fields?.find(([field]) => field === name)?.[1];
  const action = formActions.find((one) => one === posted(formFields.action));
  if (action === undefined) return undefined;
  if (action === 'quote') return { action, bin: binIn(posted(formFields.cardNumber)) };
  if (action !== 'pay') return { action };
  return {
    action,
    card: {
      number: posted(formFields.cardNumber),
      ...expiryPartsOf(posted(formFields.expiry) ?? ''),
      cvc: posted(formFields.cvc),
      holderName: posted(formFields.holderName),
    },
    choice: readChoice(posted(formFields.choice)),
    withoutThreeD: posted(formFields.threeD) === NO,
    storesCard: posted(formFields.storeCard) === YES,
  };
};
