import type { FormField } from '../../../shared/domain/form-field.ts';
import type { TypedCard } from '../../../shared/pages/card-fields.ts';
import { formFields, readChoice } from '../../../shared/pages/form-fields.ts';
import type { PostedStoredCard } from './stored-card-call.ts';

const valueIn = (fields: readonly FormField[] | undefined, name: string): string | undefined =>
  fields?.find(([field]) => field === name)?.[1];

/** What was typed of another card before the stored one was chosen, for the way back; never the security code. */
export const carriedIn = (fields: readonly FormField[] | undefined): TypedCard => ({
  number: valueIn(fields, formFields.cardNumber),
  expiry: valueIn(fields, formFields.expiry),
  holderName: valueIn(fields, formFields.holderName),
});

/** What the payer posted, by the names of the page's form; undefined for what no form of ours posts. */
export const readPosted = (fields: readonly FormField[] | undefined): PostedStoredCard | undefined => {
  const chosen = valueIn(fields, formFields.choosesCard);
  if (chosen !== undefined) return { action: 'choose', reference: chosen };
  const reference = valueIn(fields, formFields.storedCard);
  if (reference === undefined || valueIn(fields, formFields.action) !== 'pay') return undefined;
  return {
    action: 'pay',
    reference,
    cvc: (valueIn(fields, formFields.cvc) ?? '').trim(),
    password: valueIn(fields, formFields.password) ?? '',
    choice: readChoice(valueIn(fields, formFields.choice)),
  };
};
