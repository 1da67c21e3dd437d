import { type MinorUnits, minor } from '../money/money.ts';
import { type Charge, captureOf, grossOf } from './charge.ts';
import { byBucket, releaseAll, releasePlaceToo, releaseWhileItLasts } from './released-limits.ts';
import type { Step, StepKind } from './step.ts';
import type { ChargeChange } from './step-change.ts';

/** What a step that is done changes of its attempt. */
type Effect = Partial<Omit<ChargeChange, 'fromVersion' | 'slot' | 'takes'>>;

interface DoneAt {
  readonly charge: Charge;
  readonly steps: readonly Step[];
  readonly nowMs: number;
}

/** A capture of less than was authorised releases the difference, as a void does. */
const capture = ({ amount }: Step, { charge, nowMs }: DoneAt): Effect => {
  const over = minor(charge.money.total - amount);
  if (over <= 0) return { captured: amount };
  const { releases, kept } = releaseWhileItLasts(charge, { nowMs, amount: over });
  return { captured: amount, releases, reserved: kept };
};

const refund = (amount: MinorUnits, charge: Charge): Effect => {
  const refunded = minor((charge.refunded ?? 0) + amount);
  return refunded >= grossOf(charge) ? { state: 'refunded', refunded } : { refunded };
};

/** A dealer's void. A void that went on as a full refund counts as a refund: it releases nothing (rule 17). */
const voided = (step: Step, { charge, steps, nowMs }: DoneAt): Effect => {
  if (step.doneBy === 'credit') return refund(minor(grossOf(charge) - (charge.refunded ?? 0)), charge);
  const captureTook = captureOf(charge, steps)?.reservations ?? [];
  const held = { ...charge, reservations: byBucket([...charge.reservations, ...captureTook]) };
  const { releases, kept } = releasePlaceToo(releaseWhileItLasts(held, { nowMs }));
  return { state: 'voided', releases, reserved: kept };
};

/** A reversal. For a charge that was reported paid it repeats a dealer's refund, which releases nothing. */
const reversed = ({ doneBy }: Step, { charge }: DoneAt): Effect => {
  const state = doneBy === 'credit' ? 'refunded' : 'voided';
  if (charge.reportedOutcome === 'paid') return { state };
  const { releases, kept } = releaseAll(charge);
  return { state, releases, reserved: kept };
};

/** The attempt's new sums and state, and what is released of the limits. */
export const effectOfDone = (step: Step, at: DoneAt): Effect => {
  switch (step.kind) {
    case 'capture':
      return capture(step, at);
    case 'refund':
      return refund(step.amount, at.charge);
    case 'void':
      return voided(step, at);
    case 'reversal':
      return reversed(step, at);
    case 'pool-approval':
    case 'pool-undo':
    case 'share-change':
      return {};
  }
};

/** The kind that dealers are shown: a void that was unknown at the day end and became a full refund is a refund. */
export const shownKindOf = ({ kind, doneBy, sent }: Pick<Step, 'kind' | 'doneBy' | 'sent'>): StepKind =>
  kind === 'void' && (doneBy === undefined ? sent.credit !== undefined : doneBy === 'credit') ? 'refund' : kind;
