import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { ANSWER_BY_MS } from '../../../shared/domain/attempt/timing.ts';
import { doubt } from '../../../shared/domain/attempt/transitions.ts';
import type { KeptCard } from '../../../shared/domain/card/stored-card.ts';
import { ANSWER_RESERVE_MS } from '../../../shared/http/deadline.ts';
import {
  type ChargeDependencies,
  type Conclusion,
  concludeCharge,
  directDeadlines,
  sendCharge,
} from '../../../shared/payment-flow/charge.ts';
import { applied } from '../../../shared/payment-flow/conclude.ts';
import { findDirect } from '../../../shared/payment-flow/find-direct.ts';
import type { Attempts } from '../../../shared/ports/attempts.ts';
import type { PosAccount } from '../../../shared/ports/bank-gateway.ts';
import type { PaymentCard } from '../../../shared/ports/bank-order.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { type DirectPaymentData, declined, paid, tellable } from './answer.ts';

/** Time to write the bank's answer before the caller is answered. */
const WRITE_TIME_MS = 3000;

/** How long a caller can still get the outcome. After that the caller is answered OutcomeUnknown. */
const LISTENS_MS = ANSWER_BY_MS - ANSWER_RESERVE_MS;

/** Until when the write of an outcome must begin, so that the caller still gets the outcome. */
export const hearsUntilMs = (calledAtMs: number): number => calledAtMs + LISTENS_MS - WRITE_TIME_MS;

const readBack = async (attempts: Attempts, { reference }: DirectAttempt): Promise<DirectPaymentData | undefined> => {
  try {
    const now = await findDirect(attempts, reference);
    return now === undefined ? undefined : tellable(now);
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
};

/**
 * Writes the bank's answer and returns what may be reported. If the write is refused or has no clear answer, the row is
 * read back and decides. Undefined when that fails too, or when the outcome is unknown (rule 1). Throws
 * StoreUnavailable when it is unknown whether the charge of a payment without a code stays.
 */
export const concludeDirectly = async (
  deps: Omit<ChargeDependencies, 'bank' | 'breaker'>,
  attempt: DirectAttempt,
  conclusion: Conclusion,
): Promise<DirectPaymentData | undefined> => {
  let failure: StoreUnavailable | undefined;
  try {
    const charged = await concludeCharge(deps, attempt, conclusion);
    if (charged.kind === 'unknown') return undefined;
    if (charged.kind === 'approved') return paid(attempt.orderId);
    if (charged.kind === 'declined') return declined(charged.code);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    failure = error;
  }
  const data = await readBack(deps.attempts, attempt);
  // Without a code OutcomeUnknown promises a reversal. If the approval may be written, there is none: the answer is EX.
  const mayStay = conclusion.outcome.kind === 'approved' && failure?.outcome === 'unknown';
  if (data === undefined && mayStay && attempt.direct.otherTrxCode === undefined) throw failure;
  return data;
};

/**
 * Writes that the attempt is in doubt, so that a call with the same code may ask the bank at once (rules 8, 9). If the
 * write fails, the attempt counts as in doubt after `answerBy` all the same.
 */
const leaveInDoubt = async (attempts: Attempts, attempt: DirectAttempt): Promise<void> => {
  try {
    await applied(attempts, doubt(attempt));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
};

/**
 * Charges an attempt whose intent is written, asks the bank if the answer is unknown, and writes the outcome. Undefined
 * when the outcome stays unknown: the attempt stays in the queue and is reconciled without its caller (rules 8, 9).
 */
export const chargeDirectly = async (
  deps: ChargeDependencies,
  attempt: DirectAttempt,
  { account, card, payerAddress }: { account: PosAccount; card: PaymentCard & KeptCard; payerAddress: string },
  heardUntilMs: number,
): Promise<DirectPaymentData | undefined> => {
  const deadlines = directDeadlines(attempt, heardUntilMs);
  const outcome = await sendCharge(deps, attempt, {
    account,
    send: (order, time) => deps.bank.charge(account, { ...order, card, payerAddress }, time),
    ...deadlines,
  });
  if (outcome.kind === 'unknown') {
    await leaveInDoubt(deps.attempts, attempt);
    return undefined;
  }
  return concludeDirectly(deps, attempt, { outcome, card: async () => card, ...deadlines });
};
