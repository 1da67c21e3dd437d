import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { viewPayment } from '../../../shared/domain/ledger/payment-ledger.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import { demand } from '../invariants.ts';
import { attemptsIn, stepsIn } from '../payments-in.ts';
import type { BookedOrder } from '../world.ts';
import { planAttemptsIn, planIdOf, plansIn, stuckPlansIn } from './plan-invariants.ts';
import { planLinksIn, stuckRequestsIn } from './plan-links.ts';

/** What the ledger has of each payment sums to zero, and to nothing at all where no charge stands. */
const checkLedger = (rows: readonly Row[]): void => {
  const steps = Map.groupBy(stepsIn(rows), ({ payment }) => payment);
  for (const attempt of planAttemptsIn(rows)) {
    const own = steps.get(attempt.payment) ?? [];
    const { balances, gross, refunded } = viewPayment(chargeOf(attempt, {}), own);
    const sum = [...balances.values()].reduce((all, amount) => all + amount, 0);
    demand(sum === 0, 'the ledger of a payment does not sum to zero');
    const stands = attempt.state === 'approved' ? attempt.terms.total : 0;
    demand(gross - refunded === stands, `the ledger says ${gross - refunded}, ${stands} are charged`);
  }
};

/** The plan of each order at the bank: of a charge by card, or of the plan's payment request. */
const plansOfOrders = (rows: readonly Row[]): ReadonlyMap<string, number> => {
  const planOf = new Map(planAttemptsIn(rows).map((one) => [one.orderId, planIdOf(one)]));
  const links = new Map(planLinksIn(rows).map(({ plan, link }) => [link.payment, plan.dealerPaymentPlanId]));
  for (const { payment, orderId } of attemptsIn(rows)) {
    const id = links.get(payment);
    if (id !== undefined) planOf.set(orderId, id);
  }
  return planOf;
};

const standingIn = (books: readonly BookedOrder[]): readonly BookedOrder[] =>
  books.filter(({ state, amount, givenBack }) => state !== 'declined' && givenBack < amount);

/** The bank never holds two charges by card for one plan at once. */
export const checkHeld = (rows: readonly Row[], books: readonly BookedOrder[]): void => {
  const planOf = new Map(planAttemptsIn(rows).map((one) => [one.orderId, planIdOf(one)]));
  const ofCards = standingIn(books).filter(({ orderId }) => planOf.has(orderId));
  for (const [id, held] of Map.groupBy(ofCards, ({ orderId }) => planOf.get(orderId))) {
    demand(held.length <= 1, `the bank holds ${held.length} charges for plan ${id} at once`);
  }
};

/** At the bank one charge stands for each paid plan, of its amount, and none for another plan but where one is stuck. */
export const checkMoney = (rows: readonly Row[], books: readonly BookedOrder[]): void => {
  const planOf = plansOfOrders(rows);
  const standing = standingIn(books);
  const charges = Map.groupBy(standing, ({ orderId }) => planOf.get(orderId));
  const stuck = new Set([...stuckPlansIn(rows), ...stuckRequestsIn(rows)]);
  for (const { dealerPaymentPlanId: id, state, terms } of plansIn(rows)) {
    if (stuck.has(id)) continue;
    const own = charges.get(id) ?? [];
    demand(own.length === (state === 'paid' ? 1 : 0), `${own.length} charges stand for a plan that is ${state}`);
    demand(
      own.every(({ amount }) => amount === terms.amount),
      'a plan is charged with another amount',
    );
  }
  checkLedger(rows);
};
