import { DAY_MS } from '../calendar.ts';
import { cardsDueAtMsOf } from './cards-look.ts';
import { daytimeFrom } from './daytime.ts';
import { isUntouched, type PaymentPlan } from './payment-plan.ts';
import type { Sale } from './sale.ts';

/*
 * The notice that a plan falls due tomorrow. Where somebody wants it, the plan stands in the due queue a day before its slot,
 * and the engine looks at it then (decisions: recurring sales).
 */

const NOTICE_MS = DAY_MS;
/** A notice that would come later is left out. A plan that is made at night is told at 9:00, 3 hours before the slot at noon. */
const LEAST_NOTICE_MS = 3 * 3_600_000;

type Waiting = Pick<PaymentPlan, 'state' | 'progress' | 'historyCount' | 'noticedAtMs' | 'dueAtMs'>;

/** What somebody wants to be told of the plans of a dealer before their slots. */
export interface PlanWatching {
  readonly tellsUpcoming: boolean;
  readonly tellsExpiring: boolean;
}

export const NOTHING_WATCHED: PlanWatching = { tellsUpcoming: false, tellsExpiring: false };

const noticeDueAtMs = (plan: Waiting): number | undefined =>
  plan.dueAtMs === undefined || plan.noticedAtMs !== undefined || !isUntouched(plan)
    ? undefined
    : plan.dueAtMs - NOTICE_MS;

/** When the engine looks at a plan that is written now: for notice or cards, where somebody wants that, else in its slot. */
export const lookAtMsOf = (
  plan: Waiting & Parameters<typeof cardsDueAtMsOf>[0],
  { tellsUpcoming, tellsExpiring }: PlanWatching,
): number | undefined => {
  const noticeMs = tellsUpcoming ? noticeDueAtMs(plan) : undefined;
  const cardsMs = tellsExpiring ? cardsDueAtMsOf(plan) : undefined;
  const times = [plan.dueAtMs, noticeMs, cardsMs].filter((time) => time !== undefined);
  return plan.dueAtMs === undefined ? undefined : Math.min(...times);
};

export type PlanNotice =
  /** It is told, or left out because its sale is paused or too little time is left. Then the plan waits for its slot. */
  | { readonly kind: 'notice'; readonly tell: boolean }
  /** It is night: the engine looks again in the morning. */
  | { readonly kind: 'notice-later'; readonly lookAtMs: number };

/** What a look at a plan before its slot does about its notice; undefined where the notice is not due, or is over. */
export const noticeOf = (
  plan: Waiting,
  { pausedSinceMs }: Pick<Sale, 'pausedSinceMs'>,
  nowMs: number,
): PlanNotice | undefined => {
  const noticeMs = noticeDueAtMs(plan);
  const { dueAtMs } = plan;
  if (noticeMs === undefined || dueAtMs === undefined || nowMs < noticeMs) return undefined;
  const tellAtMs = daytimeFrom(nowMs);
  const isTooLate = dueAtMs - tellAtMs < LEAST_NOTICE_MS;
  if (pausedSinceMs !== undefined || isTooLate) return { kind: 'notice', tell: false };
  return tellAtMs > nowMs ? { kind: 'notice-later', lookAtMs: tellAtMs } : { kind: 'notice', tell: true };
};

/** A plan on another day than the one that its notice told: it is told again. */
export const movedTo = (
  { noticedAtMs: _told, ...plan }: PaymentPlan,
  day: Required<Pick<PaymentPlan, 'dueDay' | 'dueAtMs'>>,
): PaymentPlan => ({ ...plan, ...day });

/** The plan once its notice was told or left out: it waits for its slot. */
export const noticed = (plan: PaymentPlan, nowMs: number): PaymentPlan => ({
  ...plan,
  version: plan.version + 1,
  noticedAtMs: nowMs,
  notices: (plan.notices ?? 0) + 1,
});
