import { type Attempt, type DirectAttempt, isOfLink, isOfPlan } from '../../../shared/domain/attempt/attempt.ts';
import { concludeRecheck, type Later } from '../../../shared/domain/attempt/queue-transitions.ts';
import {
  collectableUntilMs,
  needsPerson,
  noRecordBelievedAtMs,
  retryOfferedAtMs,
} from '../../../shared/domain/attempt/timing.ts';
import type { PendingCard } from '../../../shared/domain/card/stored-card.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import {
  chargeOutcomeOf,
  isStanding,
  orderOf,
  type StandingAnswer,
} from '../../../shared/payment-flow/await-answer.ts';
import { heardFrom, isContradictory, voiceOf } from '../../../shared/payment-flow/bank-said.ts';
import { bookedOrderOf } from '../../../shared/payment-flow/booked-order.ts';
import { concludeClosed, concludeDeclined } from '../../../shared/payment-flow/conclude.ts';
import { openPendingCard } from '../../../shared/payment-flow/kept-card.ts';
import { concludeApprovedStoringCard } from '../../../shared/payment-flow/store-card.ts';
import type { InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import { closeUncaptured } from './close-uncaptured.ts';
import {
  hasAnswered,
  LEFT_ALONE,
  type ReconcileAlarm,
  type ReconcileCall,
  type ReconcileOutcome,
} from './reconcile-call.ts';
import { reschedule } from './reschedule.ts';
import { startReversing } from './reverse-charge.ts';

/** Reschedules an attempt, because the bank's answer does not decide. */
const askLater = (attempt: Attempt, found: InquiryAnswer, call: ReconcileCall): Promise<ReconcileOutcome> =>
  reschedule(attempt, call, { bank: voiceOf(found) }, isContradictory(found) ? 'contradiction' : undefined);

const concluding = ({ payment }: Attempt, { deps }: ReconcileCall) => ({
  nowMs: deps.clock.now(),
  resultReference: addressOf(payment, deps.randomness.token()),
});

const reconciledOr = (ended: boolean, state: Attempt['state']): ReconcileOutcome =>
  ended ? { kind: 'reconciled', state } : LEFT_ALONE;

/** The outcome with an alarm for operators, unless it has one already. */
const alarmed = (outcome: ReconcileOutcome, alarm: ReconcileAlarm | undefined): ReconcileOutcome =>
  alarm === undefined || outcome.kind === 'left-alone' ? outcome : { alarm, ...outcome };

/** A charge is in doubt once the bank was asked about it without a clear answer. */
const inDoubtNow = ({ state }: Attempt): Pick<Later, 'event'> => (state === 'charging' ? { event: 'doubt' } : {});

/** The bank shows a charge that no attempt of ours may keep: it is reversed, and an alarm tells operators. */
const reverseUnexpected = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => alarmed(await startReversing(attempt, found, call), 'unexpected-charge');

/** The bank knows of a charge: it stands, or it was voided or credited since. */
const wasCharged = ({ kind }: InquiryAnswer): boolean => !['no-record', 'declined', 'unknown'].includes(kind);

/** The payer left during 3D: nothing can have been charged, but the bank is asked once all the same (rules 5, 20). */
const reconcileAbandoned = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  if (found.kind === 'unknown') return askLater(attempt, found, call);
  if (wasCharged(found)) return reverseUnexpected(attempt, found, call);
  const asksAgain = found.kind === 'declined' ? found.asksAgain : true;
  return reconciledOr(
    await concludeClosed(call.deps.attempts, attempt, asksAgain, concluding(attempt, call)),
    'closed',
  );
};

/** An approved charge that was not reported: the link becomes paid, unless the attempt is no longer the active one. */
const approve = async (attempt: Attempt, found: InquiryAnswer, call: ReconcileCall): Promise<ReconcileOutcome> => {
  const { attempts, opener, cardStoring } = call.deps;
  const references = 'references' in found ? found.references : { authCode: '', hostReference: '', transactionId: '' };
  const approval = {
    references,
    options: concluding(attempt, call),
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
 * A direct payment that the bank charged and that was reported to nobody: for ten minutes a call with the same code may
 * collect it, then it is reversed (rule 9).
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

/** By now even "no record" would be believed: if the bank still gives no clear answer, an operator must ask it. */
const overdueAt = (attempt: Attempt, nowMs: number): ReconcileAlarm | undefined =>
  needsPerson(attempt, nowMs) ? 'overdue' : undefined;

/**
 * A charge of a link or a payment plan that differs from the order. Nothing was reported, and neither must wait for ever.
 * Once the payer could have tried again anyway, the charge is reported failed and reversed.
 */
const reverseContradiction = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  const retriedAtMs = retryOfferedAtMs(attempt);
  if (call.deps.clock.now() >= retriedAtMs) return alarmed(await startReversing(attempt, found, call), 'contradiction');
  return reschedule(attempt, call, { ...inDoubtNow(attempt), dueAtMs: retriedAtMs }, 'contradiction');
};

/** A charge that stands at the bank, and whose answer never came. */
const reconcileStanding = async (
  attempt: Attempt,
  found: StandingAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  const isOurs = chargeOutcomeOf(found, orderOf(attempt)).kind === 'approved';
  const alarm = isOurs ? undefined : 'contradiction';
  if (attempt.reportedOutcome === 'failed') return alarmed(await startReversing(attempt, found, call), alarm);
  // Nobody calls for the charge of a payment plan, so there is nobody to leave it to.
  if (!isOfLink(attempt) && !isOfPlan(attempt)) return leaveToCaller(attempt, { found, alarm }, call);
  return isOurs ? approve(attempt, found, call) : reverseContradiction(attempt, found, call);
};

/** A charge whose answer never came (rules 1, 3, 5, 9). */
const reconcileCharge = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  const { attempts, clock } = call.deps;
  const inDoubt = (alarm = overdueAt(attempt, clock.now())): Promise<ReconcileOutcome> =>
    reschedule(attempt, call, { ...inDoubtNow(attempt), bank: voiceOf(found) }, alarm);
  if (found.kind === 'unknown') return isContradictory(found) ? inDoubt('contradiction') : inDoubt();
  if (isStanding(found)) return reconcileStanding(attempt, found, call);
  // Somebody has voided or refunded it already, in whole or in part: the rest is reversed.
  if (wasCharged(found)) return startReversing(attempt, found, call);
  if (found.kind === 'declined') {
    return reconciledOr(await concludeDeclined(attempts, attempt, found, concluding(attempt, call)), 'declined');
  }
  if (clock.now() < noRecordBelievedAtMs(attempt)) return inDoubt();
  const why = { code: '021', asksAgain: true } as const;
  return reconciledOr(await concludeDeclined(attempts, attempt, why, concluding(attempt, call)), 'declined');
};

/** Asks the bank once more about an end that the issuer did not confirm. */
const recheck = async (attempt: Attempt, found: InquiryAnswer, call: ReconcileCall): Promise<ReconcileOutcome> => {
  if (found.kind === 'unknown') return askLater(attempt, found, call);
  if (wasCharged(found) && found.kind !== 'voided') return reverseUnexpected(attempt, found, call);
  return reconciledOr(await call.deps.attempts.apply(concludeRecheck(attempt)), attempt.state);
};

type Move = (attempt: Attempt, found: InquiryAnswer, call: ReconcileCall) => Promise<ReconcileOutcome>;

/** Attempts in these states are not in the queue. If one were, it would only be rescheduled. */
const wait: Move = (attempt, _found, call) => reschedule(attempt, call);

const moves: Readonly<Record<Attempt['state'], Move>> = {
  authenticating: reconcileAbandoned,
  charging: reconcileCharge,
  'in-doubt': reconcileCharge,
  declined: recheck,
  closed: recheck,
  approved: closeUncaptured,
  reversing: wait,
  voided: wait,
  refunded: wait,
};

/**
 * Takes one leased attempt a step further, or to its end, by the bank's current answer. What cannot be decided is
 * rescheduled. Throws StoreUnavailable and VaultUnavailable.
 */
export const reconcileAttempt = async (attempt: Attempt, call: ReconcileCall): Promise<ReconcileOutcome> => {
  const time = call.callTime();
  if (time === undefined) return reschedule(attempt, call);
  const { bank, clock } = call.deps;
  const found = await bank.inquire(call.account, bookedOrderOf({ attempt, steps: call.payment.steps }), time);
  const outcome = await moves[attempt.state](heardFrom(attempt, found, clock.now()), found, call);
  return { ...outcome, bankAnswered: hasAnswered(found) };
};
