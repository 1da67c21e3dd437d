import type { PaymentName } from '../payment/payment-name.ts';
import { planMessageKinds } from './plan-message.ts';
import { linkMessageKinds } from './sms-text.ts';

/** Ways to a payer that this service sends messages on. */
export const messageChannels = ['sms', 'email'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/**
 * - `queued`: about to be handed over, or no answer of the provider came yet.
 * - `sent`: the provider took it.
 * - `delivered`, `failed`: what the provider told later, or why it was never sent.
 * - `unknown`: two calls without an answer, or no news for 72 hours.
 */
export const messageStates = ['queued', 'sent', 'delivered', 'failed', 'unknown'] as const;
export type MessageState = (typeof messageStates)[number];

/**
 * What a message is: it brings a link or reminds of it, it is a receipt, or it tells the customer of a recurring sale about a
 * payment plan. `receipt` goes to the payer who asked for it, `sale` to the dealer.
 */
export const messageKinds = [...linkMessageKinds, 'receipt', 'sale', ...planMessageKinds] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Names one message about a payment. Round 1 is the first of its kind on its channel; a link that is sent again has later ones. */
export interface MessageName {
  readonly payment: PaymentName;
  readonly channel: MessageChannel;
  readonly kind: MessageKind;
  readonly round: number;
}

/** One SMS or e-mail about a payment. */
export interface Message extends MessageName {
  readonly state: MessageState;
  readonly version: number;
  /** Phone or address that it goes to. */
  readonly to: string;
  /** Calls of the provider that may have reached the recipient. */
  readonly handOvers: number;
  readonly queuedAtMs: number;
  /** Segments of an SMS, which is what it costs. */
  readonly segments?: number;
  readonly sentAtMs?: number;
  readonly endedAtMs?: number;
  /** The provider's own name for it. */
  readonly providerId?: string;
  /** Why it failed, in one of the service's or the provider's codes. */
  readonly reason?: string;
  /** It stands in the row of the event that makes it leave. */
  readonly joined?: true;
}

/** Most calls that may reach a recipient: one, and one more after a crash or a missing answer. */
export const MAX_HAND_OVERS = 2;
/** Carriers tell the end of an SMS within this time, or never. */
const NO_NEWS_MS = 72 * 3_600_000;

/** The state as it is told: without news for 72 hours nobody knows what became of a message. */
export const messageStateAt = (
  { state, queuedAtMs, sentAtMs = queuedAtMs }: Pick<Message, 'state' | 'queuedAtMs' | 'sentAtMs'>,
  nowMs: number,
): MessageState => ((state === 'sent' || state === 'queued') && nowMs - sentAtMs >= NO_NEWS_MS ? 'unknown' : state);

/** The message before another call of the provider; undefined when no more calls may reach its recipient. */
export const handOverAgain = (message: Message): Message | undefined =>
  message.state === 'queued' && message.handOvers < MAX_HAND_OVERS
    ? { ...message, version: message.version + 1, handOvers: message.handOvers + 1 }
    : undefined;

/** What the provider, or its silence, made of a call. */
export type HandOverResult =
  | { readonly kind: 'accepted'; readonly messageId: string }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The provider surely took nothing. */
  | { readonly kind: 'again' }
  | { readonly kind: 'unknown' };

/** The message after a call: a call that surely reached nobody does not count. */
export const afterHandOver = (message: Message, result: HandOverResult, nowMs: number): Message => {
  const next = { ...message, version: message.version + 1 };
  switch (result.kind) {
    case 'accepted':
      return { ...next, state: 'sent', sentAtMs: nowMs, providerId: result.messageId };
    case 'refused':
      return { ...next, state: 'failed', endedAtMs: nowMs, reason: result.reason };
    case 'again':
      return { ...next, handOvers: message.handOvers - 1 };
    case 'unknown':
      return message.handOvers < MAX_HAND_OVERS ? next : { ...next, state: 'unknown', endedAtMs: nowMs };
  }
};

/** What a provider reports of a message later. */
export interface DeliveryReport {
  readonly providerId: string;
  readonly outcome: { readonly kind: 'delivered' } | { readonly kind: 'failed'; readonly reason: string };
  readonly atMs: number;
}

/**
 * The message after a report of its provider; undefined when the report changes nothing. Reports repeat and overtake each
 * other: a failure after a delivery stands (mailboxes bounce later), a delivery after a failure does not. A report may also
 * come before the answer of the call was recorded.
 */
export const afterReport = (message: Message, { providerId, outcome, atMs }: DeliveryReport): Message | undefined => {
  const isOther = message.providerId !== undefined && message.providerId !== providerId;
  if (isOther || message.state === 'failed' || message.state === outcome.kind) return undefined;
  const next = {
    ...message,
    version: message.version + 1,
    providerId,
    sentAtMs: message.sentAtMs ?? atMs,
    endedAtMs: atMs,
  };
  return outcome.kind === 'delivered'
    ? { ...next, state: 'delivered' }
    : { ...next, state: 'failed', reason: outcome.reason };
};

const TWO_DIGITS = 2;

/** Kind, channel and round as one text, which is unique among the messages of a payment. What brings a link names no kind. */
export const messageId = ({ channel, kind, round }: Omit<MessageName, 'payment'>, between: string): string =>
  [...(kind === 'link' ? [channel] : [`${kind}-${channel}`]), String(round).padStart(TWO_DIGITS, '0')].join(between);

const REFERENCE =
  /^([a-z2-7]{26})-(?:(reminder|receipt|sale|plan-upcoming|plan-paid|plan-failed)-)?(sms|email)-(\d{2})$/;

/** The message's name in the events of its provider. It opens nothing. */
export const messageReference = ({ payment, ...message }: MessageName): string =>
  `${payment}-${messageId(message, '-')}`;

/** The message that a reference names; undefined for a text that is none. */
export const messageOfReference = (reference: string): MessageName | undefined => {
  const [, payment, kind = 'link', channel, round] = REFERENCE.exec(reference) ?? [];
  const known = messageKinds.find((one) => one === kind);
  if (payment === undefined || round === undefined || known === undefined) return undefined;
  return { payment, channel: channel === 'sms' ? 'sms' : 'email', kind: known, round: Number(round) };
};
