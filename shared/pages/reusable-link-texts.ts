import type { AmountProblem, AnswerProblem } from '../domain/reusable-link/typed-fields.ts';
import type { Said } from './page-texts.ts';

/** Why a reusable link takes no payment now, as its payers read it. */
export type StopReason = 'inactive' | 'expired' | 'sold-out' | 'in-a-moment' | 'not-now';

type FieldName = 'FullName' | 'Email' | 'GsmNumber';

/** The words of the pages of reusable links. */
export interface ReusableLinkTexts {
  readonly payTitle: (title: string, dealer: string) => string;
  readonly heading: string;
  readonly amount: (currency: string) => string;
  readonly limits: (least: string, most: string) => string;
  readonly suggested: string;
  /** The amount as it was read, which stands for `{}`. */
  readonly read: string;
  readonly amountProblems: Readonly<Record<Exclude<AmountProblem, 'too-small' | 'too-large'>, string>> & {
    readonly 'too-small': (least: string) => string;
    readonly 'too-large': (most: string) => string;
  };
  readonly optional: string;
  readonly fields: Readonly<Record<FieldName, string>>;
  readonly wrong: Readonly<Record<'Email' | 'GsmNumber', string>>;
  /** Each names the field by its label: the list above the form has no other name for it. */
  readonly answerProblems: Readonly<Record<Exclude<AnswerProblem, 'wrong'>, (label: string) => string>>;
  readonly proceed: string;
  /** The button that names the amount, which stands for `{}`. */
  readonly proceedWith: string;
  readonly nextStep: string;
  readonly confirm: Said & { readonly change: string };
  readonly oldForm: Said;
  readonly paidBefore: Said;
  readonly stops: Readonly<Record<StopReason, Said>>;
  readonly tooMany: { readonly heading: string; readonly sentence: (time: string) => string };
  /** Of a request that is over unpaid, whose payer can make another one. */
  readonly over: Readonly<Record<'expired' | 'failed', string>>;
  readonly backToLink: string;
  readonly payAgain: string;
}
