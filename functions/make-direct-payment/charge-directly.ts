import { ANSWER_BY_MS, type DirectAttempt, isOfLink } from '../../shared/domain/attempt/attempt.ts';
import type { KeptCard } from '../../shared/domain/card/stored-card.ts';
import { ANSWER_RESERVE_MS } from '../../shared/http/deadline.ts';
import {
  type ChargeDependencies,
  type Conclusion,
  concludeCharge,
  directDeadlines,
  sendCharge,
} from '../../shared/payment-flow/charge.ts';
import type { Attempts } from '../../shared/ports/attempts.ts';
import type { PaymentCard, PosAccount } from '../../shared/ports/bank-gateway.ts';
import { StoreUnavailable } from '../../shared/ports/store-errors.ts';
import { type DirectPaymentData, declined, paid, tellable } from './answer.ts';

/** For writing what the bank said, before the invocation's own answer leaves. */
const WRITE_TIME_MS = 3000;

/** How long a caller hears an answer: then the invocation's time is over, and OutcomeUnknown was its answer. */
const LISTENS_MS = ANSWER_BY_MS - ANSWER_RESERVE_MS;

/** Until when an outcome must be on its way to the table, so that the caller of that moment hears of it. */
export const hearsUntilMs = (calledAtMs: number): number => calledAtMs + LISTENS_MS - WRITE_TIME_MS;

/** The attempt as it is at the table, where it is a direct payment's. */
export const findDirect = async (
  attempts: Pick<Attempts, 'find'>,
  reference: string,
): Promise<DirectAttempt | undefined> => {
  const attempt = await attempts.find(reference);
  return attempt === undefined || isOfLink(attempt) ? undefined : attempt;
};

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
 * Writes what the bank said and answers what may be told then. Where the write is refused or its outcome is not known,
 * the row is read back and has the last word; undefined when that fails too, or when the bank has not told (rule 1).
 * Throws StoreUnavailable where nobody can say whether the charge of a payment without a code stays.
 */
export const concludeDirectly = async (
  deps: Omit<ChargeDependencies, 'bank'>,
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
  // Without a code OutcomeUnknown says that a charge is taken back. One whose approval may be written is not: that is EX.
  const mayStay = conclusion.outcome.kind === 'approved' && failure?.outcome === 'unknown';
  if (data === undefined && mayStay && attempt.direct.otherTrxCode === undefined) throw failure;
  return data;
};

/**
 * Says that nobody waits for the bank any more: a call with the same code need not wait until the attempt is in doubt by
 * itself, and may ask at once (rules 8, 9). Where it cannot be written, time says it.
 */
const leaveInDoubt = async (attempts: Attempts, attempt: DirectAttempt): Promise<void> => {
  try {
    await attempts.update(attempt, { state: 'in-doubt', dueAtMs: attempt.dueAtMs });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
};

/**
 * Charges an attempt whose intent is written, asks after an answer that does not tell, and concludes. Undefined when
 * the outcome is unknown: the attempt stays in the queue and is reconciled without its caller (rules 8, 9).
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
