import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { type Comparison, compareOrder } from '../../../shared/domain/comparison/bank-difference.ts';
import type { ComparedSide, Difference } from '../../../shared/domain/comparison/difference.ts';
import { type ExpectedOrder, expectedOrderOf } from '../../../shared/domain/comparison/expected-order.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { leftToCredit } from '../../../shared/domain/payment/bank-facts.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { errorNameOf, type Log } from '../../../shared/observability/log.ts';
import { bookedOrderOf } from '../../../shared/payment-flow/booked-order.ts';
import { openPinnedAccount } from '../../../shared/payment-flow/pos-account.ts';
import type { HistoryAnswer, InquiryAnswer, OrderListAnswer } from '../../../shared/ports/bank-answers.ts';
import type { BankGateway, CallTime } from '../../../shared/ports/bank-gateway.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import { UnreadableRow } from '../../../shared/ports/store-errors.ts';
import { type Opener, VaultUnavailable } from '../../../shared/ports/vault.ts';
import type { VirtualPosVersions } from '../../../shared/ports/virtual-pos-directory.ts';
import type { GatewayPace } from './gateway-pace.ts';

export interface AskBankDependencies {
  readonly payments: Pick<Payments, 'find'>;
  readonly bank: Pick<BankGateway, 'inquire' | 'inquireHistory'>;
  readonly posVersions: VirtualPosVersions;
  readonly opener: Opener;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * What became of one order. `open`: the sweeper is at work with it. `unclear`: the bank does not tell. `silent`: its
 * gateway gives no answer at all, and may later.
 */
export type OrderOutcome =
  | { readonly kind: 'same' | 'unclear' | 'open' | 'silent' }
  | { readonly kind: 'different'; readonly difference: Omit<Difference, 'day' | 'source'> };

/** Time for one answer of the bank. */
export const ANSWER_MS = 10_000;

/** Causes of an unknown answer that concern the gateway and not the order. */
const GATEWAY_IS_SILENT: readonly string[] = ['time-out', 'connection-lost', 'unreadable', 'not-asked'];

/** False where the gateway, whatever it was asked, gives no answer. */
export const isAnswered = (answer: InquiryAnswer | HistoryAnswer | OrderListAnswer): boolean =>
  answer.kind !== 'unknown' || !GATEWAY_IS_SILENT.includes(answer.cause);

const sideOfOurs = (expected: ExpectedOrder): ComparedSide => ({
  state: expected.kind,
  ...('amount' in expected ? { amount: expected.amount } : {}),
  ...('refunded' in expected ? { refunded: expected.refunded } : {}),
});

/** The bank's word for the charge; with the code that contradicts it, if it is the code of a decline. */
const stateIn = (found: InquiryAnswer): string =>
  found.kind === 'unknown' && found.shows !== undefined
    ? `${found.shows}, with the return code ${found.said?.procReturnCode ?? 'of a decline'}`
    : found.kind;

/** What the bank tells of an order. */
export const sideOfBank = (found: InquiryAnswer, history: HistoryAnswer | undefined): ComparedSide => {
  const amount = 'amount' in found ? found.amount : found.said?.amount;
  if (history?.kind !== 'history') return omitUndefined({ state: stateIn(found), amount });
  const { charge, amount: charged } = history;
  const refunded = charged - leftToCredit(history);
  return { state: charge, amount: charged, refunded: refunded as typeof charged };
};

interface Asked {
  readonly answered: boolean;
  readonly comparison: Comparison;
  readonly bank: ComparedSide;
}

const ask = async (
  { attempt, steps }: { readonly attempt: Attempt; readonly steps: readonly Step[] },
  expected: ExpectedOrder,
  deps: AskBankDependencies,
): Promise<Asked> => {
  const { bank, clock } = deps;
  const account = await openPinnedAccount(attempt, deps);
  const time = (): CallTime => ({ answerBy: clock.now() + ANSWER_MS });
  const found = await bank.inquire(account, bookedOrderOf({ attempt, steps }), time());
  const comparison = compareOrder(expected, { found });
  if (comparison.kind !== 'ask-history') {
    return { answered: isAnswered(found), comparison, bank: sideOfBank(found, undefined) };
  }
  const history = await bank.inquireHistory(account, bookedOrderOf({ attempt, steps }, found), time());
  return {
    answered: isAnswered(history),
    comparison: compareOrder(expected, { found, history }),
    bank: sideOfBank(found, history),
  };
};

const attemptIn = (payment: Payment | undefined, number: number): Attempt | undefined =>
  payment?.attempts.find((one) => one.number === number);

const isSameExpectation = (one: ExpectedOrder, other: ExpectedOrder): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A difference, unless our own record has changed while the bank was asked: then another night compares it. */
const confirmed = async (
  attempt: Attempt,
  expected: ExpectedOrder,
  { deps, asked }: { readonly deps: AskBankDependencies; readonly asked: Asked },
): Promise<OrderOutcome> => {
  if (asked.comparison.kind !== 'different') return { kind: asked.comparison.kind === 'same' ? 'same' : 'unclear' };
  const again = await deps.payments.find(attempt.payment);
  const now = attemptIn(again, attempt.number);
  if (again === undefined || now === undefined) return { kind: 'unclear' };
  if (!isSameExpectation(expectedOrderOf(now, again.steps), expected)) return { kind: 'open' };
  const { dealerCode, orderId, terms, pos } = attempt;
  const difference = {
    dealerCode,
    posId: pos.posId,
    orderId,
    kind: asked.comparison.difference,
    currency: terms.currency,
    ours: sideOfOurs(expected),
    bank: asked.bank,
    foundAtMs: deps.clock.now(),
  };
  return { kind: 'different', difference };
};

/** Asks the bank about one order of a payment, and changes nothing. Throws StoreUnavailable. */
export const compareAtBank = async (
  attempt: Attempt,
  payment: Payment,
  { deps, pace }: { readonly deps: AskBankDependencies; readonly pace: GatewayPace },
): Promise<OrderOutcome> => {
  const { gateway } = attempt.pos;
  const expected = expectedOrderOf(attempt, payment.steps);
  if (expected.kind === 'open') return { kind: 'open' };
  if (pace.isSilent(gateway)) return { kind: 'silent' };
  await pace.turn(gateway);
  try {
    const asked = await ask({ attempt, steps: payment.steps }, expected, deps);
    pace.note(gateway, asked.answered);
    return asked.answered ? await confirmed(attempt, expected, { deps, asked }) : { kind: 'silent' };
  } catch (error) {
    // A key that does not open, or a version that is gone, concerns this virtual POS alone.
    if (!(error instanceof VaultUnavailable || error instanceof UnreadableRow)) throw error;
    const { dealerCode, orderId } = attempt;
    deps.log.warn('order not compared', { dealerCode, orderId, errorName: errorNameOf(error) });
    return { kind: 'unclear' };
  }
};
