import { eventOfStep } from '../../../domain/outbox/event-of-payment.ts';
import type { StepMove } from '../../../domain/payment/charge-of-attempt.ts';
import type { AuditEntry } from '../../../ports/operator-changes.ts';
import type { StepOutcome, Steps } from '../../../ports/payments.ts';
import { applyChange } from '../attempt/attempts.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Write } from '../engine/writes.ts';
import { auditWrites } from '../operator/audit-item.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { lateStep } from '../statement/late-ends.ts';
import { statementsNotBegun } from '../statement/statement-mark.ts';
import { stepItem, stepMovementItem } from './step-item.ts';

interface Store {
  readonly table: Table;
  readonly events: EventWriter;
}

/** The second item is written by the intent, and by the end, which may split the amount anew. */
export const stepWrites = ({ step, fromVersion, attempt, gateway, unstatedDay }: StepMove): readonly Write[] => {
  const onlyIf = fromVersion === undefined ? ABSENT : atVersion(fromVersion);
  const beside = fromVersion === undefined || attempt !== undefined ? stepMovementItem(step) : undefined;
  return [
    { put: stepItem(step, gateway), onlyIf },
    ...(beside === undefined ? [] : [{ put: beside }]),
    ...(unstatedDay === undefined ? [] : [statementsNotBegun(step.dealerCode, unstatedDay)]),
  ];
};

const apply = async (store: Store, move: StepMove, entry: AuditEntry | undefined): Promise<StepOutcome> => {
  const audit = entry === undefined ? [] : auditWrites(entry);
  const outcome = await applyChange(store, {
    attempt: move.attempt,
    step: [...stepWrites(move), ...lateStep(move), ...audit],
    stepEvent: eventOfStep(move),
  });
  if (outcome !== 'applied') return { kind: outcome };
  return { kind: 'applied', ...(move.attempt === undefined ? {} : { attempt: move.attempt.attempt }) };
};

export const dynamoSteps = (table: Table, events: EventWriter = NOBODY_TOLD): Steps => ({
  apply: (move, entry) => apply({ table, events }, move, entry),
});
