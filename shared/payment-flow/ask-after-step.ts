import { nextCaptureAction } from '../domain/payment/capture.ts';
import type { Step } from '../domain/payment/step.ts';
import { captureFactsOf, type StepAtBank, undoFactsOf } from '../domain/payment/step-facts.ts';
import { nextUndoAction } from '../domain/payment/undo.ts';
import type { InquiryAnswer } from '../ports/bank-answers.ts';
import type { BankGateway, CallTime, PosAccount } from '../ports/bank-gateway.ts';
import { bookedOrderOf } from './booked-order.ts';
import { type ConcludeStepDependencies, concludeStep, type StepEnded } from './conclude-step.ts';
import { atBank, chargedBy, type StepUnderWay } from './step-under-way.ts';

export interface AskAfterStepDependencies extends ConcludeStepDependencies {
  readonly bank: Pick<BankGateway, 'inquire' | 'inquireHistory'>;
}

/** What follows from the bank's answer. `open`: nothing is decided, or something must be sent. */
type Action = StepEnded | { readonly kind: 'ask-history' } | { readonly kind: 'open' };

const OPEN: Action = { kind: 'open' };

const actionOf = (at: StepAtBank): Action => {
  const undo = undoFactsOf(at);
  if (undo === undefined) {
    const { kind } = nextCaptureAction(captureFactsOf(at));
    return kind === 'done' || kind === 'refused' || kind === 'ask-history' ? { kind } : OPEN;
  }
  const action = nextUndoAction(undo);
  // The sweeper writes it, whose alarm tells operators.
  if (action.kind === 'done' && action.excess !== undefined) return OPEN;
  if (action.kind === 'done') return { kind: 'done', doneBy: action.state === 'voided' ? 'void' : 'credit' };
  return action.kind === 'refused' || action.kind === 'ask-history' ? action : OPEN;
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
