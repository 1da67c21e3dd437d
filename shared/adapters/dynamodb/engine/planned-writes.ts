import type { Table } from './table.ts';
import type { WriteOutcome } from './table-writes.ts';
import type { Write } from './writes.ts';

/** A write with what it is for, so that a refusal is told by name and not by its place in the transaction. */
export interface PlannedWrite<Purpose extends string> {
  readonly purpose: Purpose;
  readonly write: Write;
}

export const plannedFor = <Purpose extends string>(
  purpose: Purpose,
  writes: readonly Write[],
): readonly PlannedWrite<Purpose>[] => writes.map((write) => ({ purpose, write }));

/** What the conditions of planned writes made of their transaction. */
export type PlanOutcome<Purpose extends string> =
  | { readonly applied: true }
  | {
      readonly applied: false;
      /** Whether the condition of this very write failed. */
      readonly isRefused: (planned: PlannedWrite<Purpose>) => boolean;
      /** The first refusal of a purpose, with the row that was there. */
      readonly refusalOf: (purpose: Purpose) => WriteOutcome | undefined;
    };

/** Makes all planned writes in one transaction, or none. Throws StoreUnavailable. */
export const transactPlanned = async <Purpose extends string>(
  table: Pick<Table, 'transact'>,
  planned: readonly PlannedWrite<Purpose>[],
): Promise<PlanOutcome<Purpose>> => {
  const outcome = await table.transact(planned.map(({ write }) => write));
  if (outcome.applied) return outcome;
  const failed = outcome.writes.flatMap((one, index) => {
    const of = planned[index];
    return one.conditionFailed && of !== undefined ? [{ of, outcome: one }] : [];
  });
  return {
    applied: false,
    isRefused: (one) => failed.some(({ of }) => of === one),
    refusalOf: (purpose) => failed.find(({ of }) => of.purpose === purpose)?.outcome,
  };
};
