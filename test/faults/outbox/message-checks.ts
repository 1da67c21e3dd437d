import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { readJoinedMessage, readMessage } from '../../../shared/adapters/dynamodb/message/message-item.ts';
import { type Message, messageChannels, messageReference } from '../../../shared/domain/message/message.ts';
import type { Delivery } from '../../../shared/domain/outbox/delivery.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { demand } from '../invariants.ts';
import { messageNameOf } from './receivers.ts';

/** Every message, in whichever row it stands. */
export const messagesIn = (rows: readonly Row[]): readonly Message[] =>
  rows.flatMap((row) => (row.entity === 'message' ? [readMessage(row)] : (readJoinedMessage(row) ?? [])));

/** A message that left is counted in its dealer's counter, whatever crashed: once at least. */
export const checkCounters = (rows: readonly Row[], messages: readonly Message[]): void => {
  for (const channel of messageChannels) {
    const counters = rows.filter(({ pk }) => String(pk).startsWith(`COUNT#${channel}-of#D1#`));
    const counted = counters.reduce((sum, { count }) => sum + Number(count), 0);
    // Receipts are asked for without caps here.
    const sent = messages.filter((one) => one.channel === channel && one.kind !== 'receipt' && one.handOvers > 0);
    demand(counted >= sent.length, `${counted} of ${sent.length} messages by ${channel} are counted`);
  }
};

/** What was refused for want of room had never been begun: a message keeps the room that it took, however often it is tried. */
export const checkRefusals = (
  deliveries: readonly Delivery[],
  { events, messages }: { readonly events: readonly OutboxEvent[]; readonly messages: readonly Message[] },
): void => {
  for (const { eventId, channel, detail = '' } of deliveries.filter(({ state }) => state === 'refused')) {
    if (!detail.startsWith('too-many')) continue;
    const event = events.find((one) => one.eventId === eventId);
    const name = event === undefined ? undefined : messageNameOf(event, channel);
    const message = messages.find((one) => name !== undefined && messageReference(one) === messageReference(name));
    demand(message?.state === 'failed', `${eventId}: ${detail}, and its message is ${message?.state}`);
  }
};

export const messageStory = ({ joined, kind, state }: Message): string =>
  `message ${joined === true ? 'joined' : 'separate'}: ${kind} ${state}`;
