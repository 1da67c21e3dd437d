import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { rowsOfKind } from '../once.ts';
import { planIn } from './plan-invariants.ts';

/** An open request is due each hour. A run looks at it as late as this, for it has few steps to spend on one. */
const REQUEST_WAITS_MS = 5 * 3_600_000;

/** When the queue has plans that wait: for their notices, their slots, or what became of their requests. */
export const lookTimesIn = (rows: readonly Row[], waits: (plan: PaymentPlan) => boolean): readonly number[] => {
  const queued = rowsOfKind(rows, 'payment-plan').filter(({ dueSk }) => dueSk !== undefined);
  return queued.flatMap((row) => {
    const plan = planIn(row);
    const [atMs = ''] = String(row.dueSk).split('#');
    return waits(plan) ? [Number(atMs) + (plan.state === 'requested' ? REQUEST_WAITS_MS : 0)] : [];
  });
};
