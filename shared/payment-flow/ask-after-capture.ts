import { pauseAfter } from '../domain/attempt/timing.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { type CaptureAction, nextCaptureAction } from '../domain/payment/capture.ts';
import { captureFactsOf } from '../domain/payment/step-facts.ts';
import type { InquiryAnswer } from '../ports/bank-answers.ts';
import { isContradictory, saidIn, voiceOf } from './bank-said.ts';
import { atBank, type StepCall, type StepProgress, type StepUnderWay } from './step-under-way.ts';
import { finish, historyOf, leaveStep, leaveStuck, refuse } from './undo.ts';

/** Ends or reschedules a capture that was sent, by what the inquiry found. The capture is never sent again. */
export const askAfterCapture = async (
  under: StepUnderWay,
  found: InquiryAnswer,
  call: StepCall,
): Promise<StepProgress> => {
  const { deps } = call;
  let action: CaptureAction = nextCaptureAction(captureFactsOf(atBank(under, deps, { found })));
  if (action.kind === 'ask-history') {
    const history = await historyOf({ under, found }, call);
    action = nextCaptureAction(captureFactsOf(atBank(under, deps, { found, history })));
  }
  if (action.kind === 'done') return finish(under, { found }, call);
  if (action.kind === 'refused') return refuse(under, found, call);
  if (action.kind === 'stuck') return leaveStuck(under, found, call);
  const nowMs = deps.clock.now();
  const untilMs = action.kind === 'wait' ? (action.untilMs ?? 0) : 0;
  const isWrong = isContradictory(found) || (action.kind === 'wait' && action.contradiction === true);
  const dueAtMs = Math.max(untilMs, nowMs + pauseAfter(under.step.postponed, voiceOf(found)));
  const later = { event: 'doubt' as const, dueAtMs, ...omitUndefined({ said: saidIn(found, nowMs) }) };
  return leaveStep(under, call, later, isWrong ? 'contradiction' : undefined);
};
