import type { MessageChannel, MessageState } from '../domain/message/message.ts';

/** Channels of messages by their names on the wire. */
export const messageChannelNames: Readonly<Record<MessageChannel, string>> = { sms: 'Sms', email: 'Email' };

/** States of messages by their names on the wire. */
export const messageStateNames: Readonly<Record<MessageState, string>> = {
  queued: 'Queued',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  unknown: 'Unknown',
};
