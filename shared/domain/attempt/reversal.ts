import { type MinorUnits, minor } from '../money/money.ts';

/*
 * Taking a charge back follows the state that the bank tells, never a fixed order. While the bank's day is open a Void
 * takes back; once the day is closed only a Credit does. A Credit moves money of its own, so that each is counted in the
 * order's history before it is sent and after it.
 */

/** A Credit that was sent, and what its answer proved. */
export interface SentCredit {
  /** The last moment at which it could have left. */
  readonly atMs: number;
  readonly amount: MinorUnits;
  /** Credits that the order's history held before it was sent. */
  readonly doneBefore: number;
  /** Absent: no answer came, so that the Credit may still be on its way. */
  readonly answer?: 'approved' | 'refused';
}

/** What has been sent to take a charge back. */
export interface Reversal {
  /** The last moment at which a Void could have left. */
  readonly voidSentAtMs?: number;
  /** The last moment at which a Void could have left that no answer came to: it may still be on its way. */
  readonly voidUnheardAtMs?: number;
  readonly credit?: SentCredit;
}

/** States of a charge that stands, as the bank tells them. */
type StandingState = 'authorised' | 'captured' | 'settled';

/** What an inquiry says of the order; it shows the order's latest transaction only. */
export interface FoundOrder {
  readonly kind: StandingState | 'voided' | 'credited' | 'credit-failed' | 'declined' | 'no-record' | 'unknown';
}

/** What the order's history says of it. */
export type OrderHistory =
  | {
      readonly kind: 'history';
      readonly charge: StandingState | 'voided' | 'declined' | 'pending';
      readonly amount: MinorUnits;
      readonly credits: readonly MinorUnits[];
      readonly creditPending: boolean;
    }
  | { readonly kind: 'no-record' | 'unknown' };

export interface ReversalFacts {
  readonly nowMs: number;
  /** Since when the charge is being taken back. */
  readonly sinceMs: number;
  /** When the bank day of the charge ends, by the setting of its virtual POS. */
  readonly dayEndsAtMs: number;
  readonly sent: Reversal;
  readonly found: FoundOrder;
  /** Absent until it was asked for. */
  readonly history?: OrderHistory | undefined;
  /** Whether an operator was told already that the charge cannot be taken back: then the bank is only asked. */
  readonly isStuck: boolean;
  /** From when on "it did not happen" is believed of a call that no answer came to. */
  readonly believedAtMs: (sentAtMs: number) => number;
}

/** The next step. `wait` without a moment is a pause that grows. */
export type ReversalStep =
  | { readonly kind: 'void' }
  | { readonly kind: 'credit'; readonly amount: MinorUnits; readonly doneBefore: number }
  | { readonly kind: 'ask-history' }
  | { readonly kind: 'done'; readonly state: 'voided' | 'refunded' }
  | { readonly kind: 'wait'; readonly untilMs?: number }
  | { readonly kind: 'stuck' };

/** No call is repeated, and nothing else sent, before the one in front of it had this long to arrive. */
const BETWEEN_CALLS_MS = 2 * 60_000;
/** A charge that cannot be taken back for this long needs a person: the time spans three ends of the bank's day. */
const STUCK_AFTER_MS = 72 * 3_600_000;

const WAIT: ReversalStep = { kind: 'wait' };
const ASK_HISTORY: ReversalStep = { kind: 'ask-history' };

const waitUntil = (untilMs: number): ReversalStep => ({ kind: 'wait', untilMs });

type KnownHistory = Extract<OrderHistory, { kind: 'history' }>;

/** What is left to give back: what the charge took without the credits that happened. */
const leftToCredit = ({ amount, credits }: Pick<KnownHistory, 'amount' | 'credits'>): number =>
  amount - credits.reduce((sum, one) => sum + one, 0);

/** A Credit happened when the history holds one more with its amount than before it was sent. */
const happened = ({ doneBefore, amount }: SentCredit, { credits }: KnownHistory): boolean =>
  credits.slice(doneBefore).includes(amount);

/** Until when a sent Credit keeps every other call waiting; undefined when nothing waits for it any more. */
const creditHoldsUntil = (
  credit: SentCredit | undefined,
  history: KnownHistory,
  { believedAtMs }: Pick<ReversalFacts, 'believedAtMs'>,
): number | undefined => {
  if (credit === undefined || happened(credit, history)) return undefined;
  // The bank said that it gave the money back and shows nothing of it: sent again it might be given back twice.
  if (credit.answer === 'approved') return Number.POSITIVE_INFINITY;
  return credit.answer === 'refused' ? credit.atMs + BETWEEN_CALLS_MS : believedAtMs(credit.atMs);
};

/** While the day is open: a Void, again and again, since a second Void gives nothing back. */
const voidStep = ({ sent, nowMs }: ReversalFacts): ReversalStep => {
  const nextMs = (sent.voidSentAtMs ?? Number.NEGATIVE_INFINITY) + BETWEEN_CALLS_MS;
  return nowMs < nextMs ? waitUntil(nextMs) : { kind: 'void' };
};

/** Settled before the day is over: banks that settle at once may still void. Tried once; otherwise the day end decides. */
const settledEarlyStep = ({ sent, nowMs, dayEndsAtMs }: ReversalFacts): ReversalStep => {
  if (sent.voidSentAtMs === undefined) return { kind: 'void' };
  return waitUntil(nowMs < sent.voidSentAtMs + BETWEEN_CALLS_MS ? sent.voidSentAtMs + BETWEEN_CALLS_MS : dayEndsAtMs);
};

const creditStep = (history: KnownHistory, { sent, nowMs }: ReversalFacts): ReversalStep => {
  const afterVoidMs = (sent.voidSentAtMs ?? Number.NEGATIVE_INFINITY) + BETWEEN_CALLS_MS;
  if (nowMs < afterVoidMs) return waitUntil(afterVoidMs);
  return { kind: 'credit', amount: minor(leftToCredit(history)), doneBefore: history.credits.length };
};

const isStanding = (kind: string): kind is StandingState => ['authorised', 'captured', 'settled'].includes(kind);

/** What the history decides, where the inquiry alone does not. */
const byHistory = (history: OrderHistory, facts: ReversalFacts): ReversalStep => {
  if (history.kind !== 'history' || history.creditPending || history.charge === 'pending') return WAIT;
  const { found, nowMs, dayEndsAtMs } = facts;
  if (leftToCredit(history) <= 0) return { kind: 'done', state: 'refunded' };
  const holdsUntilMs = creditHoldsUntil(facts.sent.credit, history, facts);
  // Asked again all the while: the Credit may be carried out long after it was sent.
  if (holdsUntilMs !== undefined && nowMs < holdsUntilMs) return WAIT;
  if (!isStanding(history.charge)) {
    // An inquiry that shows the charge standing contradicts a history that does not: nothing is sent.
    return isStanding(found.kind) ? WAIT : { kind: 'done', state: 'voided' };
  }
  // The inquiry tells the state as it is now; the history tells it where the latest transaction is not the charge.
  const standing = isStanding(found.kind) ? found.kind : history.charge;
  if (standing === 'settled' && nowMs >= dayEndsAtMs) return creditStep(history, facts);
  // A Void takes back the order's latest transaction: it would undo a credit that happened.
  if (history.credits.length > 0) return nowMs < dayEndsAtMs ? waitUntil(dayEndsAtMs) : WAIT;
  return standing === 'settled' ? settledEarlyStep(facts) : voidStep(facts);
};

const stepOf = (facts: ReversalFacts): ReversalStep => {
  const { found, history, sent, nowMs, dayEndsAtMs } = facts;
  if (found.kind === 'voided') return { kind: 'done', state: 'voided' };
  if (found.kind === 'unknown' || found.kind === 'no-record') return WAIT;
  if (history !== undefined) return byHistory(history, facts);
  // A Credit that was sent is looked for before anything else is; a decline of what was charged needs the history too.
  if (sent.credit !== undefined || !isStanding(found.kind)) return ASK_HISTORY;
  if (found.kind !== 'settled') return voidStep(facts);
  return nowMs < dayEndsAtMs ? settledEarlyStep(facts) : ASK_HISTORY;
};

/**
 * The next step of taking a charge back. After 72 hours nothing is sent any more: an operator takes over, and the bank is
 * still asked, so that what was done by hand is seen.
 */
export const reversalStep = (facts: ReversalFacts): ReversalStep => {
  const step = stepOf(facts);
  if (step.kind === 'done' || step.kind === 'ask-history') return step;
  return facts.isStuck || facts.nowMs - facts.sinceMs >= STUCK_AFTER_MS ? { kind: 'stuck' } : step;
};

/**
 * When the bank is asked once more about a charge that was refunded; undefined when nothing can change any more. A Void
 * that no answer came to may arrive late, and then undoes the credit.
 */
export const refundRecheckedAtMs = (
  { voidUnheardAtMs }: Reversal,
  { nowMs, believedAtMs }: Pick<ReversalFacts, 'nowMs' | 'believedAtMs'>,
): number | undefined => {
  if (voidUnheardAtMs === undefined) return undefined;
  const settledAtMs = believedAtMs(voidUnheardAtMs);
  return settledAtMs > nowMs ? settledAtMs : undefined;
};

/** Whether nothing of a charge that was taken back stands; undefined where the bank does not tell. */
export const isGivenBack = (found: FoundOrder, history: OrderHistory): boolean | undefined => {
  if (found.kind === 'voided') return true;
  if (found.kind === 'unknown' || found.kind === 'no-record') return undefined;
  if (history.kind !== 'history' || history.creditPending || history.charge === 'pending') return undefined;
  return leftToCredit(history) <= 0 || !(isStanding(found.kind) || isStanding(history.charge));
};
