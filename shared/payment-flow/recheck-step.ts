import { refusedEndOf } from '../domain/payment/recheck.ts';
import { refusedFactsOf } from '../domain/payment/step-facts.ts';
import { concludeStepRecheck } from '../domain/payment/step-transitions.ts';
import type { InquiryAnswer } from '../ports/bank-answers.ts';
import { appliedStep, atBank, type StepCall, type StepProgress, type StepUnderWay } from './step-under-way.ts';
import { finish, historyOf, leaveStep } from './undo.ts';

export const concludeRecheckOf = async (under: StepUnderWay, { deps }: StepCall): Promise<StepProgress> => {
  const after = await appliedStep(deps.steps, concludeStepRecheck(under.step), under);
  return after === undefined ? { kind: 'left-alone' } : { kind: 'ended', under: after };
};

/** Asks the bank once more about a refused step, the next day: the step stays refused, or it happened after all. */
export const recheckRefused = async (
  under: StepUnderWay,
  found: InquiryAnswer,
  call: StepCall,
): Promise<StepProgress> => {
  const { deps } = call;
  let end = refusedEndOf(refusedFactsOf(atBank(under, deps, { found })));
  if (end === undefined && found.kind !== 'unknown' && found.kind !== 'no-record') {
    const history = await historyOf({ under, found }, call);
    end = refusedEndOf(refusedFactsOf(atBank(under, deps, { found, history })));
  }
  if (end === undefined) return leaveStep(under, call);
  if (end.kind === 'confirmed') return concludeRecheckOf(under, call);
  const done = await finish(under, end.by === 'capture' ? undefined : end.by, found, call);
  return done.kind === 'ended' ? { ...done, alarm: 'unexpected-charge' } : done;
};
