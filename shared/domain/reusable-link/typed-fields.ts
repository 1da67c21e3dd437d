import { holdsCardNumber } from '../card/card-number-in-text.ts';
import { isEmail, normalizeGsm } from '../customer/contact.ts';
import type { Language } from '../language.ts';
import { askedCurrency } from '../money/asked-terms.ts';
import type { Currency, MinorUnits } from '../money/money.ts';
import { readTypedAmount } from '../money/typed-amount.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { TypedByPayer } from './payer-request.ts';
import type { LinkAmount, Question, ReusableLink } from './reusable-link.ts';

/** What a payer typed on the page of a reusable link, as it came: nothing of it is trusted. */
export interface TypedFields {
  /** Absent where the link has an amount of its own. */
  readonly amount?: string | undefined;
  /** One text for each question of the link, in its order. */
  readonly answers: readonly string[];
}

export type AmountProblem = 'missing' | 'unclear' | 'too-small' | 'too-large';
export type AnswerProblem = 'missing' | 'wrong' | 'too-long' | 'card-number';

/** What is wrong with a field: with the amount, or with the answer to a question by its number from 0. */
export type LinkFieldProblem =
  | { readonly field: 'amount'; readonly kind: AmountProblem }
  | { readonly field: number; readonly kind: AnswerProblem };

/** Longest answers, in characters. A name is one of 100, as buyers have them. */
export const MAX_ANSWER: Readonly<Record<Question['field'], number>> = {
  FullName: 100,
  Email: 254,
  GsmNumber: 30,
  Note: 200,
};

/** One line: what breaks lines or is invisible has no place in a name or a note. */
const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();

const amountOf = (
  amount: LinkAmount,
  typed: string,
  view: { readonly language: Language; readonly currency: Currency },
): MinorUnits | AmountProblem => {
  if (amount.kind === 'fixed') return amount.amount;
  const read = readTypedAmount(typed, view);
  if (typeof read === 'string') return read;
  if (read < amount.min) return 'too-small';
  return read > amount.max ? 'too-large' : read;
};

type ReadAnswer = { readonly text?: string } | { readonly problem: AnswerProblem };

const answerOf = ({ field, required }: Question, typed: string): ReadAnswer => {
  const text = oneLine(typed);
  if (text === '') return required ? { problem: 'missing' } : {};
  if (text.length > MAX_ANSWER[field]) return { problem: 'too-long' };
  if (holdsCardNumber(text)) return { problem: 'card-number' };
  if (field === 'Email') return isEmail(text) ? { text } : { problem: 'wrong' };
  if (field !== 'GsmNumber') return { text };
  const number = normalizeGsm(text);
  return number === undefined ? { problem: 'wrong' } : { text: number };
};

export type ReadFields =
  | { readonly kind: 'read'; readonly typed: TypedByPayer }
  | { readonly kind: 'problems'; readonly problems: readonly LinkFieldProblem[] };

/** Checks what a payer typed against what the link asks for. Every problem is told at once, in the order of the form. */
export const readTypedFields = (
  { amount, questions, template }: Pick<ReusableLink, 'amount' | 'questions' | 'template'>,
  fields: TypedFields,
  language: Language,
): ReadFields => {
  const paid = amountOf(amount, fields.amount ?? '', { language, currency: askedCurrency(template) });
  const answers = questions.map((question, index) => answerOf(question, fields.answers[index] ?? ''));
  const problems: readonly LinkFieldProblem[] = [
    ...(typeof paid === 'string' ? [{ field: 'amount', kind: paid } as const] : []),
    ...answers.flatMap((answer, field) => ('problem' in answer ? [{ field, kind: answer.problem }] : [])),
  ];
  if (typeof paid === 'string' || problems.length > 0) return { kind: 'problems', problems };
  const texts = answers.map((answer) => ('text' in answer ? answer.text : undefined));
  const textOf = (field: Question['field']): string | undefined =>
    texts[questions.findIndex((question) => question.field === field)];
  const notes = questions.flatMap(({ field, label = '' }, index) => {
    const text = texts[index];
    return field === 'Note' && text !== undefined ? [{ label, text }] : [];
  });
  const typed: TypedByPayer = {
    amount: paid,
    answers: notes,
    ...omitUndefined({ fullName: textOf('FullName'), email: textOf('Email'), gsmNumber: textOf('GsmNumber') }),
  };
  return { kind: 'read', typed };
};
