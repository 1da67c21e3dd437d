import type { DirectAttempt } from '../../shared/domain/attempt/attempt.ts';
import { orderIdOf } from '../../shared/domain/attempt/order-id.ts';
import type { Customer } from '../../shared/domain/customer/customer.ts';
import type { DirectPayment } from '../../shared/domain/direct-payment/direct-payment.ts';
import { buyerOf } from '../../shared/domain/link/payment-request-terms.ts';
import { askedCurrency, askedInstallmentCount } from '../../shared/domain/money/asked-terms.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { newAttempt } from '../../shared/payment-flow/new-attempt.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Randomness } from '../../shared/ports/identifiers.ts';
import type { PreparedPayment } from './prepare-payment.ts';

const paymentOf = (
  { fields, operation, splits, cardToken, cardOwner }: PreparedPayment,
  registered: Customer | undefined,
): DirectPayment => {
  const { clientIp, software, subMerchantName, integratorId, otherTrxCode, description } = fields;
  const customer = registered ?? cardOwner;
  return {
    operation,
    pooled: fields.isPoolPayment === 1,
    splits,
    buyer: buyerOf(fields),
    basket: fields.basket,
    caller: omitUndefined({ clientIp, software, subMerchantName, integratorId }),
    ...omitUndefined({
      otherTrxCode,
      cardToken,
      cardHolderName: fields.card.holderName,
      description,
      commissionScenario: splits.length > 0 ? fields.commissionScenario : undefined,
      customer:
        customer === undefined
          ? undefined
          : { dealerCustomerId: customer.dealerCustomerId, customerCode: customer.customerCode },
    }),
  };
};

/** The intent of a direct payment. `before` is the attempt that the same code named until now (rule 10). */
export const newDirectAttempt = (
  prepared: PreparedPayment,
  { customer, before }: { readonly customer: Customer | undefined; readonly before: DirectAttempt | undefined },
  { randomness, clock }: { readonly randomness: Randomness; readonly clock: Clock },
): DirectAttempt => {
  const { fields, dealer, pos, maskedCard, payerAddress } = prepared;
  const reference = randomness.token();
  const intent = {
    reference,
    // 128 random bits: nobody counts his way to another payment. It leads an operator to the attempt.
    orderId: orderIdOf(reference),
    dealerCode: dealer.dealerCode,
    listingShards: dealer.listingShards,
    pos,
    terms: {
      total: fields.amount ?? minor(0),
      currency: askedCurrency(fields),
      installments: askedInstallmentCount(fields),
      type: fields.isPreAuth === 1 ? 'pre-authorisation' : 'sale',
    },
    maskedCard,
    payerAddress,
    before: { count: before?.number ?? 0, latest: before?.reference },
    nowMs: clock.now(),
  } as const;
  return { ...newAttempt(intent, 'charging'), kind: 'direct', direct: paymentOf(prepared, customer) };
};
