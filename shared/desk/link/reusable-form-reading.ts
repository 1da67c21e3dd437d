import { holdsCardNumber } from '../../domain/card/card-number-in-text.ts';
import type { Dealer } from '../../domain/dealer/dealer.ts';
import type { Language } from '../../domain/language.ts';
import { isCurrency, type MinorUnits } from '../../domain/money/money.ts';
import { readTypedAmount } from '../../domain/money/typed-amount.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { ReusableLinkFields } from '../../domain/reusable-link/link-fields.ts';
import { LONGEST_TITLE } from '../../domain/reusable-link/link-rules.ts';
import type { LinkChoice } from '../../pages/desk/link/link-form.ts';
import type { LinkFormProblem } from '../../pages/desk/link/link-form-fields.ts';
import { LONGEST_REUSABLE_DESCRIPTION } from '../../pages/desk/link/reusable-form.ts';
import {
  type ReusableFormField,
  type ReusableFormProblem,
  type ReusableFormRefusal,
  reusableFormFields,
  type TypedReusable,
} from '../../pages/desk/link/reusable-form-fields.ts';
import type { DeskCall } from '../call/desk-call.ts';
import { DeskRefusal } from '../call/desk-command.ts';
import { typedDay } from '../figures/typed-day.ts';
import { linkFormRefusalOf } from './link-form-reading.ts';

/** What a form of a new reusable link posted. */
export const typedReusableOf = ({ posted }: Pick<DeskCall, 'posted'>): TypedReusable =>
  Object.fromEntries(reusableFormFields.map((field) => [field, posted.text(field)])) as TypedReusable;

const refuse = (problem: ReusableFormProblem, field?: ReusableFormField): DeskRefusal<ReusableFormRefusal> =>
  new DeskRefusal<ReusableFormRefusal>(field === undefined ? { problem } : { problem, field });

const given = (text: string): string | undefined => (text === '' ? undefined : text);

const PLACES = /^\d{1,7}$/;

/** The currency that was chosen; the dealer's first where the form offers none. */
const currencyOf = (typed: TypedReusable, { currencies }: Pick<Dealer, 'currencies'>) => {
  const chosen = typed.currency === '' ? currencies[0] : typed.currency;
  if (chosen === undefined || !isCurrency(chosen) || !currencies.includes(chosen)) throw refuse('currency', 'currency');
  return chosen;
};

type Amounts = Pick<ReusableLinkFields, 'amount' | 'openAmount'>;

/** One amount, or the least and the most that a payer may choose. */
const amountsOf = (typed: TypedReusable, language: Language, dealer: Pick<Dealer, 'currencies'>): Amounts => {
  const currency = currencyOf(typed, dealer);
  const read = (field: 'amount' | 'min' | 'max'): MinorUnits | undefined => {
    const amount = readTypedAmount(typed[field], { language, currency });
    if (amount === 'unclear') throw refuse('amount-unclear', field);
    return amount === 'missing' ? undefined : amount;
  };
  const [amount, min, max] = [read('amount'), read('min'), read('max')];
  if (amount === undefined && min === undefined && max === undefined) throw refuse('amount-missing', 'amount');
  if (amount !== undefined && (min !== undefined || max !== undefined)) throw refuse('amount-twice', 'amount');
  return { amount, openAmount: { min, max, suggested: [] } };
};

const checkTexts = ({ title, description }: TypedReusable): void => {
  if (title === '') throw refuse('title-missing', 'title');
  if (Array.from(title).length > LONGEST_TITLE) throw refuse('too-long', 'title');
  if (Array.from(description).length > LONGEST_REUSABLE_DESCRIPTION) throw refuse('too-long', 'description');
  if (holdsCardNumber(title)) throw refuse('card-number', 'title');
  if (holdsCardNumber(description)) throw refuse('card-number', 'description');
};

/**
 * Reads the form of a new reusable link as people of the language write. Its code follows from the form's one-time value. Throws
 * a DeskRefusal with the first thing that is wrong; whether such a link may be made is decided by the use case (rule 54).
 */
export const readReusableForm = (
  typed: TypedReusable,
  {
    choices,
    once,
    dealer,
    language,
  }: Pick<DeskCall, 'dealer' | 'language'> & { readonly choices: readonly LinkChoice[]; readonly once: string },
): ReusableLinkFields => {
  const choice = typed.definition === '' ? choices[0] : choices.find(({ id }) => String(id) === typed.definition);
  if (choice === undefined) throw refuse('definition', 'definition');
  checkTexts(typed);
  const amounts = amountsOf(typed, language, dealer);
  if (typed.maxPayments !== '' && !PLACES.test(typed.maxPayments)) throw refuse('places-wrong', 'maxPayments');
  const expireDate = typed.expires === '' ? undefined : typedDay(typed.expires);
  if (typed.expires !== '' && expireDate === undefined) throw refuse('expires-wrong', 'expires');
  return {
    ...amounts,
    linkCode: `DESK-${once.replaceAll('-', '').slice(0, 16).toUpperCase()}`,
    title: typed.title,
    currency: currencyOf(typed, dealer),
    dealerCustomerTypeId: choice.id,
    description: given(typed.description),
    maxPayments: typed.maxPayments === '' ? undefined : Number(typed.maxPayments),
    expireDate,
    returnHash: 1,
    // Where the dealer's money has to wait in the pool, there is nothing to choose.
    isPoolPayment: dealer.pool === 'required' ? 1 : undefined,
    questions: [],
    subDealers: [],
  };
};

/** A sentence of InvalidRequest begins with the name of the field that it is about. */
const OF_INVALID_FIELD: Readonly<Record<string, ReusableFormRefusal>> = {
  Title: { field: 'title', problem: 'title-missing' },
  Amount: { field: 'amount', problem: 'amount-unclear' },
  'OpenAmount.Min': { field: 'min', problem: 'amount-range' },
  'OpenAmount.Max': { field: 'max', problem: 'amount-range' },
  MaxPayments: { field: 'maxPayments', problem: 'places-wrong' },
  ExpireDate: { field: 'expires', problem: 'expires-wrong' },
  Description: { field: 'description', problem: 'card-number' },
};

/** What the form of a reusable link says where that of a payment request says something about a field that it lacks. */
const OF_REQUEST: Partial<Readonly<Record<LinkFormProblem, ReusableFormRefusal>>> = {
  currency: { field: 'currency', problem: 'currency' },
  definition: { field: 'definition', problem: 'definition' },
  'no-channel': { problem: 'no-channel' },
};

/** What the form says of a refusal of the use case. */
export const reusableFormRefusalOf = (refusal: Refusal): ReusableFormRefusal => {
  if (refusal.reason === 'LinkCodeAlreadyUsed') return { problem: 'used' };
  const [member = ''] = refusal.sentence.split(' ');
  const ofField = refusal.reason === 'InvalidRequest' ? OF_INVALID_FIELD[member] : undefined;
  return ofField ?? OF_REQUEST[linkFormRefusalOf(refusal).problem] ?? { problem: 'not-possible' };
};
