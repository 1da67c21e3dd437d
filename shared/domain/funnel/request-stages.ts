import { type Attempt, isOfLink, type LinkAttempt, paidAtMsOf } from '../attempt/attempt.ts';
import type { BankCode } from '../attempt/bank-codes.ts';
import { isFinal } from '../attempt/states.ts';
import { type DayText, istanbulDayOf } from '../calendar.ts';
import { linkStateAt, type PaymentRequest } from '../link/payment-request.ts';
import { type Message, messageStateAt } from '../message/message.ts';
import { linkMessageKinds } from '../message/sms-text.ts';
import type { Currency, MinorUnits } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Payment } from '../payment/payment.ts';
import type { ReusableLinkName } from '../reusable-link/link-name.ts';

/**
 * How a request reached its payer: by the messages that were written for it, by its dealer where there was none, or
 * because the payer made it of a reusable link.
 */
export const funnelChannels = ['sms', 'email', 'sms-and-email', 'dealer', 'reusable-link'] as const;
export type FunnelChannel = (typeof funnelChannels)[number];

/** The stages that requests are counted in, in the order in which a request passes them. */
export const funnelStages = [
  'created',
  'sent',
  'delivered',
  'opened',
  'cardSent',
  'threeDPassed',
  'paid',
  'declined',
  'expired',
  'cancelled',
] as const;
export type FunnelStage = (typeof funnelStages)[number];

/** What became of one payment request by a moment. */
export interface RequestStages {
  /** Istanbul day of its creation. */
  readonly day: DayText;
  readonly definition: number;
  readonly channel: FunnelChannel;
  /** The reusable link that it was made of. */
  readonly link?: ReusableLinkName;
  readonly stages: ReadonlySet<FunnelStage>;
  /** What its payer paid, commission included, whatever was given back later. */
  readonly paid?: { readonly currency: Currency; readonly amount: MinorUnits };
  /** Whole minutes from its creation until it was noted as opened. */
  readonly minutesToOpened?: number;
  /** Whole minutes from there until it was paid. */
  readonly minutesToPaid?: number;
  /** One for each attempt that was declined. */
  readonly declineCodes: readonly BankCode[];
  /** Nothing of it changes any more. What is given back is counted by the day on which that happens. */
  readonly isFinal: boolean;
}

const MINUTE_MS = 60_000;

/** Clocks of two instances differ by little: nothing took less than no time. */
const minutesBetween = (fromMs: number, untilMs: number): number =>
  Math.max(0, Math.floor((untilMs - fromMs) / MINUTE_MS));

const bringsLink = ({ kind }: Message): boolean => (linkMessageKinds as readonly string[]).includes(kind);

const channelOf = ({ madeOf }: PaymentRequest, messages: readonly Message[]): FunnelChannel => {
  if (madeOf !== undefined) return 'reusable-link';
  const channels = new Set(messages.filter(({ kind }) => kind === 'link').map(({ channel }) => channel));
  if (channels.size > 1) return 'sms-and-email';
  return [...channels][0] ?? 'dealer';
};

/** The bank's callback proved the authentication, or was enough for the charge: attempts of earlier releases name no mdStatus. */
const passedThreeD = ({ threeD, mdStatus, answerByMs }: LinkAttempt): boolean =>
  threeD === true && (mdStatus === 1 || answerByMs !== undefined);

/**
 * When the request was opened as far as it was noted: a request that was made of a reusable link begins with its opening; of
 * others it is noted where they have a contact (rule 30).
 */
const noteOfOpening = ({ madeOf, createdAtMs, progress }: PaymentRequest): number | undefined =>
  madeOf === undefined ? progress.openedAtMs : createdAtMs;

/** Asked, and not answered: an attempt whose code is not final yet is no decline. */
const declineCodesOf = (attempts: readonly Attempt[]): readonly BankCode[] =>
  attempts.flatMap(({ state, bank }) => (state === 'declined' && bank?.code !== undefined ? [bank.code] : []));

const isOver = (attempt: Attempt): boolean => isFinal(attempt.state) && attempt.recheckAtMs === undefined;

const isSettled = (message: Message, nowMs: number): boolean =>
  !['queued', 'sent'].includes(messageStateAt(message, nowMs));

const stagesIn = (
  link: PaymentRequest,
  { attempts, messages, nowMs }: { attempts: readonly LinkAttempt[]; messages: readonly Message[]; nowMs: number },
): ReadonlySet<FunnelStage> => {
  const state = linkStateAt(link, nowMs);
  const met: Readonly<Record<FunnelStage, boolean>> = {
    created: true,
    sent: messages.some(({ sentAtMs }) => sentAtMs !== undefined),
    delivered: messages.some((message) => message.state === 'delivered'),
    opened: noteOfOpening(link) !== undefined || attempts.length > 0,
    cardSent: attempts.length > 0,
    threeDPassed: attempts.some(passedThreeD),
    paid: state === 'paid',
    declined: state === 'failed',
    expired: state === 'expired',
    cancelled: state === 'cancelled',
  };
  return new Set(funnelStages.filter((stage) => met[stage]));
};

/** Who paid, what, and how long it took from the opening that was noted. */
const paidFacts = (link: PaymentRequest, attempts: readonly LinkAttempt[]) => {
  const attempt = attempts.find(({ reportedOutcome }) => reportedOutcome === 'paid');
  if (link.state !== 'paid' || attempt === undefined) return {};
  const openedAtMs = noteOfOpening(link);
  const minutesToPaid = openedAtMs === undefined ? undefined : minutesBetween(openedAtMs, paidAtMsOf(attempt));
  const { currency, total: amount } = attempt.terms;
  return { paid: { currency, amount }, minutesToPaid };
};

/**
 * What became of a payment request; undefined for payments that are none. A mobile or shop payment has no funnel: its payer
 * stands before it.
 */
export const stagesOf = (
  { link, attempts: all }: Pick<Payment, 'link' | 'attempts'>,
  allMessages: readonly Message[],
  nowMs: number,
): RequestStages | undefined => {
  if (link === undefined || link.source !== 'payment-request') return undefined;
  const attempts = all.filter(isOfLink);
  const messages = allMessages.filter(bringsLink);
  const { createdAtMs, madeOf, dealerCustomerTypeId = 0 } = link;
  const openedAtMs = madeOf === undefined ? noteOfOpening(link) : undefined;
  const minutesToOpened = openedAtMs === undefined ? undefined : minutesBetween(createdAtMs, openedAtMs);
  return {
    day: istanbulDayOf(createdAtMs),
    definition: dealerCustomerTypeId,
    channel: channelOf(link, messages),
    stages: stagesIn(link, { attempts, messages, nowMs }),
    declineCodes: declineCodesOf(attempts),
    isFinal:
      linkStateAt(link, nowMs) !== 'open' &&
      attempts.every(isOver) &&
      messages.every((message) => isSettled(message, nowMs)),
    ...omitUndefined({ link: madeOf?.name, minutesToOpened, ...paidFacts(link, attempts) }),
  };
};
