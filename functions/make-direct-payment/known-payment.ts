import type { DirectAttempt } from '../../shared/domain/attempt/attempt.ts';
import { collectableUntilMs } from '../../shared/domain/attempt/timing.ts';
import type { PendingCard } from '../../shared/domain/card/stored-card.ts';
import type { DirectPaymentFields } from '../../shared/domain/direct-payment/direct-payment-fields.ts';
import { type CodedCall, madeBySameRequest } from '../../shared/http/once-per-code.ts';
import { chargeOutcomeOf, orderOf } from '../../shared/payment-flow/await-answer.ts';
import { type ChargeDependencies, directDeadlines } from '../../shared/payment-flow/charge.ts';
import { openPendingCard } from '../../shared/payment-flow/kept-card.ts';
import { openPinnedAccount } from '../../shared/payment-flow/pos-account.ts';
import type { IdempotencyRecord } from '../../shared/ports/idempotency-records.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import type { VirtualPosVersions } from '../../shared/ports/virtual-pos-directory.ts';
import { type DirectPaymentData, outcomeUnknown, stillRunning, tellable } from './answer.ts';
import { concludeDirectly, findDirect, hearsUntilMs } from './charge-directly.ts';
import { Waiters } from './waiters.ts';

export interface KnownPaymentDependencies extends ChargeDependencies {
  readonly posVersions: VirtualPosVersions;
  readonly opener: Opener;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** A call whose code is known. */
type KnownCall = Pick<CodedCall<DirectPaymentFields>, 'asked' | 'calledAtMs'>;

/** An attempt of which the caller may be told, with what that is. */
export interface ToldAttempt {
  readonly attempt: DirectAttempt;
  readonly data: DirectPaymentData;
}

/**
 * What a request with a known code gets: the outcome of the attempt that the code names. Refuses with StillRunning or
 * OutcomeUnknown where nothing may be told yet.
 */
export type KnownPayment = (record: IdempotencyRecord, call: KnownCall) => Promise<ToldAttempt>;

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;
const INQUIRY_MS = 5000;
/** The bank is only asked where it has this long to answer. */
const LEAST_INQUIRY_MS = 1000;

const read = async (reference: string, { attempts }: KnownPaymentDependencies): Promise<DirectAttempt> => {
  const attempt = await findDirect(attempts, reference);
  if (attempt === undefined) throw new Error('an idempotency record names an attempt that is not there');
  return attempt;
};

/** In doubt nobody else will tell: the bank is asked, and "no record" is not believed (rule 5). */
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

/** What may be told of an attempt; undefined while a call for it runs. Once none runs the outcome is collected. */
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
 * Waits as long as its own caller can still hear of the outcome: the bank's time-out ends before that, so a repeat that
 * came with the first call gets what the first call learns by asking after it.
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
 * Answers requests with a known code (rules 9, 10). While the attempt runs the call waits for it. Once no call runs the
 * bank is asked, and an approval that nobody was told of may be collected.
 */
export const knownPayment = (deps: KnownPaymentDependencies): KnownPayment => {
  const waiters = new Waiters();
  return async (record, call) => {
    const reference = madeBySameRequest(record, call, 'payment');
    const attempt = await read(reference, deps);
    const data = tellable(attempt);
    if (data !== undefined) return { attempt, data };
    const heardUntilMs = hearsUntilMs(call.calledAtMs);
    // By the code, which may move on to another attempt while some still wait for the one before.
    const code = `${attempt.dealerCode} ${attempt.direct.otherTrxCode}`;
    return waiters.admit(
      code,
      async () => (await told(attempt, heardUntilMs, deps)) ?? waitFor(reference, heardUntilMs, deps),
    );
  };
};
