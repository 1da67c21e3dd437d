import { DAY_MS, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { isFinalPlan, isUntouched, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import type { World } from '../world.ts';
import { anyDays, anyEnd, anySchedule, DEFINITION_ID, type PlanScene } from './plan-scene.ts';

type Block = Readonly<Record<string, unknown>>;

/** Whose sale is changed, and by what a seed may choose. */
export interface Changing {
  readonly world: World;
  readonly scene: PlanScene;
  readonly sale: Sale;
  readonly plans: readonly PaymentPlan[];
}

const anyAmount = ({ world: { seeded } }: Changing): number => 10 + seeded.below(90);

const SALE_CHANGES = ['amount', 'amount', 'card 1', 'card 2', 'trials', 'trials', 'days', 'days'] as const;

/** A change of the days on which a sale falls due. */
const changedDays = ({ world, scene, sale }: Changing): Block => {
  scene.moved.add(sale.dealerSaleId);
  const { seeded } = world;
  switch (seeded.pick(['end', 'end later', 'schedule', 'type'] as const)) {
    case 'end':
      return { EndDate: anyEnd(world, scene) };
    case 'end later':
      return { EndDate: istanbulDayOf(scene.endsAtMs) };
    case 'schedule':
      return { DealerSaleScheduleId: anySchedule(world) };
    case 'type':
      // PlanType 2 has no schedule any more, so that one is named for the others.
      return { PlanType: seeded.pick([1, 2, 3]), DealerSaleScheduleId: anySchedule(world) };
  }
};

/** A change of a sale. What falls due on one whose days are changed is not known beforehand. */
export const saleChange = (changing: Changing): Block => {
  const { world, scene, sale } = changing;
  const { seeded } = world;
  const { dealerSaleId: DealerSaleId } = sale;
  const card = seeded.pick(scene.cards).token;
  switch (seeded.pick(SALE_CHANGES)) {
    case 'amount':
      return { DealerSaleId, Amount: anyAmount(changing) };
    case 'card 1':
      return { DealerSaleId, DefaultCard1Token: card };
    case 'card 2':
      return { DealerSaleId, DefaultCard2Token: card };
    case 'trials': {
      const HowManyTrial = seeded.below(4);
      const most = scene.mostTrials.get(sale.dealerSaleId) ?? sale.howManyTrial;
      scene.mostTrials.set(sale.dealerSaleId, Math.max(most, HowManyTrial));
      return { DealerSaleId, HowManyTrial };
    }
    case 'days':
      return seeded.chance(0.4)
        ? { DealerSaleId, ...changedDays(changing) }
        : { DealerSaleId, Amount: anyAmount(changing) };
  }
};

/** Other days of a schedule. */
export const scheduleChange = (world: World, scene: PlanScene): Block => {
  const DealerSaleScheduleId = anySchedule(world);
  scene.movedSchedules.add(DealerSaleScheduleId);
  return { DealerSaleScheduleId, ...anyDays(world, scene) };
};

/** A new plan by hand. */
export const newHandPlan = (changing: Changing): Block => {
  const { world, scene, sale } = changing;
  const { seeded, clock } = world;
  const means = seeded.next();
  return {
    DealerSaleId: sale.dealerSaleId,
    PaymentDate: istanbulDayOf(clock.now() + seeded.pick([0, 1, 1, 2]) * DAY_MS),
    Amount: anyAmount(changing),
    ...(means < 0.5 ? { CardToken: seeded.pick(scene.cards).token } : {}),
    ...(means > 0.85 ? { DealerCustomerTypeId: DEFINITION_ID } : {}),
  };
};

/** A plan that a dealer would change: rather one that waits, also one that has begun, and of failed ones the latest. */
const planToChange = ({ world: { seeded }, plans }: Changing): PaymentPlan | undefined => {
  const byHand = plans.filter(({ madeBy }) => madeBy === 'hand');
  const waiting = byHand.filter(isUntouched);
  const failed = plans.filter(({ state }) => state === 'failed').slice(-1);
  const open = byHand.filter((plan) => !isFinalPlan(plan));
  const from = [waiting, failed, open].filter(({ length }) => length > 0);
  return from.length === 0 ? undefined : seeded.pick(seeded.pick(from));
};

/** A change of one plan; undefined where the sale has none to change. */
export const planChange = (changing: Changing): Block | undefined => {
  const { world, scene } = changing;
  const { seeded, clock } = world;
  const plan = planToChange(changing);
  if (plan === undefined) return undefined;
  const { dealerPaymentPlanId: DealerPaymentPlanId } = plan;
  if (plan.state === 'failed') return { DealerPaymentPlanId, DealerCustomerTypeId: DEFINITION_ID };
  switch (seeded.pick(['amount', 'day', 'card', 'request'] as const)) {
    case 'amount':
      return { DealerPaymentPlanId, Amount: anyAmount(changing) };
    case 'day':
      return { DealerPaymentPlanId, PaymentDate: istanbulDayOf(clock.now() + seeded.below(4) * DAY_MS) };
    case 'card':
      return { DealerPaymentPlanId, CardToken: seeded.pick(scene.cards).token };
    case 'request':
      return { DealerPaymentPlanId, DealerCustomerTypeId: DEFINITION_ID };
  }
};

/** A plan to delete; undefined where the sale has none by hand. */
export const planDeletion = ({ world: { seeded }, plans }: Changing): Block | undefined => {
  const byHand = plans.filter(({ madeBy, state }) => madeBy === 'hand' && state !== 'withdrawn');
  const waiting = byHand.filter(isUntouched);
  const from = [waiting, byHand].find(({ length }) => length > 0);
  return from === undefined ? undefined : { DealerPaymentPlanId: seeded.pick(from).dealerPaymentPlanId };
};

/** The payment request of a plan, to cancel it; undefined where none was sent. */
export const requestCancellation = ({ world: { seeded }, plans }: Changing): Block | undefined => {
  const requested = plans.filter(({ userPosPaymentId }) => userPosPaymentId !== undefined);
  const open = requested.filter(({ state }) => state === 'requested');
  const from = [open, requested].find(({ length }) => length > 0);
  return from === undefined ? undefined : { UserPosPaymentId: seeded.pick(from).userPosPaymentId };
};
