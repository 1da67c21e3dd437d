export const linkFormFields = [
  'amount',
  'currency',
  'description',
  'name',
  'phone',
  'email',
  'expires',
  'installments',
  'definition',
] as const;
export type LinkFormField = (typeof linkFormFields)[number];

/** What somebody typed into the form, field by field; empty where nothing was. */
export type TypedLink = Readonly<Record<LinkFormField, string>>;

/** Why no link was made of a form. */
export type LinkFormProblem =
  | 'amount-missing'
  | 'amount-unclear'
  | 'amount-zero'
  | 'phone-wrong'
  | 'email-wrong'
  | 'expires-wrong'
  | 'card-number'
  | 'too-long'
  | 'currency'
  | 'installments'
  | 'definition'
  | 'no-once'
  | 'used'
  | 'changing'
  | 'not-possible'
  | 'no-channel'
  | 'limit';

/** A problem, and the field that it is about; absent where it is about none alone. */
export interface LinkFormRefusal {
  readonly problem: LinkFormProblem;
  readonly field?: LinkFormField;
}
