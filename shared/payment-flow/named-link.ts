import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { Payment } from '../domain/payment/payment.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Payments } from '../ports/payments.ts';
import { findPaymentByCode } from './named-payment.ts';

/** A payment request with its attempts and steps. */
export interface NamedLink extends Payment {
  readonly link: PaymentRequest;
}

interface LinkIds {
  readonly userPosPaymentId?: number | undefined;
  readonly otherTrxCode?: string | undefined;
}

type LinkPayments = Pick<Payments, 'findByCode' | 'findById'>;

/** A payment that is no payment request is none of its operations' business. */
const asLink = (payment: Payment | undefined): NamedLink | undefined =>
  payment?.kind === 'link' && payment.link !== undefined ? { ...payment, link: payment.link } : undefined;

const ofIds = async (
  payments: LinkPayments,
  dealerCode: string,
  { userPosPaymentId: id, otherTrxCode }: LinkIds,
): Promise<NamedLink | undefined> => {
  const byId = async () => (id === undefined ? undefined : asLink(await payments.findById(dealerCode, id)));
  if (otherTrxCode === undefined) return byId();
  const ofCode = asLink(await findPaymentByCode(payments, dealerCode, otherTrxCode));
  if (id === undefined || ofCode?.paymentId === id) return ofCode;
  if (ofCode === undefined && (await byId()) === undefined) return undefined;
  throw new Refusal(
    'OtherTrxCodeDoesntMatchUserPosPaymentId',
    'OtherTrxCode and UserPosPaymentId do not name the same payment request.',
  );
};

/**
 * The payment request of this dealer that a request names: by its code in one trip, by its id in two. Refuses a request
 * without an id, ids of two payment requests, and ids that name none. Throws StoreUnavailable.
 */
export const findNamedLink = async (payments: LinkPayments, dealerCode: string, ids: LinkIds): Promise<NamedLink> => {
  if (ids.otherTrxCode === undefined && ids.userPosPaymentId === undefined) {
    const sentence = 'OtherTrxCode or UserPosPaymentId must be given.';
    throw new Refusal('OtherTrxCodeOrUserPosPaymentIdMustBeGiven', sentence);
  }
  const named = await ofIds(payments, dealerCode, ids);
  if (named !== undefined) return named;
  throw new Refusal(
    'UserPosPaymentNotFound',
    'No payment request of this dealer has the given OtherTrxCode or UserPosPaymentId.',
  );
};
