import type { ReusableLinkFields } from '../../../../shared/domain/reusable-link/link-fields.ts';
import { LARGEST_MAX_PAYMENTS, LONGEST_TITLE } from '../../../../shared/domain/reusable-link/link-rules.ts';
import { askableFields } from '../../../../shared/domain/reusable-link/reusable-link.ts';
import { type InputOf, neededWhenNew, optional, required } from '../fields.ts';
import { amountAboveZero, anyId, choice, code, freeText, list, shaped, whole } from '../kinds.ts';
import { currencyChoice, dealerCodeField } from './fields-in-common.ts';

const LONGEST_LINK_CODE = 100;
const LONGEST_DESCRIPTION = 500;
const MOST_SUGGESTED = 4;
const MOST_QUESTIONS = 6;

/** The dealer's code of a link, character by character. */
export const linkCodeKind = code(LONGEST_LINK_CODE);

const QUESTION = new RegExp(`^(${askableFields.join('|')}):(required|optional)(?::(.+))?$`);

/** A question as one text, such as Note:optional:Allergies. */
const question = shaped(
  'FullName, Email, GsmNumber or Note, a colon, required or optional; of a Note a colon and its label',
  'must be such as FullName:required or Note:optional:Allergies',
  (text) => (QUESTION.test(text) ? text : undefined),
);

/** Members that never change. */
const fixedFields = {
  title: neededWhenNew(freeText(LONGEST_TITLE), 'Heading of the page.'),
  amount: optional(amountAboveZero, 'What each payer pays; instead of min and max.'),
  min: optional(amountAboveZero, 'The least that a payer may choose to pay.'),
  max: optional(amountAboveZero, 'The most that a payer may choose to pay.'),
  suggested: optional(list(amountAboveZero, MOST_SUGGESTED), 'Amounts from min to max that the page offers.'),
  currency: optional(currencyChoice, 'Currency of the amounts; TL when not given.'),
  dealerCustomerTypeId: optional(
    anyId,
    "Definition that its requests follow; the dealer's definition with the lowest id when not given.",
  ),
  ask: optional(list(question, MOST_QUESTIONS), 'What payers are asked for, in the order of the page.'),
  language: optional(choice(['TR', 'EN']), "Language of its page; the payer's browser decides when not given."),
  redirectUrl: optional(code(2048), 'Page of the dealer that payers return to; they end on a receipt when not given.'),
};

/** Members that can be changed. */
const changeableFields = {
  description: optional(freeText(LONGEST_DESCRIPTION), 'Text of the page below the title.'),
  maxPayments: optional(
    whole(1, LARGEST_MAX_PAYMENTS),
    'How many payments it takes; any number when not given with a new link, and for ever then.',
  ),
  expireDate: optional(
    code(30),
    'Until when payers may begin: yyyy-MM-dd HH:mm in Istanbul, or a day, YYYYMMDD; no end when not given.',
  ),
};

export const linkFields = {
  dealerCode: dealerCodeField,
  linkCode: required(linkCodeKind, "The dealer's own code of the link: it names one link, for ever."),
  ...fixedFields,
  ...changeableFields,
};
type Input = InputOf<typeof linkFields>;

const questionIn = (text: string): ReusableLinkFields['questions'][number] => {
  const [, field, need, label] = QUESTION.exec(text) ?? [];
  return { field, need, label };
};

const given = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined;

/** The link as the dealer's own program would send it; what is not given is absent. */
export const requestFieldsIn = (input: Input): ReusableLinkFields => ({
  linkCode: input.linkCode,
  dealerCustomerTypeId: given(input.dealerCustomerTypeId),
  title: given(input.title),
  amount: given(input.amount),
  openAmount: { min: given(input.min), max: given(input.max), suggested: input.suggested ?? [] },
  currency: given(input.currency),
  description: given(input.description),
  maxPayments: given(input.maxPayments),
  expireDate: given(input.expireDate),
  questions: (input.ask ?? []).map(questionIn),
  language: given(input.language),
  redirectUrl: given(input.redirectUrl),
  subDealers: [],
});
