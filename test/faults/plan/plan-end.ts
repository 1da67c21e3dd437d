import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { isFinalPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { checkBooks } from '../bank/bank-invariants.ts';
import { checkBudget, checkErrors, checkLedgers, checkSecrets, demand } from '../invariants.ts';
import { attemptsIn, stepsIn } from '../payments-in.ts';
import { keysOf } from '../run-account.ts';
import type { World } from '../world.ts';
import { planAttemptsIn, planIdOf, plansIn, salesIn, stuckPlansIn } from './plan-invariants.ts';
import { checkLinks } from './plan-links.ts';
import { checkMoney } from './plan-money.ts';
import type { PlanPast } from './plan-past.ts';
import { checkReports } from './plan-reports.ts';
import type { PlanScene } from './plan-scene.ts';
import { checkSchedules } from './plan-schedules.ts';
import { checkTries, mostTrialsOf } from './plan-tries.ts';

/** What is open in a run that has no end. */
export const openAtLast = (rows: readonly Row[]): string => {
  const deleted = new Set(
    salesIn(rows).flatMap(({ sale }) => (sale.deletedAtMs === undefined ? [] : sale.dealerSaleId)),
  );
  const open = plansIn(rows).filter((plan) => !isFinalPlan(plan));
  const named = open.map(({ state, dealerSaleId }) =>
    deleted.has(dealerSaleId) ? `a plan that is ${state} of a deleted sale` : `a plan that is ${state}`,
  );
  return [...new Set(named)].join(', ');
};

/** What holds at the end of a run, when each plan has come to its end. Counts what the run met. */
export const checkPlanEnd = async (world: World, scene: PlanScene, past: PlanPast): Promise<void> => {
  const { circumstances, store, bank } = world;
  const { met, logLines, credits } = circumstances;
  const [rows, books] = await Promise.all([store.rows(), bank.books()]);
  const [attempts, steps, plans] = [attemptsIn(rows), stepsIn(rows), plansIn(rows)];
  checkBooks(books);
  checkErrors(logLines, met);
  checkSecrets({ rows, logLines }, keysOf(bank.account));
  // A bank or a service that is out for days gives nothing back within the 72 hours of a reversal.
  const wasOut = met.sum('bank out for days') + met.sum('fault: service out') > 0;
  const late = { usedUpTheTime: (orderId: string) => wasOut || credits.usedUpTheTime(orderId) };
  const charged = checkLedgers({ attempts, steps, books, credits: late });
  checkBudget(rows, attempts, scene.dealer.limits.TL?.values.daily === 'unlimited' ? [] : ['day']);
  const paid = plans.filter(({ state }) => state === 'paid');
  demand(charged.length === paid.length, `${charged.length} charges stand, ${paid.length} plans are paid`);
  const stuck = stuckPlansIn(rows);
  const open = plans.filter((one) => !isFinalPlan(one));
  demand(
    open.every(({ dealerPaymentPlanId }) => stuck.has(dealerPaymentPlanId)),
    'a plan is open at the end',
  );
  met.add('plan waits for an operator', open.length);
  checkMoney(rows, books);
  met.add(
    `a card was charged ${checkTries(rows, scene, past) === 15 ? 'as often as it may' : 'less often than it may'}`,
  );
  const sales = new Map(salesIn(rows).map(({ sale }) => [sale.dealerSaleId, mostTrialsOf(sale, scene)]));
  checkLinks(rows, ({ dealerSaleId }) => sales.get(dealerSaleId) ?? 0, met);
  if (past.isWhole) checkReports(rows, scene, { past, met });
  const begun = Map.groupBy(planAttemptsIn(rows), planIdOf);
  checkSchedules(rows, scene, {
    begunAtMs: ({ dealerPaymentPlanId }) =>
      Math.min(...(begun.get(dealerPaymentPlanId) ?? []).map(({ startedAtMs }) => startedAtMs)),
    endedAtMs: (plan) => past.firstEndMs(plan),
  });
  for (const { state } of plans) met.add(`plan ${state}`);
  for (const { state, number } of planAttemptsIn(rows)) met.add(`attempt ${number} of a try ${state}`);
  met.add('fault: kill', world.processes.kills);
  met.add('fault: freeze', world.processes.freezes);
  for (const { lastResult } of plans) {
    if (lastResult?.kind === 'not-charged') met.add(`not charged because of ${lastResult.because}`);
  }
};
