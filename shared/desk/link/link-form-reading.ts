import { istanbulDayOf } from '../../domain/calendar.ts';
import { holdsCardNumber } from '../../domain/card/card-number-in-text.ts';
import { badEmail, badGsm, normalizeGsm } from '../../domain/customer/contact.ts';
import type { Dealer } from '../../domain/dealer/dealer.ts';
import type { PaymentRequestFields } from '../../domain/link/payment-request-fields.ts';
import { type Currency, isCurrency } from '../../domain/money/money.ts';
import { readTypedAmount } from '../../domain/money/typed-amount.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { PaymentRequestReason, PipelineReason, RefusalReason } from '../../domain/refusal-reasons.ts';
import { handedOverFields } from '../../links/handed-over-link.ts';
import type { LinkChoice } from '../../pages/desk/link/link-form.ts';
import {
  type LinkFormField,
  type LinkFormRefusal,
  linkFormFields,
  type TypedLink,
} from '../../pages/desk/link/link-form-fields.ts';
import type { DeskCall } from '../call/desk-call.ts';
import { typedDay } from '../figures/typed-day.ts';

const LONGEST_TEXT = 200;

/** What a form of a new link posted. */
export const typedLinkOf = ({ posted }: Pick<DeskCall, 'posted'>): TypedLink =>
  Object.fromEntries(linkFormFields.map((field) => [field, posted.text(field)])) as TypedLink;

/** The currency that was chosen; the dealer's first where the form offers none. */
const currencyOf = ({ currency }: TypedLink, { currencies }: Dealer): Currency | undefined => {
  if (currency === '') return currencies[0];
  return isCurrency(currency) && currencies.includes(currency) ? currency : undefined;
};

const INSTALLMENTS = /^(?:1[0-2]|[1-9])$/;

/** Who chooses the installments, and how many: nothing where the definition decides. */
const installmentsOf = (typed: string): Pick<PaymentRequestFields, 'installmentNumber' | 'setInstallmentBy'> => {
  if (typed === 'payer') return { setInstallmentBy: 0 };
  return INSTALLMENTS.test(typed) ? { setInstallmentBy: 1, installmentNumber: Number(typed) } : {};
};

const choiceOf = ({ definition }: TypedLink, choices: readonly LinkChoice[]): LinkChoice | undefined =>
  definition === '' ? choices[0] : choices.find(({ id }) => String(id) === definition);

/** What can be said of the texts before anything is read: in words for people, where the operation has one code for all. */
const refusalOfTexts = (typed: TypedLink): LinkFormRefusal | undefined => {
  for (const field of ['description', 'name'] as const) {
    if (Array.from(typed[field]).length > LONGEST_TEXT) return { field, problem: 'too-long' };
    if (holdsCardNumber(typed[field])) return { field, problem: 'card-number' };
  }
  if (typed.phone !== '' && badGsm(typed.phone)) return { field: 'phone', problem: 'phone-wrong' };
  if (typed.email !== '' && badEmail(typed.email)) return { field: 'email', problem: 'email-wrong' };
  return undefined;
};

/** A form that was read: the fields of the request, or the first thing that is wrong with it. */
export type ReadLinkForm =
  | { readonly kind: 'read'; readonly fields: PaymentRequestFields }
  | { readonly kind: 'refused'; readonly refusal: LinkFormRefusal };

const refused = (field: LinkFormField, problem: LinkFormRefusal['problem']): ReadLinkForm => ({
  kind: 'refused',
  refusal: { field, problem },
});

const given = (text: string): string | undefined => (text === '' ? undefined : text);

/**
 * Reads the form of a new link as people of the language write. It knows how things are written, and no rule: whether such a
 * link may be made is decided by the use case (rule 54).
 */
export const readLinkForm = (
  typed: TypedLink,
  { choices, dealer, language }: Pick<DeskCall, 'dealer' | 'language'> & { readonly choices: readonly LinkChoice[] },
): ReadLinkForm => {
  const choice = choiceOf(typed, choices);
  if (choice === undefined) return refused('definition', 'definition');
  const currency = currencyOf(typed, dealer);
  if (currency === undefined) return refused('currency', 'currency');
  const amount = readTypedAmount(typed.amount, { language, currency });
  if (typeof amount === 'string') return refused('amount', `amount-${amount}`);
  if (amount === 0) return refused('amount', 'amount-zero');
  const wrong = refusalOfTexts(typed);
  if (wrong !== undefined) return { kind: 'refused', refusal: wrong };
  const expireDate = typed.expires === '' ? undefined : typedDay(typed.expires);
  if (typed.expires !== '' && expireDate === undefined) return refused('expires', 'expires-wrong');
  const asked = {
    amount,
    currency,
    description: given(typed.description),
    fullName: given(typed.name),
    gsmNumber: given(normalizeGsm(typed.phone) ?? ''),
    email: given(typed.email),
    expireDate,
    ...installmentsOf(typed.installments),
  };
  return { kind: 'read', fields: handedOverFields(asked, { dealer, dealerCustomerTypeId: choice.id }) };
};

/** Why the use case refuses a link, as the form says it. A total map: a new reason does not compile without its words. */
const REFUSALS: Readonly<
  Record<PaymentRequestReason | 'ChannelPermissionNotAvailable' | 'NoAllowedToUseThisWebService', LinkFormRefusal>
> = {
  EmailOrGsmNumberRequired: { field: 'phone', problem: 'phone-wrong' },
  GsmRequired: { field: 'phone', problem: 'phone-wrong' },
  EmailRequired: { field: 'email', problem: 'email-wrong' },
  InvalidGsmNumber: { field: 'phone', problem: 'phone-wrong' },
  InvalidEmailFormat: { field: 'email', problem: 'email-wrong' },
  InvalidCustomerGsmNumber: { problem: 'not-possible' },
  InvalidCustomerEmailFormat: { problem: 'not-possible' },
  InvalidCurrencyCode: { field: 'currency', problem: 'currency' },
  InstallmentNotAvailableForForeignCurrencyTransaction: { field: 'installments', problem: 'installments' },
  DealerCustomerTypeNotFound: { field: 'definition', problem: 'definition' },
  DealerCustomerTypeMismatchForDealer: { field: 'definition', problem: 'definition' },
  ForeignCurrencyUnavailable: { field: 'currency', problem: 'currency' },
  InvalidPaymentPermission: { problem: 'not-possible' },
  InvalidPoolPermission: { problem: 'not-possible' },
  InvalidTokenizationPermissionValue: { problem: 'not-possible' },
  InvalidTokenizationPermission: { problem: 'not-possible' },
  InvalidCommissionByDealerValue: { problem: 'not-possible' },
  InvalidCommissionDiffByDealerValue: { problem: 'not-possible' },
  SetInstallmentByAndInstallmentNumberInconsistent: { field: 'installments', problem: 'installments' },
  InvalidInstallmentNumber: { field: 'installments', problem: 'installments' },
  SetInstallmentByInconsistent: { field: 'installments', problem: 'installments' },
  ThreeDRequired: { problem: 'not-possible' },
  InvalidBirthDateFormat: { problem: 'not-possible' },
  DealerCustomerNotCreated: { problem: 'not-possible' },
  DealerCustomerNotFound: { problem: 'not-possible' },
  DealerCustomerInfoIsMissing: { problem: 'not-possible' },
  DealerCustomerIdAndCustomerCodeDontMatchForDealer: { problem: 'not-possible' },
  InvalidBuyerGsmNumber: { problem: 'not-possible' },
  InvalidBuyerEmailFormat: { problem: 'not-possible' },
  DailyDealerLimitExceeded: { field: 'amount', problem: 'limit' },
  MonthlyDealerLimitExceeded: { field: 'amount', problem: 'limit' },
  OtherTrxCodeAlreadyUsed: { problem: 'not-possible' },
  ChannelPermissionNotAvailable: { problem: 'no-channel' },
  NoAllowedToUseThisWebService: { problem: 'no-channel' },
};

/** A sentence of InvalidRequest begins with the name of the field that it is about. */
const OF_INVALID_FIELD: Readonly<Record<string, LinkFormRefusal>> = {
  ExpireDate: { field: 'expires', problem: 'expires-wrong' },
  Amount: { field: 'amount', problem: 'amount-unclear' },
  Currency: { field: 'currency', problem: 'currency' },
  Description: { field: 'description', problem: 'card-number' },
  FullName: { field: 'name', problem: 'card-number' },
};

const isListed = (reason: RefusalReason | PipelineReason): reason is keyof typeof REFUSALS =>
  Object.hasOwn(REFUSALS, reason);

/** What the form says of a refusal of the use case. */
export const linkFormRefusalOf = ({ reason, sentence }: Refusal): LinkFormRefusal => {
  if (isListed(reason)) return REFUSALS[reason];
  const [member = ''] = sentence.split(' ');
  return (reason === 'InvalidRequest' ? OF_INVALID_FIELD[member] : undefined) ?? { problem: 'not-possible' };
};

/** The day that a filter names, as a date field has it; undefined for anything else. */
export const filterDay = (text: string | undefined, nowMs: number): string | undefined => {
  const day = text === undefined || text === '' ? undefined : typedDay(text);
  return day === undefined || day > istanbulDayOf(nowMs) ? undefined : day;
};
