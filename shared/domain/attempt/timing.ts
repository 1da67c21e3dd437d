import { endOfIstanbulDay } from '../calendar.ts';
import type { VirtualPos } from '../virtual-pos/virtual-pos.ts';
import type { AttemptState } from './states.ts';

// Every wait and limit of an attempt, from its intent to its last question.

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Longest time for the bank to answer a charge. The rest of the API's 30 s is for an inquiry and the write. */
export const CHARGE_MS = 20 * SECOND_MS;
/** Longest time for a gate to answer the start of an authentication: a payer looks at an empty page meanwhile. */
export const GATE_MS = 10 * SECOND_MS;
/** How long after the start of a link's charge the bank may be asked about it; then the outcome must be written. */
export const ASK_AFTER_CHARGE_MS = 24 * SECOND_MS;
/** An attempt that is charging longer than this counts as in doubt; nobody has to write that (rule 8). */
export const ANSWER_BY_MS = 28 * SECOND_MS;
/** When the sweeper looks at a charge without an outcome: not before two minutes have passed (rule 5). */
const DOUBT_DUE_MS = 2 * MINUTE_MS;
/** No sweeper touches an attempt whose last call to the bank is younger than this (rule 5). */
const LEAVE_ALONE_MS = 2 * MINUTE_MS;

/** How long a 3D attempt may take from its start to the bank's callback (rule 15). */
export const THREE_D_LIFE_MS = 15 * MINUTE_MS;
/** How long after the last call to the bank a payer whose charge is in doubt may try again (rule 7). */
const RETRY_OFFERED_AFTER_MS = 3 * MINUTE_MS;
/** How long after `answerBy` a call with the same code may collect the approval of a direct payment (rule 9). */
export const COLLECT_MS = 10 * MINUTE_MS;
/** How long a card may wait in an attempt for its approval (rule 27). */
export const PENDING_CARD_LIFE_MS = HOUR_MS;
/** An end on "no record" is asked about once more after this long (rule 5). */
export const RECHECK_AFTER_MS = 24 * HOUR_MS;

/** How long a sent call has to arrive before a Void or Credit is repeated or anything else is sent. */
export const BETWEEN_CALLS_MS = 2 * MINUTE_MS;
/** A charge that cannot be reversed for this long needs a person: the time spans three ends of the bank's day. */
export const STUCK_AFTER_MS = 72 * HOUR_MS;
/** How often the bank is asked about a charge that an operator must reverse. */
export const STUCK_PAUSE_MS = 24 * HOUR_MS;

/** How long a lease of the sweeper lasts (rule 8). */
export const LEASE_MS = MINUTE_MS;
/** Longest time for the bank to answer one call of the sweeper. */
export const SWEEPER_CALL_MS = 15 * SECOND_MS;
/** The part of a lease that is kept for writing the bank's answer. */
export const SWEEPER_WRITE_MS = 5 * SECOND_MS;
/** The bank is called only when it has at least this long to answer. */
export const LEAST_CALL_MS = 3 * SECOND_MS;
const FIRST_PAUSE_MS = 2 * MINUTE_MS;
const LONGEST_PAUSE_MS = HOUR_MS;
/** Longest pause where the bank itself is silent: so long after its return each of its rows has been asked about. */
const LONGEST_SILENT_PAUSE_MS = 10 * MINUTE_MS;
const MOST_DOUBLINGS = 10;

/** Whether the bank answers about an order at all. */
export type BankVoice = 'answers' | 'silent';

/**
 * When the sweeper looks again: two minutes after the first time, then twice as long each time; an hour at most, and ten
 * minutes while the bank is silent.
 */
export const pauseAfter = (postponed: number, bank: BankVoice = 'answers'): number =>
  Math.min(
    bank === 'silent' ? LONGEST_SILENT_PAUSE_MS : LONGEST_PAUSE_MS,
    FIRST_PAUSE_MS * 2 ** Math.min(postponed, MOST_DOUBLINGS),
  );

/** The times of one attempt, and its virtual POS for the times of the bank. */
interface AttemptTimes {
  readonly startedAtMs: number;
  /** The last moment our call to the bank could have left (rule 5). */
  readonly lastCallAtMs?: number;
  readonly answerByMs?: number;
  readonly pos: Pick<VirtualPos, 'noRecordHorizonHours' | 'dayEndsAt'>;
}

/**
 * Times of a charge that begins now: by when the bank answers, and when the attempt is in doubt and due (rules 5, 8).
 */
export const chargingTimes = (
  nowMs: number,
): { readonly lastCallAtMs: number; readonly answerByMs: number; readonly dueAtMs: number } => ({
  lastCallAtMs: nowMs,
  answerByMs: nowMs + ANSWER_BY_MS,
  dueAtMs: nowMs + DOUBT_DUE_MS,
});

/** From when on an unanswered call is believed not carried out. `lastLeftAtMs`: latest moment it may have gone out. */
export const notDoneBelievedAtMs = (
  lastLeftAtMs: number,
  { noRecordHorizonHours }: Pick<VirtualPos, 'noRecordHorizonHours'>,
): number => Math.max(lastLeftAtMs + noRecordHorizonHours * HOUR_MS, endOfIstanbulDay(lastLeftAtMs));

/**
 * From when on the bank's "no record" of a charge is believed (rule 5): the horizon of its virtual POS and the end of
 * the Istanbul day, both counted from the last moment at which our call could have left.
 */
export const noRecordBelievedAtMs = ({ startedAtMs, lastCallAtMs, answerByMs, pos }: AttemptTimes): number =>
  notDoneBelievedAtMs(Math.max(startedAtMs, lastCallAtMs ?? 0, answerByMs ?? 0), pos);

type Asked = Pick<AttemptTimes, 'startedAtMs' | 'lastCallAtMs'>;

/** Since when the bank is being asked about an attempt. */
export const askingSinceMs = ({ startedAtMs, lastCallAtMs }: Asked): number => lastCallAtMs ?? startedAtMs;

/** From when on the payer of a link may try again though the bank has not answered (rule 7). */
export const retryOfferedAtMs = (attempt: Asked): number => askingSinceMs(attempt) + RETRY_OFFERED_AFTER_MS;

/** Whether another try is offered and taken: the page and the function that takes its post both ask here (rule 7). */
export const isRetryOffered = ({ sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number }): boolean =>
  nowMs >= sinceMs + RETRY_OFFERED_AFTER_MS;

/**
 * Until when a call with the same code may collect the approval of a direct payment that was reported to nobody. After
 * that the charge is reversed; at once when the payment has no code (rule 9).
 */
export const collectableUntilMs = ({
  direct,
  answerByMs = 0,
}: Pick<AttemptTimes, 'answerByMs'> & { readonly direct: { readonly otherTrxCode?: string } }): number =>
  direct.otherTrxCode === undefined ? answerByMs : answerByMs + COLLECT_MS;

/** When the pending card of an attempt expires (rule 27). */
export const pendingCardExpiresAtMs = ({ startedAtMs }: Pick<AttemptTimes, 'startedAtMs'>): number =>
  startedAtMs + PENDING_CARD_LIFE_MS;

/** When an attempt is looked at again: never later than its pending card expires (rule 27). */
export const dueNoLaterThanCardExpiry = (
  { pendingCard, startedAtMs }: { readonly pendingCard?: unknown; readonly startedAtMs: number },
  dueAtMs: number,
): number => (pendingCard === undefined ? dueAtMs : Math.min(dueAtMs, pendingCardExpiresAtMs({ startedAtMs })));

/** From when on the sweeper may work on an attempt or step: not while a call may still be on its way (rules 5, 15). */
export const restsUntilMs = ({
  state,
  startedAtMs,
  lastCallAtMs,
  dueAtMs,
}: Pick<AttemptTimes, 'startedAtMs' | 'lastCallAtMs'> & {
  /** Absent for a step. */
  readonly state?: string;
  readonly dueAtMs: number;
}): number =>
  Math.max(
    dueAtMs,
    state === 'authenticating' ? startedAtMs + THREE_D_LIFE_MS : 0,
    lastCallAtMs === undefined ? 0 : lastCallAtMs + LEAVE_ALONE_MS,
  );

/**
 * True of a charge that an operator must reconcile: the bank still gives no clear answer, though by now even its "no
 * record" would be believed.
 */
export const needsPerson = (attempt: AttemptTimes & { readonly state: AttemptState }, nowMs: number): boolean =>
  (attempt.state === 'charging' || attempt.state === 'in-doubt') && nowMs >= noRecordBelievedAtMs(attempt);
