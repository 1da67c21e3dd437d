import {
  type Attempt,
  collectableUntilMs,
  type DirectAttempt,
  isOfLink,
  noRecordBelievedAtMs,
  RECHECK_AFTER_MS,
} from '../../shared/domain/attempt.ts';
import type { PendingCard } from '../../shared/domain/stored-card.ts';
import { orderOf, verdictOf } from '../../shared/payment-flow/await-answer.ts';
import { concludeClosed, concludeDeclined } from '../../shared/payment-flow/conclude.ts';
import { openPendingCard } from '../../shared/payment-flow/kept-card.ts';
import { openPosAccount } from '../../shared/payment-flow/pos-account.ts';
import { type CardStoring, concludeApprovedStoringCard } from '../../shared/payment-flow/store-card.ts';
import type { Attempts } from '../../shared/ports/attempts.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Randomness } from '../../shared/ports/identifiers.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import type { InquiryAnswer, VirtualPos } from '../../shared/ports/virtual-pos.ts';
import { callTime, putOff } from './put-off.ts';
import { startTakingBack, takeBack } from './take-back.ts';

export interface SettleAttemptDependencies {
  readonly attempts: Attempts;
  readonly bank: VirtualPos;
  readonly opener: Opener;
  readonly cardStoring: CardStoring;
  readonly randomness: Randomness;
  readonly clock: Clock;
}

/** Why an operator should look, by the name of the metric that says so. */
export type SettleAlarm = 'unexpected-charge' | 'stuck' | 'overdue';

/** Causes of an unknown answer that lie with the bank or the way to it. Any other cause is about the one order. */
const BANK_IS_SILENT: readonly string[] = ['time-out', 'connection-lost', 'unreadable', 'error-answer', 'not-asked'];

const hasAnswered = (found: InquiryAnswer): boolean =>
  found.kind !== 'unknown' || !BANK_IS_SILENT.includes(found.cause);

/** How far one attempt has come, and whether its bank answered, where it was asked. */
export type SettleOutcome = { readonly bankAnswered?: boolean } & SettledSoFar;

type SettledSoFar =
  | { readonly kind: 'settled'; readonly state: Attempt['state']; readonly alarm?: SettleAlarm }
  | { readonly kind: 'put-off'; readonly state: Attempt['state']; readonly alarm?: SettleAlarm }
  /** Somebody else has moved it on meanwhile. */
  | { readonly kind: 'left-alone' };

/** One attempt under its lease, which ends at `leaseUntilMs`: no call to the bank outlives it. */
export interface SettleCall {
  readonly deps: SettleAttemptDependencies;
  readonly account: Awaited<ReturnType<typeof openPosAccount>>;
  readonly leaseUntilMs: number;
}

const LEFT_ALONE: SettleOutcome = { kind: 'left-alone' };

const concluding = ({ deps }: SettleCall) => ({
  nowMs: deps.clock.now(),
  resultReference: deps.randomness.token(),
});

const settledOr = (ended: boolean, state: Attempt['state']): SettleOutcome =>
  ended ? { kind: 'settled', state } : LEFT_ALONE;

const recheckAt = (call: SettleCall): number => call.deps.clock.now() + RECHECK_AFTER_MS;

/** The bank knows a charge that no attempt of ours may keep: it is taken back, and an operator is told. */
const takeBackUnexpected = async (attempt: Attempt, found: InquiryAnswer, call: SettleCall): Promise<SettleOutcome> => {
  const outcome = await startTakingBack(attempt, found, call);
  return outcome.kind === 'left-alone' ? outcome : { alarm: 'unexpected-charge', ...outcome };
};

/** The payer left during 3D: nothing can have been charged, and the bank is asked once all the same (rules 5, 20). */
const settleAbandoned = async (attempt: Attempt, found: InquiryAnswer, call: SettleCall): Promise<SettleOutcome> => {
  if (found.kind === 'unknown') return putOff(attempt, call);
  if (found.kind !== 'no-record' && found.kind !== 'declined') return takeBackUnexpected(attempt, found, call);
  const recheck = found.kind === 'no-record' ? recheckAt(call) : undefined;
  return settledOr(await concludeClosed(call.deps.attempts, attempt, recheck, concluding(call)), 'closed');
};

/** A charge that went well though nobody heard so: the link is paid, unless it is not this attempt's any more. */
const approve = async (attempt: Attempt, found: InquiryAnswer, call: SettleCall): Promise<SettleOutcome> => {
  const { attempts, opener, cardStoring } = call.deps;
  const references = 'references' in found ? found.references : { authCode: '', hostReference: '', transactionId: '' };
  const approval = {
    references,
    options: concluding(call),
    card: (pending: PendingCard) => openPendingCard(attempt, pending, opener),
    untilMs: call.leaseUntilMs,
  };
  if (await concludeApprovedStoringCard(attempts, attempt, approval, cardStoring)) {
    return { kind: 'settled', state: 'approved' };
  }
  const now = await attempts.find(attempt.reference);
  return now?.version === attempt.version ? takeBackUnexpected(attempt, found, call) : LEFT_ALONE;
};

/**
 * A direct payment that went well though its caller was not told: for ten minutes a call with the same code may learn
 * so, then it is taken back, because nobody was told (rule 9).
 */
const leaveToCaller = (attempt: DirectAttempt, found: InquiryAnswer, call: SettleCall): Promise<SettleOutcome> => {
  const untilMs = collectableUntilMs(attempt);
  if (call.deps.clock.now() >= untilMs) return startTakingBack(attempt, found, call);
  return putOff(attempt, call, { ...(attempt.state === 'charging' ? { state: 'in-doubt' } : {}), dueAtMs: untilMs });
};

/** Even "no record" would be believed by now: a bank that still tells nothing clear is an operator's to ask. */
const overdueAt = (attempt: Attempt, nowMs: number): SettleAlarm | undefined =>
  nowMs >= noRecordBelievedAtMs(attempt) ? 'overdue' : undefined;

/** A charge whose answer never came (rules 1, 3, 5, 9). */
const settleCharge = async (attempt: Attempt, found: InquiryAnswer, call: SettleCall): Promise<SettleOutcome> => {
  const { attempts, clock } = call.deps;
  const inDoubt = (): Promise<SettleOutcome> =>
    putOff(attempt, call, attempt.state === 'charging' ? { state: 'in-doubt' } : {}, overdueAt(attempt, clock.now()));
  if (found.kind === 'unknown') return inDoubt();
  if (found.kind === 'captured' || found.kind === 'authorised') {
    if (attempt.told === 'failed') return startTakingBack(attempt, found, call);
    if (!isOfLink(attempt)) return leaveToCaller(attempt, found, call);
    return verdictOf(found, orderOf(attempt)).kind === 'approved' ? approve(attempt, found, call) : inDoubt();
  }
  if (found.kind === 'voided' || found.kind === 'refunded') return startTakingBack(attempt, found, call);
  if (found.kind === 'declined') {
    return settledOr(await concludeDeclined(attempts, attempt, found, concluding(call)), 'declined');
  }
  if (clock.now() < noRecordBelievedAtMs(attempt)) return inDoubt();
  const why = { code: '021', recheckAtMs: recheckAt(call) } as const;
  return settledOr(await concludeDeclined(attempts, attempt, why, concluding(call)), 'declined');
};

/** The second question after an end that rested on "no record" (rule 5). */
const recheck = async (attempt: Attempt, found: InquiryAnswer, call: SettleCall): Promise<SettleOutcome> => {
  if (found.kind === 'unknown') return putOff(attempt, call);
  if (found.kind === 'captured' || found.kind === 'authorised') return takeBackUnexpected(attempt, found, call);
  const { dueAtMs, state } = attempt;
  const after = await call.deps.attempts.update(attempt, { dueAtMs, rechecked: true });
  return settledOr(after !== undefined, state);
};

type Step = (attempt: Attempt, found: InquiryAnswer, call: SettleCall) => Promise<SettleOutcome>;

/** No attempt is queued in these states; were one, it would only be looked at again. */
const wait: Step = (attempt, _found, call) => putOff(attempt, call);

const steps: Readonly<Record<Attempt['state'], Step>> = {
  authenticating: settleAbandoned,
  charging: settleCharge,
  'in-doubt': settleCharge,
  voiding: takeBack,
  refunding: takeBack,
  stuck: takeBack,
  declined: recheck,
  closed: recheck,
  started: wait,
  approved: wait,
  voided: wait,
  refunded: wait,
};

/**
 * Takes one leased attempt a step further, or to its end, by what the bank says of it now. Whatever it cannot decide
 * is put off. Throws StoreUnavailable and VaultUnavailable.
 */
export const settleAttempt = async (
  deps: SettleAttemptDependencies,
  attempt: Attempt,
  leaseUntilMs: number,
): Promise<SettleOutcome> => {
  const account = await openPosAccount(attempt.pos, deps.opener);
  const call: SettleCall = { deps, account, leaseUntilMs };
  const time = callTime(call);
  if (time === undefined) return putOff(attempt, call);
  const found = await deps.bank.inquire(account, orderOf(attempt), time);
  const outcome = await steps[attempt.state](attempt, found, call);
  return { ...outcome, bankAnswered: hasAnswered(found) };
};
