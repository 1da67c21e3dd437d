import { paidAtMsOf } from '../../../domain/attempt/attempt.ts';
import type { AttemptChange } from '../../../domain/attempt/attempt-change.ts';
import { istanbulDayOf } from '../../../domain/calendar.ts';
import type { StepMove } from '../../../domain/payment/charge-of-attempt.ts';
import type { AttemptName } from '../../../domain/payment/payment-name.ts';
import type { Write } from '../engine/writes.ts';
import { lateEndKey } from './statement-keys.ts';

interface Ended extends AttemptName {
  readonly kind: 'attempt' | 'step';
  readonly dealerCode: string;
  readonly listingShards: number;
  readonly startedAtMs: number;
}

/** Lists name what began on a day. Where it came to count on a later one, this row names it under that day as well. */
const lateEnd = (ended: Ended, countsAtMs: number): readonly Write[] => {
  const day = istanbulDayOf(countsAtMs);
  if (day === istanbulDayOf(ended.startedAtMs)) return [];
  const { payment, number, kind, dealerCode, listingShards } = ended;
  return [
    { put: { ...lateEndKey({ payment, number, kind }, { dealerCode, listingShards, day }), entity: 'late-end' } },
  ];
};

/** The row of a charge that was approved after its day. It belongs into the transaction of the approval. */
export const lateApproval = ({ attempt, approves }: AttemptChange): readonly Write[] => {
  const { payment, number, dealerCode, listingShards, startedAtMs } = attempt;
  if (approves !== true) return [];
  return lateEnd({ payment, number, dealerCode, listingShards, startedAtMs, kind: 'attempt' }, paidAtMsOf(attempt));
};

/** The row of a step that was done after its day. Only the move that ends it changes its attempt as well. */
export const lateStep = ({ step, attempt }: StepMove): readonly Write[] => {
  if (step.state !== 'done' || step.endedAtMs === undefined || attempt === undefined) return [];
  return lateEnd({ ...step, kind: 'step' }, step.endedAtMs);
};
