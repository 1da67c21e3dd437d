import type { Language } from '../language.ts';
import type { OutboxEvent, PlanFacts } from '../outbox/event.ts';
import { fullestSms } from './sms-text.ts';

/** What the customer of a recurring sale is told about a payment plan: it is charged tomorrow, it was paid, it failed. */
export const planMessageKinds = ['plan-upcoming', 'plan-paid', 'plan-failed'] as const;
export type PlanMessageKind = (typeof planMessageKinds)[number];

/** The events that make such messages leave. */
export const planMessageEvents = ['plan.upcoming', 'plan.paid', 'plan.failed'] as const;

const KINDS: Readonly<Record<(typeof planMessageEvents)[number], PlanMessageKind>> = {
  'plan.upcoming': 'plan-upcoming',
  'plan.paid': 'plan-paid',
  'plan.failed': 'plan-failed',
};

/** The message that an event makes; undefined for an event that is about no plan. */
export const planMessageKindOf = (type: OutboxEvent['type']): PlanMessageKind | undefined => {
  const event = planMessageEvents.find((one) => one === type);
  return event === undefined ? undefined : KINDS[event];
};

/** A reference has two digits for the round. */
const MOST_ROUNDS = 99;

/**
 * A plan that failed may be sent as a payment request, and end again: each end is a round of its own, and so is each notice
 * of a plan that moves to another day.
 */
export const planMessageRound = ({ notice, tries }: Pick<PlanFacts, 'notice' | 'tries'>): number =>
  Math.min(MOST_ROUNDS, Math.max(1, notice ?? tries));

/** A notice that could not leave for so long says "tomorrow" too late. Results leave whenever they can. */
const NOTICE_LIFE_MS = 6 * 3_600_000;

/** True of a notice that nobody should get any more. */
export const isStaleNotice = (kind: PlanMessageKind, occurredAtMs: number, nowMs: number): boolean =>
  kind === 'plan-upcoming' && nowMs - occurredAtMs > NOTICE_LIFE_MS;

/** What the placeholders stand for, as texts in the message's language. `card`: the last four digits. */
export interface PlanSmsValues {
  readonly dealer: string;
  readonly amount: string;
  readonly day: string;
  readonly card?: string | undefined;
}

type Templates = Readonly<
  Record<PlanMessageKind, { readonly card: readonly string[]; readonly other: readonly string[] }>
>;

/** The longest first; `other` where no card is known, as of a plan that is paid by a payment request. */
const TEMPLATES: Readonly<Record<Language, Templates>> = {
  tr: {
    'plan-upcoming': {
      card: [
        '{dealer}: {amount} ödemeniz {day} günü {card} ile biten kartınızdan çekilecek.',
        '{dealer}: {day} {amount}, kart {card}',
      ],
      other: [
        '{dealer}: {amount} ödemenizin günü {day}. Ödeme bağlantınız o gün gönderilecek.',
        '{dealer}: {day} {amount}',
      ],
    },
    'plan-paid': {
      card: [
        '{dealer}: {day} tarihli {amount} ödemeniz {card} ile biten kartınızdan alındı.',
        '{dealer}: {amount} alındı, kart {card}',
      ],
      other: ['{dealer}: {day} tarihli {amount} ödemeniz alındı.', '{dealer}: {amount} alındı'],
    },
    'plan-failed': {
      card: [
        '{dealer}: {day} tarihli {amount} ödemeniz kartınızdan alınamadı. Lütfen satıcınıza başvurun.',
        '{dealer}: {amount} alınamadı',
      ],
      other: [
        '{dealer}: {day} tarihli {amount} ödemeniz alınamadı. Lütfen satıcınıza başvurun.',
        '{dealer}: {amount} alınamadı',
      ],
    },
  },
  en: {
    'plan-upcoming': {
      card: [
        '{dealer}: on {day}, {amount} will be charged to your card ending in {card}.',
        '{dealer}: {amount} on {day}, card {card}',
      ],
      other: ['{dealer}: {amount} is due on {day}. A link to pay follows on that day.', '{dealer}: {amount} on {day}'],
    },
    'plan-paid': {
      card: [
        '{dealer}: {amount} of {day} was charged to your card ending in {card}.',
        '{dealer}: {amount} paid, card {card}',
      ],
      other: ['{dealer}: {amount} of {day} was paid.', '{dealer}: {amount} paid'],
    },
    'plan-failed': {
      card: [
        '{dealer}: {amount} of {day} could not be charged. Please contact the seller.',
        '{dealer}: {amount} not paid',
      ],
      other: ['{dealer}: {amount} of {day} was not paid. Please contact the seller.', '{dealer}: {amount} not paid'],
    },
  },
};

/** The SMS about a plan, in the GSM alphabet and in one segment where that is possible. It holds no address (rule 43). */
export const planSmsText = (
  { card, ...values }: PlanSmsValues,
  { kind, language }: { readonly kind: PlanMessageKind; readonly language: Language },
): string => {
  const templates = TEMPLATES[language][kind];
  return card === undefined ? fullestSms(templates.other, values) : fullestSms(templates.card, { ...values, card });
};
