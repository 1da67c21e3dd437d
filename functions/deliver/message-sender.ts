import { linkStateAt, type PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import { smsSize } from '../../shared/domain/message/gsm-text.ts';
import {
  afterHandOver,
  type HandOverResult,
  handOverAgain,
  type Message,
  type MessageChannel,
} from '../../shared/domain/message/message.ts';
import { capsOf } from '../../shared/domain/message/message-caps.ts';
import { mayReach, recipientOn, type StageMessaging } from '../../shared/domain/message/messaging-settings.ts';
import type { Delivery, DeliveryOutcome } from '../../shared/domain/outbox/delivery.ts';
import type { OutboxEvent } from '../../shared/domain/outbox/event.ts';
import type { MessageMetrics } from '../../shared/observability/log.ts';
import type { ChannelSender } from '../../shared/ports/channel-sender.ts';
import type { DealerLooksDirectory } from '../../shared/ports/dealer-looks.ts';
import type { DealerMessagingDirectory } from '../../shared/ports/dealer-messaging.ts';
import type { EmailProvider, MessageAnswer, SmsProvider } from '../../shared/ports/message-provider.ts';
import type { Messages, OptOuts } from '../../shared/ports/messages.ts';
import type { PaymentRequests } from '../../shared/ports/payment-requests.ts';
import { emailMessage, type MessageParts, smsMessage, smsOfLink } from './message-contents.ts';

export interface MessageSenderDependencies {
  readonly links: Pick<PaymentRequests, 'findByName'>;
  readonly messages: Messages;
  readonly optOuts: OptOuts;
  readonly dealerMessaging: DealerMessagingDirectory;
  readonly looks: DealerLooksDirectory;
  /** Absent where the stage has no such channel. */
  readonly sms?: SmsProvider | undefined;
  readonly email?: EmailProvider | undefined;
  readonly stage: StageMessaging;
  readonly metrics: MessageMetrics;
  readonly baseUrl: string;
  readonly serviceName: string;
}

/** A call of a provider ends within 9 seconds, and its answer is written in the second after. */
const CALL_MS = 10_000;

const never = (detail: string): DeliveryOutcome => ({ kind: 'never', detail });
const done = (detail: string): DeliveryOutcome => ({ kind: 'done', detail });
const again = (detail: string): DeliveryOutcome => ({ kind: 'again', detail });

/** One message on its way: what it is, what it says, whom it costs. */
interface Draft {
  readonly message: Message;
  readonly parts: MessageParts;
  /** Text of an SMS. */
  readonly text: string;
}

const resultOf = (answer: MessageAnswer): HandOverResult =>
  answer.kind === 'again' || answer.kind === 'unknown' ? { kind: answer.kind } : answer;

const outcomeOf = ({ state, reason = '' }: Message, answer: MessageAnswer): DeliveryOutcome => {
  switch (state) {
    case 'queued':
      return answer.kind === 'unknown'
        ? { kind: 'again', detail: answer.detail, maybeSent: true }
        : again(answer.kind === 'again' ? answer.detail : '');
    case 'failed':
      return never(reason);
    case 'unknown':
      return done('handed over twice without an answer');
    case 'sent':
    case 'delivered':
      return done('handed over');
  }
};

const draftOf = ({ message, parts }: Omit<Draft, 'text'>): Draft => {
  if (message.channel === 'email') return { message, parts, text: '' };
  const text = smsOfLink(message, parts);
  return { message: { ...message, segments: smsSize(text).segments }, parts, text };
};

const callProvider = (
  { message, parts, text }: Draft,
  { sms, email }: Pick<MessageSenderDependencies, 'sms' | 'email'>,
): Promise<MessageAnswer> | undefined =>
  message.channel === 'sms'
    ? sms?.sendSms(smsMessage(message, text, parts))
    : email?.sendEmail(emailMessage(message, parts));

/** Calls the provider and writes what came of it. The message counts this call already. */
const handOver = async (draft: Draft, deps: MessageSenderDependencies, nowMs: number): Promise<DeliveryOutcome> => {
  const answer = await callProvider(draft, deps);
  if (answer === undefined) return never('this stage does not send by this channel');
  const after = afterHandOver(draft.message, resultOf(answer), nowMs);
  // Refused only where a report of the provider was written in between, which knows more.
  await deps.messages.replace(after);
  return outcomeOf(after, answer);
};

/** A message that never leaves is recorded with its reason, so that the dealer is told. */
const refuse = async (message: Message, reason: string, deps: MessageSenderDependencies): Promise<DeliveryOutcome> => {
  const { queuedAtMs } = message;
  await deps.messages.keepUnsent({ ...message, state: 'failed', handOvers: 0, endedAtMs: queuedAtMs, reason });
  return never(reason);
};

/** A message that was begun before: an earlier try crashed, or had no clear answer. */
const handOverOnceMore = async (
  draft: Draft,
  known: Message,
  { deps, nowMs }: { readonly deps: MessageSenderDependencies; readonly nowMs: number },
): Promise<DeliveryOutcome> => {
  if (known.state === 'failed') return never(known.reason ?? '');
  if (known.state !== 'queued') return done('handed over before');
  const next = handOverAgain(known);
  if (next === undefined) {
    const lost = { ...known, version: known.version + 1, state: 'unknown', endedAtMs: nowMs } as const;
    await deps.messages.replace(lost);
    return done('handed over twice without an answer');
  }
  if (!(await deps.messages.replace(next))) return again('another try is under way');
  return handOver({ ...draft, message: next }, deps, nowMs);
};

const sendDraft = async (
  draft: Draft,
  dealerCode: string,
  { deps, nowMs }: { readonly deps: MessageSenderDependencies; readonly nowMs: number },
): Promise<DeliveryOutcome> => {
  const { message, parts } = draft;
  const { channel, segments = 0 } = message;
  const caps = capsOf({ channel, segments, nowMs, stage: deps.stage, dealer: parts.settings });
  const begun = await deps.messages.begin(message, dealerCode, caps);
  switch (begun.kind) {
    case 'known':
      return handOverOnceMore(draft, begun.message, { deps, nowMs });
    case 'too-many':
      if (begun.owner === 'stage') deps.metrics.budgetUsedUp();
      return refuse(message, `too-many-of-${begun.owner}`, deps);
    case 'begun':
      return handOver(draft, deps, nowMs);
  }
};

/** A message about an open link; the sentence that says why there is none, else. */
const newMessage = (
  channel: MessageChannel,
  link: PaymentRequest | undefined,
  { event, round, nowMs }: { readonly event: OutboxEvent; readonly round: number; readonly nowMs: number },
): Message | string => {
  if (link === undefined || link.dealerCode !== event.dealerCode) return 'there is no such link';
  // Read directly before the message leaves: nobody is asked to pay what is paid, cancelled or over.
  const state = linkStateAt(link, nowMs);
  if (state !== 'open') return `the link is ${state}`;
  const to = recipientOn(channel, link.delivery);
  if (to === undefined) return 'the link has no such contact';
  const { payment } = link;
  return { payment, channel, round, kind: 'link', state: 'queued', version: 1, to, handOvers: 1, queuedAtMs: nowMs };
};

/**
 * Sends links to their payers by SMS or e-mail: once per link, channel and round. The row of the message is written, and
 * counted in every cap, before the provider is called; a crash or a missing answer after that lets it be sent a second time,
 * and never a third.
 */
export const messageSender = (channel: MessageChannel, deps: MessageSenderDependencies): ChannelSender => ({
  send: async (event: OutboxEvent, { channel: asked }: Delivery, { nowMs, untilMs }) => {
    if (asked.kind !== channel || event.payment === undefined) return never('not a message about a link');
    if (untilMs - nowMs < CALL_MS) return again('too little time is left');
    const { dealerCode } = event;
    const [link, settings, looks] = await Promise.all([
      deps.links.findByName(event.payment),
      deps.dealerMessaging.of(dealerCode),
      deps.looks.of(dealerCode),
    ]);
    const message = newMessage(channel, link, { event, round: asked.round, nowMs });
    if (typeof message === 'string') return never(message);
    if (link === undefined) return never('there is no such link');
    if (await deps.optOuts.includes(channel, message.to)) return refuse(message, 'opted-out', deps);
    if (!mayReach(deps.stage, message.to)) return refuse(message, 'not-a-listed-recipient', deps);
    const { baseUrl, serviceName } = deps;
    const parts = { link, settings, looks, baseUrl, serviceName };
    return sendDraft(draftOf({ message, parts }), dealerCode, { deps, nowMs });
  },
});
