import type { StepDecision } from '../domain/payment/begin-step.ts';
import { approvePool, type PoolQuestion, undoPoolApproval } from '../domain/payment/pool-rules.ts';
import type { RefusalReason } from '../domain/refusal-reasons.ts';
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

/** Sub-dealers whose shares alone are meant; empty: all. */
type Named = readonly number[];

/** A pool step that is done, now or by the same request before. */
export interface PoolStepDone {
  /** VirtualPosOrderId of the charge. */
  readonly orderId: string;
  readonly replayed: boolean;
}

type Decide<Reason extends RefusalReason> = (question: PoolQuestion) => StepDecision<Reason>;

const requestOf = <Reason extends RefusalReason>(
  decide: Decide<Reason>,
  { caller, subDealerIds }: { readonly caller: StepCaller; readonly subDealerIds: Named },
): Omit<StepRequest<Reason, never>, 'begin'> => ({
  ...askedBy(caller, 'poolApprovalChannels'),
  decide: (question) => decide({ ...question, subDealerIds }),
});

const carryOutPoolStep =
  <Reason extends RefusalReason>(decide: Decide<Reason>) =>
  async (deps: AskForStepDependencies, caller: StepCaller, subDealerIds: Named): Promise<PoolStepDone> => {
    const asked = await askForStep(deps, {
      ...requestOf(decide, { caller, subDealerIds }),
      begin: (intent) => writeIntent(deps, intent, intent.change),
    });
    const { attempt } = asked.kind === 'begun' ? asked.done : asked.under;
    return { orderId: attempt.orderId, replayed: asked.kind !== 'begun' };
  };

const tryPoolStep =
  <Reason extends RefusalReason>(decide: Decide<Reason>) =>
  (deps: TryStepDependencies, caller: StepCaller, subDealerIds: Named): Promise<StepTried> =>
    tryStep(deps, requestOf(decide, { caller, subDealerIds }));

/** Moves pooled money to its owners, in one write (decisions: pool). Throws StoreUnavailable. */
export const carryOutPoolApproval = carryOutPoolStep(approvePool);

/** Takes an approval back, in one write (decisions: pool). Throws StoreUnavailable. */
export const carryOutPoolUndo = carryOutPoolStep(undoPoolApproval);

/** The approval that `carryOutPoolApproval` would write now. */
export const tryPoolApproval = tryPoolStep(approvePool);

/** What `carryOutPoolUndo` would write now. */
export const tryPoolUndo = tryPoolStep(undoPoolApproval);
