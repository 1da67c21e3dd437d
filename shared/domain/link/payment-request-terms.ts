import { istanbulMomentOf } from '../calendar.ts';
import { normalizeGsm } from '../customer/contact.ts';
import type { CustomerDetails } from '../customer/customer.ts';
import type { SubDealer } from '../dealer/sub-dealer.ts';
import { askedCurrency, askedInstallmentCount, SINGLE_PAYMENT } from '../money/asked-terms.ts';
import { minor } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { freezeSplit } from '../split/link-split.ts';
import type { Buyer, CardStorageChoice, LinkDelivery, PaymentTerms } from './payment-request.ts';
import type { PaymentRequestFields } from './payment-request-fields.ts';
import { installmentSetter, latestExpiryOf, type PaymentRequestContext } from './payment-request-rules.ts';
import { askedScenario } from './payment-request-split.ts';

const cardStorageChoices: readonly CardStorageChoice[] = ['never', 'always', 'payer-decides'];

/** Frozen together with the dealer's permission, so that the page need not read the dealer. */
const threeDTermsOf = ({
  fields: { isThreeD },
  definition,
  dealer,
}: PaymentRequestContext): Pick<PaymentTerms, 'threeDMandatory' | 'threeDChoice'> => {
  const threeDMandatory =
    dealer.threeDRequired || (isThreeD === undefined ? definition.threeDMandatory : isThreeD === 1);
  return definition.threeDChoice && !threeDMandatory ? { threeDMandatory, threeDChoice: true } : { threeDMandatory };
};

/**
 * The terms that a checked request freezes into its link, with defaults (decisions: absent fields of a payment
 * request).
 */
export const termsOf = (context: PaymentRequestContext): PaymentTerms => {
  const { fields, definition, dealer } = context;
  const currency = askedCurrency(fields);
  const byPayer = installmentSetter(context) === 'payer';
  const count = askedInstallmentCount(fields);
  const choosable =
    currency === 'TL' ? definition.installmentCounts.filter((one) => dealer.installmentCounts.includes(one)) : [];
  return {
    amount: minor(fields.amount ?? 0),
    currency,
    installments: byPayer ? { by: 'payer' } : { by: 'dealer', count },
    allowedCounts: byPayer ? [SINGLE_PAYMENT, ...choosable] : [count],
    commissionByDealer: fields.commissionByDealer ?? definition.defaultCommissionByDealer,
    commissionDifferenceOnly: fields.isCommissionDiffByDealer === 1,
    preAuthorisation: fields.isPreAuth === 1,
    pooled: fields.isPoolPayment === 1,
    ...threeDTermsOf(context),
    cardStorage: cardStorageChoices[fields.isTokenized ?? 0] ?? 'never',
  };
};

/** When the link of a checked request expires: as it asks, else as late as its definition permits. */
export const expiryOf = (context: Pick<PaymentRequestContext, 'fields' | 'definition' | 'nowMs'>): number =>
  istanbulMomentOf(context.fields.expireDate ?? '') ?? latestExpiryOf(context);

/** The terms of a request with sub-dealers, its split frozen in them; the terms as they are without sub-dealers. */
export const termsWithSplit = (context: PaymentRequestContext, subDealers: readonly SubDealer[]): PaymentTerms => {
  const { fields, dealer } = context;
  const terms = termsOf(context);
  const scenario = fields.subDealers.length === 0 ? undefined : askedScenario(fields);
  if (scenario === undefined) return terms;
  return { ...terms, ...freezeSplit({ scenario, entries: fields.subDealers, dealer, subDealers }, terms) };
};

const gsm = (text: string | undefined): string | undefined => (text === undefined ? undefined : normalizeGsm(text));

export const deliveryOf = (fields: PaymentRequestFields): LinkDelivery =>
  omitUndefined({ fullName: fields.fullName, gsmNumber: gsm(fields.gsmNumber), email: fields.email });

export const buyerOf = ({ buyer }: Pick<PaymentRequestFields, 'buyer'>): Buyer =>
  omitUndefined({ fullName: buyer.fullName, email: buyer.email, gsmNumber: buyer.gsmNumber, address: buyer.address });

/** 0 means that the gender is not given. */
const genderOf = (value: number | undefined): 1 | 2 | undefined => (value === 1 || value === 2 ? value : undefined);

type CustomerFields = Pick<
  PaymentRequestFields,
  'firstName' | 'lastName' | 'gender' | 'birthDate' | 'customerGsmNumber' | 'customerEmail' | 'address'
>;

export const customerDetailsOf = (fields: CustomerFields): CustomerDetails =>
  omitUndefined({
    firstName: fields.firstName,
    lastName: fields.lastName,
    gender: genderOf(fields.gender),
    birthDate: fields.birthDate,
    gsmNumber: gsm(fields.customerGsmNumber),
    email: fields.customerEmail,
    address: fields.address,
  });
