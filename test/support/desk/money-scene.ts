import * as fc from 'fast-check';
import { makeDealer } from '../../../functions/statement/make-statements/make-dealer.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payment/direct-payments.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSteps } from '../../../shared/adapters/dynamodb/payment/steps.ts';
import { dynamoStatementMaking } from '../../../shared/adapters/dynamodb/statement/statement-making.ts';
import type { Attempt, DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { approve } from '../../../shared/domain/attempt/transitions.ts';
import { DAY_MS, type DayText, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { viewPayment } from '../../../shared/domain/ledger/payment-ledger.ts';
import type { Currency } from '../../../shared/domain/money/money.ts';
import { chargeOf, stepMove } from '../../../shared/domain/payment/charge-of-attempt.ts';
import type { StepChange } from '../../../shared/domain/payment/step-change.ts';
import { finishStep } from '../../../shared/domain/payment/step-transitions.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { directAttemptWith } from '../payment/attempts.ts';
import { askFor, lives } from '../payment/ledger-lives.ts';
import type { PaymentAfter } from '../payment/steps.ts';
import { paymentNames } from '../payment/stored-payments.ts';
import { MemoryTable } from '../store/memory-table.ts';

/** The dealer of all of them. */
export const MONEY_DEALER = 'D-MONEY';
const MINUTE_MS = 60_000;

/** A payment, when it began, and what somebody asked for behind it, with pauses that cross midnights. */
export const moneyFact = fc.record({
  life: lives,
  minutesAgo: fc.integer({ min: 1, max: 29 * 24 * 60 }),
  chargeMinutes: fc.constantFrom(0, 0, 1, 90),
  stepMinutes: fc.constantFrom(1, 600, 1500, 4000),
  currency: fc.constantFrom<Currency>('TL', 'TL', 'EUR'),
  /** `unanswered`: nobody knows whether the bank took it, so it counts nowhere. */
  end: fc.constantFrom('paid', 'paid', 'paid', 'unanswered'),
});
type MoneyFact = typeof moneyFact extends fc.Arbitrary<infer Fact> ? Fact : never;

/** What the ledger of a payment came to have more, when a write made it true. */
export interface LedgerMove {
  readonly currency: Currency;
  readonly atMs: number;
  readonly paid: number;
  readonly givenBack: number;
}

const refuse = (what: string): never => {
  throw new Error(what);
};

/** Writes a payment as the functions write it, step by step until `nowMs`, and notes what the ledger has more after each write. */
const lifeOf = async (
  store: MemoryTable,
  { life, minutesAgo, chargeMinutes, stepMinutes, currency, end }: MoneyFact,
  nowMs: number,
): Promise<readonly LedgerMove[]> => {
  const { money, type, wishes } = life;
  const payments = dynamoPayments(store, paymentNames);
  const startedAtMs = nowMs - minutesAgo * MINUTE_MS;
  const { pendingCard: _none, ...begun } = directAttemptWith(
    MONEY_DEALER,
    { startedAtMs, lastCallAtMs: startedAtMs, state: 'charging', reportedOutcome: 'nobody' },
    { splits: money.splits, pooled: money.pooled },
  );
  const { total, commission } = money;
  const attempt: DirectAttempt = { ...begun, terms: { ...begun.terms, total, commission, currency, type } };
  await dynamoDirectPayments(store).begin({ attempt, takes: [] });
  const paidAtMs = startedAtMs + chargeMinutes * MINUTE_MS;
  if (end === 'unanswered' || paidAtMs > nowMs) return [];
  const approval = approve(attempt, {}, { nowMs: paidAtMs, resultReference: '' }) ?? refuse('it is not approved');
  if (!(await dynamoAttempts(store).apply(approval))) refuse('the approval is not written');
  const moves: LedgerMove[] = [];
  let before = { gross: 0, refunded: 0 };
  const read = async (): Promise<{ readonly attempt: Attempt; readonly after: PaymentAfter }> => {
    const payment = (await payments.find(attempt.payment)) ?? refuse('the payment is gone');
    const [found = refuse('the attempt is gone')] = payment.attempts;
    return { attempt: found, after: { charge: chargeOf(found, payment), steps: payment.steps } };
  };
  const note = async (atMs: number): Promise<void> => {
    const { after } = await read();
    const { gross, refunded } = viewPayment(after.charge, after.steps);
    moves.push({ currency, atMs, paid: gross - before.gross, givenBack: refunded - before.refunded });
    before = { gross, refunded };
  };
  const write = async (change: StepChange, of: Attempt): Promise<void> => {
    const move = stepMove(change, of) ?? refuse('the attempt does not allow the step');
    const outcome = await dynamoSteps(store).apply(move);
    if (outcome.kind !== 'applied') refuse(`the step is ${outcome.kind}`);
  };
  await note(paidAtMs);
  for (const [index, wish] of wishes.entries()) {
    const askedAtMs = paidAtMs + (index + 1) * stepMinutes * MINUTE_MS;
    const doneAtMs = askedAtMs + (stepMinutes * MINUTE_MS) / 2;
    if (doneAtMs > nowMs) break;
    const { attempt: now, after } = await read();
    const decision = askFor(after, wish, askedAtMs);
    if (decision.kind !== 'begins') continue;
    await write(decision.change, now);
    const { attempt: stepping, after: running } = await read();
    const step = running.steps.find(({ number }) => number === running.charge.activeStep);
    if (step !== undefined) {
      const doneBy = wish.what === 'void' ? 'void' : wish.what.startsWith('refund') ? 'credit' : undefined;
      await write(finishStep(step, doneBy, { ...running, nowMs: doneAtMs }) ?? refuse('it is not done'), stepping);
    }
    await note(step === undefined ? askedAtMs : doneAtMs);
  }
  return moves;
};

/** A dealer with drawn payments in a table in memory, whose statements nights have made up to `nights` days before today. */
export const moneyScene = async (facts: readonly MoneyFact[], nowMs: number, nights: number | 'never') => {
  const store = new MemoryTable();
  const clock = new FakeClock(nowMs);
  const moves: LedgerMove[] = [];
  for (const fact of facts) moves.push(...(await lifeOf(store, fact, nowMs)));
  const payments = dynamoPayments(store, paymentNames);
  const making = dynamoStatementMaking(store);
  if (nights !== 'never') {
    const until: DayText = istanbulDayOf(nowMs - nights * DAY_MS);
    const work = { dealerCode: MONEY_DEALER, listingShards: 1, until, deadlineMs: nowMs + 3_600_000 };
    const { isDone } = await makeDealer({ making, payments, identifiers: blockIdentifiers(store), clock }, work);
    if (!isDone) refuse('the statements are not made');
  }
  return { store, clock, moves, payments, making };
};
