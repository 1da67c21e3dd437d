import type { MessageChannel, MessageState } from '../domain/message/message.ts';
import type { LinkMessageKind } from '../domain/message/sms-text.ts';

/** Channels of messages by their names on the wire. */
export const messageChannelNames: Readonly<Record<MessageChannel, string>> = { sms: 'Sms', email: 'Email' };

/** Kinds of messages that bring a link, by their names on the wire. */
export const linkMessageKindNames: Readonly<Record<LinkMessageKind, string>> = { link: 'Link', reminder: 'Reminder' };

/** States of messages by their names on the wire. */
export const messageStateNames: Readonly<Record<MessageState, string>> = {
  queued: 'Queued',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  unknown: 'Unknown',
};
