import { beginRefund, type RefundReason, type RefundRequest } from '../domain/payment/refund-rules.ts';
import type { Step } from '../domain/payment/step.ts';
import {
  type AskForStepDependencies,
  askedBy,
  askForStep,
  type StepCaller,
  type StepRequest,
  type StepTried,
} from './ask-for-step.ts';
import { type TryStepDependencies, tryStep } from './try-step.ts';
import { writeIntent } from './write-intent.ts';

/** A refund that was accepted, now or by the same request before. */
export interface AcceptedRefund {
  readonly step: Step;
  /** VirtualPosOrderId of the charge. */
  readonly orderId: string;
  readonly replayed: boolean;
}

const requestOf = (caller: StepCaller, asked: RefundRequest): Omit<StepRequest<RefundReason, never>, 'begin'> => ({
  ...askedBy(caller, 'refundChannels'),
  decide: (question) => beginRefund({ ...question, asked, refundRequestId: question.trxId }),
});

/**
 * Takes a refund request (decisions: refunds), under rules 11, 17, 40. It is accepted here, with its postings and the step
 * slot, and carried out by the sweeper. Its number is that of its step. Refuses with the reasons of a refund.
 */
export const acceptRefund = async (
  deps: AskForStepDependencies,
  caller: StepCaller,
  asked: RefundRequest,
): Promise<AcceptedRefund> => {
  const refund = await askForStep(deps, {
    ...requestOf(caller, asked),
    begin: (intent) => writeIntent(deps, intent, intent.change),
  });
  const { step, attempt } = refund.kind === 'begun' ? refund.done : refund.under;
  return { step, orderId: attempt.orderId, replayed: refund.kind !== 'begun' };
};

/** The refund that `acceptRefund` would take now. */
export const tryRefund = (deps: TryStepDependencies, caller: StepCaller, asked: RefundRequest): Promise<StepTried> =>
  tryStep(deps, requestOf(caller, asked));
