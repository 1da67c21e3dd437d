import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { plansIn } from './plan-invariants.ts';

/** An open request is due each hour. A run looks at it as late as this, for it has few steps to spend on one. */
const REQUEST_WAITS_MS = 5 * 3_600_000;

/** When the queue has plans that wait: for their notices, their slots, or what became of their requests. */
export const lookTimesIn = (rows: readonly Row[], waits: (plan: PaymentPlan) => boolean): readonly number[] => {
  const queued = rows.filter(({ entity, dueSk }) => entity === 'payment-plan' && dueSk !== undefined);
  return plansIn(queued).flatMap((plan, index) => {
    const [atMs = ''] = String(queued[index]?.dueSk).split('#');
    return waits(plan) ? [Number(atMs) + (plan.state === 'requested' ? REQUEST_WAITS_MS : 0)] : [];
  });
};
