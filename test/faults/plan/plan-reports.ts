import { readStoredCardRow } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { readEvent } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { istanbulDayRange } from '../../../shared/domain/calendar.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { cardTokensOf } from '../../../shared/domain/sale/planning.ts';
import { demand } from '../invariants.ts';
import type { Tally } from '../tally.ts';
import { planAttemptsIn, planIdOf, plansIn, salesIn } from './plan-invariants.ts';
import { isByDay, LONGEST_LOOK_MS, type PlanPast } from './plan-past.ts';
import type { PlanScene } from './plan-scene.ts';

const DAY_MS = 86_400_000;
const NOTICE_MS = DAY_MS;
const WINDOW_MS = 30 * DAY_MS;

const eventsIn = (rows: readonly Row[]): readonly OutboxEvent[] =>
  rows.filter(({ entity }) => entity === 'event').map(readEvent);

const planOf = ({ facts }: OutboxEvent): number => facts.plan?.dealerPaymentPlanId ?? 0;
const cardOfSale = (sale: number, token: string): string => `card ${token.slice(0, 8)} of sale ${sale}`;
const sorted = (texts: readonly string[]): string => texts.toSorted().join();

/** Each end of a plan is told once, as the end that it was. */
const checkEnds = (events: readonly OutboxEvent[], past: PlanPast): void => {
  for (const state of ['paid', 'failed'] as const) {
    const told = events.filter(({ type }) => type === `plan.${state}`).map((event) => `plan ${planOf(event)}`);
    const ended = past.ends.filter(({ plan }) => plan.state === state);
    const named = ended.map(({ plan }) => `plan ${plan.dealerPaymentPlanId}`);
    demand(sorted(told) === sorted(named), `told ${state}: ${sorted(told)}; ended so: ${sorted(named)}`);
  }
  for (const event of events.filter(({ type }) => type === 'plan.paid')) {
    const end = past.ends.find(({ plan }) => plan.dealerPaymentPlanId === planOf(event) && plan.state === 'paid');
    const { amount, paymentId, tries } = event.facts.plan ?? {};
    const plan = end?.plan;
    const isSame = amount === plan?.terms.amount && paymentId === plan?.dealerPaymentId && tries === plan?.historyCount;
    demand(isSame, `plan.paid of plan ${planOf(event)} tells something else`);
  }
};

/** Names a notice of a plan: one that moves to another day has another one, which may be left out. */
const noticeOf = (id: number, notice: number | undefined): string => `${id}, notice ${notice ?? 1}`;

/** The day before is told once for each day of a plan that waits, in time, by day, and is lost by no look that was killed. */
const checkUpcoming = (events: readonly OutboxEvent[], past: PlanPast): void => {
  const upcoming = events.filter(({ type }) => type === 'plan.upcoming');
  const told = new Map(upcoming.map((event) => [noticeOf(planOf(event), event.facts.plan?.notice), event]));
  demand(told.size === upcoming.length, 'a notice of a plan is told twice');
  const noticed = new Map(past.noticed.map((one) => [noticeOf(one.plan.dealerPaymentPlanId, one.plan.notices), one]));
  for (const [id, { occurredAtMs }] of told) {
    const { plan, atMs } = noticed.get(id) ?? {};
    const { dueAtMs = 0 } = plan ?? {};
    demand(atMs !== undefined && occurredAtMs <= atMs, `plan.upcoming of plan ${id}, which was not noticed`);
    const isInTime = occurredAtMs >= dueAtMs - NOTICE_MS && occurredAtMs < dueAtMs;
    demand(isInTime, `plan.upcoming of plan ${id} is not told the day before`);
    demand(
      isByDay(occurredAtMs) || isByDay(occurredAtMs - LONGEST_LOOK_MS),
      `plan.upcoming of plan ${id} is told at night`,
    );
  }
  for (const [id, { tells }] of noticed) demand(!tells || told.has(id), `plan.upcoming of plan ${id} is lost`);
};

/** The end of a sale is told once for each last step of its schedule. */
const checkSaleEnds = (rows: readonly Row[], events: readonly OutboxEvent[], past: PlanPast): void => {
  const ends = events.filter(({ type }) => type === 'sale.ended');
  const told = sorted(ends.map(({ facts }) => `sale ${facts.sale?.dealerSaleId}`));
  const ended = sorted(past.lastSteps.map(({ dealerSaleId }) => `sale ${dealerSaleId}`));
  demand(told === ended, `sale.ended of ${told}; last steps of ${ended}`);
  for (const { sale, plannedStep } of salesIn(rows)) {
    if (sale.deletedAtMs !== undefined || plannedStep === undefined) continue;
    const step = plansIn(rows).find((plan) => plan.dealerPaymentPlanId === plannedStep);
    demand(step !== undefined, `sale ${sale.dealerSaleId} plans a step that is not there`);
  }
};

/** A card that expires within 30 days is told once for each sale, before the sale charges it. */
const checkExpiring = (
  rows: readonly Row[],
  events: readonly OutboxEvent[],
  { past, scene, met }: { readonly past: PlanPast; readonly scene: PlanScene; readonly met: Tally },
): void => {
  const { cards } = scene;
  const told = events.filter(({ type }) => type === 'card.expiring');
  const names = told.map(({ facts }) => cardOfSale(facts.sale?.dealerSaleId ?? 0, facts.card?.cardToken ?? ''));
  demand(new Set(names).size === names.length, `card.expiring is told twice: ${sorted(names)}`);
  const endOf = new Map(cards.map(({ token, endsAtMs }) => [token, endsAtMs]));
  for (const { facts, occurredAtMs } of told) {
    const leftMs = (endOf.get(facts.card?.cardToken ?? '') ?? 0) - occurredAtMs;
    demand(
      leftMs > 0 && leftMs <= WINDOW_MS + LONGEST_LOOK_MS,
      'card.expiring of a card that does not expire in 30 days',
    );
  }
  checkWaiting(rows, new Set(names), { past, scene, met });
  const upcoming = new Set(events.filter(({ type }) => type === 'plan.upcoming').map(planOf));
  const sales = new Map(salesIn(rows).map(({ sale }) => [sale.dealerSaleId, sale]));
  const plans = new Map(plansIn(rows).map((plan) => [plan.dealerPaymentPlanId, plan]));
  const stored = new Set(
    rows.filter(({ entity }) => entity === 'stored-card').map((row) => readStoredCardRow(row).token),
  );
  for (const attempt of planAttemptsIn(rows)) {
    const { direct, startedAtMs } = attempt;
    const { try: tried, dealerSaleId = 0 } = direct.plan ?? {};
    const [plan, sale] = [plans.get(planIdOf(attempt)), sales.get(dealerSaleId)];
    if (plan === undefined || sale === undefined) throw new Error('an attempt of no plan');
    // A notice that was left out looked at no card, and what was changed behind one was not looked at.
    const isAsNoticed =
      plan.noticedAtMs === undefined ||
      (plan.madeBy === 'schedule' && past.salesSince(sale, plan.noticedAtMs).length === 1);
    const looked = isAsNoticed && (plan.noticedAtMs === undefined || upcoming.has(planIdOf(attempt)));
    const { cardToken: token = '' } = direct;
    const leftMs = (endOf.get(token) ?? Number.POSITIVE_INFINITY) - startedAtMs;
    if (tried !== 1 || attempt.number !== 1 || !looked || !stored.has(token)) continue;
    const isTold = names.includes(cardOfSale(dealerSaleId, token));
    demand(
      leftMs <= 0 || leftMs > WINDOW_MS - 2 * DAY_MS || isTold,
      `card.expiring is lost: ${cardOfSale(dealerSaleId, token)}`,
    );
  }
};

/** How late a look may come in a run, whose workers are killed and whose vault fails. */
const MARGIN_MS = 2 * DAY_MS;

/** A card that expires while a plan of its sale waits is told of, however far the plan's slot is. */
const checkWaiting = (
  rows: readonly Row[],
  told: ReadonlySet<string>,
  { past, scene: { cards }, met }: { readonly past: PlanPast; readonly scene: PlanScene; readonly met: Tally },
): void => {
  const sales = new Map(salesIn(rows).map(({ sale }) => [sale.dealerSaleId, sale]));
  const stored = rows.filter(({ entity }) => entity === 'stored-card').map((row) => readStoredCardRow(row).token);
  const kept = cards.filter(({ token }) => stored.includes(token));
  for (const plan of plansIn(rows)) {
    const sale = sales.get(plan.dealerSaleId);
    if (sale === undefined || plan.cardToken !== undefined || plan.dealerCustomerTypeId !== undefined) continue;
    for (const { token, endsAtMs } of kept) {
      const waits =
        plan.createdAtMs < endsAtMs - MARGIN_MS &&
        istanbulDayRange(plan.dueDay).firstMs >= endsAtMs &&
        past.firstEndMs(plan) > endsAtMs &&
        (sale.deletedAtMs ?? Number.POSITIVE_INFINITY) > endsAtMs;
      // Its last look fell due while nothing ran, until the card had expired.
      const isOut = past.outages.some(({ fromMs, untilMs }) => fromMs <= endsAtMs - MARGIN_MS && untilMs > endsAtMs);
      const versions = past.salesSince(sale, endsAtMs - MARGIN_MS);
      // A change of the sale rewrites the step of its schedule, and no plan made by hand.
      const isSeen = plan.madeBy === 'schedule' || past.salesSince(sale, plan.createdAtMs).length === 1;
      if (!waits || isOut || !isSeen || !versions.every((one) => cardTokensOf(one).includes(token))) continue;
      met.add('card expires while its plan waits');
      const name = cardOfSale(plan.dealerSaleId, token);
      demand(told.has(name), `card.expiring is lost while plan ${plan.dealerPaymentPlanId} waits: ${name}`);
    }
  }
};

/** What is told of plans: each thing that became true once, and nothing that did not. */
export const checkReports = (rows: readonly Row[], scene: PlanScene, { past, met }: { past: PlanPast; met: Tally }) => {
  const events = eventsIn(rows);
  for (const { type } of events) met.add(`told ${type}`);
  checkEnds(events, past);
  checkUpcoming(events, past);
  checkSaleEnds(rows, events, past);
  checkExpiring(rows, events, { past, scene, met });
};
