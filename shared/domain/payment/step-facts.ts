import { notDoneBelievedAtMs } from '../attempt/timing.ts';
import { type MinorUnits, minor } from '../money/money.ts';
import type { FoundOrder, OrderHistory } from './bank-facts.ts';
import { stepsOf } from './begin-step.ts';
import type { CaptureFacts } from './capture.ts';
import { type Charge, ownDayEndsAtMs, voidDayEndsAtMs } from './charge.ts';
import type { RefusedFacts } from './recheck.ts';
import { isWholeRefund } from './refund-rules.ts';
import type { Step } from './step.ts';
import type { OtherCredits, UndoFacts, UndoKind } from './undo.ts';

/** A step in the queue, its payment, and the bank's current answer about the order. */
export interface StepAtBank {
  readonly step: Step;
  readonly charge: Charge;
  /** All steps of the payment. */
  readonly steps: readonly Step[];
  readonly nowMs: number;
  readonly found: FoundOrder;
  /** Absent until it was asked for. */
  readonly history?: OrderHistory | undefined;
}

/** From when on an unanswered call about this charge is believed not carried out. */
export const stepBelievedAtMs =
  ({ pos }: Pick<Charge, 'pos'>) =>
  (sentAtMs: number): number =>
    notDoneBelievedAtMs(sentAtMs, pos);

const bankFactsOf = ({ step, charge, nowMs, found, history }: StepAtBank) => ({
  nowMs,
  found,
  history,
  sent: step.sent,
  sinceMs: step.startedAtMs,
  believedAtMs: stepBelievedAtMs(charge),
});

const isUndo = (kind: Step['kind']): kind is UndoKind => kind === 'reversal' || kind === 'void' || kind === 'refund';

/** When a Void of the step stops to be possible: at the day end of its charge, or when an operator ended that day. */
const dayEndsAtMsOf = ({ step, charge, steps }: StepAtBank): number => {
  const dayEndsAtMs = step.kind === 'reversal' ? ownDayEndsAtMs(charge) : voidDayEndsAtMs(charge, steps);
  return Math.min(dayEndsAtMs, step.dayEndedAtMs ?? Number.POSITIVE_INFINITY);
};

const sumOf = (amounts: readonly MinorUnits[]): MinorUnits => minor(amounts.reduce((sum, one) => sum + one, 0));

const creditsOf = (charge: Charge, steps: readonly Step[]): readonly MinorUnits[] =>
  stepsOf(charge, steps).flatMap(({ state, doneBy, sent }) =>
    state === 'done' && doneBy === 'credit' && sent.credit !== undefined ? [sent.credit.amount] : [],
  );

const otherCreditsOf = ({ step, charge, steps }: StepAtBank): OtherCredits => {
  const others = stepsOf(charge, steps).filter(({ number }) => number !== step.number);
  const mayHaveHappened = others.flatMap(({ state, recheckAtMs, sent }) =>
    state === 'refused' && recheckAtMs !== undefined && sent.credit !== undefined ? [sent.credit.amount] : [],
  );
  return {
    booked: sumOf([...creditsOf(charge, others), ...mayHaveHappened]),
    excess: sumOf(others.flatMap(({ excessCredit }) => excessCredit ?? [])),
  };
};

/** The facts for a reversal, void or refund; undefined for other steps. */
export const undoFactsOf = (at: StepAtBank): UndoFacts | undefined => {
  const { step, charge } = at;
  if (!isUndo(step.kind)) return undefined;
  const isPart = step.kind === 'refund' && !isWholeRefund(step, charge);
  return {
    ...bankFactsOf(at),
    kind: step.kind,
    part: isPart ? step.amount : undefined,
    wasCaptured: charge.captured !== undefined,
    dayEndsAtMs: dayEndsAtMsOf(at),
    isStuck: step.state === 'stuck',
    otherCredits: otherCreditsOf(at),
  };
};

/** The facts for a capture. */
export const captureFactsOf = (at: StepAtBank): CaptureFacts => ({ ...bankFactsOf(at), amount: at.step.amount });

/** The facts for the second question about a refused step. */
export const refusedFactsOf = ({ step, charge, steps, found, history }: StepAtBank): RefusedFacts => ({
  step,
  charge,
  found,
  history,
  otherCredits: creditsOf(charge, steps),
});
