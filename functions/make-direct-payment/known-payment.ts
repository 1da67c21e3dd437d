import { type DirectAttempt, isOfLink } from '../../shared/domain/attempt/attempt.ts';
import { collectableUntilMs } from '../../shared/domain/attempt/timing.ts';
import type { PendingCard } from '../../shared/domain/card/stored-card.ts';
import type { DirectPaymentFields } from '../../shared/domain/direct-payment/direct-payment-fields.ts';
import type { PaymentName } from '../../shared/domain/payment/payment-name.ts';
import { type CodedCall, paymentOfSameRequest } from '../../shared/http/once-per-code.ts';
import { chargeOutcomeOf, orderOf } from '../../shared/payment-flow/await-answer.ts';
import { type ChargeDependencies, directDeadlines } from '../../shared/payment-flow/charge.ts';
import { findDirect } from '../../shared/payment-flow/find-direct.ts';
import { openPendingCard } from '../../shared/payment-flow/kept-card.ts';
import { openPinnedAccount } from '../../shared/payment-flow/pos-account.ts';
import type { IdempotencyRecord } from '../../shared/ports/idempotency-records.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import type { VirtualPosVersions } from '../../shared/ports/virtual-pos-directory.ts';
import { type DirectPaymentData, outcomeUnknown, stillRunning, tellable } from './answer.ts';
import { concludeDirectly, hearsUntilMs } from './charge-directly.ts';
import { Waiters } from './waiters.ts';

export interface KnownPaymentDependencies extends ChargeDependencies {
  readonly posVersions: VirtualPosVersions;
  readonly opener: Opener;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** A call whose code is known. */
type KnownCall = Pick<CodedCall<DirectPaymentFields>, 'asked' | 'calledAtMs'>;

/** An attempt whose outcome may be reported, with the answer. */
export interface ToldAttempt {
  readonly attempt: DirectAttempt;
  readonly data: DirectPaymentData;
}

/**
 * What a request with a known code gets: the outcome of the attempt that the code names. Refuses with StillRunning or
 * OutcomeUnknown when nothing may be reported yet.
 */
export type KnownPayment = (record: IdempotencyRecord, call: KnownCall) => Promise<ToldAttempt>;

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;
const INQUIRY_MS = 5000;
/** The bank is asked only when it has at least this long to answer. */
const LEAST_INQUIRY_MS = 1000;

const read = async (reference: string, { attempts }: KnownPaymentDependencies): Promise<DirectAttempt> => {
  const attempt = await findDirect(attempts, reference);
  if (attempt === undefined) throw new Error('an attempt that was there is gone');
  return attempt;
};

const latestOf = async (payment: PaymentName, { attempts }: KnownPaymentDependencies): Promise<DirectAttempt> => {
  const attempt = await attempts.latestOf(payment);
  if (attempt === undefined || isOfLink(attempt)) throw new Error('a direct payment has no attempt');
  return attempt;
};

/**
 * Asks the bank about an attempt in doubt, since no call waits for its answer. "No record" is not believed (rule 5).
 */
const collect = async (
  attempt: DirectAttempt,
  heardUntilMs: number,
  deps: KnownPaymentDependencies,
): Promise<DirectPaymentData> => {
  const { bank, clock, opener } = deps;
  const unknown = outcomeUnknown(attempt.direct.otherTrxCode);
  const nowMs = clock.now();
  if (nowMs >= collectableUntilMs(attempt) || nowMs + LEAST_INQUIRY_MS > heardUntilMs) throw unknown;
  const account = await openPinnedAccount(attempt, deps);
  const order = orderOf(attempt);
  const time = { answerBy: Math.min(nowMs + INQUIRY_MS, heardUntilMs) };
  const outcome = chargeOutcomeOf(await bank.inquire(account, order, time), order);
  const card = (pending: PendingCard) => openPendingCard(attempt, pending, opener);
  const conclusion = { outcome, card, ...directDeadlines(attempt, heardUntilMs) };
  const data = await concludeDirectly(deps, attempt, conclusion);
  if (data === undefined) throw unknown;
  return data;
};

/** What may be reported of an attempt; undefined while a call for it runs. Once none runs, the outcome is collected. */
const told = async (
  attempt: DirectAttempt,
  heardUntilMs: number,
  deps: KnownPaymentDependencies,
): Promise<ToldAttempt | undefined> => {
  const data = tellable(attempt);
  if (data !== undefined) return { attempt, data };
  const runs = attempt.state === 'charging' && deps.clock.now() < (attempt.answerByMs ?? 0);
  if (runs) return undefined;
  const collected = await collect(attempt, heardUntilMs, deps);
  return { attempt: await read(attempt.reference, deps), data: collected };
};

/**
 * Waits as long as its own caller can still get the outcome. The bank's time-out is shorter, so a repeat that came at
 * the same time as the first call gets the same outcome.
 */
const waitFor = async (
  reference: string,
  heardUntilMs: number,
  deps: KnownPaymentDependencies,
): Promise<ToldAttempt> => {
  let pauseMs = FIRST_PAUSE_MS;
  while (deps.clock.now() < heardUntilMs) {
    await deps.pause(pauseMs);
    const now = await told(await read(reference, deps), heardUntilMs, deps);
    if (now !== undefined) return now;
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }
  throw stillRunning();
};

/**
 * Answers requests with a known code (rules 9, 10). While the attempt runs, the call waits for it. Once no call runs,
 * the bank is asked, and an approval that was not reported may be collected.
 */
export const knownPayment = (deps: KnownPaymentDependencies): KnownPayment => {
  const waiters = new Waiters();
  return async (record, call) => {
    const attempt = await latestOf(paymentOfSameRequest(record, call), deps);
    const { reference } = attempt;
    const data = tellable(attempt);
    if (data !== undefined) return { attempt, data };
    const heardUntilMs = hearsUntilMs(call.calledAtMs);
    // Counted by code, not by attempt: a new attempt may begin while calls still wait for the one before.
    const code = `${attempt.dealerCode} ${attempt.direct.otherTrxCode}`;
    return waiters.admit(
      code,
      async () => (await told(attempt, heardUntilMs, deps)) ?? waitFor(reference, heardUntilMs, deps),
    );
  };
};
