import * as z from 'zod/mini';
import { type Message, messageChannels, messageKinds, messageStates } from '../../../domain/message/message.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { objectRow, optionalText, optionalWhole, parseRow, storedText, storedWhole } from '../engine/row.ts';
import type { Expression, Row } from '../engine/writes.ts';
import { paymentKeys } from '../payment/payment-keys.ts';

/** What a message has beside its payment and its version, wherever it stands. */
const parts = () => ({
  channel: z.enum(messageChannels),
  round: storedWhole,
  kind: z.enum(messageKinds),
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

const messageRow = objectRow(() => ({ payment: storedText, version: storedWhole, ...parts() }));

const joinedRow = objectRow(() => ({
  payment: storedText,
  messageVersion: storedWhole,
  message: z.object(parts()),
}));

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
  const { payment, messageVersion, message } = parseRow('message', joinedRow, row);
  return { payment, version: messageVersion, ...omitUndefined(message), joined: true };
};

/** What a message is in the row of its event, whose payment it is about. Its version is none of its delivery's. */
export const joinedAttributes = (message: Message) => {
  const { payment: _of, version, joined: _here, ...others } = message;
  return { messageVersion: version, message: others };
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
