import { collectableUntilMs, type DirectAttempt } from '../../shared/domain/attempt/attempt.ts';
import type { PendingCard } from '../../shared/domain/card/stored-card.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { chargeOutcomeOf, orderOf } from '../../shared/payment-flow/await-answer.ts';
import { openPendingCard } from '../../shared/payment-flow/kept-card.ts';
import { openPinnedAccount } from '../../shared/payment-flow/pos-account.ts';
import type { IdempotencyRecord } from '../../shared/ports/payment-requests.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import type { VirtualPosVersions } from '../../shared/ports/virtual-pos-directory.ts';
import { type DirectPaymentData, outcomeUnknown, stillRunning, tellable } from './answer.ts';
import { type ChargeDependencies, concludeDirectly, findDirect } from './charge-directly.ts';

export interface KnownPaymentDependencies extends ChargeDependencies {
  readonly posVersions: VirtualPosVersions;
  readonly opener: Opener;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** A call whose code may be known. */
export interface KnownCall {
  /** Undefined for a request that could not be read: it is no repetition of any other. */
  readonly fingerprint: string | undefined;
  /** Until when an approval may be collected for it (`hearsUntilMs`). */
  readonly hearsUntilMs: number;
}

/** An attempt of which the caller may be told, with what that is. */
export interface ToldAttempt {
  readonly attempt: DirectAttempt;
  readonly data: DirectPaymentData;
}

/** Calls that wait for one code at once, per instance (rule 10). */
const MAX_WAITERS = 2;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;
const INQUIRY_MS = 5000;
/** The bank is only asked where it has this long to answer. */
const LEAST_INQUIRY_MS = 1000;

/** Counts the calls that wait for a code in this instance. */
class Waiters {
  readonly #waiting = new Map<string, number>();

  /** Runs a call that waits, or refuses it where enough of them wait already. */
  async admit<Value>(name: string, wait: () => Promise<Value>): Promise<Value> {
    const waiting = this.#waiting.get(name) ?? 0;
    if (waiting >= MAX_WAITERS) throw stillRunning();
    this.#waiting.set(name, waiting + 1);
    try {
      return await wait();
    } finally {
      const left = (this.#waiting.get(name) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(name);
      else this.#waiting.set(name, left);
    }
  }
}

const alreadyUsed = (): Refusal =>
  new Refusal('OtherTrxCodeAlreadyUsed', 'OtherTrxCode already names a different payment of this dealer.');

/** The attempt that a code names, for the same request; another request with the code is refused (rules 12, 13). */
const referenceOf = (claimed: IdempotencyRecord, fingerprint: string | undefined): string => {
  if (claimed.fingerprint !== fingerprint || claimed.attemptReference === undefined) throw alreadyUsed();
  return claimed.attemptReference;
};

/**
 * What a request with a known code gets: the outcome of the attempt that the code names. While that runs the call waits
 * for it. Once no call runs the bank is asked, and an approval that nobody was told of may be collected (rules 9, 10).
 * Refuses with StillRunning or OutcomeUnknown where nothing may be told yet.
 */
export const knownPayment = (deps: KnownPaymentDependencies) => {
  const { attempts, clock, pause, bank, opener } = deps;
  const waiters = new Waiters();

  const read = async (reference: string): Promise<DirectAttempt> => {
    const attempt = await findDirect(attempts, reference);
    if (attempt === undefined) throw new Error('a claim names an attempt that is not there');
    return attempt;
  };

  /** In doubt nobody else will tell: the bank is asked, and "no record" is not believed (rule 5). */
  const collect = async (attempt: DirectAttempt, untilMs: number): Promise<DirectPaymentData> => {
    const unknown = outcomeUnknown(attempt.direct.otherTrxCode);
    const nowMs = clock.now();
    if (nowMs >= collectableUntilMs(attempt) || nowMs + LEAST_INQUIRY_MS > untilMs) throw unknown;
    const account = await openPinnedAccount(attempt, deps);
    const order = orderOf(attempt);
    const verdict = chargeOutcomeOf(
      await bank.inquire(account, order, { answerBy: Math.min(nowMs + INQUIRY_MS, untilMs) }),
      order,
    );
    const card = (pending: PendingCard) => openPendingCard(attempt, pending, opener);
    const data = await concludeDirectly(deps, attempt, { verdict, card, untilMs });
    if (data === undefined) throw unknown;
    return data;
  };

  const settle = async (attempt: DirectAttempt, untilMs: number): Promise<ToldAttempt | undefined> => {
    const data = tellable(attempt);
    if (data !== undefined) return { attempt, data };
    const runs = attempt.state === 'charging' && clock.now() < (attempt.answerByMs ?? 0);
    if (runs) return undefined;
    const collected = await collect(attempt, untilMs);
    return { attempt: await read(attempt.reference), data: collected };
  };

  /**
   * Waits as long as its own caller can still hear of the outcome: the bank's time-out ends before that, so a repeat that
   * came with the first call gets what the first call learns by asking after it.
   */
  const waitFor = async (reference: string, untilMs: number): Promise<ToldAttempt> => {
    for (let pauseMs = FIRST_PAUSE_MS; clock.now() < untilMs; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      await pause(pauseMs);
      const settled = await settle(await read(reference), untilMs);
      if (settled !== undefined) return settled;
    }
    throw stillRunning();
  };

  return async (claimed: IdempotencyRecord, { fingerprint, hearsUntilMs }: KnownCall): Promise<ToldAttempt> => {
    const reference = referenceOf(claimed, fingerprint);
    const attempt = await read(reference);
    const data = tellable(attempt);
    if (data !== undefined) return { attempt, data };
    // By the code, which may move on to another attempt while some still wait for the one before.
    const code = `${attempt.dealerCode} ${attempt.direct.otherTrxCode}`;
    return waiters.admit(code, async () => (await settle(attempt, hearsUntilMs)) ?? waitFor(reference, hearsUntilMs));
  };
};
