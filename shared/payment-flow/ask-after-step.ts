import { type CaptureAction, nextCaptureAction } from '../domain/payment/capture.ts';
import type { Step } from '../domain/payment/step.ts';
import { captureFactsOf, type StepAtBank, undoFactsOf } from '../domain/payment/step-facts.ts';
import { nextUndoAction, type UndoAction } from '../domain/payment/undo.ts';
import type { InquiryAnswer } from '../ports/bank-answers.ts';
import type { BankGateway, CallTime, PosAccount } from '../ports/bank-gateway.ts';
import { bookedOrderOf } from './booked-order.ts';
import { type ConcludeStepDependencies, concludeStep, type StepEnded } from './conclude-step.ts';
import { atBank, chargedBy, type StepUnderWay } from './step-under-way.ts';

export interface AskAfterStepDependencies extends ConcludeStepDependencies {
  readonly bank: Pick<BankGateway, 'inquire' | 'inquireHistory'>;
}

/** What follows from the bank's answer. Only an end and a question matter here: anything else is left to the sweeper. */
type Action = StepEnded | { readonly kind: Exclude<(CaptureAction | UndoAction)['kind'], StepEnded['kind']> };

const actionOf = (at: StepAtBank): Action => {
  const undo = undoFactsOf(at);
  if (undo === undefined) return nextCaptureAction(captureFactsOf(at));
  const action = nextUndoAction(undo);
  if (action.kind !== 'done') return action;
  // The sweeper writes it, whose alarm tells operators.
  if (action.excess !== undefined) return { kind: 'wait' };
  return { kind: 'done', doneBy: action.state === 'voided' ? 'void' : 'credit' };
};

const withReferences = (outcome: StepEnded, found: InquiryAnswer): StepEnded =>
  outcome.kind === 'done' && 'references' in found ? { ...outcome, references: found.references } : outcome;

/**
 * Asks the bank what became of a capture or void, and writes its end where the bank tells one. Nothing is sent. Answers
 * the step once it is over. Throws StoreUnavailable.
 */
export const askAfterStep = async (
  deps: AskAfterStepDependencies,
  under: StepUnderWay,
  { account, time }: { readonly account: PosAccount; readonly time: CallTime },
): Promise<Step | undefined> => {
  const { bank } = deps;
  const found = await bank.inquire(account, bookedOrderOf(chargedBy(under)), time);
  let action = actionOf(atBank(under, deps, { found }));
  if (action.kind === 'ask-history') {
    const history = await bank.inquireHistory(account, bookedOrderOf(chargedBy(under), found), time);
    action = actionOf(atBank(under, deps, { found, history }));
  }
  if (action.kind !== 'done' && action.kind !== 'refused') return undefined;
  return concludeStep(deps, under, withReferences(action, found));
};
