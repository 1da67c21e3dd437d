import { linkStateAt, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { smsSize } from '../../../shared/domain/message/gsm-text.ts';
import type { Message, MessageChannel } from '../../../shared/domain/message/message.ts';
import { recipientOn } from '../../../shared/domain/message/messaging-settings.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import type { ChannelSender } from '../../../shared/ports/channel-sender.ts';
import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import type { DealerMessagingDirectory } from '../../../shared/ports/dealer-messaging.ts';
import type { EmailProvider, SmsProvider, SmsProviders } from '../../../shared/ports/message-provider.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import {
  again,
  CALL_MS,
  type Draft,
  type HandOverDependencies,
  handOverNew,
  heldBack,
  never,
  refuseNew,
  withMessages,
} from './hand-over.ts';
import { emailMessage, type MessageParts, smsMessage, smsOfLink } from './message-contents.ts';

export interface MessageSenderDependencies extends HandOverDependencies {
  readonly links: Pick<PaymentRequests, 'findByName'>;
  readonly dealerMessaging: DealerMessagingDirectory;
  readonly looks: DealerLooksDirectory;
  /** Absent where the stage has no such channel. */
  readonly sms?: SmsProvider | undefined;
  /** Providers of dealers who have one of their own: it takes their SMS instead of the stage's. */
  readonly ownSms: SmsProviders;
  readonly email?: EmailProvider | undefined;
  readonly baseUrl: string;
  readonly serviceName: string;
}

/** The message with its contents: an SMS knows by its text what it costs. Undefined where nothing takes the channel. */
const draftOf = (
  message: Message,
  parts: MessageParts,
  { sms, ownSms, email }: Pick<MessageSenderDependencies, 'sms' | 'ownSms' | 'email'>,
): Pick<Draft, 'message' | 'call'> | undefined => {
  if (message.channel === 'email') {
    return email && { message, call: (one) => email.sendEmail(emailMessage(one, parts)) };
  }
  const { smsProvider } = parts.settings;
  const provider = smsProvider === undefined ? sms : ownSms.of(parts.link.dealerCode, smsProvider);
  if (provider === undefined) return undefined;
  const text = smsOfLink(message, parts);
  return {
    message: { ...message, segments: smsSize(text).segments },
    call: (one) => provider.sendSms(smsMessage(one, text, parts)),
  };
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
  const kind = event.type === 'link.reminder-due' ? 'reminder' : 'link';
  // Nobody is reminded of what is being paid.
  if (kind === 'reminder' && link.progress.activeAttempt !== undefined) return 'the link is being paid';
  const to = recipientOn(channel, link.delivery);
  if (to === undefined) return 'the link has no such contact';
  const { payment } = link;
  return { payment, channel, round, kind, state: 'queued', version: 1, to, handOvers: 1, queuedAtMs: nowMs };
};

/**
 * Sends links to their payers by SMS or e-mail, and reminds of them: once per link, channel and round. The row of the message is
 * written, and counted in every cap, before the provider is called; a crash or a missing answer after that lets it be sent a
 * second time, and never a third.
 */
export const messageSender = (channel: MessageChannel, all: MessageSenderDependencies): ChannelSender => ({
  send: async (event, { channel: asked }, { nowMs, untilMs }, messages) => {
    const deps = withMessages(all, messages);
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
    const reason = await heldBack(message, deps);
    if (reason !== undefined) return refuseNew(message, reason, deps);
    const { baseUrl, serviceName } = deps;
    const draft = draftOf(message, { link, settings, looks, baseUrl, serviceName }, deps);
    // It was there when the event was fanned out: a provider of the dealer's own may have been removed since.
    if (draft === undefined) return refuseNew(message, 'channel-not-set-up', deps);
    return handOverNew({ ...draft, dealerCode, settings, nowMs }, deps);
  },
});
