import type { DeliveryChannel } from '../outbox/delivery.ts';
import type { OutboxEvent } from '../outbox/event.ts';
import type { MessageName } from './message.ts';

/*
 * A message may stand in the row of the event that makes it leave, beside the delivery that joined that event. Only where the
 * event's id follows from the message's name, so that reports of providers and lists of a payment's messages find it.
 */

/** The event that makes a message leave; undefined where its id does not follow from the name. */
export const eventOfMessage = ({ payment, kind, round }: MessageName): string | undefined => {
  switch (kind) {
    case 'link':
      // Whoever sends a link again adds a delivery to the same event.
      return round === 1 ? `${payment}-link-created` : undefined;
    case 'reminder':
      return round === 1 ? `${payment}-link-reminder-due` : undefined;
    case 'receipt':
      return `${payment}-receipt-${round}`;
    case 'sale':
    case 'plan-upcoming':
    case 'plan-paid':
    case 'plan-failed':
      return undefined;
  }
};

const KINDS = {
  'link.created': 'link',
  'link.reminder-due': 'reminder',
  'receipt.asked': 'receipt',
} as const satisfies Partial<Record<OutboxEvent['type'], MessageName['kind']>>;

/** The message that an event makes leave by a channel, where it may stand in the event's row; undefined where it may not. */
export const messageOfEvent = (
  { type, payment }: Pick<OutboxEvent, 'type' | 'payment'>,
  channel: DeliveryChannel,
): MessageName | undefined => {
  const kind = type in KINDS ? KINDS[type as keyof typeof KINDS] : undefined;
  if (payment === undefined || kind === undefined) return undefined;
  if (kind === 'receipt') {
    const isOfPayer = channel.kind === 'receipt' && channel.to === 'payer';
    return isOfPayer ? { payment, channel: 'email', kind, round: channel.round } : undefined;
  }
  const isMessage = channel.kind === 'sms' || channel.kind === 'email';
  return isMessage && channel.round === 1 ? { payment, channel: channel.kind, kind, round: 1 } : undefined;
};
