/** States of one try to charge. */
export const attemptStates = [
  'authenticating',
  'charging',
  'approved',
  'declined',
  'closed',
  'in-doubt',
  'voiding',
  'voided',
  'refunding',
  'refunded',
  'stuck',
] as const;
export type AttemptState = (typeof attemptStates)[number];

/** The reported outcome: what the payer or the dealer heard of an attempt. It is written before it is reported (rule 1). */
export type Told = 'nobody' | 'failed' | 'paid';

/** What happens to an attempt, in words. `shared/domain/attempt/transitions.ts` says what each event does beside. */
export const attemptEventWords = {
  'lock for charge': 'the payer passed 3D; the winner of the lock alone calls the bank',
  approve: 'the bank took the money as ordered',
  decline: 'the bank, 3D or a limit refuses, or "no record" is believed by now',
  close: 'the payer left during 3D',
  doubt: 'the bank gave no clear answer',
  'tell failed': '"failed" is reported of a charge without an answer',
  'start reversal': 'the bank knows a charge that nobody may keep',
  'send void': "the bank's day of the charge is open",
  'send refund': "the bank's day of the charge is closed",
  'find voided': 'the bank says that the charge is void',
  'find refunded': 'the bank says that all of it was given back',
  stick: 'the charge could not be reversed for 72 hours',
} as const;
export type AttemptEvent = keyof typeof attemptEventWords;
export const attemptEvents = Object.keys(attemptEventWords) as readonly AttemptEvent[];

/** What an attempt in the queue waits for, the most pressing first. */
export const queueStatuses = ['stuck', 'in-doubt', 'taking-back', 'running', 'recheck'] as const;
export type QueueStatus = (typeof queueStatuses)[number];

interface AttemptStateFacts {
  /** The state that each event leads to. An event that is absent is not allowed. */
  readonly moves: Readonly<Partial<Record<AttemptEvent, AttemptState>>>;
  /** What the attempt waits for; absent: it is final, so that no callback leaves the state. */
  readonly waitsFor?: Exclude<QueueStatus, 'recheck'>;
  /** The attempt is final and nothing of it stays charged. */
  readonly nothingCharged?: true;
  /** An approval may still come, for which a card may wait (rule 27). */
  readonly mayBeApproved?: true;
}

/** Every state of an attempt with all that depends on the state alone. */
export const attemptStateTable: Readonly<Record<AttemptState, AttemptStateFacts>> = {
  authenticating: {
    // A charge that the bank knows of an attempt which never charged is reversed (rule 5).
    moves: { 'lock for charge': 'charging', decline: 'declined', close: 'closed', 'start reversal': 'voiding' },
    waitsFor: 'running',
    mayBeApproved: true,
  },
  charging: {
    moves: {
      approve: 'approved',
      decline: 'declined',
      doubt: 'in-doubt',
      'tell failed': 'charging',
      'start reversal': 'voiding',
    },
    waitsFor: 'running',
    mayBeApproved: true,
  },
  'in-doubt': {
    moves: { approve: 'approved', decline: 'declined', 'tell failed': 'in-doubt', 'start reversal': 'voiding' },
    waitsFor: 'in-doubt',
    mayBeApproved: true,
  },
  approved: { moves: { 'start reversal': 'voiding' } },
  voiding: {
    moves: {
      'send void': 'voiding',
      'send refund': 'refunding',
      'find voided': 'voided',
      'find refunded': 'refunded',
      stick: 'stuck',
    },
    waitsFor: 'taking-back',
  },
  refunding: {
    // The bank's state decides between Void and Credit: a sale that seemed settled may be voided after all.
    moves: {
      'send void': 'voiding',
      'send refund': 'refunding',
      'find voided': 'voided',
      'find refunded': 'refunded',
      stick: 'stuck',
    },
    waitsFor: 'taking-back',
  },
  // An operator reverses by hand what is stuck; the bank is asked about it every day.
  stuck: { moves: { stick: 'stuck', 'find voided': 'voided', 'find refunded': 'refunded' }, waitsFor: 'stuck' },
  // An end on "no record" is asked about once more the next day, and a charge found then is reversed (rule 5).
  declined: { moves: { 'start reversal': 'voiding' }, nothingCharged: true },
  closed: { moves: { 'start reversal': 'voiding' }, nothingCharged: true },
  voided: { moves: {}, nothingCharged: true },
  // A Void that arrives after the refund undoes it.
  refunded: { moves: { 'start reversal': 'voiding' }, nothingCharged: true },
};

/** Events that only an attempt nobody was told of has: what was reported failed is never approved (rule 1). */
const ONLY_UNTOLD: readonly AttemptEvent[] = ['approve', 'tell failed'];

/** The state that an event leads to; undefined where it is not allowed. */
export const stateAfter = (
  { state, told }: { readonly state: AttemptState; readonly told: Told },
  event: AttemptEvent,
): AttemptState | undefined =>
  told !== 'nobody' && ONLY_UNTOLD.includes(event) ? undefined : attemptStateTable[state].moves[event];

/** True when no callback leaves the state. */
export const isFinal = (state: AttemptState): boolean => attemptStateTable[state].waitsFor === undefined;

/** True when the attempt is over and took no money: it is not the active one, and its reservations are given back. */
export const endedWithoutCharge = (state: AttemptState): boolean => attemptStateTable[state].nothingCharged === true;

/** True while the attempt stands in the queue: until it is final, and after an end without proof for one question more. */
export const isQueued = ({
  state,
  recheckAtMs,
}: {
  readonly state: AttemptState;
  readonly recheckAtMs?: number;
}): boolean => !isFinal(state) || recheckAtMs !== undefined;

/** True while an approval may still come that stores the attempt's card; in every other state the card goes (rule 27). */
export const keepsPendingCard = ({ state, told }: { readonly state: AttemptState; readonly told: Told }): boolean =>
  told === 'nobody' && attemptStateTable[state].mayBeApproved === true;

/**
 * What an attempt waits for at a moment; undefined when it is over and waits for nothing.
 *
 * - `stuck`: its charge could not be reversed for 72 hours: an operator's matter.
 * - `in-doubt`: the bank's answer is missing, whether or not somebody has written so (rule 8).
 * - `taking-back`: it is being voided or refunded.
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
