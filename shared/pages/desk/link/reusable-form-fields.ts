export const reusableFormFields = [
  'title',
  'amount',
  'currency',
  'min',
  'max',
  'maxPayments',
  'description',
  'expires',
  'definition',
] as const;
export type ReusableFormField = (typeof reusableFormFields)[number];

/** What somebody typed into the form; empty where nothing was. */
export type TypedReusable = Readonly<Record<ReusableFormField, string>>;

/** Why no reusable link was made of a form. */
export type ReusableFormProblem =
  | 'title-missing'
  | 'amount-missing'
  | 'amount-unclear'
  | 'amount-twice'
  | 'amount-range'
  | 'places-wrong'
  | 'expires-wrong'
  | 'card-number'
  | 'too-long'
  | 'currency'
  | 'definition'
  | 'no-channel'
  | 'not-possible'
  | 'no-once'
  | 'used'
  | 'changing';

export interface ReusableFormRefusal {
  readonly problem: ReusableFormProblem;
  readonly field?: ReusableFormField;
}
