import { istanbulMomentOf } from '../calendar.ts';
import { holdsCardNumber } from '../card/card-number-in-text.ts';
import { parseRedirectUrl } from '../link/redirect-url.ts';
import { WHOLE_RATE } from '../money/rate.ts';
import { type Rule as OrderedRule, refuseFirstBroken } from '../ordered-rules.ts';
import type { QuestionFields, ReusableLinkFields } from './link-fields.ts';
import { askableFields } from './reusable-link.ts';

/** A new link, and the time at which it is made. */
export interface ReusableLinkContext {
  readonly fields: ReusableLinkFields;
  readonly nowMs: number;
}

type Rule<Context = ReusableLinkContext> = OrderedRule<'InvalidRequest', Context>;

const invalid = <Context = ReusableLinkContext>(sentence: string, broken: Rule<Context>['broken']): Rule<Context> => ({
  reason: 'InvalidRequest',
  sentence,
  broken,
});

export const LARGEST_MAX_PAYMENTS = 1_000_000;
const LONGEST_LABEL = 40;
export const LONGEST_TITLE = 100;

/** True of a link whose payers choose what they pay. */
export const hasOpenAmount = ({ openAmount: { min, max, suggested } }: ReusableLinkFields): boolean =>
  min !== undefined || max !== undefined || suggested.length > 0;

const requiredFields: readonly Rule[] = [
  invalid('LinkCode is required.', ({ fields }) => fields.linkCode === undefined),
  invalid('Title is required.', ({ fields }) => fields.title === undefined),
  invalid('Amount or OpenAmount must be given.', ({ fields }) => fields.amount === undefined && !hasOpenAmount(fields)),
  invalid(
    'Amount and OpenAmount must not both be given.',
    ({ fields }) => fields.amount !== undefined && hasOpenAmount(fields),
  ),
  invalid('OpenAmount.Min is required.', ({ fields }) => hasOpenAmount(fields) && fields.openAmount.min === undefined),
  invalid('OpenAmount.Max is required.', ({ fields }) => hasOpenAmount(fields) && fields.openAmount.max === undefined),
];

const openAmountRules: readonly Rule[] = [
  invalid('OpenAmount.Min must be above 0.', ({ fields }) => fields.openAmount.min === 0),
  invalid(
    'OpenAmount.Max must not be below OpenAmount.Min.',
    ({ fields: { openAmount } }) => (openAmount.max ?? 0) < (openAmount.min ?? 0),
  ),
  invalid('Each amount of OpenAmount.Suggested must be from Min to Max.', ({ fields: { openAmount } }) => {
    const { min = 0, max = 0, suggested } = openAmount;
    return suggested.some((amount) => amount < min || amount > max);
  }),
  invalid(
    'OpenAmount.Suggested must not hold an amount twice.',
    ({ fields: { openAmount } }) => new Set(openAmount.suggested).size < openAmount.suggested.length,
  ),
];

const isAskable = ({ field }: QuestionFields): boolean => askableFields.some((one) => one === field);
const isNote = ({ field }: QuestionFields): boolean => field === 'Note';

const asksTwice = (questions: readonly QuestionFields[]): boolean => {
  const named = questions.filter((question) => !isNote(question)).map(({ field }) => field);
  return new Set(named).size < named.length;
};

/** The length that a reader of the label sees: each character counts once. */
const isLong = (label: string | undefined): boolean => Array.from(label ?? '').length > LONGEST_LABEL;

const labelsTwice = (questions: readonly QuestionFields[]): boolean => {
  const labels = questions.filter(isNote).map(({ label }) => label);
  return new Set(labels).size < labels.length;
};

const questionRules: readonly Rule[] = [
  invalid(
    'Each Field of Ask must be FullName, Email, GsmNumber or Note.',
    ({ fields: { questions } }) => !questions.every(isAskable),
  ),
  invalid('Ask must hold each Field but Note at most once.', ({ fields: { questions } }) => asksTwice(questions)),
  invalid(
    'Each Need of Ask must be required or optional.',
    ({ fields: { questions } }) => !questions.every(({ need }) => need === 'required' || need === 'optional'),
  ),
  invalid('Each Note of Ask needs a Label.', ({ fields: { questions } }) =>
    questions.some((one) => isNote(one) && one.label === undefined),
  ),
  invalid('Label of Ask belongs to a Note alone.', ({ fields: { questions } }) =>
    questions.some((one) => !isNote(one) && one.label !== undefined),
  ),
  invalid(`Label of Ask must be at most ${LONGEST_LABEL} characters long.`, ({ fields: { questions } }) =>
    questions.some(({ label }) => isLong(label)),
  ),
  invalid('Ask must not hold one Label twice.', ({ fields: { questions } }) => labelsTwice(questions)),
];

/** With an open amount nobody knows the amounts of a split yet: only the scenarios that need no other amount are left. */
const SCENARIOS_OF_RATES: readonly (number | undefined)[] = [1, 6];

const sumOfRates = ({ subDealers }: ReusableLinkFields): number =>
  subDealers.reduce((sum, { rate = 0 }) => sum + rate, 0);

const ofOpenSplit = (sentence: string, broken: (fields: ReusableLinkFields) => boolean): Rule =>
  invalid(sentence, ({ fields }) => hasOpenAmount(fields) && fields.subDealers.length > 0 && broken(fields));

const splitRules: readonly Rule[] = [
  invalid(
    'Rate of SubDealer belongs to OpenAmount: with Amount, give Amount of each.',
    ({ fields }) => !hasOpenAmount(fields) && fields.subDealers.some(({ rate }) => rate !== undefined),
  ),
  ofOpenSplit('CommissionScenario is required.', ({ commissionScenario }) => commissionScenario === undefined),
  ofOpenSplit(
    'CommissionScenario must be 1 or 6 with OpenAmount.',
    ({ commissionScenario }) => !SCENARIOS_OF_RATES.includes(commissionScenario),
  ),
  ofOpenSplit('Each SubDealer must have DealerId and Rate alone with OpenAmount.', ({ subDealers }) =>
    subDealers.some(({ dealerId, rate, ...others }) => {
      const given = Object.values(others).some((value) => value !== undefined);
      return dealerId === undefined || rate === undefined || given;
    }),
  ),
  ofOpenSplit('Rate of each SubDealer must be above 0.', ({ subDealers }) => subDealers.some(({ rate }) => rate === 0)),
  ofOpenSplit('Rates of SubDealer must sum up to at most 100.', (fields) => sumOfRates(fields) > WHOLE_RATE),
  ofOpenSplit(
    'Rates of SubDealer must sum up to 100 in CommissionScenario 1.',
    (fields) => fields.commissionScenario === 1 && sumOfRates(fields) !== WHOLE_RATE,
  ),
];

const MIN_PAYMENTS = 1;

/** True of a number of payments that a link can promise. */
const isMaxPayments = (value: number): boolean =>
  Number.isInteger(value) && value >= MIN_PAYMENTS && value <= LARGEST_MAX_PAYMENTS;

/** Members that a change of a link may bring too. */
interface ChangeableContext {
  readonly fields: Pick<ReusableLinkFields, 'maxPayments' | 'expireDate' | 'description'>;
  readonly nowMs: number;
}

const changeableRules: readonly Rule<ChangeableContext>[] = [
  invalid<ChangeableContext>(
    `MaxPayments must be a whole number from ${MIN_PAYMENTS} to ${LARGEST_MAX_PAYMENTS}.`,
    ({ fields: { maxPayments } }) => maxPayments !== undefined && !isMaxPayments(maxPayments),
  ),
  invalid<ChangeableContext>(
    'ExpireDate must be a time in Istanbul, written yyyy-MM-dd HH:mm, or a day, written YYYYMMDD.',
    ({ fields: { expireDate } }) => expireDate !== undefined && istanbulMomentOf(expireDate) === undefined,
  ),
  invalid<ChangeableContext>('ExpireDate must be in the future.', ({ fields: { expireDate }, nowMs }) => {
    const expiresAtMs = expireDate === undefined ? undefined : istanbulMomentOf(expireDate);
    return expiresAtMs !== undefined && expiresAtMs <= nowMs;
  }),
  invalid<ChangeableContext>('Description must not hold a card number.', ({ fields: { description } }) =>
    holdsCardNumber(description ?? ''),
  ),
];

const textRules: readonly Rule[] = [
  invalid('Title must not hold a card number.', ({ fields: { title } }) => holdsCardNumber(title ?? '')),
  invalid('Label of Ask must not hold a card number.', ({ fields: { questions } }) =>
    questions.some(({ label }) => holdsCardNumber(label ?? '')),
  ),
  // Every request of a link has a code, which the redirect adds to the address.
  invalid('RedirectUrl must not carry a query of its own.', ({ fields: { redirectUrl } }) => {
    if (redirectUrl === undefined) return false;
    const url = parseRedirectUrl(redirectUrl, { loopbackHttpAllowed: true, allowedHosts: 'any host' });
    return typeof url === 'object' && url.hasQuery;
  }),
];

/** Refuses values that a change of a link brings, by the rules of a new one. */
export const checkChangeable = (context: ChangeableContext): void => refuseFirstBroken(changeableRules, context);

/**
 * Applies the rules that a reusable link has beside those of the requests made of it (decisions: reusable links). Throws the
 * Refusal of the first broken rule.
 */
export const checkReusableLink = (context: ReusableLinkContext): void => {
  refuseFirstBroken(requiredFields, context);
  refuseFirstBroken(openAmountRules, context);
  checkChangeable(context);
  refuseFirstBroken(questionRules, context);
  refuseFirstBroken(splitRules, context);
  refuseFirstBroken(textRules, context);
};
