import { type Attempt, type DirectAttempt, isOfLink, type LinkAttempt } from '../../shared/domain/attempt/attempt.ts';
import { concludeRecheck, type Later } from '../../shared/domain/attempt/queue-transitions.ts';
import {
  collectableUntilMs,
  needsPerson,
  noRecordBelievedAtMs,
  retryOfferedAtMs,
} from '../../shared/domain/attempt/timing.ts';
import type { PendingCard } from '../../shared/domain/card/stored-card.ts';
import { chargeOutcomeOf, isStanding, orderOf, type StandingAnswer } from '../../shared/payment-flow/await-answer.ts';
import { bookedOrderOf } from '../../shared/payment-flow/booked-order.ts';
import { concludeClosed, concludeDeclined } from '../../shared/payment-flow/conclude.ts';
import { openPendingCard } from '../../shared/payment-flow/kept-card.ts';
import { openPinnedAccount } from '../../shared/payment-flow/pos-account.ts';
import { concludeApprovedStoringCard } from '../../shared/payment-flow/store-card.ts';
import type { InquiryAnswer } from '../../shared/ports/bank-gateway.ts';
import { heardFrom, isContradictory } from './last-answer.ts';
import type {
  ReconcileAlarm,
  ReconcileAttemptDependencies,
  ReconcileCall,
  ReconcileOutcome,
} from './reconcile-call.ts';
import { callTime, reschedule } from './reschedule.ts';
import { recheckRefund, reverseCharge, startReversing } from './reverse-charge.ts';

/** Causes of an unknown answer that lie with the bank or the way to it. Any other cause is about the one order. */
const BANK_IS_SILENT: readonly string[] = ['time-out', 'connection-lost', 'unreadable', 'error-answer', 'not-asked'];

const hasAnswered = (found: InquiryAnswer): boolean =>
  found.kind !== 'unknown' || !BANK_IS_SILENT.includes(found.cause);

const LEFT_ALONE: ReconcileOutcome = { kind: 'left-alone' };

/** Leaves an attempt to a later run, since the bank told nothing that decides. */
const askLater = (attempt: Attempt, found: InquiryAnswer, call: ReconcileCall): Promise<ReconcileOutcome> =>
  reschedule(attempt, call, {}, isContradictory(found) ? 'contradiction' : undefined);

const concluding = ({ deps }: ReconcileCall) => ({
  nowMs: deps.clock.now(),
  resultReference: deps.randomness.token(),
});

const reconciledOr = (ended: boolean, state: Attempt['state']): ReconcileOutcome =>
  ended ? { kind: 'reconciled', state } : LEFT_ALONE;

/** The outcome with the reason for an operator to look, where it has none of its own. */
const alarmed = (outcome: ReconcileOutcome, alarm: ReconcileAlarm | undefined): ReconcileOutcome =>
  alarm === undefined || outcome.kind === 'left-alone' ? outcome : { alarm, ...outcome };

/** A charge is in doubt once somebody has asked after it in vain. */
const inDoubtNow = ({ state }: Attempt): Pick<Later, 'event'> => (state === 'charging' ? { event: 'doubt' } : {});

/** The bank knows a charge that no attempt of ours may keep: it is reversed, and an operator is told. */
const reverseUnexpected = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => alarmed(await startReversing(attempt, found, call), 'unexpected-charge');

/** The bank knows of a charge: it stands, or it was voided or credited since. */
const wasCharged = ({ kind }: InquiryAnswer): boolean => !['no-record', 'declined', 'unknown'].includes(kind);

/** The payer left during 3D: nothing can have been charged, and the bank is asked once all the same (rules 5, 20). */
const reconcileAbandoned = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  if (found.kind === 'unknown') return askLater(attempt, found, call);
  if (wasCharged(found)) return reverseUnexpected(attempt, found, call);
  const asksAgain = found.kind === 'declined' ? found.asksAgain : true;
  return reconciledOr(await concludeClosed(call.deps.attempts, attempt, asksAgain, concluding(call)), 'closed');
};

/** A charge that went well though nobody heard so: the link is paid, unless it is not this attempt's any more. */
const approve = async (attempt: Attempt, found: InquiryAnswer, call: ReconcileCall): Promise<ReconcileOutcome> => {
  const { attempts, opener, cardStoring } = call.deps;
  const references = 'references' in found ? found.references : { authCode: '', hostReference: '', transactionId: '' };
  const approval = {
    references,
    options: concluding(call),
    card: (pending: PendingCard) => openPendingCard(attempt, pending, opener),
    untilMs: call.leaseUntilMs,
  };
  if (await concludeApprovedStoringCard(attempts, attempt, approval, cardStoring)) {
    return { kind: 'reconciled', state: 'approved' };
  }
  const now = await attempts.find(attempt.reference);
  return now?.version === attempt.version ? reverseUnexpected(attempt, found, call) : LEFT_ALONE;
};

/**
 * A direct payment that the bank charged though its caller was not told: for ten minutes a call with the same code may
 * learn so, then it is taken back, because nobody was told.
 */
const leaveToCaller = async (
  attempt: DirectAttempt,
  { found, alarm }: { readonly found: InquiryAnswer; readonly alarm?: ReconcileAlarm | undefined },
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  const untilMs = collectableUntilMs(attempt);
  if (call.deps.clock.now() >= untilMs) return alarmed(await startReversing(attempt, found, call), alarm);
  return reschedule(attempt, call, { ...inDoubtNow(attempt), dueAtMs: untilMs }, alarm);
};

/** Even "no record" would be believed by now: a bank that still tells nothing clear is an operator's to ask. */
const overdueAt = (attempt: Attempt, nowMs: number): ReconcileAlarm | undefined =>
  needsPerson(attempt, nowMs) ? 'overdue' : undefined;

/**
 * A link's charge that stands otherwise than ordered: its payer was told nothing, and the link must not wait for ever.
 * Once the payer could have tried again anyway it is taken back, told "failed".
 */
const takeBackContradiction = async (
  attempt: LinkAttempt,
  found: InquiryAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  const retriedAtMs = retryOfferedAtMs(attempt);
  if (call.deps.clock.now() >= retriedAtMs) return alarmed(await startReversing(attempt, found, call), 'contradiction');
  return reschedule(attempt, call, { ...inDoubtNow(attempt), dueAtMs: retriedAtMs }, 'contradiction');
};

/** A charge that stands at the bank though its answer never came. */
const reconcileStanding = async (
  attempt: Attempt,
  found: StandingAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  const isOurs = chargeOutcomeOf(found, orderOf(attempt)).kind === 'approved';
  const alarm = isOurs ? undefined : 'contradiction';
  if (attempt.told === 'failed') return alarmed(await startReversing(attempt, found, call), alarm);
  if (!isOfLink(attempt)) return leaveToCaller(attempt, { found, alarm }, call);
  return isOurs ? approve(attempt, found, call) : takeBackContradiction(attempt, found, call);
};

/** A charge whose answer never came (rules 1, 3, 5, 9). */
const reconcileCharge = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  const { attempts, clock } = call.deps;
  const inDoubt = (alarm = overdueAt(attempt, clock.now())): Promise<ReconcileOutcome> =>
    reschedule(attempt, call, inDoubtNow(attempt), alarm);
  if (found.kind === 'unknown') return isContradictory(found) ? inDoubt('contradiction') : inDoubt();
  if (isStanding(found)) return reconcileStanding(attempt, found, call);
  // Somebody has given it back already, all of it or a part: what is left is taken back.
  if (wasCharged(found)) return startReversing(attempt, found, call);
  if (found.kind === 'declined') {
    return reconciledOr(await concludeDeclined(attempts, attempt, found, concluding(call)), 'declined');
  }
  if (clock.now() < noRecordBelievedAtMs(attempt)) return inDoubt();
  const why = { code: '021', asksAgain: true } as const;
  return reconciledOr(await concludeDeclined(attempts, attempt, why, concluding(call)), 'declined');
};

/** The second question after an end that rested on less than the issuer's word. */
const recheck = async (attempt: Attempt, found: InquiryAnswer, call: ReconcileCall): Promise<ReconcileOutcome> => {
  if (found.kind === 'unknown') return askLater(attempt, found, call);
  if (wasCharged(found) && found.kind !== 'voided') return reverseUnexpected(attempt, found, call);
  return reconciledOr(await call.deps.attempts.apply(concludeRecheck(attempt)), attempt.state);
};

type Step = (attempt: Attempt, found: InquiryAnswer, call: ReconcileCall) => Promise<ReconcileOutcome>;

/** No attempt is queued in these states; were one, it would only be looked at again. */
const wait: Step = (attempt, _found, call) => reschedule(attempt, call);

const steps: Readonly<Record<Attempt['state'], Step>> = {
  authenticating: reconcileAbandoned,
  charging: reconcileCharge,
  'in-doubt': reconcileCharge,
  voiding: reverseCharge,
  refunding: reverseCharge,
  stuck: reverseCharge,
  declined: recheck,
  closed: recheck,
  approved: wait,
  voided: wait,
  refunded: recheckRefund,
};

/**
 * Takes one leased attempt a step further, or to its end, by what the bank says of it now. Whatever it cannot decide
 * is rescheduled. Throws StoreUnavailable and VaultUnavailable.
 */
export const reconcileAttempt = async (
  deps: ReconcileAttemptDependencies,
  attempt: Attempt,
  leaseUntilMs: number,
): Promise<ReconcileOutcome> => {
  const account = await openPinnedAccount(attempt, deps);
  const call: ReconcileCall = { deps, account, leaseUntilMs };
  const time = callTime(call);
  if (time === undefined) return reschedule(attempt, call);
  const found = await deps.bank.inquire(account, bookedOrderOf(attempt), time);
  const outcome = await steps[attempt.state](heardFrom(attempt, found, deps.clock.now()), found, call);
  return { ...outcome, bankAnswered: hasAnswered(found) };
};
