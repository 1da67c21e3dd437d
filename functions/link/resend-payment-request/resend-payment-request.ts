import type { MessageChannel } from '../../../shared/domain/message/message.ts';
import type { Resend } from '../../../shared/domain/message/resend.ts';
import { channelId, type Delivery } from '../../../shared/domain/outbox/delivery.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { messageChannelNames } from '../../../shared/http/message-names.ts';
import { namedLinkFieldsOf } from '../../../shared/http/named-link-fields.ts';
import { type OperationAnswer, readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type ResendReads, resendOfLink } from '../../../shared/links/resend-of-link.ts';
import { findNamedLink, type NamedLink } from '../../../shared/payment-flow/named-link.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Outbox } from '../../../shared/ports/outbox.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import type { ResendRequest } from './contract.ts';

export interface ResendPaymentRequestDependencies extends ResendReads {
  readonly payments: Pick<Payments, 'findByCode' | 'findById'>;
  readonly outbox: Pick<Outbox, 'addDeliveries' | 'findDelivery'>;
  readonly clock: Clock;
}

const refusals: Readonly<Record<Extract<Resend, { kind: 'refused' }>['reason'], () => Refusal>> = {
  'not-open': () => new Refusal('ResendNotAvailable', 'This payment request is not open any more.'),
  'not-sent-by-us': () =>
    new Refusal('NothingToResend', 'Its definition, its contacts or the service leave no channel to send it on.'),
  'not-sent-yet': () =>
    new Refusal('NothingToResend', 'It has not been sent a first time, so it cannot be sent again.'),
  'too-many': () => new Refusal('DailyResendLimitExceeded', 'It was sent again as often as is permitted in a day.'),
};

const entryOf = ({ channel }: Delivery) => ({
  Channel: messageChannelNames[channel.kind as MessageChannel],
  Round: 'round' in channel ? channel.round : 0,
});

const answerFor = (
  { link }: NamedLink,
  deliveries: readonly Delivery[],
  { replayed }: { readonly replayed: boolean },
): OperationAnswer => ({
  data: {
    UserPosPaymentId: link.userPosPaymentId,
    OtherTrxCode: link.otherTrxCode ?? '',
    MessageListCount: deliveries.length,
    MessageList: deliveries.map(entryOf),
  },
  replayed,
});

/** True where this round was asked for before and is on its way, or has just left. */
const isUnderWay = async (deliveries: readonly Delivery[], outbox: Pick<Outbox, 'findDelivery'>): Promise<boolean> => {
  const found = await Promise.all(
    deliveries.map(({ eventId, channel }) => outbox.findDelivery({ eventId, channel: channelId(channel) })),
  );
  return found.some((delivery) => delivery?.state === 'waiting' || delivery?.state === 'done');
};

/**
 * Asks for one more message on every channel of an open payment request of the dealer (decisions: messages). Operators
 * resend by the same decision. A round has one name, so that calls at the same time ask for it once: a repeat while it waits
 * gets the same answer.
 */
export const resendPaymentRequest =
  ({ payments, outbox, clock, ...reads }: ResendPaymentRequestDependencies): UseCase<ResendRequest> =>
  async ({ dealer, read }) => {
    const named = await findNamedLink(payments, dealer.dealerCode, namedLinkFieldsOf(readValue(read)));
    const resend = await resendOfLink(reads, named.link, clock.now());
    if (resend.kind === 'refused') throw refusals[resend.reason]();
    const { deliveries } = resend;
    if (await outbox.addDeliveries(deliveries)) return answerFor(named, deliveries, { replayed: false });
    if (await isUnderWay(deliveries, outbox)) return answerFor(named, deliveries, { replayed: true });
    throw new Refusal('ResendNotAvailable', 'The round that was asked for before could not be sent.');
  };
