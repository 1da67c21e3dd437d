import type { StepDecision } from '../domain/payment/begin-step.ts';
import { approvePool, type PoolQuestion, undoPoolApproval } from '../domain/payment/pool-rules.ts';
import type { RefusalReason } from '../domain/refusal-reasons.ts';
import { type AskForStepDependencies, askedBy, askForStep, type StepCaller } from './ask-for-step.ts';
import { writeIntent } from './write-intent.ts';

/** Sub-dealers whose shares alone are meant; empty: all. */
type Named = readonly number[];

/** A pool step that is done, now or by the same request before. */
export interface PoolStepDone {
  /** VirtualPosOrderId of the charge. */
  readonly orderId: string;
  readonly replayed: boolean;
}

const carryOutPoolStep =
  <Reason extends RefusalReason>(decide: (question: PoolQuestion) => StepDecision<Reason>) =>
  async (deps: AskForStepDependencies, caller: StepCaller, subDealerIds: Named): Promise<PoolStepDone> => {
    const asked = await askForStep(deps, {
      ...askedBy(caller, 'poolApprovalChannels'),
      decide: (question) => decide({ ...question, subDealerIds }),
      begin: (intent) => writeIntent(deps, intent, intent.change),
    });
    const { attempt } = asked.kind === 'begun' ? asked.done : asked.under;
    return { orderId: attempt.orderId, replayed: asked.kind !== 'begun' };
  };

/** Moves pooled money to its owners, in one write (decisions: pool). Throws StoreUnavailable. */
export const carryOutPoolApproval = carryOutPoolStep(approvePool);

/** Takes an approval back, in one write (decisions: pool). Throws StoreUnavailable. */
export const carryOutPoolUndo = carryOutPoolStep(undoPoolApproval);
