import { istanbulDayOf } from '../calendar.ts';
import { linkStateAt, type PaymentRequest } from '../link/payment-request.ts';
import type { Delivery } from '../outbox/delivery.ts';
import type { Message, MessageChannel } from './message.ts';
import type { DealerMessaging } from './messaging-settings.ts';

interface ResendContext {
  readonly link: PaymentRequest;
  /** Channels that the link is sent on. */
  readonly channels: readonly MessageChannel[];
  /** Every message about the link so far. */
  readonly messages: readonly Message[];
  readonly settings: DealerMessaging;
  readonly nowMs: number;
}

export type Resend =
  | { readonly kind: 'deliveries'; readonly deliveries: readonly Delivery[] }
  | { readonly kind: 'refused'; readonly reason: 'not-open' | 'not-sent-by-us' | 'not-sent-yet' | 'too-many' };

/** More rounds than a link can use up in its life; keys of messages have two digits. */
const MAX_ROUNDS = 99;

/**
 * One more round on each channel of a link. Every channel had its first round before, and a day of Istanbul has so many
 * rounds as the dealer's settings say.
 */
export const resendOf = ({ link, channels, messages, settings, nowMs }: ResendContext): Resend => {
  if (linkStateAt(link, nowMs) !== 'open') return { kind: 'refused', reason: 'not-open' };
  if (channels.length === 0) return { kind: 'refused', reason: 'not-sent-by-us' };
  // A reminder is no round: it neither stands for a first message nor uses up a resend.
  const sent = messages.filter(({ kind }) => kind === 'link');
  const lastRound = (channel: MessageChannel): number =>
    Math.max(0, ...sent.filter((message) => message.channel === channel).map(({ round }) => round));
  if (channels.some((channel) => lastRound(channel) === 0)) return { kind: 'refused', reason: 'not-sent-yet' };
  const today = istanbulDayOf(nowMs);
  const againToday = (channel: MessageChannel): number =>
    sent.filter(
      (message) => message.channel === channel && message.round > 1 && istanbulDayOf(message.queuedAtMs) === today,
    ).length;
  const isUsedUp = (channel: MessageChannel): boolean =>
    againToday(channel) >= settings.resendsADay || lastRound(channel) >= MAX_ROUNDS;
  if (channels.some(isUsedUp)) return { kind: 'refused', reason: 'too-many' };
  const { dealerCode, listingShards } = link;
  const deliveries = channels.map(
    (channel): Delivery => ({
      // The event that its first messages came from.
      eventId: `${link.payment}-link-created`,
      dealerCode,
      channel: { kind: channel, round: lastRound(channel) + 1 },
      state: 'waiting',
      version: 1,
      tries: 0,
      createdAtMs: nowMs,
      dueAtMs: nowMs,
      listingShards,
    }),
  );
  return { kind: 'deliveries', deliveries };
};
