import { reportedAttempt } from '../../shared/domain/payment/payment.ts';
import { namedLinkFieldsOf } from '../../shared/http/named-link-fields.ts';
import { readValue, type UseCase } from '../../shared/http/operation-handler.ts';
import { paymentDetail } from '../../shared/http/payment-detail.ts';
import { linkUrlIn } from '../../shared/payment-flow/addresses.ts';
import { findNamedLink, type NamedLink } from '../../shared/payment-flow/named-link.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Payments } from '../../shared/ports/payments.ts';
import type { LinkStateRequest } from './contract.ts';
import { attemptList, deliveryMembers, linkMembers, type StateOptions } from './link-state.ts';

export interface GetPaymentRequestDependencies {
  readonly payments: Pick<Payments, 'findByCode' | 'findById'>;
  readonly clock: Clock;
  readonly baseUrl: string;
}

const dataOf = (named: NamedLink, options: StateOptions) => {
  const attempts = attemptList(named);
  const attempt = reportedAttempt(named);
  return {
    ...linkMembers(named, options),
    Delivery: deliveryMembers(named.link),
    AttemptListCount: attempts.length,
    AttemptList: attempts,
    PaymentDetail: attempt === undefined ? null : paymentDetail({ payment: named, attempt }, options),
  };
};

/**
 * Reads one payment request of the dealer: its state, its delivery, every attempt to pay it with the bank's code, and the
 * payment as its detail tells it (decisions: state of a link). It asks no bank and changes nothing.
 */
export const getPaymentRequest =
  ({ payments, clock, baseUrl }: GetPaymentRequestDependencies): UseCase<LinkStateRequest> =>
  async ({ dealer, read }) => {
    const named = await findNamedLink(payments, dealer.dealerCode, namedLinkFieldsOf(readValue(read)));
    return { data: dataOf(named, { nowMs: clock.now(), urlOf: linkUrlIn(baseUrl) }) };
  };
