import { type DayText, isRealDay } from '../calendar.ts';
import { holdsCardNumber } from '../card/card-number-in-text.ts';
import { badEmail, badGsm } from '../customer/contact.ts';
import type { Dealer, OperationName } from '../dealer/dealer.ts';
import { foreignIntegrator, integratorSentence } from '../dealer/integrator.ts';
import type { SubDealer } from '../dealer/sub-dealer.ts';
import {
  allowedCountsSentence,
  askedCurrency,
  askedInstallmentCount,
  dealerCountsSentence,
  SINGLE_PAYMENT,
} from '../money/asked-terms.ts';
import { isCurrency, minor, UNKNOWN_CURRENCY } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { oneOf, type Rule, refuseFirstBroken } from '../ordered-rules.ts';
import { Refusal } from '../refusal.ts';
import type { DirectPaymentReason, RefusalReason } from '../refusal-reasons.ts';
import { type CommissionScenario, commissionScenarios, type PaymentSplit } from '../split/payment-split.ts';
import { checkSplitValues, requireSplitFields, splitPayment, splitTermsOf } from '../split/split-payment.ts';
import { canBePaid } from '../virtual-pos/can-be-paid.ts';
import type { VirtualPos } from '../virtual-pos/virtual-pos.ts';
import type { TriedPlan } from './direct-payment.ts';
import { storedTokenIn } from './direct-payment-card.ts';
import type { DirectPaymentFields } from './direct-payment-fields.ts';

/** Input of the rules. `operation` is the one called, by its path; `today` is the day in Istanbul. */
export interface DirectPaymentContext {
  readonly fields: DirectPaymentFields;
  readonly operation: OperationName;
  readonly dealer: Dealer;
  readonly today: DayText;
  /** Present where the service charges a payment plan by itself. */
  readonly plan?: TriedPlan;
}

type DirectRule<Context = DirectPaymentContext> = Rule<DirectPaymentReason | 'InvalidRequest', Context>;

const MIN_INSTALLMENTS = 2;
const MAX_INSTALLMENTS = 12;

/** A list of sub-dealers makes a payment one with sub-dealers, whatever its path (decisions: paths). */
const isSplit = ({ fields, operation }: DirectPaymentContext): boolean =>
  operation.endsWith('MarketPlace') || fields.subDealers.length > 0;

/** The scenario of a payment with sub-dealers; undefined if it is unknown. */
const scenarioOf = ({ commissionScenario }: DirectPaymentFields): CommissionScenario | undefined =>
  commissionScenarios.find((scenario) => scenario === commissionScenario);

/** A rule without a code of its own, for every operation that charges a card on a dealer's call. */
type UncodedRule = Rule<'InvalidRequest', DirectPaymentContext>;

const invalid = (sentence: string, broken: DirectRule['broken']): UncodedRule => ({
  reason: 'InvalidRequest',
  sentence,
  broken,
});

/** What every payment by card needs (dealer interface 2.2 and 2.3). */
export const requiredFields: readonly UncodedRule[] = [
  invalid('Amount is required.', ({ fields }) => fields.amount === undefined),
  invalid(
    'CommissionScenario is required.',
    (context) => isSplit(context) && context.fields.commissionScenario === undefined,
  ),
  invalid('SubDealer is required.', (context) => isSplit(context) && context.fields.subDealers.length === 0),
];

/** Whether a payment by card may have this count: single, or 2 to 12. */
export const isCardPaymentCount = (count: number): boolean =>
  count === SINGLE_PAYMENT || (count >= MIN_INSTALLMENTS && count <= MAX_INSTALLMENTS);

/**
 * Value ranges, in the order of the code table (dealer interface 7.2). An unknown currency does not count as a foreign
 * one.
 */
const valueRules: readonly DirectRule[] = [
  {
    reason: 'InstallmentNotAvailableForForeignCurrencyTransaction',
    sentence: 'InstallmentNumber must be a single payment when Currency is not TL.',
    broken: ({ fields }) => askedCurrency(fields) !== 'TL' && askedInstallmentCount(fields) !== SINGLE_PAYMENT,
  },
  {
    reason: 'InvalidInstallmentNumber',
    sentence: 'InstallmentNumber must be 2 to 12, or 0 or 1 for a single payment.',
    broken: ({ fields }) => !isCardPaymentCount(askedInstallmentCount(fields)),
  },
];

/** A currency that the service does not know. */
export const isUnknownCurrency = ({ currency }: DirectPaymentFields): boolean =>
  currency !== undefined && !isCurrency(currency);

/** Value ranges of every payment by card that have no code of their own: InvalidRequest, naming the field. */
export const uncodedValueRules: readonly UncodedRule[] = [
  invalid('Amount must be above 0.', ({ fields }) => fields.amount === 0),
  invalid(UNKNOWN_CURRENCY, ({ fields }) => isUnknownCurrency(fields)),
  invalid('IsPreAuth must be 0 or 1.', ({ fields }) => !oneOf(fields.isPreAuth, [0, 1])),
  invalid('IsPoolPayment must be 0 or 1.', ({ fields }) => !oneOf(fields.isPoolPayment, [0, 1])),
  invalid(
    'CommissionScenario must be 1 to 6.',
    (context) => isSplit(context) && scenarioOf(context.fields) === undefined,
  ),
  invalid('BuyerEmail is not an e-mail address.', ({ fields }) => badEmail(fields.buyer.email)),
];

const invalidCustomer = (sentence: string, broken: DirectRule['broken']): DirectRule =>
  invalid(`CustomerInformation.${sentence}`, (context) => context.dealer.cardStorage && broken(context));

/**
 * Value ranges of the customer (dealer interface 2.2 and 2.6). Without the card-storage feature CustomerInformation is
 * ignored.
 */
const customerRules: readonly DirectRule[] = [
  invalidCustomer('Gender must be 1 or 2.', ({ fields }) => !oneOf(fields.customer.gender, [0, 1, 2])),
  invalidCustomer(
    'BirthDate must be a real day in the past, written YYYYMMDD.',
    ({ fields: { customer }, today }) =>
      customer.birthDate !== undefined && !(isRealDay(customer.birthDate) && customer.birthDate < today),
  ),
  invalidCustomer('GsmNumber must be a mobile number of 10 digits that starts with 5.', ({ fields }) =>
    badGsm(fields.customer.gsmNumber),
  ),
  invalidCustomer('Email is not an e-mail address.', ({ fields }) => badEmail(fields.customer.email)),
];

type Texts = readonly (readonly [string, string | undefined])[];

/** Texts that are stored and shown, so they may contain no card number (rule 32). Codes are not among them. */
const freeTexts = ({ fields }: DirectPaymentContext): Texts => [
  ['CardHolderFullName', fields.card.holderName],
  ['ClientIP', fields.clientIp],
  ['Software', fields.software],
  ['SubMerchantName', fields.subMerchantName],
  ['Description', fields.description],
  ['BuyerFullName', fields.buyer.fullName],
  ['BuyerAddress', fields.buyer.address],
];

const customerTexts = ({ fields: { customer } }: DirectPaymentContext): Texts => [
  ['CustomerInformation.FirstName', customer.firstName],
  ['CustomerInformation.LastName', customer.lastName],
  ['CustomerInformation.Address', customer.address],
  ['CustomerInformation.CardName', customer.cardName],
];

const refuseCardNumbers = (context: DirectPaymentContext): void => {
  const texts = [...freeTexts(context), ...(context.dealer.cardStorage ? customerTexts(context) : [])];
  const found = texts.find(([, text]) => text !== undefined && holdsCardNumber(text));
  if (found !== undefined) throw new Refusal('InvalidRequest', `${found[0]} must not hold a card number.`);
};

/**
 * A dealer who must use 3D for card numbers may have a permission to pay by token without it (dealer interface 2.2). The
 * permission for recurring sales holds it for their plans, at which no payer is there to pass 3D.
 */
const lacksThreeD = ({ fields: { card }, dealer, plan }: DirectPaymentContext): boolean => {
  const byTokenAlone = card.token !== undefined && card.number === undefined;
  const maySkip = dealer.tokenWithoutThreeD || (plan !== undefined && dealer.recurring);
  return dealer.threeDRequired && !(byTokenAlone && maySkip);
};

/** Integrators are permitted one by one (dealer interface 2.2). */
export const integratorRule: UncodedRule = invalid(integratorSentence, ({ fields, dealer }) =>
  foreignIntegrator(fields.integratorId, dealer),
);

/** True of an installment count that the dealer may not use. */
export const isCountBarred = ({ fields, dealer }: DirectPaymentContext): boolean => {
  const count = askedInstallmentCount(fields);
  return count !== SINGLE_PAYMENT && !dealer.installmentCounts.includes(count);
};

/** Permissions of the dealer, in the order of the code table (dealer interface 7.2); rules without a code come last. */
const permissionRules: readonly DirectRule[] = [
  { reason: 'ThreeDRequired', sentence: 'This dealer must use 3D Secure for this payment.', broken: lacksThreeD },
  {
    reason: 'ThisInstallmentNumberNotAvailableForDealer',
    sentence: ({ dealer }) => dealerCountsSentence(dealer.installmentCounts),
    broken: isCountBarred,
  },
  invalid(
    'Currency is not permitted for this dealer.',
    ({ fields, dealer }) => !dealer.currencies.includes(askedCurrency(fields)),
  ),
  invalid(
    'IsPoolPayment 1 is not permitted for this dealer.',
    ({ fields, dealer }) => fields.isPoolPayment === 1 && dealer.pool === 'forbidden',
  ),
  invalid(
    'IsPoolPayment must be 1 for this dealer.',
    ({ fields, dealer }) => fields.isPoolPayment !== 1 && dealer.pool === 'required',
  ),
  integratorRule,
];

/**
 * The rules in which operations that charge a card on a dealer's call differ, each group in the order of its code
 * table.
 */
export interface CardPaymentRules<Context extends DirectPaymentContext, Reason extends RefusalReason> {
  readonly required: readonly Rule<Reason, Context>[];
  readonly values: readonly Rule<Reason, Context>[];
  readonly permissions: readonly Rule<Reason, Context>[];
}

/**
 * Applies the rules that need only the request and the dealer (dealer interface 2.2 to 2.6): required fields, value
 * ranges with the sums of the commission scenario, permissions (decisions: order of refusals). Throws the Refusal of
 * the first broken rule.
 */
export const checkCardPayment = <Context extends DirectPaymentContext, Reason extends RefusalReason>(
  { required, values, permissions }: CardPaymentRules<Context, Reason>,
  context: Context,
): void => {
  const { fields } = context;
  const scenario = isSplit(context) ? scenarioOf(fields) : undefined;
  refuseFirstBroken(required, context);
  if (scenario !== undefined) requireSplitFields(scenario, fields.subDealers);
  refuseFirstBroken(values, context);
  refuseFirstBroken(customerRules, context);
  if (scenario !== undefined) checkSplitValues(scenario, fields.subDealers, fields.amount ?? minor(0));
  refuseCardNumbers(context);
  refuseFirstBroken(permissions, context);
};

const directRules: CardPaymentRules<DirectPaymentContext, DirectPaymentReason | 'InvalidRequest'> = {
  required: requiredFields,
  values: [...valueRules, ...uncodedValueRules],
  permissions: permissionRules,
};

/** The rules of a payment without 3D. Throws the Refusal of the first broken one. */
export const checkDirectPayment = (context: DirectPaymentContext): void => checkCardPayment(directRules, context);

/** The sub-dealers that the request names. Each must belong to the dealer. */
export const subDealerIdsOf = ({ subDealers }: DirectPaymentFields): readonly number[] =>
  subDealers.flatMap(({ dealerId }) => (dealerId === undefined ? [] : [dealerId]));

/**
 * The splits of a checked payment, ordered by id; none if it names no sub-dealers (dealer interface 2.3). `subDealers`
 * are the ones that were found. These checks are the last of the permissions.
 */
export const splitsOf = (
  { fields, dealer }: DirectPaymentContext,
  subDealers: readonly SubDealer[],
): readonly PaymentSplit[] => {
  if (fields.subDealers.length === 0) return [];
  const scenario = scenarioOf(fields);
  if (scenario === undefined) throw new RangeError('a payment is split after it was checked');
  const question = {
    scenario,
    entries: fields.subDealers,
    amount: fields.amount ?? minor(0),
    installments: askedInstallmentCount(fields),
    dealer,
    subDealers,
  };
  const splits = splitPayment(question);
  if (fields.isPreAuth !== 1) return splits;
  const terms = splitTermsOf(question);
  return splits.map((split) => ({ ...split, ...omitUndefined({ terms: terms.get(split.subDealerId) }) }));
};

/**
 * A stored card begins 3D at the gate from this service alone, so that no browser gets its number (rule 25): the virtual
 * POS must take that.
 */
export const refuseTokenWithThreeD = (
  fields: DirectPaymentFields,
  { serverStart }: Pick<VirtualPos, 'serverStart'>,
): void => {
  if (serverStart || storedTokenIn(fields) === undefined) return;
  throw new Refusal(
    'VirtualPosNotAvailable',
    'The virtual POS of this card does not take CardToken with 3D: send the card itself, or pay by CardToken without 3D.',
  );
};

/** What decides where a checked payment is charged. `bankOfCard` is undefined if the bank is unknown. */
export interface DirectPosQuestion {
  readonly ofDealer: readonly VirtualPos[];
  readonly bankOfCard: string | undefined;
  readonly groupOfCard?: string | undefined;
  readonly preferCheapest?: boolean;
  /** The card is charged without its CVC. */
  readonly withoutCvc?: boolean;
  /** A stored card that goes through 3D. */
  readonly fromServer?: boolean;
}

/**
 * The virtual POS that charges a checked payment (decisions: choosing). It takes the payment's currency and count, with a
 * rate for the count, and a card without CVC where there is none. Throws the Refusal of whatever is missing.
 */
export const directPosOf = (
  fields: DirectPaymentFields,
  { bankOfCard, groupOfCard, ...question }: DirectPosQuestion,
): VirtualPos => {
  const asked = {
    ...question,
    currency: askedCurrency(fields),
    counts: [askedInstallmentCount(fields)],
    by: { kind: 'card', bankCode: bankOfCard, group: groupOfCard },
  } as const;
  const found = canBePaid(asked);
  if (found.kind !== 'payable' && canBePaid({ ...asked, withoutCvc: false }).kind === 'payable') {
    throw new Refusal('VirtualPosNotAvailable', 'No virtual POS of this dealer charges this card without CvcNumber.');
  }
  switch (found.kind) {
    case 'payable':
      return found.pos;
    case 'no-virtual-pos':
      throw new Refusal('VirtualPosNotFound', 'This dealer has no virtual POS.');
    case 'not-taken':
      throw new Refusal(
        'VirtualPosNotAvailable',
        'This dealer has no virtual POS for the bank of the card that takes the Currency.',
      );
    case 'no-rate':
    case 'count-not-taken':
      throw new Refusal(
        found.kind === 'no-rate' ? 'DealerCommissionRateNotFound' : 'ThisInstallmentNumberNotAvailableForVirtualPos',
        allowedCountsSentence(found.taken, 'the virtual POS of the card takes no other count'),
      );
  }
};
