import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payment/direct-payments.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoSteps } from '../../../shared/adapters/dynamodb/payment/steps.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { approve } from '../../../shared/domain/attempt/transitions.ts';
import type { DirectPayment } from '../../../shared/domain/direct-payment/direct-payment.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { chargeOf, stepMove } from '../../../shared/domain/payment/charge-of-attempt.ts';
import { beginRefund } from '../../../shared/domain/payment/refund-rules.ts';
import type { StepChange } from '../../../shared/domain/payment/step-change.ts';
import { finishStep } from '../../../shared/domain/payment/step-transitions.ts';
import { directAttemptWith } from './attempts.ts';

/** A moment of a payment: when it began, and when the write took place that ended it. */
export interface Moments {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

const refuse = (what: string): never => {
  throw new Error(what);
};

/** A direct payment that was charged and reported paid, written as the functions write it. */
export const paidAt = async (
  store: Table,
  dealerCode: string,
  { startedAtMs, endedAtMs }: Moments,
  direct: Partial<DirectPayment> = {},
): Promise<DirectAttempt> => {
  const changes = { startedAtMs, lastCallAtMs: startedAtMs, state: 'charging', told: 'nobody' } as const;
  const attempt = directAttemptWith(dealerCode, changes, { splits: [], ...direct });
  await dynamoDirectPayments(store).begin({ attempt, takes: [] });
  const change = approve(attempt, {}, { nowMs: endedAtMs, resultReference: '' }) ?? refuse('it is not approved');
  if (!(await dynamoAttempts(store).apply(change))) refuse('the approval is not written');
  return change.attempt as DirectAttempt;
};

const write = async (store: Table, change: StepChange, attempt: DirectAttempt): Promise<DirectAttempt> => {
  const move = stepMove(change, attempt) ?? refuse('the attempt does not allow the step');
  const outcome = await dynamoSteps(store).apply(move);
  if (outcome.kind !== 'applied') refuse('the step is not written');
  return (move.attempt?.attempt ?? attempt) as DirectAttempt;
};

/** Refunds a part of it, as the first step of the payment. Answers the attempt behind it. */
export const refundedAt = async (
  store: Table,
  attempt: DirectAttempt,
  amount: number,
  { startedAtMs, endedAtMs }: Moments,
): Promise<DirectAttempt> => {
  const decision = beginRefund({
    charge: chargeOf(attempt, {}),
    steps: [],
    nowMs: startedAtMs,
    trxId: attempt.trxId + 1,
    asker: { by: 'dealer' },
    asked: { amount: minor(amount) },
    refundRequestId: 1,
  });
  if (decision.kind !== 'begins') return refuse('the refund does not begin');
  const begun = await write(store, decision.change, attempt);
  const { step } = decision.change;
  const charge = chargeOf(begun, {});
  const done = finishStep(step, 'credit', { nowMs: endedAtMs, charge, steps: [step] }) ?? refuse('it is not done');
  return write(store, done, begun);
};
