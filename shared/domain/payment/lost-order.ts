import { type AttemptState, endedWithoutCharge, isFinal, type Told } from '../attempt/states.ts';
import { notDoneBelievedAtMs } from '../attempt/timing.ts';
import { type Currency, type MinorUnits, minor } from '../money/money.ts';
import type { VirtualPos } from '../virtual-pos/virtual-pos.ts';
import type { FoundOrder, OrderHistory } from './bank-facts.ts';
import type { SentCalls } from './step.ts';
import type { UndoFacts } from './undo.ts';

/*
 * After a restore the bank has orders that the table does not know as charged. An operator decides on each (rule 47),
 * because nobody can tell from here whether the payer or the dealer heard of them: kept, or taken back.
 */

/**
 * What the restored table knows of the order: nothing; an attempt that it holds as open; or one that it holds as ended
 * without a charge.
 */
export const lostOrderKinds = ['unknown', 'open', 'ended'] as const;
export type LostOrderKind = (typeof lostOrderKinds)[number];

export const lostOrderStates = ['undecided', 'kept', 'taking-back', 'taken-back'] as const;
type LostOrderState = (typeof lostOrderStates)[number];

/** One order of the lost time, as the bank's list names it. */
export interface LostOrder {
  readonly dealerCode: string;
  readonly posId: string;
  readonly orderId: string;
  readonly version: number;
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly kind: LostOrderKind;
  readonly state: LostOrderState;
  readonly importedAtMs: number;
  readonly decidedAtMs?: number;
  /** What taking it back has sent to the bank. */
  readonly sent: SentCalls;
}

/** How far the lost orders of one virtual POS are, in one recovery. */
export interface LostOrdersOfPos {
  readonly dealerCode: string;
  readonly posId: string;
  readonly version: number;
  /** The table that recovers. Marks of a recovery before are not of this one. */
  readonly tableName: string;
  readonly imported: number;
  readonly undecided: number;
  /** True once the bank's whole list was imported. */
  readonly complete: boolean;
}

/** What an order of the bank is to the restored table; undefined where the table knows its charge, so nothing is lost. */
export const lostKindOf = (
  attempt: { readonly state: AttemptState; readonly told: Told } | undefined,
): LostOrderKind | undefined => {
  if (attempt === undefined) return 'unknown';
  const { state, told } = attempt;
  // A reversal goes on by itself, and asks the bank before each step. So does the end of what was reported failed.
  if (state === 'voided' || state === 'refunded' || state === 'reversing') return undefined;
  if (!isFinal(state)) return told === 'failed' ? undefined : 'open';
  return endedWithoutCharge(state) ? 'ended' : undefined;
};

/** An order that is still to be decided on, or whose money is not back yet. */
export const isUndecided = ({ state }: Pick<LostOrder, 'state'>): boolean =>
  state === 'undecided' || state === 'taking-back';

/**
 * Who gives the money of an order back that is taken back: the sweeper, whose attempt is still open or is reversed
 * anyway; or the command itself, at the bank. `paid`: neither, since the attempt has become paid, and a void or refund
 * must say so. The attempt as it stands now decides: it may have ended since the import, by its payer's callback.
 */
export const takeBackWay = (
  { state }: Pick<LostOrder, 'state'>,
  attempt: { readonly state: AttemptState; readonly told: Told } | undefined,
): 'sweeper' | 'bank' | 'paid' => {
  if (state === 'taking-back' || attempt === undefined) return 'bank';
  if (attempt.state === 'approved') return 'paid';
  return lostKindOf(attempt) === 'ended' ? 'bank' : 'sweeper';
};

/**
 * The mark of a virtual POS before its first import in this recovery, or as it stands. Orders that the recovery before
 * left undecided came with the copy, and still wait for a decision.
 */
export const marksIn = (
  stored: LostOrdersOfPos | undefined,
  now: Pick<LostOrdersOfPos, 'dealerCode' | 'posId' | 'tableName'>,
): LostOrdersOfPos =>
  stored?.tableName === now.tableName
    ? stored
    : { ...now, version: stored?.version ?? 0, imported: 0, undecided: stored?.undecided ?? 0, complete: false };

/** The facts that decide how the money of a lost order goes back: by the bank's word, as with every reversal (rule 4). */
export const takeBackFacts = (
  { sent, importedAtMs, decidedAtMs = importedAtMs }: LostOrder,
  pos: Pick<VirtualPos, 'noRecordHorizonHours'>,
  {
    nowMs,
    found,
    history,
  }: { readonly nowMs: number; readonly found: FoundOrder; readonly history?: OrderHistory | undefined },
): UndoFacts => ({
  kind: 'reversal',
  nowMs,
  sent,
  found,
  history,
  believedAtMs: (sentAtMs) => notDoneBelievedAtMs(sentAtMs, pos),
  wasCaptured: false,
  sinceMs: decidedAtMs,
  // Nobody knows in which day of the bank it was charged. What the bank calls settled is given back by a Credit.
  dayEndsAtMs: importedAtMs,
  isStuck: false,
  otherCredits: { booked: minor(0), excess: minor(0) },
});
