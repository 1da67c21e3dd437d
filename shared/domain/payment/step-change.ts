import type { Released } from '../attempt/attempt-change.ts';
import type { DayText } from '../calendar.ts';
import type { BucketTake } from '../limit/budget.ts';
import type { MinorUnits } from '../money/money.ts';
import type { Charge, ChargeState } from './charge.ts';
import type { Reserved } from './released-limits.ts';
import type { Step } from './step.ts';

/** What a change of a step changes of its attempt, on condition that the attempt is still at its version. */
export interface ChargeChange {
  readonly fromVersion: number;
  /** The place of the one active step (rule 40). `kept-free`: the first write of a pool step ends it. */
  readonly slot: 'taken' | 'freed' | 'kept-free';
  readonly state?: Extract<ChargeState, 'reversing' | 'voided' | 'refunded'>;
  readonly reportedOutcome?: 'failed';
  /** Address of the report, when reporting the failure closes the payment. */
  readonly resultReference?: string;
  readonly captured?: MinorUnits;
  readonly refunded?: MinorUnits;
  /** What it reserves of the dealer's limits, on condition that there is room. */
  readonly takes: readonly BucketTake[];
  readonly releases: Released;
  /** The attempt's reservations after a release; absent: unchanged. */
  readonly reserved?: Reserved;
}

/** One move of a step, written in one transaction. */
export interface StepChange {
  /** The version that the row must still have; absent for a step that is written for the first time. */
  readonly fromVersion?: number;
  readonly step: Step;
  /** Written on condition that no statement of this day of the dealer is begun. */
  readonly unstatedDay?: DayText;
  /** Absent when the attempt does not change. */
  readonly charge?: ChargeChange;
}

/** A change of the attempt that reserves and releases nothing of the limits. */
export const chargeChange = (
  { version }: Pick<Charge, 'version'>,
  changes: Partial<ChargeChange> & Pick<ChargeChange, 'slot'>,
): ChargeChange => ({ fromVersion: version, takes: [], releases: { reservations: [] }, ...changes });
