import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { eventsOfPlan } from '../../../shared/domain/outbox/event-of-plan.ts';
import { endsPlannedStep, type PlanMove, stepBehind, tryOf } from '../../../shared/domain/sale/plan-moves.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Identifiers, PaymentNames } from '../../../shared/ports/identifiers.ts';
import type { DuePlan, PlanConclusion, PlanEngine, PlanFile } from '../../../shared/ports/plan-engine.ts';

export interface ConcludePlanDependencies {
  readonly plans: PlanEngine;
  readonly identifiers: Identifiers;
  readonly paymentNames: PaymentNames;
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly clock: Clock;
}

/** What the row of a try tells beside its result. */
interface TriedCard {
  readonly cardToken?: string;
  readonly orderId?: string;
}

/** A plan that a look has moved on. */
export interface MovedPlan {
  readonly due: DuePlan;
  readonly file: PlanFile;
  readonly tried?: TriedCard;
  /** The card that its events name. */
  readonly maskedCard?: string | undefined;
}

/** How often an end is decided anew because its sale changed in between. */
const MAX_ROUNDS = 5;

const nextStep = async (
  file: PlanFile,
  { plan }: PlanMove,
  deps: ConcludePlanDependencies,
): Promise<PlanConclusion['next']> => {
  if (!endsPlannedStep(plan, file)) return undefined;
  const [schedule, dealer] = await Promise.all([deps.plans.scheduleOf(file.sale), deps.dealerOf(plan.dealerCode)]);
  const listingShards = dealer?.listingShards ?? plan.listingShards;
  const dealerPaymentPlanId = await deps.identifiers.next('plan');
  return stepBehind(plan, { ...file, schedule }, { dealerPaymentPlanId, listingShards, nowMs: deps.clock.now() });
};

const conclusionOf = async (
  file: PlanFile,
  { move, tried, maskedCard }: Pick<MovedPlan, 'maskedCard'> & { readonly move: PlanMove; readonly tried: TriedCard },
  deps: ConcludePlanDependencies,
): Promise<PlanConclusion> => {
  const { plan, result, lookAtMs, waitsOn } = move;
  const next = await nextStep(file, move, deps);
  const events = eventsOfPlan({
    plan,
    sale: file.sale,
    payment: deps.paymentNames.nameOfTry(plan, 1),
    maskedCard,
    isUpcoming: move.isUpcoming === true,
    endsSale: next === undefined && endsPlannedStep(plan, file),
    nowMs: deps.clock.now(),
  });
  if (result === undefined) return { plan, events, ...omitUndefined({ next, lookAtMs, waitsOn }) };
  const dealerPaymentPlanHistoryId = await deps.identifiers.next('plan-try');
  const row = tryOf(plan, { ...tried, result, atMs: deps.clock.now(), dealerPaymentPlanHistoryId });
  return { plan, events, tried: row, ...omitUndefined({ next }) };
};

/**
 * Writes what a look made of a plan. `decide` is asked again where the sale changed in between, for the next step has the
 * terms that the sale has then. Undefined where somebody else wrote the plan first. Throws StoreUnavailable.
 */
export const concludePlan = async (
  { due, file, tried = {}, maskedCard }: MovedPlan,
  decide: (file: PlanFile) => PlanMove,
  deps: ConcludePlanDependencies,
): Promise<PlanFile | undefined> => {
  let now = file;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const move = decide(now);
    const outcome = await deps.plans.conclude(await conclusionOf(now, { move, tried, maskedCard }, deps), now);
    if (outcome === 'concluded') return { ...now, plan: move.plan };
    const again = outcome === 'sale-changed' ? await deps.plans.open(due) : undefined;
    if (again === undefined || again.plan.version !== now.plan.version) return undefined;
    now = again;
  }
  return undefined;
};
