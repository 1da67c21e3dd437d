import type { Attempt } from '../attempt/attempt.ts';
import type { Language } from '../language.ts';
import type { OutboxEvent } from '../outbox/event.ts';
import { receiptAsked } from '../outbox/event-of-payment.ts';
import { isPaid } from '../payment/charge.ts';
import type { Payment } from '../payment/payment.ts';
import type { StepKind } from '../payment/step.ts';
import type { Message } from './message.ts';

/** How long a paid link shows its receipt, and sends it to a payer who asks; later it says "paid" and no more (rule 30). */
export const RECEIPT_LIFE_MS = 24 * 3_600_000;
/** Most receipts by e-mail of one payment (rule 43). */
export const MOST_RECEIPTS = 2;
/** A form that is posted twice within this time was pressed twice. */
const ONE_PRESS_MS = 60_000;

const GIVES_BACK: Readonly<Partial<Record<StepKind, true>>> = { void: true, refund: true, reversal: true };

/** True of a charge that stands whole: it was reported paid, and nothing of it was given back. */
export const isWhole = (charge: Pick<Attempt, 'state' | 'reportedOutcome' | 'refunded'>): boolean =>
  isPaid(charge) && (charge.refunded ?? 0) === 0;

/**
 * The charge that a receipt may call paid; undefined once it was given back, in part too, or while a step that gives it back
 * is under way.
 */
export const chargeForReceipt = (
  { attempts, steps }: Pick<Payment, 'attempts' | 'steps'>,
  orderId: string,
): Attempt | undefined => {
  const charge = attempts.find((attempt) => attempt.orderId === orderId);
  if (charge === undefined || !isWhole(charge)) return undefined;
  const active = steps.find(({ number }) => number === charge.activeStep);
  return active !== undefined && GIVES_BACK[active.kind] === true ? undefined : charge;
};

/** When the payer paid. */
export const paidAtMs = ({ endedAtMs, startedAtMs }: Pick<Attempt, 'endedAtMs' | 'startedAtMs'>): number =>
  endedAtMs ?? startedAtMs;

export type ReceiptAsk =
  | { readonly kind: 'ask'; readonly message: Message; readonly event: OutboxEvent }
  /** The same form a moment ago. */
  | { readonly kind: 'asked-already' }
  | { readonly kind: 'refused'; readonly reason: 'over' | 'too-many' };

interface AskContext {
  readonly payment: Pick<Payment, 'link' | 'attempts' | 'steps'>;
  /** Every message about the payment so far. */
  readonly messages: readonly Message[];
  readonly to: string;
  readonly language: Language;
  readonly nowMs: number;
}

/** What becomes of a payer's wish for a receipt by e-mail. `over`: its time has passed, or the payment does not stand. */
export const askForReceipt = ({ payment, messages, to, language, nowMs }: AskContext): ReceiptAsk => {
  const result = payment.link?.state === 'paid' ? payment.link.progress.result : undefined;
  const charge = result && chargeForReceipt(payment, result.orderId);
  if (charge === undefined || nowMs - paidAtMs(charge) >= RECEIPT_LIFE_MS) return { kind: 'refused', reason: 'over' };
  const asked = messages.filter(({ kind }) => kind === 'receipt');
  if (asked.some((one) => one.to === to && nowMs - one.queuedAtMs < ONE_PRESS_MS)) return { kind: 'asked-already' };
  if (asked.length >= MOST_RECEIPTS) return { kind: 'refused', reason: 'too-many' };
  const round = asked.length + 1;
  const named = { payment: charge.payment, channel: 'email', kind: 'receipt', round } as const;
  return {
    kind: 'ask',
    message: { ...named, state: 'queued', version: 1, to, handOvers: 0, queuedAtMs: nowMs },
    event: receiptAsked(charge, { round, language }, nowMs),
  };
};
