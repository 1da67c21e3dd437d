import { type Attempt, paidAtMsOf } from '../attempt/attempt.ts';
import type { BankCode } from '../attempt/bank-codes.ts';
import { queueStatusOf } from '../attempt/states.ts';
import { linkStateAt } from '../link/payment-request.ts';
import { type Message, type MessageState, messageStateAt } from '../message/message.ts';
import type { Currency, MinorUnits } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Delivery, DeliveryState } from '../outbox/delivery.ts';
import type { OutboxEvent } from '../outbox/event.ts';
import { chargeOf } from '../payment/charge-of-attempt.ts';
import { attemptAsReported, type Payment } from '../payment/payment.ts';
import { stageOf } from '../payment/payment-stage.ts';
import type { Step, StepAsker, StepKind } from '../payment/step.ts';
import { stepWaitOf } from '../payment/step-states.ts';

/**
 * What became of a try. `unanswered`: it was reported failed while the bank had not answered. `given-back`: it was reported failed,
 * and the bank's late charge is given back, or was.
 */
export type TryOutcome =
  | 'paid'
  | 'authorised'
  | 'declined'
  | 'left-3d'
  | 'in-3d'
  | 'charging'
  | 'in-doubt'
  | 'unanswered'
  | 'given-back';

/** How far a step came. `waits`: it is sent to the bank later. `unclear`: the bank has not answered. */
export type LifeStepState = 'done' | 'waits' | 'unclear' | 'stuck' | 'refused';

/** What happened to a payment, without its time. */
type LifeFact =
  | { readonly kind: 'made'; readonly of: Payment['kind'] }
  | {
      readonly kind: 'message';
      readonly message: Pick<Message, 'channel' | 'kind' | 'to'>;
      readonly state: MessageState;
    }
  | { readonly kind: 'opened' }
  | { readonly kind: 'link-over'; readonly how: 'cancelled' | 'expired' | 'failed' }
  | {
      readonly kind: 'try';
      readonly outcome: TryOutcome;
      readonly amount: MinorUnits;
      readonly currency: Currency;
      readonly maskedCard: string;
      readonly code?: BankCode;
    }
  | {
      readonly kind: 'step';
      readonly step: StepKind;
      readonly state: LifeStepState;
      readonly amount: MinorUnits;
      readonly currency: Currency;
      readonly by: StepAsker['by'];
      readonly code?: BankCode;
    }
  | {
      readonly kind: 'told';
      readonly event: OutboxEvent['type'];
      readonly channel: Delivery['channel']['kind'];
      readonly state: DeliveryState | 'failing';
      readonly tries: number;
    };

/** One line of a payment's life. A link keeps no time of its cancelling: then there is none. */
export type LifeLine = LifeFact & { readonly atMs?: number };

/** A delivery with the type of its event. */
export interface ToldDelivery {
  readonly type: OutboxEvent['type'];
  readonly delivery: Delivery;
}

/** Everything that a payment's life is read from. */
export interface LifeSources {
  readonly payment: Payment;
  readonly messages: readonly Message[];
  readonly deliveries: readonly ToldDelivery[];
  readonly nowMs: number;
}

const failedOutcome = ({ state }: Attempt): TryOutcome => {
  if (state === 'closed') return 'left-3d';
  if (state === 'reversing' || state === 'voided' || state === 'refunded') return 'given-back';
  return state === 'charging' || state === 'in-doubt' ? 'unanswered' : 'declined';
};

/** What became of a try of the payment, as its dealer is told. */
const tryOutcomeOf = (attempt: Attempt, payment: Pick<Payment, 'link'>, nowMs: number): TryOutcome => {
  const stage = stageOf(chargeOf(attempt, payment));
  if (stage === 'failed') return failedOutcome(attempt);
  if (stage !== 'waiting') return attempt.terms.type === 'sale' ? 'paid' : 'authorised';
  if (queueStatusOf(attempt, nowMs) === 'in-doubt') return 'in-doubt';
  return attempt.state === 'authenticating' ? 'in-3d' : 'charging';
};

const tryLine = (attempt: Attempt, { payment, nowMs }: LifeSources): LifeLine => {
  const shown = attemptAsReported(attempt, payment);
  const outcome = tryOutcomeOf(shown, payment, nowMs);
  const isPaid = outcome === 'paid' || outcome === 'authorised';
  const { terms, maskedCard, bank } = shown;
  const atMs = isPaid ? paidAtMsOf(shown) : (shown.endedAtMs ?? shown.startedAtMs);
  const code = isPaid ? undefined : bank?.code;
  const { total: amount, currency } = terms;
  return { kind: 'try', outcome, amount, currency, maskedCard, atMs, ...omitUndefined({ code }) };
};

/** How far a step came, as people are told. */
export const lifeStateOf = (step: Step, nowMs: number): LifeStepState => {
  if (step.state === 'done' || step.state === 'refused') return step.state;
  const wait = stepWaitOf(step, nowMs);
  if (wait === 'stuck') return 'stuck';
  // A refund that waits for the bank's day end was sent nowhere yet; anything else is at the bank.
  return step.state === 'intended' && step.kind === 'refund' && step.lastCallAtMs === undefined ? 'waits' : 'unclear';
};

const stepLine = (step: Step, { payment, nowMs }: LifeSources): LifeLine => {
  const of = payment.attempts.find(({ number }) => number === step.attempt);
  const state = lifeStateOf(step, nowMs);
  return {
    kind: 'step',
    step: step.kind,
    state,
    amount: step.amount,
    currency: of?.terms.currency ?? 'TL',
    by: step.asker.by,
    atMs: step.endedAtMs ?? step.startedAtMs,
    ...omitUndefined({ code: state === 'refused' ? step.bank?.code : undefined }),
  };
};

const linkLines = ({ payment: { link, kind, createdAtMs }, nowMs }: LifeSources): readonly LifeLine[] => {
  const made: LifeLine = { kind: 'made', of: kind, atMs: createdAtMs };
  if (link === undefined) return [];
  const { openedAtMs, result } = link.progress;
  const opened: readonly LifeLine[] = openedAtMs === undefined ? [] : [{ kind: 'opened', atMs: openedAtMs }];
  const state = linkStateAt(link, nowMs);
  if (state === 'cancelled') return [made, ...opened, { kind: 'link-over', how: 'cancelled' }];
  if (state === 'expired') return [made, ...opened, { kind: 'link-over', how: 'expired', atMs: link.expiresAtMs }];
  const failed: readonly LifeLine[] =
    state === 'failed' ? [{ kind: 'link-over', how: 'failed', ...omitUndefined({ atMs: result?.atMs }) }] : [];
  return [made, ...opened, ...failed];
};

const messageLine = (message: Message, nowMs: number): LifeLine => ({
  kind: 'message',
  message,
  state: messageStateAt(message, nowMs),
  atMs: message.queuedAtMs,
});

const toldLine = ({ type, delivery }: ToldDelivery): LifeLine => {
  const { state, tries, channel, lastTryAtMs, createdAtMs } = delivery;
  return {
    kind: 'told',
    event: type,
    channel: channel.kind,
    state: state === 'waiting' && tries > 0 ? 'failing' : state,
    tries,
    atMs: lastTryAtMs ?? createdAtMs,
  };
};

/** Messages have rows of their own; these deliveries go to the dealer's programs. */
const isToProgram = ({ delivery: { channel } }: ToldDelivery): boolean =>
  channel.kind === 'webhook' || channel.kind === 'notice';

/** What happened to a payment, the oldest first. What has no time of its own stands at the end. */
export const lifeOf = (sources: LifeSources): readonly LifeLine[] => {
  const { payment, messages, deliveries, nowMs } = sources;
  const lines = [
    ...linkLines(sources),
    ...messages.map((message) => messageLine(message, nowMs)),
    ...payment.attempts.map((attempt) => tryLine(attempt, sources)),
    ...payment.steps.map((step) => stepLine(step, sources)),
    ...deliveries.filter(isToProgram).map(toldLine),
  ];
  return lines.toSorted(
    (one, other) => (one.atMs ?? Number.POSITIVE_INFINITY) - (other.atMs ?? Number.POSITIVE_INFINITY) || 0,
  );
};
