import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { TRY_PREFIX } from '../../../shared/adapters/dynamodb/sale/plan-keys.ts';
import { isQueued } from '../../../shared/domain/attempt/states.ts';
import { isStepQueued } from '../../../shared/domain/payment/step-states.ts';
import { isFinalPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { isOfPayment, storedAttemptsIn, storedStepsIn } from '../payments-in.ts';
import type { RunStore } from '../world.ts';
import { isPlanAttempt, planIdOf, plansIn } from './plan-invariants.ts';

/** Rows beside payments that the checks between two steps read. */
const LOOKED_AT = new Set<unknown>(['payment-plan', 'payment-plan-try', 'sale', 'schedule']);

/** The rows that may still change. On the engine, where runs are short, all rows. */
export const liveRowsOf = async ({ direct, rows }: RunStore): Promise<readonly Row[]> =>
  direct instanceof MemoryTable ? direct.liveRows() : rows();

/**
 * Rows that the checks between two steps need not look at any more: those that they never read, and those of plans that
 * have ended, with their tries and payments, of which nothing waits for the bank or for a person.
 */
export const endedRowsIn = (rows: readonly Row[]): readonly Row[] => {
  const steps = storedStepsIn(rows).filter(({ step }) => isStepQueued(step));
  const waiting = new Set(steps.map(({ row }) => row.pk));
  const open = new Set<number>();
  const payments = new Map<unknown, number>();
  for (const { row, attempt } of storedAttemptsIn(rows)) {
    if (!isPlanAttempt(attempt)) continue;
    payments.set(row.pk, planIdOf(attempt));
    if (isQueued(attempt) || waiting.has(row.pk)) open.add(planIdOf(attempt));
  }
  const isOver = (id: number): boolean => !open.has(id);
  const plans = plansIn(rows).filter((plan) => isFinalPlan(plan) && isOver(plan.dealerPaymentPlanId));
  const ended = new Set(plans.map(({ dealerPaymentPlanId }) => dealerPaymentPlanId));
  const planOf = ({ pk, sk, entity, dealerPaymentPlanId }: Row): unknown =>
    entity === 'payment-plan' || String(sk).startsWith(TRY_PREFIX) ? dealerPaymentPlanId : payments.get(pk);
  const isUnread = (row: Row): boolean => !isOfPayment(row) && !LOOKED_AT.has(row.entity);
  return rows.filter((row) => isUnread(row) || ended.has(Number(planOf(row))));
};
