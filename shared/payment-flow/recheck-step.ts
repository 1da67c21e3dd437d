import type { MinorUnits } from '../domain/money/money.ts';
import { decidedHistory, type OrderHistory } from '../domain/payment/bank-facts.ts';
import { refusedEndOf } from '../domain/payment/recheck.ts';
import { refusedFactsOf, undoFactsOf } from '../domain/payment/step-facts.ts';
import { concludeStepRecheck } from '../domain/payment/step-transitions.ts';
import { excessCredit } from '../domain/payment/undo.ts';
import type { InquiryAnswer } from '../ports/bank-gateway.ts';
import { appliedStep, atBank, type StepCall, type StepProgress, type StepUnderWay } from './step-under-way.ts';
import { finish, historyOf, leaveStep } from './undo.ts';

export const concludeRecheckOf = async (under: StepUnderWay, { deps }: StepCall): Promise<StepProgress> => {
  const after = await appliedStep(deps.steps, concludeStepRecheck(under.step, under.step.excessCredit), under);
  return after === undefined ? { kind: 'left-alone' } : { kind: 'ended', under: after };
};

/** What the bank gave back beyond a step and all others, by the history of its order. */
const excessIn = (
  under: StepUnderWay,
  {
    found,
    history,
    isRefused = false,
  }: { readonly found: InquiryAnswer; readonly history: OrderHistory | undefined; readonly isRefused?: boolean },
  { deps }: StepCall,
): MinorUnits | undefined => {
  const facts = undoFactsOf(atBank(under, deps, { found, history }));
  return facts === undefined ? undefined : excessCredit({ ...facts, ...(isRefused ? { isRefused } : {}) });
};

/** A refund that stands: what the bank has given back too much by now is told, and rings where it has grown. */
export const concludeGivenBack = async (
  under: StepUnderWay,
  asked: { readonly found: InquiryAnswer; readonly history: OrderHistory },
  call: StepCall,
): Promise<StepProgress> => {
  const { step } = under;
  const isKnown = decidedHistory(asked.history) !== undefined;
  const isRefused = step.state === 'refused';
  const excess = isKnown ? excessIn(under, { ...asked, isRefused }, call) : step.excessCredit;
  const after = await appliedStep(call.deps.steps, concludeStepRecheck(step, excess), under);
  if (after === undefined) return { kind: 'left-alone' };
  const grew = (excess ?? 0) > (step.excessCredit ?? 0);
  return { kind: 'ended', under: after, ...(grew ? { alarm: 'excess-credit' } : {}) };
};

/** Asks the bank once more about a refused step, the next day: the step stays refused, or it happened after all. */
export const recheckRefused = async (
  under: StepUnderWay,
  found: InquiryAnswer,
  call: StepCall,
): Promise<StepProgress> => {
  const { deps } = call;
  let history: OrderHistory | undefined;
  let end = refusedEndOf(refusedFactsOf(atBank(under, deps, { found })));
  if (end === undefined && found.kind !== 'unknown' && found.kind !== 'no-record') {
    history = await historyOf({ under, found }, call);
    end = refusedEndOf(refusedFactsOf(atBank(under, deps, { found, history })));
  }
  if (end === undefined) return leaveStep(under, call);
  if (end.kind === 'confirmed') {
    if (under.step.sent.credit === undefined) return concludeRecheckOf(under, call);
    // While this step could still have happened, a Credit of its amount was not called too many.
    history ??= await historyOf({ under, found }, call);
    if (decidedHistory(history) === undefined) return leaveStep(under, call);
    return concludeGivenBack(under, { found, history }, call);
  }
  const excess = end.by === 'credit' ? excessIn(under, { found, history }, call) : undefined;
  const done = await finish(under, { ...(end.by === 'capture' ? {} : { doneBy: end.by }), found, excess }, call);
  return done.kind === 'ended' ? { ...done, alarm: 'unexpected-charge' } : done;
};
