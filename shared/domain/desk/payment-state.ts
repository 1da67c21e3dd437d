import type { Attempt } from '../attempt/attempt.ts';
import { queueStatusOf } from '../attempt/states.ts';
import { minor } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { chargeOf } from '../payment/charge-of-attempt.ts';
import type { Payment } from '../payment/payment.ts';
import { type PaymentStage, possibleStages, stageOf } from '../payment/payment-stage.ts';

/**
 * The state of a payment as the desk tells it: its stage, of which two are told more exactly. `in-doubt`: the bank has not
 * answered. `part-refunded`: paid, and a part was given back.
 */
export type DeskPaymentState = PaymentStage | 'in-doubt' | 'part-refunded';

/** The states that a list is asked for. `waiting` has those in doubt, `paid` and `refunded` both have those refunded in part. */
export const askedStates = ['paid', 'pre-authorised', 'waiting', 'failed', 'voided', 'refunded'] as const;
export type AskedState = (typeof askedStates)[number];

/** The state by the charge that decides the payment, as its dealer is told of it. */
export const deskStateOf = (attempt: Attempt, payment: Pick<Payment, 'link'>, nowMs: number): DeskPaymentState => {
  const stage = stageOf(chargeOf(attempt, payment));
  if (stage === 'waiting') return queueStatusOf(attempt, nowMs) === 'in-doubt' ? 'in-doubt' : 'waiting';
  return stage === 'paid' && (attempt.refunded ?? 0) > 0 ? 'part-refunded' : stage;
};

type AttemptOfStage = Pick<Attempt, 'state' | 'reportedOutcome' | 'captured' | 'refunded' | 'terms'>;

const ASKED: Readonly<Record<DeskPaymentState, readonly AskedState[]>> = {
  waiting: ['waiting'],
  'in-doubt': ['waiting'],
  failed: ['failed'],
  'pre-authorised': ['pre-authorised'],
  paid: ['paid'],
  'part-refunded': ['paid', 'refunded'],
  voided: ['voided'],
  refunded: ['refunded'],
};

/** True of a payment that a list of `asked` shows. */
export const isAskedState = (state: DeskPaymentState, asked: AskedState): boolean => ASKED[state].includes(asked);

/** True of an attempt that a list of `asked` may show, as far as the attempt tells by itself. */
export const mayBeAskedState = (
  { state, reportedOutcome, captured, refunded = minor(0), terms }: AttemptOfStage,
  asked: AskedState,
): boolean =>
  possibleStages({ state, reportedOutcome, type: terms.type, ...omitUndefined({ captured }) })
    .map((stage) => (stage === 'paid' && refunded > 0 ? 'part-refunded' : stage))
    .some((stage) => isAskedState(stage, asked));

/** True once a payment took money, or holds it for its dealer; it may have been given back since. */
export const tookMoney = (state: DeskPaymentState): boolean =>
  state !== 'waiting' && state !== 'in-doubt' && state !== 'failed';
