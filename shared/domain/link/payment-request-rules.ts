import { badLanguage } from '../asked-language.ts';
import { type DayText, isRealDay, istanbulMomentOf } from '../calendar.ts';
import { holdsCardNumber } from '../card/card-number-in-text.ts';
import { badBuyerPhone, badEmail, badGsm } from '../customer/contact.ts';
import type { Dealer, OperationName } from '../dealer/dealer.ts';
import { allowedCountsSentence, askedCurrency, askedInstallmentCount, SINGLE_PAYMENT } from '../money/asked-terms.ts';
import { isCurrency, UNKNOWN_CURRENCY } from '../money/money.ts';
import { type Rule as OrderedRule, oneOf, refuseFirstBroken } from '../ordered-rules.ts';
import { Refusal } from '../refusal.ts';
import type { PaymentRequestReason } from '../refusal-reasons.ts';
import type { Definition } from './definition.ts';
import { deliveryRules } from './payment-request-delivery.ts';
import type { PaymentRequestFields } from './payment-request-fields.ts';
import { checkSplit, requireSplit, type SplitRequest } from './payment-request-split.ts';
import { parseRedirectUrl, redirectUrlSentences } from './redirect-url.ts';

/** Input of the rules. `today` is the day in Istanbul at `nowMs`. */
export interface PaymentRequestContext {
  readonly fields: PaymentRequestFields;
  /** The operation that was called, by its path. */
  readonly operation: OperationName;
  readonly definition: Definition;
  readonly dealer: Dealer;
  readonly today: DayText;
  readonly nowMs: number;
  readonly loopbackHttpAllowed: boolean;
  /** Whoever asks for the link takes it to the payer, so it needs no way of its own. */
  readonly handedOver?: true;
}

type Rule<Context> = OrderedRule<PaymentRequestReason | 'InvalidRequest', Context>;

const isInstallment = (fields: PaymentRequestFields): boolean => askedInstallmentCount(fields) !== SINGLE_PAYMENT;

/** Who sets the installment count: as given, else as the definition fixes it, else the dealer if a count is given. */
export const installmentSetter = ({ fields, definition }: PaymentRequestContext): 'dealer' | 'payer' => {
  if (fields.setInstallmentBy !== undefined) return fields.setInstallmentBy === 0 ? 'payer' : 'dealer';
  if (definition.installmentsSetBy !== 'either') return definition.installmentsSetBy;
  return isInstallment(fields) ? 'dealer' : 'payer';
};

/** The counts that definition and dealer allow, in ascending order; the single payment always is one of them. */
const countsAllowed = ({ definition, dealer }: PaymentRequestContext): readonly number[] => [
  SINGLE_PAYMENT,
  ...definition.installmentCounts.filter((count) => dealer.installmentCounts.includes(count)).toSorted((a, b) => a - b),
];

const redirectUrlOf = ({ fields, dealer, loopbackHttpAllowed }: PaymentRequestContext) =>
  fields.redirectUrl === undefined
    ? undefined
    : parseRedirectUrl(fields.redirectUrl, { loopbackHttpAllowed, allowedHosts: dealer.allowedRedirectHosts });

/** Fields that every definition needs. */
const requiredFields: readonly Rule<{ readonly fields: PaymentRequestFields }>[] = [
  {
    reason: 'InvalidRequest',
    sentence: 'DealerCustomerTypeId is required.',
    broken: ({ fields }) => fields.dealerCustomerTypeId === undefined,
  },
  { reason: 'InvalidRequest', sentence: 'Amount is required.', broken: ({ fields }) => fields.amount === undefined },
  {
    reason: 'InvalidRequest',
    sentence: 'ReturnHash is required and must be 1.',
    broken: ({ fields }) => fields.returnHash === undefined,
  },
];

/** Value ranges, in the order of the code table (dealer interface 7.4). */
const valueRules: readonly Rule<PaymentRequestContext>[] = [
  {
    reason: 'InvalidGsmNumber',
    sentence: 'GsmNumber must be a mobile number of 10 digits that starts with 5.',
    broken: ({ fields }) => badGsm(fields.gsmNumber),
  },
  {
    reason: 'InvalidEmailFormat',
    sentence: 'Email is not an e-mail address.',
    broken: ({ fields }) => badEmail(fields.email),
  },
  {
    reason: 'InvalidCustomerGsmNumber',
    sentence: 'CustomerGsmNumber must be a mobile number of 10 digits that starts with 5.',
    broken: ({ fields }) => badGsm(fields.customerGsmNumber),
  },
  {
    reason: 'InvalidCustomerEmailFormat',
    sentence: 'CustomerEmail is not an e-mail address.',
    broken: ({ fields }) => badEmail(fields.customerEmail),
  },
  {
    reason: 'InvalidCurrencyCode',
    sentence: UNKNOWN_CURRENCY,
    broken: ({ fields }) => fields.currency !== undefined && !isCurrency(fields.currency),
  },
  {
    reason: 'InstallmentNotAvailableForForeignCurrencyTransaction',
    sentence: 'InstallmentNumber must be a single payment when Currency is not TL.',
    broken: ({ fields }) => askedCurrency(fields) !== 'TL' && isInstallment(fields),
  },
  {
    reason: 'InvalidTokenizationPermissionValue',
    sentence: 'IsTokenized must be 0, 1 or 2.',
    broken: ({ fields }) => !oneOf(fields.isTokenized, [0, 1, 2]),
  },
  {
    reason: 'InvalidCommissionByDealerValue',
    sentence: 'CommissionByDealer must be a whole number from 0 to 12.',
    broken: ({ fields }) => !oneOf(fields.commissionByDealer, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
  },
  {
    reason: 'InvalidCommissionDiffByDealerValue',
    sentence: 'IsCommissionDiffByDealer must be 0 or 1.',
    broken: ({ fields }) => !oneOf(fields.isCommissionDiffByDealer, [0, 1]),
  },
  {
    reason: 'SetInstallmentByAndInstallmentNumberInconsistent',
    sentence:
      'InstallmentNumber must be a single payment when the payer chooses the installments (SetInstallmentBy 0).',
    broken: (context) => installmentSetter(context) === 'payer' && isInstallment(context.fields),
  },
  {
    reason: 'InvalidInstallmentNumber',
    sentence: (context) =>
      allowedCountsSentence(
        countsAllowed(context),
        'the payment-request definition and this dealer allow no other count',
      ),
    broken: (context) => !countsAllowed(context).includes(askedInstallmentCount(context.fields)),
  },
  {
    reason: 'SetInstallmentByInconsistent',
    sentence: 'SetInstallmentBy differs from the side that the payment-request definition fixes.',
    broken: (context) =>
      oneOf(context.fields.setInstallmentBy, [0, 1]) &&
      context.definition.installmentsSetBy !== 'either' &&
      context.definition.installmentsSetBy !== installmentSetter(context),
  },
  {
    reason: 'InvalidBirthDateFormat',
    sentence: 'BirthDate must be a real day in the past, written YYYYMMDD.',
    broken: ({ fields, today }) =>
      fields.birthDate !== undefined && !(isRealDay(fields.birthDate) && fields.birthDate < today),
  },
  {
    reason: 'InvalidBuyerGsmNumber',
    sentence: 'BuyerGsmNumber must be a phone number of 7 to 15 digits.',
    broken: ({ fields }) => badBuyerPhone(fields.buyer.gsmNumber),
  },
  {
    reason: 'InvalidBuyerEmailFormat',
    sentence: 'BuyerEmail is not an e-mail address.',
    broken: ({ fields }) => badEmail(fields.buyer.email),
  },
];

const MINUTE_MS = 60_000;

/** Until when the definition lets a link live that is made now. */
export const latestExpiryOf = ({ definition, nowMs }: Pick<PaymentRequestContext, 'definition' | 'nowMs'>): number =>
  nowMs + definition.linkLifeMinutes * MINUTE_MS;

/** True of an ExpireDate that has passed, or that the definition does not permit. */
const isBeyondLife = (context: PaymentRequestContext): boolean => {
  const expiry = istanbulMomentOf(context.fields.expireDate ?? '');
  return expiry !== undefined && (expiry <= context.nowMs || expiry > latestExpiryOf(context));
};

const invalid = (
  sentence: Rule<PaymentRequestContext>['sentence'],
  broken: Rule<PaymentRequestContext>['broken'],
): Rule<PaymentRequestContext> => ({
  reason: 'InvalidRequest',
  sentence,
  broken,
});

/**
 * Texts that are stored and shown, so no card number may stand in them (rule 32). Codes and URLs are not among them.
 */
const freeTexts = (fields: PaymentRequestFields): readonly (readonly [string, string | undefined])[] => [
  ['FullName', fields.fullName],
  ['FirstName', fields.firstName],
  ['LastName', fields.lastName],
  ['Address', fields.address],
  ['Description', fields.description],
  ['BuyerFullName', fields.buyer.fullName],
  ['BuyerAddress', fields.buyer.address],
];

/** Value ranges without a code of their own: InvalidRequest, naming the field. */
const uncodedValueRules: readonly Rule<PaymentRequestContext>[] = [
  invalid('Amount must be above 0.', ({ fields }) => fields.amount === 0),
  invalid('ReturnHash must be 1.', ({ fields }) => fields.returnHash !== 1),
  invalid('SetInstallmentBy must be 0 or 1.', ({ fields }) => !oneOf(fields.setInstallmentBy, [0, 1])),
  invalid('IsPoolPayment must be 0 or 1.', ({ fields }) => !oneOf(fields.isPoolPayment, [0, 1])),
  invalid('IsPreAuth must be 0 or 1.', ({ fields }) => !oneOf(fields.isPreAuth, [0, 1])),
  invalid('IsThreeD must be 0 or 1.', ({ fields }) => !oneOf(fields.isThreeD, [0, 1])),
  invalid('Gender must be 1 or 2.', ({ fields }) => !oneOf(fields.gender, [0, 1, 2])),
  invalid('RedirectUrl must not carry a query of its own while OtherTrxCode is sent.', (context) => {
    const url = redirectUrlOf(context);
    return typeof url === 'object' && url.hasQuery && context.fields.otherTrxCode !== undefined;
  }),
  invalid(
    'ExpireDate must be a time in Istanbul, written yyyy-MM-dd HH:mm, or a day, written YYYYMMDD.',
    ({ fields: { expireDate } }) => expireDate !== undefined && istanbulMomentOf(expireDate) === undefined,
  ),
  invalid(
    ({ definition: { linkLifeMinutes } }) =>
      `ExpireDate must be in the future and within ${linkLifeMinutes} minutes, which the payment-request definition permits.`,
    isBeyondLife,
  ),
  invalid('Language must be TR or EN.', ({ fields }) => badLanguage(fields)),
];

/** Permissions of dealer and definition, in the order of the code table (dealer interface 7.4). */
const permissionRules: readonly Rule<PaymentRequestContext>[] = [
  {
    reason: 'ForeignCurrencyUnavailable',
    sentence: 'Currency is not permitted for this dealer.',
    broken: ({ fields, dealer }) => !dealer.currencies.includes(askedCurrency(fields)),
  },
  {
    reason: 'InvalidPaymentPermission',
    sentence: 'IsPreAuth asks for a kind of payment that the payment-request definition does not permit.',
    broken: ({ fields, definition }) =>
      fields.isPreAuth === 1 ? !definition.preAuthorisation : !definition.directPayment,
  },
  {
    reason: 'InvalidPoolPermission',
    sentence: 'IsPoolPayment 1 is not permitted.',
    broken: ({ fields, definition, dealer }) =>
      fields.isPoolPayment === 1 && (!definition.pooledPayment || dealer.pool === 'forbidden'),
  },
  invalid(
    'IsPoolPayment must be 1 for this dealer.',
    ({ fields, dealer }) => dealer.pool === 'required' && fields.isPoolPayment !== 1,
  ),
  {
    reason: 'InvalidTokenizationPermission',
    sentence: 'IsTokenized asks for card storage, which is not permitted.',
    broken: ({ fields, definition, dealer }) =>
      (fields.isTokenized ?? 0) !== 0 && !(dealer.cardStorage && definition.cardStorage),
  },
  {
    reason: 'ThreeDRequired',
    sentence: 'IsThreeD must be 1: the payment-request definition makes 3D mandatory.',
    broken: ({ fields, definition }) => definition.threeDMandatory && fields.isThreeD === 0,
  },
];

const refuseBadRedirectUrl = (context: PaymentRequestContext): void => {
  const url = redirectUrlOf(context);
  if (typeof url === 'string') throw new Refusal('InvalidRequest', redirectUrlSentences[url]);
};

const refuseCardNumbers = ({ fields }: PaymentRequestContext): void => {
  const found = freeTexts(fields).find(([, text]) => text !== undefined && holdsCardNumber(text));
  if (found !== undefined) throw new Refusal('InvalidRequest', `${found[0]} must not hold a card number.`);
};

/** Refuses a request without a field that every definition needs. */
export const checkRequiredFields = (request: SplitRequest): void => {
  refuseFirstBroken(requiredFields, request);
  requireSplit(request);
};

/**
 * Applies the rules of a request whose definition is known (dealer interface 2.8): the demands of the definition, value
 * ranges, permissions (decisions: order of refusals). Throws the Refusal of the first broken rule.
 */
export const checkPaymentRequest = (context: PaymentRequestContext): void => {
  if (context.handedOver !== true) refuseFirstBroken(deliveryRules, context);
  refuseFirstBroken(valueRules, context);
  refuseBadRedirectUrl(context);
  refuseFirstBroken(uncodedValueRules, context);
  checkSplit(context);
  refuseCardNumbers(context);
  refuseFirstBroken(permissionRules, context);
};
