import * as z from 'zod/mini';
import { type Message, messageChannels, messageKinds, messageStates } from '../../../domain/message/message.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { objectRow, optionalText, optionalWhole, parseRow, storedText, storedWhole } from '../engine/row.ts';
import { paymentKeys } from '../payment/payment-keys.ts';

const messageRow = objectRow(() => ({
  payment: storedText,
  channel: z.enum(messageChannels),
  round: storedWhole,
  kind: z.enum(messageKinds),
  state: z.enum(messageStates),
  version: storedWhole,
  to: storedText,
  handOvers: storedWhole,
  queuedAtMs: storedWhole,
  segments: optionalWhole,
  sentAtMs: optionalWhole,
  endedAtMs: optionalWhole,
  providerId: optionalText,
  reason: optionalText,
}));

export const readMessage = (row: unknown): Message => omitUndefined(parseRow('message', messageRow, row));

/** `PAY#p` / `9#MESSAGE#<channel>#nn`, of other kinds `9#MESSAGE#<kind>-<channel>#nn`: rank 9, which no page and no detail of a payment reads. */
export const messageItem = (message: Message) => ({ ...paymentKeys.message(message), entity: 'message', ...message });
