import type { AttemptTerms, DirectAttempt, ShopCharge } from '../domain/attempt/attempt.ts';
import type { Customer } from '../domain/customer/customer.ts';
import type { DirectPayment } from '../domain/direct-payment/direct-payment.ts';
import { buyerOf } from '../domain/link/payment-request-terms.ts';
import { askedCurrency, askedInstallmentCount } from '../domain/money/asked-terms.ts';
import { type MinorUnits, minor } from '../domain/money/money.ts';
import { percentOf } from '../domain/money/rate.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { newAttempt } from './new-attempt.ts';
import type { CheckedPayment, PreparedPayment } from './prepare-payment.ts';

/** The fields of one call with a card. They differ from call to call: a code may be tried again with another card. */
export const callPartOf = (
  { fields, splits, card, cardToken, cardOwner }: CheckedPayment,
  registered: Customer | undefined,
): Omit<ShopCharge, 'cardReservation'> => {
  const { clientIp, software, subMerchantName, integratorId } = fields;
  const customer = registered ?? cardOwner;
  return {
    splits,
    caller: omitUndefined({ clientIp, software, subMerchantName, integratorId }),
    ...omitUndefined({
      cardToken,
      // Of a stored card it is known from the vault: lists name the payer by it.
      cardHolderName: fields.card.holderName ?? (cardToken === undefined ? undefined : card.holderName),
      customer:
        customer === undefined
          ? undefined
          : { dealerCustomerId: customer.dealerCustomerId, customerCode: customer.customerCode },
    }),
  };
};

const paymentOf = (prepared: PreparedPayment, registered: Customer | undefined): DirectPayment => {
  const { fields, operation, splits, plan } = prepared;
  const { otherTrxCode, description } = fields;
  return {
    operation,
    pooled: fields.isPoolPayment === 1,
    buyer: buyerOf(fields),
    basket: fields.basket,
    ...callPartOf(prepared, registered),
    ...omitUndefined({
      otherTrxCode,
      description,
      commissionScenario: splits.length > 0 ? fields.commissionScenario : undefined,
      plan,
    }),
  };
};

/** What the service deducts: by the scenario of the sub-dealers, else by the virtual POS's rate for the count. */
const commissionOf = (
  { splits, pos }: Pick<CheckedPayment, 'splits' | 'pos'>,
  { total, installments }: { readonly total: MinorUnits; readonly installments: number },
): MinorUnits => {
  if (splits.length > 0) return minor(splits.reduce((sum, one) => sum + one.topDealerCommission, 0));
  const rate = pos.rates[String(installments)];
  return rate === undefined ? minor(0) : percentOf(total, rate);
};

/** What a call with a card charges: its amount, without a commission on top. */
export const chargedTermsOf = (checked: Pick<CheckedPayment, 'fields' | 'splits' | 'pos'>): AttemptTerms => {
  const { fields } = checked;
  const total = fields.amount ?? minor(0);
  const installments = askedInstallmentCount(fields);
  return {
    total,
    currency: askedCurrency(fields),
    installments,
    type: fields.isPreAuth === 1 ? 'pre-authorisation' : 'sale',
    commission: { payer: minor(0), dealer: commissionOf(checked, { total, installments }) },
  };
};

/** How an attempt and its payment are named and numbered. */
export type DirectAttemptName = Pick<DirectAttempt, 'payment' | 'number' | 'paymentId' | 'trxId'>;

/** The intent of a direct payment. */
export const newDirectAttempt = (
  prepared: PreparedPayment,
  named: DirectAttemptName,
  { customer, nowMs }: { readonly customer: Customer | undefined; readonly nowMs: number },
): DirectAttempt => {
  const { dealer, pos, maskedCard, payerAddress } = prepared;
  const intent = {
    ...named,
    dealerCode: dealer.dealerCode,
    listingShards: dealer.listingShards,
    preAuthorisationDays: dealer.preAuthorisationDays,
    pos,
    terms: chargedTermsOf(prepared),
    maskedCard,
    payerAddress,
    nowMs,
  } as const;
  return { ...newAttempt(intent, 'charging'), kind: 'direct', direct: paymentOf(prepared, customer) };
};
