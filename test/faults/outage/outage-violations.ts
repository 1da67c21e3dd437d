import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { isFinal } from '../../../shared/domain/attempt/states.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import type { Call, ChargeSimulation } from './charge-simulation.ts';
import { paymentNames } from './charging-instance.ts';

const SHARDS = 4;

/** What must hold of one attempt and its order at the bank, now that all is settled (rules 1, 2). */
const attemptViolations = (
  { orderId, state, reportedOutcome }: Attempt,
  { banks }: ChargeSimulation,
): readonly string[] => {
  const booked = banks.stateOf(orderId);
  const isCharged = booked === 'captured';
  return [
    ...(isFinal(state) ? [] : [`${orderId} is still ${state}`]),
    ...(isCharged === (reportedOutcome === 'paid')
      ? []
      : [`${orderId} was told ${reportedOutcome}, and the bank says ${booked}`]),
    ...(isCharged === (state === 'approved') ? [] : [`${orderId} is ${state}, and the bank says ${booked}`]),
  ];
};

/** What must hold of one call: what its caller heard is what is written. */
const callViolations = (call: Call, payment: Payment | undefined): readonly string[] => {
  const { code, by, heard, again } = call;
  const paid = payment?.attempts.filter(({ reportedOutcome }) => reportedOutcome === 'paid').length ?? 0;
  const last = again ?? heard;
  const wrong: string[] = [];
  if (heard === undefined) wrong.push(`${code} heard nothing`);
  if (paid > 1) wrong.push(`${code} was paid ${paid} times`);
  if (last === 'paid' && paid !== 1) wrong.push(`${code} heard that it is paid, and it is not`);
  if (by === 'direct' && last !== 'paid' && paid > 0) wrong.push(`${code} heard ${last}, and it is paid`);
  if (heard === 'unavailable' && by === 'direct' && again !== 'paid') wrong.push(`${code} was not free: ${again}`);
  if (heard === 'unavailable' && by === 'link' && payment?.attempts.length !== 0) wrong.push(`${code} has an attempt`);
  return wrong;
};

/** Each dealer's budget of the day holds what was paid on it, and nothing else (rule 17). */
const budgetViolations = async (
  { shops, store, startMs }: ChargeSimulation,
  payments: readonly Payment[],
): Promise<readonly string[]> => {
  const day = istanbulDayOf(startMs);
  const all = shops.map(async ({ dealer: { dealerCode } }) => {
    const attempts = payments.flatMap((payment) => payment.attempts).filter((one) => one.dealerCode === dealerCode);
    const paid = attempts.filter(
      ({ reportedOutcome, startedAtMs }) => reportedOutcome === 'paid' && istanbulDayOf(startedAtMs) === day,
    );
    const expected = paid.reduce((sum, { terms }) => sum + terms.total, 0);
    const { daily } = await dynamoLimitUsage(store).used({ dealerCode, currency: 'TL', day, shards: SHARDS });
    return daily === expected ? [] : [`the budget of ${dealerCode} holds ${daily}, and ${expected} was paid`];
  });
  return (await Promise.all(all)).flat();
};

/** What an outage must not leave behind. */
export const outageViolations = async (simulation: ChargeSimulation): Promise<readonly string[]> => {
  const stored = dynamoPayments(simulation.store, paymentNames);
  const violations: string[] = [];
  const payments: Payment[] = [];
  for (const call of simulation.calls) {
    const payment = await stored.find(paymentNames.nameOf(call.shop.dealer.dealerCode, call.code));
    violations.push(...callViolations(call, payment));
    if (payment === undefined) continue;
    payments.push(payment);
    violations.push(...payment.attempts.flatMap((attempt) => attemptViolations(attempt, simulation)));
    if (payment.link?.progress.activeAttempt !== undefined) violations.push(`${call.code} has an active attempt`);
  }
  const orders = new Set(simulation.banks.charged);
  if (orders.size !== simulation.banks.charged.length) violations.push('an order was charged twice');
  return [...violations, ...(await budgetViolations(simulation, payments))];
};
