/** States of one try to charge. */
export const attemptStates = [
  'authenticating',
  'charging',
  'approved',
  'declined',
  'closed',
  'in-doubt',
  'reversing',
  'voided',
  'refunded',
] as const;
export type AttemptState = (typeof attemptStates)[number];

/**
 * The reported outcome: what the payer or the dealer heard of an attempt. It is written before it is reported (rule 1).
 */
export type ReportedOutcome = 'nobody' | 'failed' | 'paid';

/** What happens to an attempt, in words. `shared/domain/attempt/transitions.ts` says what else each event changes. */
export const attemptEventWords = {
  'lock for charge': 'the payer passed 3D; the winner of the lock alone calls the bank',
  approve: 'the bank took the money as ordered',
  decline: 'the bank, 3D or a limit refuses, or "no record" is believed by now',
  close: 'the payer left during 3D',
  supersede: 'another call of the dealer took its place during 3D',
  doubt: 'the bank gave no clear answer',
  'tell failed': '"failed" is reported of a charge without an answer',
  'start reversal': 'the bank knows a charge that nobody may keep',
  'find voided': 'a step voided the charge',
  'find refunded': 'steps gave all of it back',
} as const;
export type AttemptEvent = keyof typeof attemptEventWords;
export const attemptEvents = Object.keys(attemptEventWords) as readonly AttemptEvent[];

/** What an attempt in the queue waits for, the most pressing first. */
export const queueStatuses = ['in-doubt', 'running', 'recheck'] as const;
export type QueueStatus = (typeof queueStatuses)[number];

interface AttemptStateFacts {
  /** The state that each event leads to. An event that is absent is not allowed. */
  readonly moves: Readonly<Partial<Record<AttemptEvent, AttemptState>>>;
  /** What the attempt itself waits for; absent when it waits for nothing of its own. */
  readonly waitsFor?: Exclude<QueueStatus, 'recheck'>;
  /** The attempt's reversal step stands in the queue instead of it. */
  readonly hasStepInQueue?: true;
  /** The attempt is final and nothing of it stays charged. */
  readonly nothingCharged?: true;
  /** An approval may still come, so a pending card may stay (rule 27). */
  readonly mayBeApproved?: true;
}

/** Every state of an attempt with all that depends on the state alone. */
export const attemptStateTable: Readonly<Record<AttemptState, AttemptStateFacts>> = {
  authenticating: {
    // If the bank shows a charge that we never sent, that charge is reversed (rule 5).
    moves: {
      'lock for charge': 'charging',
      decline: 'declined',
      close: 'closed',
      supersede: 'closed',
      'start reversal': 'reversing',
    },
    waitsFor: 'running',
    mayBeApproved: true,
  },
  charging: {
    moves: {
      approve: 'approved',
      decline: 'declined',
      doubt: 'in-doubt',
      'tell failed': 'charging',
      'start reversal': 'reversing',
    },
    waitsFor: 'running',
    mayBeApproved: true,
  },
  'in-doubt': {
    moves: { approve: 'approved', decline: 'declined', 'tell failed': 'in-doubt', 'start reversal': 'reversing' },
    waitsFor: 'in-doubt',
    mayBeApproved: true,
  },
  // A dealer's void or refund ends a paid charge. If a late Void undid a refund, the charge is reversed.
  approved: { moves: { 'start reversal': 'reversing', 'find voided': 'voided', 'find refunded': 'refunded' } },
  // The reversal is a step with its own states. It stands in the queue instead of the attempt.
  reversing: { moves: { 'find voided': 'voided', 'find refunded': 'refunded' }, hasStepInQueue: true },
  // An end on "no record" is asked about once more the next day, and a charge found then is reversed (rule 5).
  declined: { moves: { 'start reversal': 'reversing' }, nothingCharged: true },
  closed: { moves: { 'start reversal': 'reversing' }, nothingCharged: true },
  voided: { moves: {}, nothingCharged: true },
  // A Void that arrives after the refund undoes the refund, so the charge is reversed.
  refunded: { moves: { 'start reversal': 'reversing' }, nothingCharged: true },
};

/** Events allowed only while nothing was reported: an attempt reported failed is never approved (rule 1). */
const ONLY_UNTOLD: readonly AttemptEvent[] = ['approve', 'tell failed'];

/** The state that an event leads to; undefined where it is not allowed. */
export const stateAfter = (
  { state, reportedOutcome }: { readonly state: AttemptState; readonly reportedOutcome: ReportedOutcome },
  event: AttemptEvent,
): AttemptState | undefined =>
  reportedOutcome !== 'nobody' && ONLY_UNTOLD.includes(event) ? undefined : attemptStateTable[state].moves[event];

/** True when the attempt is over: neither it nor its reversal waits for anything. */
export const isFinal = (state: AttemptState): boolean => {
  const { waitsFor, hasStepInQueue } = attemptStateTable[state];
  return waitsFor === undefined && hasStepInQueue !== true;
};

/** True when the attempt is over and took no money: it is not the active one, and its reservations are released. */
export const endedWithoutCharge = (state: AttemptState): boolean => attemptStateTable[state].nothingCharged === true;

/**
 * True while the attempt itself stands in the queue: until it is over, after an end without proof for one question more,
 * and as a pre-authorisation that nobody has captured.
 */
export const isQueued = ({
  state,
  recheckAtMs,
  closesAtMs,
}: {
  readonly state: AttemptState;
  readonly recheckAtMs?: number;
  readonly closesAtMs?: number;
}): boolean =>
  attemptStateTable[state].waitsFor !== undefined ||
  recheckAtMs !== undefined ||
  (state === 'approved' && closesAtMs !== undefined);

/** True while an approval may still store the pending card; in every other state the card is deleted (rule 27). */
export const keepsPendingCard = ({
  state,
  reportedOutcome,
}: {
  readonly state: AttemptState;
  readonly reportedOutcome: ReportedOutcome;
}): boolean => reportedOutcome === 'nobody' && attemptStateTable[state].mayBeApproved === true;

/**
 * What an attempt waits for at a moment; undefined when it is over and waits for nothing.
 *
 * - `in-doubt`: the bank's answer is missing, whether or not the row says so (rule 8).
 * - `running`: the payer is at the bank's challenge, or the bank is charging.
 * - `recheck`: it ended on the bank's "no record", which is asked about once more (rule 5).
 */
export const queueStatusOf = (
  {
    state,
    answerByMs,
    recheckAtMs,
  }: { readonly state: AttemptState; readonly answerByMs?: number; readonly recheckAtMs?: number },
  nowMs: number,
): QueueStatus | undefined => {
  const { waitsFor } = attemptStateTable[state];
  if (waitsFor === undefined) return recheckAtMs === undefined ? undefined : 'recheck';
  return state === 'charging' && answerByMs !== undefined && nowMs >= answerByMs ? 'in-doubt' : waitsFor;
};
