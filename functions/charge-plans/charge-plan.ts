import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import type { PaymentPlan, PlanState, TakenCard } from '../../shared/domain/sale/payment-plan.ts';
import {
  afterOutcome,
  afterSlot,
  failWithoutCard,
  nextActionOf,
  type PlanAction,
  waitFor,
  withdraw,
} from '../../shared/domain/sale/plan-moves.ts';
import { slotAfter } from '../../shared/domain/sale/slots.ts';
import type { DuePlan, PlanFile } from '../../shared/ports/plan-engine.ts';
import { type ConcludePlanDependencies, concludePlan } from './conclude-plan.ts';
import { type CardTaken, settleCard, type TakeCardDependencies, takeCard } from './take-card.ts';

/** Payment requests that are sent for plans without a card. */
interface PlanRequests {
  /** Sends the request of a plan. Answers the plan as it stands then; undefined where somebody else wrote it first. */
  send(file: PlanFile, dealerCustomerTypeId: number): Promise<PlanFile | undefined>;
  /** What became of the request of a plan. */
  close(file: PlanFile): Promise<PlanFile | undefined>;
}

export interface ChargePlanDependencies extends Omit<TakeCardDependencies, 'plans'>, ConcludePlanDependencies {
  /** Absent until payment requests of plans are built: such a plan waits. */
  readonly requests?: PlanRequests;
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
  return orLeftAlone(await concludePlan({ due: look.due, file, tried }, (now) => afterOutcome(now, end), deps));
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
  const { requests, clock } = deps;
  if (requests !== undefined && action.kind === 'send-request') {
    return orLeftAlone(await requests.send(file, action.dealerCustomerTypeId));
  }
  if (requests !== undefined) return orLeftAlone(await requests.close(file));
  return written(file, (plan) => ({ ...waitFor(plan, slotAfter(clock.now())), state: plan.state }), { look, deps });
};

const move = async (
  file: PlanFile,
  action: Exclude<PlanAction, { kind: 'leave' }>,
  { look, deps }: { readonly look: Look; readonly deps: ChargePlanDependencies },
): Promise<Moved> => {
  const nowMs = deps.clock.now();
  switch (action.kind) {
    case 'withdraw':
      return written(file, (plan) => withdraw(plan, nowMs), { look, deps });
    case 'wait':
      return written(file, (plan) => waitFor(plan, action.slotMs), { look, deps });
    case 'end-slot':
      return orLeftAlone(await concludePlan({ due: look.due, file }, (now) => afterSlot(now, nowMs), deps));
    case 'fail-without-card':
      return orLeftAlone(await concludePlan({ due: look.due, file }, ({ plan }) => failWithoutCard(plan, nowMs), deps));
    case 'take': {
      const taken = await takeCard({ file, card: action.card, deadlineMs: look.deadlineMs }, deps);
      return afterCard(taken, { look, card: action.card }, deps);
    }
    case 'settle':
      return afterCard(await settleCard(file, action.taken, deps), { look, card: action.taken }, deps);
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
      const moved: Moved = await move(file, action, { look, deps });
      if (moved === 'left-alone' || moved === 'no-time') return moved;
      if (moved !== 'again') file = moved;
    }
    return file.plan.state;
  };
