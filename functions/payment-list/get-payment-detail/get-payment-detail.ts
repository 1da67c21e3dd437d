import { splitsOfAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { type Payment, reportedAttempt } from '../../../shared/domain/payment/payment.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type DetailOptions, paymentDetail } from '../../../shared/http/payment-detail.ts';
import { transactionsOf } from '../../../shared/http/payment-transactions.ts';
import { MAX_ID } from '../../../shared/http/values.ts';
import { linkUrlIn } from '../../../shared/payment-flow/addresses.ts';
import { findPaymentByCode, type NamedPayment } from '../../../shared/payment-flow/named-payment.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import type { PaymentDetailRequest } from './contract.ts';
import { fieldsOf, type PaymentDetailFields } from './read-fields.ts';

export interface GetPaymentDetailDependencies {
  readonly payments: Pick<Payments, 'findByCode' | 'findById'>;
  readonly clock: Clock;
  readonly baseUrl: string;
}

const idError = (sentence: string): Refusal => new Refusal('PaymentIdError', sentence);

const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= MAX_ID;

/** A payment with the charge that is shown. If a sub-dealer is named, only a charge with a share of it is shown. */
const shownOf = (payment: Payment | undefined, subDealerId: number | undefined): NamedPayment | undefined => {
  const attempt = payment === undefined ? undefined : reportedAttempt(payment);
  if (payment === undefined || attempt === undefined) return undefined;
  const splits = splitsOfAttempt(attempt);
  const hasPart = subDealerId === undefined || splits.some((split) => split.subDealerId === subDealerId);
  return hasPart ? { payment, attempt } : undefined;
};

const byId = async (
  { payments }: GetPaymentDetailDependencies,
  { dealerCode }: Pick<Dealer, 'dealerCode'>,
  id: number,
): Promise<Payment | undefined> => (isId(id) ? payments.findById(dealerCode, id) : undefined);

/** The payment that a request names; undefined for an OtherTrxCode that names none. */
const named = async (
  deps: GetPaymentDetailDependencies,
  dealer: Dealer,
  { paymentId, otherTrxCode, subDealerId }: PaymentDetailFields,
): Promise<NamedPayment | undefined> => {
  if (otherTrxCode === undefined) {
    if (paymentId === undefined) throw idError('PaymentId or OtherTrxCode must be given.');
    const found = shownOf(await byId(deps, dealer, paymentId), subDealerId);
    if (found === undefined) throw idError('PaymentId is the id of no payment of this dealer.');
    return found;
  }
  const ofCode = shownOf(await findPaymentByCode(deps.payments, dealer.dealerCode, otherTrxCode), subDealerId);
  if (paymentId === undefined || Number.isNaN(paymentId) || ofCode?.payment.paymentId === paymentId) return ofCode;
  const isOther = ofCode !== undefined || (await byId(deps, dealer, paymentId)) !== undefined;
  if (isOther) throw idError('PaymentId and OtherTrxCode do not name the same payment.');
  return undefined;
};

const dataOf = (found: NamedPayment | undefined, options: DetailOptions) => {
  const transactions = found === undefined ? [] : transactionsOf(found);
  return {
    IsSuccessful: true,
    ResultCode: '00',
    ResultMessage: '',
    PaymentDetail: found === undefined ? null : paymentDetail(found, options),
    ListItemCount: transactions.length,
    PaymentTrxDetailList: transactions,
  };
};

/**
 * Reads one payment with its transactions, by DealerPaymentId or OtherTrxCode (decisions: payment detail). It asks no
 * bank and changes nothing. An unknown OtherTrxCode is no failure: clients read the empty answer as "not found".
 */
export const getPaymentDetail =
  (deps: GetPaymentDetailDependencies): UseCase<PaymentDetailRequest> =>
  async ({ dealer, read }) => {
    const fields = fieldsOf(readValue(read));
    const found = await named(deps, dealer, fields);
    const { clock, baseUrl } = deps;
    return { data: dataOf(found, { nowMs: clock.now(), urlOf: linkUrlIn(baseUrl), subDealerId: fields.subDealerId }) };
  };
