import { type MinorUnits, minor } from '../money/money.ts';
import type { Charge } from '../payment/charge.ts';
import { grossOf, isUncaptured } from '../payment/charge.ts';
import type { Step } from '../payment/step.ts';
import { isFinalStep } from '../payment/step-states.ts';
import {
  chargeAfter,
  countedSteps,
  type DatedLedgerStep,
  stateAfterSteps,
  stepMovement,
  viewPayment,
} from './payment-ledger.ts';
import { balancesOf, type Posting, sumOfPostings } from './posting.ts';

/** How a payment and its ledger disagree. `step` is the number of the step with the problem. */
export type LedgerProblem =
  /** The postings of a step do not sum to zero. */
  | { readonly kind: 'unbalanced'; readonly step: number }
  /** The postings of a step are not what the step moves. */
  | { readonly kind: 'other-postings'; readonly step: number }
  /** What the attempt counts as captured or refunded is not what its steps sum to. */
  | { readonly kind: 'captured-differs' | 'refunded-differs' }
  /** The attempt's state is not what its steps make of it. */
  | { readonly kind: 'state-differs' }
  /** The attempt's active step is not the step that runs. */
  | { readonly kind: 'slot-differs' }
  /** A payment that was voided or refunded in full has an account that is not zero. */
  | { readonly kind: 'not-zero' }
  /** The bank gave back more than the steps say, as its history showed when the step ended. */
  | { readonly kind: 'excess-credit'; readonly step: number; readonly amount: MinorUnits };

const isSame = (a: readonly Posting[], b: readonly Posting[]): boolean =>
  balancesOf([...a, ...b.map(({ account, amount }) => ({ account, amount: minor(0 - amount) }))]).size === 0;

/** Checks each step that counts: its postings must be what it moves after the steps before it. */
const stepProblems = (charge: Charge, steps: readonly DatedLedgerStep[]): readonly LedgerProblem[] => {
  const problems: LedgerProblem[] = [];
  let before = stateAfterSteps(charge, []);
  for (const step of countedSteps(charge, steps)) {
    const movement = stepMovement(before.charge, before.shares, step);
    if (sumOfPostings(step.postings) !== 0) problems.push({ kind: 'unbalanced', step: step.number });
    if (!isSame(step.postings, movement.postings)) problems.push({ kind: 'other-postings', step: step.number });
    before = { charge: chargeAfter(before.charge, step), shares: movement.shares };
  }
  return problems;
};

const sumProblems = (charge: Charge, steps: readonly DatedLedgerStep[]): readonly LedgerProblem[] => {
  if (charge.reportedOutcome !== 'paid') return [];
  const { gross, refunded, balances } = viewPayment(charge, steps);
  const done = countedSteps(charge, steps);
  const isVoided = charge.state === 'voided' && done.some(({ kind }) => kind === 'void');
  // A charge whose refund a late Void undid is being reversed: none of it counts in the ledger.
  if (charge.state === 'reversing') return [];
  const isOver = charge.state === 'voided' || charge.state === 'refunded';
  const problems: LedgerProblem[] = [];
  if (gross !== grossOf(charge)) problems.push({ kind: 'captured-differs' });
  if (!isVoided && refunded !== (charge.refunded ?? 0)) problems.push({ kind: 'refunded-differs' });
  if (isOver !== (done.some(({ kind }) => kind === 'void') || (gross > 0 && refunded === gross))) {
    problems.push({ kind: 'state-differs' });
  }
  if ((isOver || isUncaptured(charge)) && balances.size > 0) problems.push({ kind: 'not-zero' });
  return problems;
};

const slotProblems = ({ number, activeStep }: Charge, steps: readonly DatedLedgerStep[]): readonly LedgerProblem[] => {
  const running = steps.filter((step) => step.attempt === number && !isFinalStep(step));
  const isRight = running.length <= 1 && running[0]?.number === activeStep;
  return isRight ? [] : [{ kind: 'slot-differs' }];
};

const excessProblems = ({ number: attempt }: Charge, steps: readonly CheckedStep[]): readonly LedgerProblem[] =>
  steps.flatMap(({ attempt: of, number: step, excessCredit: amount }) =>
    of === attempt && amount !== undefined ? [{ kind: 'excess-credit', step, amount }] : [],
  );

type CheckedStep = DatedLedgerStep & Pick<Step, 'excessCredit'>;

/** How one charge, its steps, their postings and the bank's Credits disagree; empty when they agree. */
export const checkLedger = (charge: Charge, steps: readonly CheckedStep[]): readonly LedgerProblem[] => [
  ...stepProblems(charge, steps),
  ...sumProblems(charge, steps),
  ...slotProblems(charge, steps),
  ...excessProblems(charge, steps),
];
