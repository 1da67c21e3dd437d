import type { Message } from '../../../shared/domain/message/message.ts';
import { reportedAttempt } from '../../../shared/domain/payment/payment.ts';
import { namedLinkFieldsOf } from '../../../shared/http/named-link-fields.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { paymentDetail } from '../../../shared/http/payment-detail.ts';
import { linkUrlIn } from '../../../shared/payment-flow/addresses.ts';
import { findNamedLink, type NamedLink } from '../../../shared/payment-flow/named-link.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Messages } from '../../../shared/ports/messages.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import type { LinkStateRequest } from './contract.ts';
import { attemptList, deliveryMembers, linkMembers, type StateOptions } from './link-state.ts';

export interface GetPaymentRequestDependencies {
  readonly payments: Pick<Payments, 'findByCode' | 'findById'>;
  readonly messages: Pick<Messages, 'ofPayment'>;
  readonly clock: Clock;
  readonly baseUrl: string;
}

const dataOf = (named: NamedLink, messages: readonly Message[], options: StateOptions) => {
  const attempts = attemptList(named);
  const attempt = reportedAttempt(named);
  return {
    ...linkMembers(named, options),
    Delivery: deliveryMembers(named.link, messages, options),
    AttemptListCount: attempts.length,
    AttemptList: attempts,
    PaymentDetail: attempt === undefined ? null : paymentDetail({ payment: named, attempt }, options),
  };
};

/** Without a contact nothing was sent, so nothing is read. */
const hasContact = ({ link: { delivery } }: NamedLink): boolean =>
  delivery.gsmNumber !== undefined || delivery.email !== undefined;

/**
 * Reads one payment request of the dealer: its state, its delivery, every attempt to pay it with the bank's code, and the
 * payment as its detail tells it (decisions: state of a link). It asks no bank and changes nothing.
 */
export const getPaymentRequest =
  ({ payments, messages, clock, baseUrl }: GetPaymentRequestDependencies): UseCase<LinkStateRequest> =>
  async ({ dealer, read }) => {
    const named = await findNamedLink(payments, dealer.dealerCode, namedLinkFieldsOf(readValue(read)));
    const sent = hasContact(named) ? await messages.ofPayment(named.name) : [];
    return { data: dataOf(named, sent, { nowMs: clock.now(), urlOf: linkUrlIn(baseUrl) }) };
  };
