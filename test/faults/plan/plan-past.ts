import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { readOpenSale } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import type { DayText } from '../../../shared/domain/calendar.ts';
import type { PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { OpenSale, Sale } from '../../../shared/domain/sale/sale.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import { idOf } from '../payments-in.ts';
import type { Watch } from '../world.ts';
import { isSaleById, planIn } from './plan-invariants.ts';

/** A sale as it was until a moment. */
interface FormerSale {
  readonly sale: Sale;
  readonly untilMs: number;
}

/** The end of a plan. A failed one that is sent as a payment request has a second one. */
interface PlanEnd {
  readonly plan: PaymentPlan;
  readonly atMs: number;
}

/** A plan whose notice was due, and whether its sale had it told then. */
export interface NoticedPlan {
  readonly plan: PaymentPlan;
  readonly atMs: number;
  readonly tells: boolean;
}

const NOTICE_HOURS = { from: 9, until: 21 };
/** A worker may be frozen for half an hour, more than once, and while it waits for its turn others are frozen too. */
export const LONGEST_LOOK_MS = 3 * 3_600_000;
const LEAST_NOTICE_MS = 3 * 3_600_000;
/** Istanbul is three hours ahead of UTC all year. */
const hourOf = (atMs: number): number => (new Date(atMs).getUTCHours() + 3) % 24;

export const isByDay = (atMs: number): boolean =>
  hourOf(atMs) >= NOTICE_HOURS.from && hourOf(atMs) < NOTICE_HOURS.until;

/** What plans and sales were, as their writes showed it: rows tell only what they are now. */
export class PlanPast {
  readonly #clock: Clock;
  /** Whether it sees the writes at all: on the engine nobody does. */
  isWhole = false;
  readonly #sales = new Map<number, FormerSale[]>();
  readonly #schedules: { readonly row: Row; readonly untilMs: number }[] = [];
  readonly ends: PlanEnd[] = [];
  /** Steps of schedules whose days were looked at. */
  readonly steps = new Set<number>();
  /** The day that a step of a schedule was planned for, where the change of its sale moved it to another one. */
  readonly plannedDays = new Map<number, DayText>();
  readonly noticed: NoticedPlan[] = [];
  /** Times of more than a day in which nothing ran. */
  readonly outages: { readonly fromMs: number; readonly untilMs: number }[] = [];
  /** The steps behind which the engine found no other one, by their sales. */
  readonly lastSteps: { readonly dealerSaleId: number; readonly dealerPaymentPlanId: number }[] = [];
  /** Tries of plans that failed, before they were sent as payment requests. */
  readonly triesBeforeRequest = new Map<number, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What a sale was at any time from a moment on, with what it is now. */
  salesSince(now: Sale, sinceMs: number): readonly Sale[] {
    const former = (this.#sales.get(now.dealerSaleId) ?? []).filter(({ untilMs }) => untilMs >= sinceMs);
    return [now, ...former.map(({ sale }) => sale)];
  }

  /** What a sale is, and was while a call that ends now may have read it. */
  salesLately(now: Sale): readonly Sale[] {
    return this.salesSince(now, this.#clock.now() - LONGEST_LOOK_MS);
  }

  /** A schedule as it is, and was while a call that ends now may have read it. */
  schedulesLately(now: readonly Row[]): readonly Row[] {
    const sinceMs = this.#clock.now() - LONGEST_LOOK_MS;
    const former = this.#schedules.filter(
      ({ row, untilMs }) => untilMs >= sinceMs && now.some((one) => idOf(one) === idOf(row)),
    );
    return [...now, ...former.map(({ row }) => row)];
  }

  /**
   * When a plan ended first. On the engine nobody sees it fail before it is sent as a payment request once more, which ends
   * it again: of such a plan its beginning is told.
   */
  firstEndMs({ dealerPaymentPlanId, endedAtMs, createdAtMs, userPosPaymentId }: PaymentPlan): number {
    if (!this.isWhole && userPosPaymentId !== undefined) return createdAtMs;
    const first = this.ends.find(({ plan }) => plan.dealerPaymentPlanId === dealerPaymentPlanId);
    return first?.atMs ?? endedAtMs ?? 0;
  }

  /** Sees every write, and answers what must not be. `saleOf` is a sale as it stands at that moment. */
  watch(saleOf: (plan: PaymentPlan) => Sale): Watch {
    this.isWhole = true;
    return (before, after) => {
      if (isSaleById(before)) this.#saleWritten(readOpenSale(before), readOpenSale(after));
      if (before.entity === 'payment-plan') {
        const [was, is] = [planIn(before), planIn(after)];
        if (was.version !== is.version) this.#planWritten(was, is, saleOf);
        if (was.dueDay !== is.dueDay && was.madeBy === 'schedule') {
          if (!this.#isSaleWrittenNow(was)) return 'a step gets another day, and its sale is not changed';
          const { dealerPaymentPlanId: id } = was;
          if (!this.plannedDays.has(id)) this.plannedDays.set(id, was.dueDay);
        }
      }
      if (before.entity === 'schedule') this.#schedules.push({ row: before, untilMs: this.#clock.now() });
      return before.entity === 'event' ? 'an event is told twice' : undefined;
    };
  }

  #isSaleWrittenNow({ dealerSaleId }: PaymentPlan): boolean {
    return (this.#sales.get(dealerSaleId) ?? []).some(({ untilMs }) => untilMs === this.#clock.now());
  }

  #saleWritten(was: OpenSale, is: OpenSale): void {
    const { dealerSaleId, version } = was.sale;
    if (is.sale.version !== version) {
      const former = this.#sales.get(dealerSaleId) ?? [];
      this.#sales.set(dealerSaleId, [...former, { sale: was.sale, untilMs: this.#clock.now() }]);
    } else if (was.plannedStep !== undefined && is.plannedStep === undefined) {
      this.lastSteps.push({ dealerSaleId, dealerPaymentPlanId: was.plannedStep });
    }
  }

  #planWritten(was: PaymentPlan, is: PaymentPlan, saleOf: (plan: PaymentPlan) => Sale): void {
    const atMs = this.#clock.now();
    if (was.endedAtMs === undefined && is.endedAtMs !== undefined) this.ends.push({ plan: is, atMs });
    if (was.state === 'failed') {
      const { dealerPaymentPlanId: id, progress } = was;
      this.triesBeforeRequest.set(id, Math.max(progress.tries, this.triesBeforeRequest.get(id) ?? 0));
    }
    if (was.noticedAtMs !== undefined || is.noticedAtMs === undefined) return;
    const { dueAtMs = 0 } = is;
    const wasPaused = this.salesSince(saleOf(is), atMs - LEAST_NOTICE_MS).some(
      ({ pausedSinceMs }) => pausedSinceMs !== undefined,
    );
    // A look that takes a while may begin by day, or early enough, and end later.
    const tells = !wasPaused && isByDay(atMs) && dueAtMs - atMs >= LEAST_NOTICE_MS;
    this.noticed.push({ plan: is, atMs, tells });
  }
}
