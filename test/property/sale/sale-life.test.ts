import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlanItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { dynamoSaleSchedules } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { dynamoSaleBook, readOpenSale } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { type DayText, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { isFinalPlan, isUntouched, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { dueDayAfter } from '../../../shared/domain/sale/planning.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import type { SaleSchedule } from '../../../shared/domain/sale/schedule-rules.ts';
import { refuseSale } from '../../../shared/http/sale-members.ts';
import { newSaleChange, saleChange, saleDeletion } from '../../../shared/payment-flow/change-sale.ts';
import { endStep, letStepWait, MORNING, newSaleScene, takeStep } from '../../support/sale/sale-files.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const HOUR_MS = 3_600_000;
const DAYS: readonly DayText[] = ['20260101', '20260115', '20260116', '20260117', '20260120'];

const ENGINE_MOVES = ['take', 'wait', 'end'] as const;

/** Changes that a dealer may ask for: of the days, of the terms, or of the way in which steps come about. */
const saleChanges: fc.Arbitrary<Partial<Sale>> = fc.oneof(
  { arbitrary: fc.record({ beginDate: fc.constantFrom(...DAYS) }), weight: 1 },
  { arbitrary: fc.record({ endDate: fc.constantFrom(...DAYS) }), weight: 1 },
  { arbitrary: fc.record({ planType: fc.constantFrom(1, 2) }), weight: 3 },
  { arbitrary: fc.record({ installmentNumber: fc.integer({ min: 1, max: 12 }) }), weight: 1 },
);

const dealers = fc.constantFrom('dealer', 'other dealer');
const atOnce = fc.boolean();

/** Somebody reads the sale and its step, and writes what follows from it: at once, or when others have written. */
const moves = fc.oneof(
  { arbitrary: fc.record({ who: dealers, reads: saleChanges, atOnce }), weight: 6 },
  { arbitrary: fc.record({ who: fc.constant('deleter'), reads: fc.constant('deletion' as const), atOnce }), weight: 1 },
  { arbitrary: fc.record({ who: fc.constant('engine'), engine: fc.constantFrom(...ENGINE_MOVES), atOnce }), weight: 4 },
  { arbitrary: fc.record({ charges: fc.constant(true) }), weight: 3 },
  { arbitrary: fc.record({ writes: fc.constantFrom('dealer', 'other dealer', 'engine', 'deleter') }), weight: 4 },
  { arbitrary: fc.record({ hours: fc.integer({ min: 1, max: 30 }) }), weight: 2 },
);

type Move = typeof moves extends fc.Arbitrary<infer One> ? One : never;
type Writing = () => Promise<unknown>;

/** A daily sale at a store in memory, and what each actor is about to write. */
class Life {
  readonly #store = new MemoryTable();
  readonly #pending = new Map<string, Writing>();
  readonly #charged: DayText[] = [];
  #nowMs = MORNING;
  #lastId = 100_000;
  #sale: Sale | undefined;
  #scene: Awaited<ReturnType<typeof newSaleScene>> | undefined;
  #schedule: SaleSchedule | undefined;

  get #parts() {
    this.#lastId += 1;
    const id = this.#lastId;
    return { identifiers: { next: async () => id }, nowMs: this.#nowMs, listingShards: 1 };
  }

  async begin(): Promise<void> {
    const scene = await newSaleScene(this.#store);
    const daily: SaleSchedule = { ...scene.schedule, dealerSaleScheduleId: 7, period: 'day', daysOfMonth: [] };
    await dynamoSaleSchedules(this.#store).add(daily);
    const sale = scene.newSale({ dealerSaleScheduleId: 7 });
    [this.#scene, this.#schedule, this.#sale] = [scene, daily, sale];
    const checked = { customer: scene.customer, schedule: daily, details: sale };
    const { customer: _used, ...change } = await newSaleChange(
      { sale, checked },
      { ...this.#parts, refuse: refuseSale },
    );
    expect(await dynamoSaleBook(this.#store).add(change)).toBe('added');
  }

  /** What stands at the store, the deleted sale as well. */
  #stored() {
    const { dealerSaleId } = this.#sale ?? expect.unreachable('no sale');
    const rows = this.#store.rows().filter((row) => row.dealerSaleId === dealerSaleId);
    const sale = rows.find((row) => row.entity === 'sale' && row.sk === 'SALE' && String(row.pk).includes('#SALE#'));
    const plans = rows.filter(({ entity }) => entity === 'payment-plan').map(readPlanItem);
    return {
      sale: sale ?? expect.unreachable('the sale is gone'),
      plans,
      open: plans.filter((plan) => !isFinalPlan(plan)),
    };
  }

  async #engineWrites(move: (typeof ENGINE_MOVES)[number]): Promise<Writing> {
    const { sale: row, open } = this.#stored();
    const [step] = open;
    const sale = row as unknown as Sale;
    const [schedule, nowMs, store] = [this.#schedule ?? expect.unreachable('no schedule'), this.#nowMs, this.#store];
    const isDue = step !== undefined && step.state === 'planned' && (step.dueAtMs ?? nowMs) <= nowMs;
    // No charge begins after a deletion: the engine reads the sale with its step.
    if (move === 'take') {
      return async () => {
        if (!isDue || sale.deletedAtMs !== undefined || !(await takeStep(store, step))) return;
        expect(this.#stored().sale).not.toHaveProperty('deletedAtMs');
      };
    }
    if (step?.state !== 'charging') return async () => false;
    if (move === 'wait') return () => letStepWait(store, step);
    return async () => {
      if (await endStep(store, { sale, step, schedule }, nowMs)) this.#charged.push(step.dueDay);
    };
  }

  async #dealerWrites(changes: Partial<Sale> | 'deletion'): Promise<Writing> {
    const { dealerCode, dealerSaleId } = this.#sale ?? expect.unreachable('no sale');
    const book = dynamoSaleBook(this.#store);
    const before = await book.open(dealerCode, dealerSaleId);
    if (before === undefined) return async () => false;
    if (changes === 'deletion') return () => book.replace(before, saleDeletion(before, this.#nowMs));
    const sale = { ...before.sale, ...changes, version: before.sale.version + 1 };
    const customer = this.#scene?.customer ?? expect.unreachable('no customer');
    const checked = { customer, schedule: this.#schedule, details: sale };
    const change = await saleChange({ sale, checked }, before, this.#parts);
    return () => book.replace(before, change);
  }

  /** The engine charges the step in its slot, from beginning to end. */
  async #charge(): Promise<void> {
    const [step] = this.#stored().open;
    this.#nowMs = Math.max(this.#nowMs, step?.dueAtMs ?? 0);
    for (const move of ['take', 'end'] as const) await (await this.#engineWrites(move))();
  }

  async #write(who: string): Promise<void> {
    await this.#pending.get(who)?.();
    this.#pending.delete(who);
  }

  async do(move: Move): Promise<void> {
    if ('hours' in move) this.#nowMs += move.hours * HOUR_MS;
    else if ('charges' in move) await this.#charge();
    else if ('writes' in move) await this.#write(move.writes);
    else {
      const writing = 'engine' in move ? await this.#engineWrites(move.engine) : await this.#dealerWrites(move.reads);
      this.#pending.set(move.who, writing);
      if (move.atOnce) await this.#write(move.who);
    }
  }

  check(): void {
    const { sale, open } = this.#stored();
    expect(open.length).toBeLessThanOrEqual(1);
    const [step]: readonly (PaymentPlan | undefined)[] = open;
    if (step !== undefined) expect(sale.plannedStep).toBe(step.dealerPaymentPlanId);
    // One that the engine lets wait beside the deletion is withdrawn at its next look.
    if (step !== undefined && sale.deletedAtMs !== undefined) expect(isUntouched(step)).toBe(false);
    // No day is lost: a running sale without a step has none ahead.
    const today = istanbulDayOf(this.#nowMs);
    const { sale: running, plannedThrough = today } = readOpenSale(sale);
    const after = plannedThrough > today ? plannedThrough : today;
    const ahead = dueDayAfter({ sale: running, schedule: this.#schedule, nowMs: this.#nowMs }, after);
    if (step === undefined) expect(ahead).toBeUndefined();
    expect(new Set(this.#charged).size).toBe(this.#charged.length);
  }
}

describe('The life of a sale (decisions: recurring sales)', () => {
  test('however changes, deletion and engine interleave: one open step that the sale names, no day lost or charged twice, no charge begun after the deletion', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(moves, { minLength: 5, maxLength: 40 }), async (all) => {
        const life = new Life();
        await life.begin();
        for (const move of all) {
          await life.do(move);
          life.check();
        }
      }),
      { numRuns: 300 },
    );
  });
});
