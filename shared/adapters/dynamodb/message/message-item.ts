import * as z from 'zod/mini';
import { messageOfEvent } from '../../../domain/message/joined-message.ts';
import {
  type Message,
  type MessageName,
  messageChannels,
  messageKinds,
  messageStates,
} from '../../../domain/message/message.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { eventTypes, ownEventTypes } from '../../../domain/outbox/event.ts';
import { UnreadableRow } from '../../../ports/store-errors.ts';
import {
  objectRow,
  optionalText,
  optionalWhole,
  parseRow,
  type RowOf,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import type { Expression, Row } from '../engine/writes.ts';
import { channelRow } from '../outbox/delivery-item.ts';
import { paymentKeys } from '../payment/payment-keys.ts';

const FIRST_ROUND = 1;

/** What moves of a message, and its recipient: what it has beside its name and its version. */
const parts = () => ({
  state: z.enum(messageStates),
  to: storedText,
  handOvers: storedWhole,
  queuedAtMs: storedWhole,
  segments: optionalWhole,
  sentAtMs: optionalWhole,
  endedAtMs: optionalWhole,
  providerId: optionalText,
  reason: optionalText,
});

const messageRow = objectRow(() => ({
  payment: storedText,
  channel: z.enum(messageChannels),
  round: storedWhole,
  kind: z.enum(messageKinds),
  version: storedWhole,
  ...parts(),
}));

const joinedRow = objectRow(() => ({
  payment: storedText,
  type: z.enum([...eventTypes, ...ownEventTypes]),
  channel: z.optional(channelRow()),
  facts: z.object({ receipt: z.optional(z.object({ round: storedWhole })) }),
  messageVersion: storedWhole,
  message: z.object(parts()),
}));

/** A receipt that a payer asked for stands there before its delivery does. */
const nameIn = ({ type, payment, channel, facts }: RowOf<typeof joinedRow>): MessageName | undefined =>
  messageOfEvent(
    { type, payment },
    channel ?? { kind: 'receipt', to: 'payer', round: facts.receipt?.round ?? FIRST_ROUND },
  );

export const readMessage = (row: unknown): Message => omitUndefined(parseRow('message', messageRow, row));

/** `PAY#p` / `9#MESSAGE#<channel>#nn`, of other kinds `9#MESSAGE#<kind>-<channel>#nn`: rank 9, which no page and no detail of a payment reads. */
export const messageItem = ({ joined: _elsewhere, ...message }: Message) => ({
  ...paymentKeys.message(message),
  entity: 'message',
  ...message,
});

/** The message that stands in the row of its event; undefined where none does. */
export const readJoinedMessage = (row: Row): Message | undefined => {
  if (row.entity !== 'event' || row.message === undefined) return undefined;
  const read = parseRow('message', joinedRow, row);
  const name = nameIn(read);
  if (name === undefined) throw new UnreadableRow('message', 'channel');
  return { ...name, version: read.messageVersion, ...omitUndefined(read.message), joined: true };
};

/** What a message is in the row of its event, which names it. Its version is none of its delivery's. */
export const joinedAttributes = (message: Message) => {
  const { payment: _of, channel: _by, kind: _what, round: _which, version, joined: _here, ...moving } = message;
  return { messageVersion: version, message: moving };
};

/** The condition that the row of an event has this version of its message, or none. */
export const joinedAtVersion = (version: number): Expression =>
  version === 0
    ? { expression: 'attribute_not_exists(#message)', names: { '#message': 'message' } }
    : {
        expression: '#messageVersion = :messageBefore',
        names: { '#messageVersion': 'messageVersion' },
        values: { ':messageBefore': version },
      };
