import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { areCardsDue, withCardsSeen } from '../../../shared/domain/sale/cards-look.ts';
import {
  isUntouched,
  type PaymentPlan,
  type PlanState,
  type TakenCard,
  withdrawn,
} from '../../../shared/domain/sale/payment-plan.ts';
import {
  afterOutcome,
  afterSlot,
  failWithoutCard,
  giveUp,
  keepInDoubt,
  nextActionOf,
  type PlanAction,
  waitFor,
} from '../../../shared/domain/sale/plan-moves.ts';
import { noticed, type PlanNotice } from '../../../shared/domain/sale/plan-notice.ts';
import { slotAfter } from '../../../shared/domain/sale/slots.ts';
import type { DuePlan, PlanEngine, PlanFile } from '../../../shared/ports/plan-engine.ts';
import { chargeBeforeRequest } from './attempts-of-tries.ts';
import { type ConcludePlanDependencies, concludePlan, type MovedPlan } from './conclude-plan.ts';
import { type ExpiringCardsDependencies, firstCardOf, tellExpiringCards } from './expiring-cards.ts';
import { type CardTaken, settleCard, type TakeCardDependencies, takeCard } from './take-card.ts';

/** Payment requests that are sent for plans without a card. */
export interface PlanRequests {
  /** Sends the request of a plan. Answers the plan as it stands then; undefined where somebody else wrote it first. */
  send(looked: MovedPlan, dealerCustomerTypeId: number): Promise<PlanFile | undefined>;
  /** What became of the request of a plan. */
  close(looked: MovedPlan): Promise<PlanFile | undefined>;
}

export interface ChargePlanDependencies
  extends Omit<TakeCardDependencies, 'plans'>,
    ConcludePlanDependencies,
    ExpiringCardsDependencies {
  /** Makes payment requests of plans, which end by the same writes as charges; absent: such a plan waits. */
  readonly requests?: (plans: PlanEngine) => PlanRequests;
}

/** How a look leaves a plan. `no-time`: the run is over, and the plan stays due. */
export type PlanLook = PlanState | 'left-alone' | 'no-time';

/** Three cards, the end of a slot before them, and a wait behind them. */
const MAX_MOVES = 8;

interface Look {
  readonly due: DuePlan;
  readonly deadlineMs: number;
}

type Moved = PlanFile | 'left-alone' | 'no-time' | 'again';

const orLeftAlone = (file: PlanFile | undefined): Moved => file ?? 'left-alone';

const afterCard = async (
  taken: CardTaken,
  { look, card }: { readonly look: Look; readonly card: TakenCard },
  deps: ChargePlanDependencies,
): Promise<Moved> => {
  if (taken.kind !== 'ended') return taken.kind === 'slot-over' ? 'again' : taken.kind;
  const { file, outcome, attempt, standing } = taken;
  const tried = { cardToken: card.token, ...omitUndefined({ orderId: attempt?.orderId }) };
  const end = { card, outcome, nowMs: deps.clock.now(), ...omitUndefined({ attempt: attempt ?? standing }) };
  const { maskedCard } = attempt ?? {};
  const moved = { due: look.due, file, tried, maskedCard };
  return orLeftAlone(await concludePlan(moved, (now) => afterOutcome(now, end), deps));
};

const written = async (
  file: PlanFile,
  next: (plan: PaymentPlan) => PaymentPlan,
  { look, deps }: { readonly look: Look; readonly deps: ChargePlanDependencies },
): Promise<Moved> =>
  orLeftAlone(await concludePlan({ due: look.due, file }, (now) => ({ plan: next(now.plan) }), deps));

/** A plan that sends a payment request waits for the next slot while nobody can send one. */
const requested = async (
  file: PlanFile,
  action: Extract<PlanAction, { kind: 'send-request' | 'close-request' }>,
  { look, deps }: { readonly look: Look; readonly deps: ChargePlanDependencies },
): Promise<Moved> => {
  const { plans, clock } = deps;
  const requests = deps.requests?.(plans);
  const looked = { due: look.due, file };
  const held = action.kind === 'send-request' ? await chargeBeforeRequest(file.plan, deps) : undefined;
  if (held !== undefined) {
    const doubt = { sinceMs: held.startedAtMs, nowMs: clock.now() };
    return written(file, (plan) => keepInDoubt(plan, doubt), { look, deps });
  }
  if (requests !== undefined && action.kind === 'send-request') {
    return orLeftAlone(await requests.send(looked, action.dealerCustomerTypeId));
  }
  if (requests !== undefined) return orLeftAlone(await requests.close(looked));
  return written(file, (plan) => ({ ...waitFor(plan, slotAfter(clock.now())), state: plan.state }), { look, deps });
};

const isBeforeSlot = ({ kind }: PlanAction): boolean =>
  kind === 'notice' || kind === 'notice-later' || kind === 'look-at-cards';

/** Whether the cards of a plan are looked at with what a look does. A notice and a first slot always look at them. */
const looksAtCards = (action: PlanAction, file: PlanFile, nowMs: number): boolean => {
  const { kind } = action;
  if (kind === 'look-at-cards' || (kind === 'notice' && action.tell)) return true;
  // A plan that was told of a day before had its cards looked at then.
  if (kind === 'take' && isUntouched(file.plan) && file.plan.noticedAtMs === undefined) return true;
  return (kind === 'notice' || kind === 'take' || kind === 'wait') && areCardsDue(file, nowMs);
};

/** Tells of cards that expire, before what the look is for. The plan notes it with the write that follows. */
const withCardsPart = async (file: PlanFile, action: PlanAction, deps: ChargePlanDependencies): Promise<PlanFile> => {
  const nowMs = deps.clock.now();
  if (!looksAtCards(action, file, nowMs) || !(await tellExpiringCards(file, deps))) return file;
  return { ...file, plan: withCardsSeen(file.plan, file.sale, nowMs) };
};

/** Tells that a plan falls due tomorrow, or leaves that out. */
const noticeMade = async (
  file: PlanFile,
  action: PlanNotice,
  { look, deps }: { readonly look: Look; readonly deps: ChargePlanDependencies },
): Promise<Moved> => {
  const nowMs = deps.clock.now();
  const { due } = look;
  if (action.kind === 'notice-later') {
    const { lookAtMs } = action;
    const put = { ...file.plan, version: file.plan.version + 1 };
    return orLeftAlone(await concludePlan({ due, file }, () => ({ plan: put, lookAtMs }), deps));
  }
  const plan = noticed(file.plan, nowMs);
  if (!action.tell) return orLeftAlone(await concludePlan({ due, file }, () => ({ plan }), deps));
  const maskedCard = (await firstCardOf(file, deps))?.maskedCard;
  return orLeftAlone(await concludePlan({ due, file, maskedCard }, () => ({ plan, isUpcoming: true }), deps));
};

const move = async (
  file: PlanFile,
  action: Exclude<PlanAction, { kind: 'leave' }>,
  { look, deps }: { readonly look: Look; readonly deps: ChargePlanDependencies },
): Promise<Moved> => {
  const nowMs = deps.clock.now();
  switch (action.kind) {
    case 'withdraw':
      return written(file, (plan) => withdrawn(plan, nowMs), { look, deps });
    case 'wait':
      return written(file, (plan) => waitFor(plan, action.slotMs), { look, deps });
    case 'end-slot':
      return orLeftAlone(await concludePlan({ due: look.due, file }, (now) => afterSlot(now, nowMs), deps));
    case 'fail-without-card':
      return orLeftAlone(await concludePlan({ due: look.due, file }, ({ plan }) => failWithoutCard(plan, nowMs), deps));
    case 'give-up':
      return written(file, (plan) => giveUp(plan, nowMs), { look, deps });
    case 'take': {
      const taken = await takeCard({ file, card: action.card, deadlineMs: look.deadlineMs }, deps);
      return afterCard(taken, { look, card: action.card }, deps);
    }
    case 'settle':
      return afterCard(await settleCard(file, action.taken, deps), { look, card: action.taken }, deps);
    case 'notice':
    case 'notice-later':
      return noticeMade(file, action, { look, deps });
    case 'look-at-cards': {
      const seen = withCardsSeen(file.plan, file.sale, nowMs);
      const plan = { ...seen, version: seen.version + 1 };
      return orLeftAlone(await concludePlan({ due: look.due, file }, () => ({ plan, waitsOn: true }), deps));
    }
    case 'send-request':
    case 'close-request':
      return requested(file, action, { look, deps });
  }
};

/**
 * Looks at one due plan and takes it as far as it goes now: settles the card that an earlier look took, charges cards in
 * their order within the slot, and writes what follows. Each look decides by what is stored, so a crash anywhere is made
 * good by the next one, and of two at once one wins each write. Throws StoreUnavailable, VaultUnavailable and
 * UnreadableRow.
 */
export const chargePlan =
  (deps: ChargePlanDependencies) =>
  async (due: DuePlan, deadlineMs: number): Promise<PlanLook> => {
    const look = { due, deadlineMs };
    let file = await deps.plans.open(due);
    if (file === undefined) return 'left-alone';
    for (let moves = 0; moves < MAX_MOVES; moves += 1) {
      const action = nextActionOf(file, deps.clock.now());
      if (action.kind === 'leave') return moves === 0 ? 'left-alone' : file.plan.state;
      // A plan that this look put off has its notice another time: in the queue it stands at its next slot.
      if (moves > 0 && isBeforeSlot(action)) return file.plan.state;
      const moved: Moved = await move(await withCardsPart(file, action, deps), action, { look, deps });
      if (moved === 'left-alone' || moved === 'no-time') return moved;
      if (moved !== 'again') file = moved;
    }
    return file.plan.state;
  };
