import { minor } from '../../../shared/domain/money/money.ts';
import type { Charge } from '../../../shared/domain/payment/charge.ts';
import { beginRefund } from '../../../shared/domain/payment/refund-rules.ts';
import type { Step, StepState } from '../../../shared/domain/payment/step.ts';
import { refuseStep } from '../../../shared/domain/payment/step-transitions.ts';
import { beginVoid } from '../../../shared/domain/payment/void-rules.ts';
import { chargeWith, type PaymentAfter, questionOf, STEP_NOON_MS, withChange } from './steps.ts';

// Payments whose steps have begun, and how they go on.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const NOW_MS = STEP_NOON_MS + 5 * MINUTE_MS;

export const voiding = (changes: Partial<Charge> = {}): PaymentAfter => {
  const payment = { charge: chargeWith(changes), steps: [] };
  const decision = beginVoid(questionOf(payment));
  if (decision.kind !== 'begins') throw new Error('the void does not begin');
  return withChange(payment, decision.change);
};

export const refunding = (payment: PaymentAfter, amount: number): PaymentAfter => {
  const asked = { amount: minor(amount), refundCode: `R${payment.steps.length}` };
  const decision = beginRefund({ ...questionOf(payment), asked, refundRequestId: 1 });
  if (decision.kind !== 'begins') throw new Error('the refund does not begin');
  return withChange(payment, decision.change);
};

export const lastOf = ({ steps }: PaymentAfter): Step => {
  const step = steps.at(-1);
  if (step === undefined) throw new Error('the payment has a step');
  return step;
};

export const refusedAt = (payment: PaymentAfter, nowMs: number): PaymentAfter => {
  const change = refuseStep(lastOf(payment), { ...payment, nowMs });
  if (change === undefined) throw new Error('the step is not refused');
  return withChange(payment, change);
};

export const running = voiding();
export const end = { ...running, nowMs: NOW_MS };
export const stepIn = (state: StepState): Step => ({ ...lastOf(running), state });
