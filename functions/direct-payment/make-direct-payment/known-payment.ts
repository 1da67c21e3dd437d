import { type DirectAttempt, isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import { collectableUntilMs } from '../../../shared/domain/attempt/timing.ts';
import type { PendingCard } from '../../../shared/domain/card/stored-card.ts';
import type { DirectPaymentFields } from '../../../shared/domain/direct-payment/direct-payment-fields.ts';
import { directRepeatOf, type RepeatedRequest } from '../../../shared/domain/direct-payment/direct-repeat.ts';
import type { PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import { type CodedCall, codeIsPaid, codeIsUndecided, paymentOfFamily } from '../../../shared/http/once-per-code.ts';
import { chargeOutcomeOf, orderOf } from '../../../shared/payment-flow/await-answer.ts';
import { type ChargeDependencies, directDeadlines } from '../../../shared/payment-flow/charge.ts';
import { findDirect } from '../../../shared/payment-flow/find-direct.ts';
import { openPendingCard } from '../../../shared/payment-flow/kept-card.ts';
import { openPinnedAccount } from '../../../shared/payment-flow/pos-account.ts';
import type { IdempotencyRecord } from '../../../shared/ports/idempotency-records.ts';
import type { Opener } from '../../../shared/ports/vault.ts';
import type { VirtualPosVersions } from '../../../shared/ports/virtual-pos-directory.ts';
import { attemptsUsedUp, type DirectPaymentData, outcomeUnknown, stillRunning, tellable } from './answer.ts';
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

/** What a request with a known code gets. A code that is bound to another request, or used up, is refused. */
export type KnownCode =
  /** The outcome of an attempt of the same request. */
  | { readonly kind: 'reported'; readonly data: DirectPaymentData }
  /** The request may be the attempt after this one. `last`: the answer to the latest attempt of the same request. */
  | { readonly kind: 'free'; readonly after: DirectAttempt; readonly last: DirectPaymentData | undefined };

/** An attempt whose outcome may be reported, with the answer. */
interface ReportedAttempt {
  readonly attempt: DirectAttempt;
  readonly data: DirectPaymentData;
}

/** The attempts of a code, the first one first. */
type Attempts = readonly [DirectAttempt, ...DirectAttempt[]];

/**
 * What a request with a known code gets, by all attempts of the code. Refuses with StillRunning, OutcomeUnknown or
 * OtherTrxCodeAlreadyUsed while the code is bound, and with AttemptsUsedUp.
 */
export type KnownPayment = (record: IdempotencyRecord, call: KnownCall) => Promise<KnownCode>;

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

const attemptsOf = async (payment: PaymentName, { attempts }: KnownPaymentDependencies): Promise<Attempts> => {
  const [first, ...others] = (await attempts.ofPayment(payment)).filter((one) => !isOfLink(one));
  if (first === undefined) throw new Error('a direct payment has no attempt');
  return [first, ...others];
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
): Promise<ReportedAttempt | undefined> => {
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
): Promise<ReportedAttempt> => {
  let pauseMs = FIRST_PAUSE_MS;
  while (deps.clock.now() < heardUntilMs) {
    await deps.pause(pauseMs);
    const now = await told(await read(reference, deps), heardUntilMs, deps);
    if (now !== undefined) return now;
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }
  throw stillRunning();
};

/** The outcome of an attempt of the same request, once it is known. */
const outcomeOf = async (
  attempt: DirectAttempt,
  { waiters, heardUntilMs }: { readonly waiters: Waiters; readonly heardUntilMs: number },
  deps: KnownPaymentDependencies,
): Promise<ReportedAttempt> => {
  const data = tellable(attempt);
  if (data !== undefined) return { attempt, data };
  // Counted by code, not by attempt: a new attempt may begin while calls still wait for the one before.
  return waiters.admit(
    `${attempt.dealerCode} ${attempt.direct.otherTrxCode}`,
    async () => (await told(attempt, heardUntilMs, deps)) ?? waitFor(attempt.reference, heardUntilMs, deps),
  );
};

const repeatedBy = ({ asked }: KnownCall): RepeatedRequest | undefined =>
  asked === undefined ? undefined : { fingerprint: asked.fingerprint, card: asked.fields.card };

/** What the latest attempt of the same request was answered. */
const lastOf = (attempts: Attempts, { asked }: KnownCall): DirectPaymentData | undefined => {
  if (asked === undefined) return undefined;
  const attempt = attempts.findLast(({ fingerprint }) => fingerprint === asked.fingerprint);
  return attempt === undefined ? undefined : tellable(attempt);
};

type Repeat = ReturnType<typeof directRepeatOf<DirectAttempt>>;

/** What may begin the next attempt. Refuses every other request that has no outcome of its own. */
const freeFor = (repeat: Exclude<Repeat, { kind: 'outcome-of' }>, last: DirectPaymentData | undefined): KnownCode => {
  switch (repeat.kind) {
    case 'new-attempt':
      return { kind: 'free', after: repeat.after, last };
    case 'used-up':
      throw attemptsUsedUp();
    case 'undecided':
      throw codeIsUndecided();
    case 'paid':
      throw codeIsPaid();
  }
};

const withNewest = ([first, ...others]: Attempts, newest: DirectAttempt): Attempts => {
  const at = (one: DirectAttempt): DirectAttempt => (one.reference === newest.reference ? newest : one);
  return [at(first), ...others.map(at)];
};

/**
 * Answers requests with a known code (rules 9, 10). While an attempt of the same request runs, the call waits for it. Once
 * no call runs, the bank is asked, and an approval that was not reported may be collected. A call with another request
 * never waits for that attempt, nor learns of its outcome.
 */
export const knownPayment = (deps: KnownPaymentDependencies): KnownPayment => {
  const waiters = new Waiters();
  return async (record, call) => {
    const attempts = await attemptsOf(paymentOfFamily(record, 'direct'), deps);
    const request = repeatedBy(call);
    const repeat = directRepeatOf(attempts, { request, nowMs: deps.clock.now() });
    if (repeat.kind !== 'outcome-of') return freeFor(repeat, lastOf(attempts, call));
    const heardUntilMs = hearsUntilMs(call.calledAtMs);
    const { attempt, data } = await outcomeOf(repeat.attempt, { waiters, heardUntilMs }, deps);
    // It may have been declined while this call waited. With another card, this call is the next attempt then.
    const now = withNewest(attempts, attempt);
    const again = directRepeatOf(now, { request, nowMs: deps.clock.now() });
    return again.kind === 'outcome-of' ? { kind: 'reported', data } : freeFor(again, lastOf(now, call));
  };
};
