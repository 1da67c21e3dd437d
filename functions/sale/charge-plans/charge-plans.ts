import * as z from 'zod/mini';
import { pauseAfter } from '../../../shared/domain/attempt/timing.ts';
import { errorNameOf } from '../../../shared/observability/log.ts';
import type { DuePlan } from '../../../shared/ports/plan-engine.ts';
import { StoreUnavailable, UnreadableRow } from '../../../shared/ports/store-errors.ts';
import { type ChargePlanDependencies, chargePlan, type PlanLook } from './charge-plan.ts';
import type { GatewayPlaces } from './gateway-places.ts';
import type { Places } from './places.ts';
import { CHARGE_RUN_MS } from './take-card.ts';

export interface ChargePlansDependencies extends ChargePlanDependencies {
  /** Where plans are read and written. One that waits for a bank leaves it, so that no bank holds up the others. */
  readonly desk: Places;
}

/** Plans that a run left in each state. `unread`: rows that cannot be read. `failing`: those that met a failure. */
export type ChargePlansReport = Readonly<Partial<Record<PlanLook | 'unread' | 'failing', number>>>;

const id = z.int().check(z.positive(), z.maximum(2_147_483_647));

/** Most plans that are handed to one run. */
const MOST_PLANS_A_RUN = 500;
const eventSchema = z.strictObject({
  plans: z
    .array(
      z.strictObject({
        shard: z.int().check(z.nonnegative(), z.maximum(999)),
        position: z.string().check(z.maxLength(200)),
        dealerCode: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,32}$/)),
        dealerSaleId: id,
        dealerPaymentPlanId: id,
      }),
    )
    .check(z.maxLength(MOST_PLANS_A_RUN)),
});

/** A plan that cannot be read, or that fails each time, comes back after growing pauses and holds up no other one. */
const putOff = async (due: DuePlan, { plans, clock, log }: ChargePlanDependencies): Promise<void> => {
  try {
    await plans.putOffUnread(due, (times) => clock.now() + pauseAfter(times));
  } catch (error) {
    log.error('payment plan not put off', { errorName: errorNameOf(error) });
  }
};

const lookAt = async (
  due: DuePlan,
  deadlineMs: number,
  deps: ChargePlanDependencies,
): Promise<keyof ChargePlansReport> => {
  // No charge can begin any more: what is left is not even read.
  if (deps.clock.now() + CHARGE_RUN_MS > deadlineMs) return 'no-time';
  try {
    return await chargePlan(deps)(due, deadlineMs);
  } catch (error) {
    deps.log.error('payment plan not charged', { dealerCode: due.dealerCode, errorName: errorNameOf(error) });
    // A store that fails says nothing about the plan: it stays due. A vault may fail at this plan's card alone.
    if (error instanceof StoreUnavailable) return 'failing';
    await putOff(due, deps);
    return error instanceof UnreadableRow ? 'unread' : 'failing';
  }
};

/** Works on the due plans that it is handed, many side by side, and few at one gateway. */
export const chargePlans =
  (deps: ChargePlansDependencies) =>
  async (event: unknown, deadlineMs: number): Promise<ChargePlansReport> => {
    const { plans } = z.parse(eventSchema, event);
    const counts: Partial<Record<keyof ChargePlansReport, number>> = {};
    const { desk } = deps;
    const places: Pick<GatewayPlaces, 'within'> = {
      within: (host, charge) => desk.without(() => deps.places.within(host, charge)),
    };
    const serve = async (due: DuePlan): Promise<void> => {
      const look = await desk.within(() => lookAt(due, deadlineMs, { ...deps, places }));
      counts[look] = (counts[look] ?? 0) + 1;
    };
    await Promise.all(plans.map(serve));
    return counts;
  };
