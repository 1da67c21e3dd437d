import { BETWEEN_CALLS_MS, STUCK_AFTER_MS } from '../attempt/timing.ts';
import { type MinorUnits, minor } from '../money/money.ts';
import {
  type BankFacts,
  creditedIn,
  decidedHistory,
  type FoundOrder,
  isStandingState,
  type KnownHistory,
  leftToCredit,
  voidArrivedAtMs,
  voidsFailed,
} from './bank-facts.ts';
import type { Charge } from './charge.ts';
import type { SentCredit, StepKind } from './step.ts';

/*
 * A reversal, void or refund follows the state that the bank tells, never a fixed order (rule 4). While the bank's day
 * is open a Void is sent; once it is closed only a Credit. Each Credit moves money of its own, so the Credits in the
 * order's history are counted before it is sent and after it. One decision serves reversals, dealers' voids and
 * refunds.
 */

/** Steps that return money to the payer. */
export type UndoKind = Extract<StepKind, 'reversal' | 'void' | 'refund'>;

export interface UndoFacts extends BankFacts {
  readonly kind: UndoKind;
  /** The amount of a partial refund, sent as a Credit. Absent: the whole charge, of which nothing was refunded yet. */
  readonly part?: MinorUnits | undefined;
  /** True of a pre-authorisation that was captured: "authorised" then means that the bank's hold remains. */
  readonly wasCaptured: boolean;
  /** When the step was begun. */
  readonly sinceMs: number;
  /** End of the bank day in which a Void may be sent; never for a pre-authorisation that nobody captured. */
  readonly dayEndsAtMs: number;
  /** True once the step needs an operator: the bank is only asked then, and nothing is sent. */
  readonly isStuck: boolean;
  /** True of a step that is refused and stays so: no Credit is its own. */
  readonly isRefused?: true;
  readonly otherCredits: OtherCredits;
}

/** What the other steps of a charge say of the Credits in its history. */
export interface OtherCredits {
  /** The sum of those that are done, and of those that may be: of refused steps that are asked about once more. */
  readonly booked: MinorUnits;
  /** What the bank gave back too much with them. */
  readonly excess: MinorUnits;
}

/**
 * What to do next. `wait` without a moment is a growing pause. `refused`: the step is believed not to have happened;
 * only dealers' voids and refunds end like this.
 */
export type UndoAction =
  | { readonly kind: 'void' }
  | { readonly kind: 'credit'; readonly amount: MinorUnits; readonly doneBefore: number }
  | { readonly kind: 'ask-history' }
  /** `excess`: what the bank gave back by Credits beyond what all steps say, by its history. */
  | { readonly kind: 'done'; readonly state: 'voided' | 'refunded'; readonly excess?: MinorUnits }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wait'; readonly untilMs?: number }
  | { readonly kind: 'stuck' };

const WAIT: UndoAction = { kind: 'wait' };
const ASK_HISTORY: UndoAction = { kind: 'ask-history' };
const REFUSED: UndoAction = { kind: 'refused' };

const waitUntil = (untilMs: number): UndoAction => (Number.isFinite(untilMs) ? { kind: 'wait', untilMs } : WAIT);

/**
 * What the bank gave back by Credits beyond this step and the others; undefined where that is nothing, or where its history
 * is not decided. A bank may carry one Credit out twice, which no answer to it tells: so the amounts are summed up, and
 * finding one is not enough.
 */
export const excessCredit = ({ history, part, isRefused, otherCredits }: UndoFacts): MinorUnits | undefined => {
  const known = decidedHistory(history);
  if (known === undefined) return undefined;
  const { booked, excess } = otherCredits;
  const own = isRefused === true ? 0 : part;
  const expected = own === undefined ? known.amount : booked + own;
  const beyond = creditedIn(known) - expected - excess;
  return beyond > 0 ? minor(beyond) : undefined;
};

const refundedBy = (facts: UndoFacts): UndoAction => {
  const excess = excessCredit(facts);
  return { kind: 'done', state: 'refunded', ...(excess === undefined ? {} : { excess }) };
};

/** A Credit happened when one of its amount follows those that the history had before it was sent. */
const happened = ({ doneBefore, amount }: SentCredit, { credits }: KnownHistory): boolean =>
  credits.slice(doneBefore).includes(amount);

/** Until when no other call may be sent because of a sent Credit; undefined when it no longer blocks. */
const creditHoldsUntil = (history: KnownHistory, { sent: { credit }, believedAtMs }: UndoFacts): number | undefined => {
  if (credit === undefined || happened(credit, history)) return undefined;
  // The bank approved the Credit and its history does not show it: a second one could refund twice.
  if (credit.answer === 'approved') return Number.POSITIVE_INFINITY;
  return credit.answer === 'refused' ? credit.atMs + BETWEEN_CALLS_MS : believedAtMs(credit.atMs);
};

/** Whether a Credit that was sent may still be carried out. */
const isCreditOpen = (history: KnownHistory, facts: UndoFacts): boolean =>
  facts.nowMs < (creditHoldsUntil(history, facts) ?? Number.NEGATIVE_INFINITY);

/**
 * Whether a dealer's void has failed. It fails when the bank answered it and still shows the charge two minutes later;
 * a failed void never becomes a Credit. A void without an answer is unknown at the day end and goes on as a full
 * refund; where no day end comes, it fails after the horizon. A hold that remains after the Void of its capture is no
 * failure: it is voided too.
 */
const isFailedVoid = (facts: UndoFacts, standing: string): boolean => {
  const { kind, wasCaptured, sent, nowMs, dayEndsAtMs } = facts;
  if (kind !== 'void' || (wasCaptured && standing === 'authorised')) return false;
  if (sent.voidSentAtMs === undefined) return nowMs >= dayEndsAtMs;
  const goesOn = sent.voidUnheardAtMs !== undefined && Number.isFinite(dayEndsAtMs);
  return !goesOn && voidsFailed(facts);
};

/** While the day is open a Void is repeated: a second Void cannot return money twice. */
const voidAction = (facts: UndoFacts, standing: string): UndoAction => {
  if (isFailedVoid(facts, standing)) return REFUSED;
  // The Void of the capture was answered and took effect: its hold is voided at once.
  const { sent, wasCaptured } = facts;
  const isHoldLeft = wasCaptured && standing === 'authorised' && sent.voidUnheardAtMs === undefined;
  const nextMs = voidArrivedAtMs(sent);
  return facts.nowMs < nextMs && !isHoldLeft ? waitUntil(nextMs) : { kind: 'void' };
};

/**
 * Settled before the day end: banks that settle at once may still accept a Void. One is sent; then the day end decides.
 */
const settledEarlyAction = (facts: UndoFacts): UndoAction => {
  const { sent, nowMs, dayEndsAtMs } = facts;
  if (sent.voidSentAtMs === undefined) return { kind: 'void' };
  if (isFailedVoid(facts, 'settled')) return REFUSED;
  return waitUntil(nowMs < voidArrivedAtMs(sent) ? voidArrivedAtMs(sent) : dayEndsAtMs);
};

/** The day is closed: a Credit, but never while a Void may still arrive. */
const creditAction = (history: KnownHistory, facts: UndoFacts): UndoAction => {
  const { sent, nowMs, part } = facts;
  const afterVoidMs = voidArrivedAtMs(sent);
  if (nowMs < afterVoidMs) return waitUntil(afterVoidMs);
  if (isFailedVoid(facts, 'settled')) return REFUSED;
  const left = leftToCredit(history);
  if (part !== undefined && part > left) return REFUSED;
  return { kind: 'credit', amount: minor(part ?? left), doneBefore: history.credits.length };
};

/** The next action of a partial refund, by the history. */
const partByHistory = (history: KnownHistory, facts: UndoFacts): UndoAction => {
  const { sent, found } = facts;
  if (sent.credit !== undefined && happened(sent.credit, history)) return refundedBy(facts);
  // The bank is asked again until then: it may carry the Credit out long after it was sent.
  if (isCreditOpen(history, facts)) return WAIT;
  if (leftToCredit(history) <= 0) return REFUSED;
  if (!isStandingState(history.charge)) return isStandingState(found.kind) ? WAIT : REFUSED;
  const standing = isStandingState(found.kind) ? found.kind : history.charge;
  return standing === 'settled' ? creditAction(history, facts) : WAIT;
};

/** The next action by the history, when the inquiry alone does not decide. */
const byHistory = (facts: UndoFacts): UndoAction => {
  const history = decidedHistory(facts.history);
  if (history === undefined) return WAIT;
  if (facts.part !== undefined) return partByHistory(history, facts);
  const { found, nowMs, dayEndsAtMs } = facts;
  if (leftToCredit(history) <= 0) return refundedBy(facts);
  if (isCreditOpen(history, facts)) return WAIT;
  if (!isStandingState(history.charge)) {
    // The inquiry shows the charge and the history does not: they contradict each other, so nothing is sent.
    return isStandingState(found.kind) ? WAIT : { kind: 'done', state: 'voided' };
  }
  // The inquiry tells the current state. Where its latest transaction is not the charge, the history tells it.
  const standing = isStandingState(found.kind) ? found.kind : history.charge;
  if (standing === 'settled' && nowMs >= dayEndsAtMs) return creditAction(history, facts);
  if (isFailedVoid(facts, standing)) return REFUSED;
  // A Void undoes the order's latest transaction: here it would undo a Credit that happened.
  if (history.credits.length > 0) return nowMs < dayEndsAtMs ? waitUntil(dayEndsAtMs) : WAIT;
  return standing === 'settled' ? settledEarlyAction(facts) : voidAction(facts, standing);
};

const actionOf = (facts: UndoFacts): UndoAction => {
  const { found, history, sent, nowMs, dayEndsAtMs, part } = facts;
  const isPart = part !== undefined;
  // The charge is void. A reversal, void or whole refund is done then; a partial refund did not happen.
  if (found.kind === 'voided' && !isPart) return { kind: 'done', state: 'voided' };
  if (found.kind === 'voided' && sent.credit === undefined) return REFUSED;
  if (found.kind === 'unknown' || found.kind === 'no-record') return WAIT;
  if (isPart && sent.credit === undefined && nowMs < dayEndsAtMs) return waitUntil(dayEndsAtMs);
  if (history !== undefined) return byHistory(facts);
  // A sent Credit must be looked for in the history first. So must a charge that the inquiry does not show.
  if (sent.credit !== undefined || !isStandingState(found.kind)) return ASK_HISTORY;
  if (found.kind !== 'settled') return isPart ? WAIT : voidAction(facts, found.kind);
  return nowMs < dayEndsAtMs ? settledEarlyAction(facts) : ASK_HISTORY;
};

/**
 * Whether an approved Void proves that the bank holds nothing any more. The Void of a captured pre-authorisation may
 * leave the hold, so the bank is asked again. `found` is the bank's answer before the Void, if it was asked.
 */
export const provesVoided = ({ type, captured }: Pick<Charge, 'type' | 'captured'>, found?: FoundOrder): boolean =>
  type === 'sale' || (found === undefined ? captured === undefined : found.kind === 'authorised');

/** Until when the step is tried. The time of a refund that waits for the bank's day end begins at that end. */
const triedUntilMs = ({ kind, sinceMs, dayEndsAtMs }: UndoFacts): number =>
  (kind === 'refund' && Number.isFinite(dayEndsAtMs) ? Math.max(sinceMs, dayEndsAtMs) : sinceMs) + STUCK_AFTER_MS;

/** Whether the bank shows that nothing the step sent has happened or can still happen. */
const isKnownUndone = (facts: UndoFacts): boolean => {
  const { found, sent, wasCaptured } = facts;
  const history = decidedHistory(facts.history);
  const standing = isStandingState(found.kind) ? found.kind : history?.charge;
  if (standing === undefined || !isStandingState(standing)) return false;
  // The capture is voided and the hold remains: neither paid nor void.
  if (wasCaptured && standing === 'authorised') return false;
  if (!voidsFailed(facts)) return false;
  return sent.credit === undefined || (history !== undefined && !isCreditOpen(history, facts));
};

/** Until when the last call that the bank answered has its time to show; undefined where none does any more. */
const answeredUntil = ({ sent, nowMs }: UndoFacts): number | undefined => {
  const { credit, voidUnheardAtMs } = sent;
  const voidMs = voidUnheardAtMs === undefined ? voidArrivedAtMs(sent) : Number.NEGATIVE_INFINITY;
  const creditMs = credit?.answer === 'refused' ? credit.atMs + BETWEEN_CALLS_MS : Number.NEGATIVE_INFINITY;
  const untilMs = Math.max(voidMs, creditMs);
  return nowMs < untilMs ? untilMs : undefined;
};

/**
 * What to do next to give a charge back, or a part of it. After 72 hours nothing is sent any more. A reversal is an
 * operator's matter then, and the bank is still asked, so that what was done by hand is seen. A dealer's void or refund
 * ends refused, unless the bank does not tell whether it happened; the last call has its two minutes before that is said.
 */
export const nextUndoAction = (facts: UndoFacts): UndoAction => {
  const action = actionOf(facts);
  if (action.kind === 'done' || action.kind === 'ask-history' || action.kind === 'refused') return action;
  if (!facts.isStuck && facts.nowMs < triedUntilMs(facts)) return action;
  if (facts.kind === 'reversal') return { kind: 'stuck' };
  const untilMs = facts.isStuck ? undefined : answeredUntil(facts);
  if (untilMs !== undefined) return waitUntil(untilMs);
  return isKnownUndone(facts) ? REFUSED : { kind: 'stuck' };
};
