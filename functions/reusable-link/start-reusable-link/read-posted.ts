import type { FormField } from '../../../shared/domain/form-field.ts';
import type { Language } from '../../../shared/domain/language.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { MAX_AMOUNT_TEXT, typedAmountText } from '../../../shared/domain/money/typed-amount.ts';
import type { ReusableLink } from '../../../shared/domain/reusable-link/reusable-link.ts';
import type { TypedFields } from '../../../shared/domain/reusable-link/typed-fields.ts';
import { answerField, linkFormFields } from '../../../shared/pages/link-form-fields.ts';

/** What a payer posted on the page of a link, by the names of its form; nothing of it is trusted. */
export interface PostedLinkForm {
  /** `fill`: a suggested amount was chosen, or the amount is to be changed: the form is shown, and nothing is made. */
  readonly action: 'fill' | 'go';
  readonly formValue: string;
  /** The amount that the payer was shown, in minor units. */
  readonly shown: string;
  readonly typed: TypedFields;
}

/** Longest text that is given back to its payer: more than any answer may have, so that a mistake can be seen. */
const MAX_TEXT = 1000;

const WHOLE = /^\d{1,11}$/;

export const readPosted = (
  { amount, questions }: Pick<ReusableLink, 'amount' | 'questions'>,
  fields: readonly FormField[] | undefined,
  language: Language,
): PostedLinkForm => {
  const posted = (name: string): string => fields?.find(([field]) => field === name)?.[1] ?? '';
  const isPressed = (name: string): boolean => fields?.some(([field]) => field === name) === true;
  const suggested = posted(linkFormFields.suggested);
  const isSuggested = WHOLE.test(suggested);
  const typedAmount = isSuggested
    ? typedAmountText(minor(Number(suggested)), language)
    : posted(linkFormFields.amount).slice(0, MAX_AMOUNT_TEXT + 1);
  return {
    action: isSuggested || isPressed(linkFormFields.change) ? 'fill' : 'go',
    formValue: posted(linkFormFields.form),
    shown: posted(linkFormFields.shown),
    typed: {
      ...(amount.kind === 'open' ? { amount: typedAmount } : {}),
      answers: questions.map((_, index) => posted(answerField(index)).slice(0, MAX_TEXT)),
    },
  };
};
