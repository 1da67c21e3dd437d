import { BETWEEN_CALLS_MS } from '../attempt/timing.ts';
import type { MinorUnits } from '../money/money.ts';
import type { SentCalls } from './step.ts';

/** States of a charge that stands, as the bank tells them. */
type StandingState = 'authorised' | 'captured' | 'settled';

/** What an inquiry says of the order; it shows the order's latest transaction only. */
export interface FoundOrder {
  readonly kind: StandingState | 'voided' | 'credited' | 'credit-failed' | 'declined' | 'no-record' | 'unknown';
  /** The amount that the bank holds, when the charge stands. */
  readonly amount?: MinorUnits;
  /** Of `unknown`: the state of a charge that stands, which the bank shows beside the return code of a decline. */
  readonly shows?: StandingState;
}

/** What the bank's history of an order tells. */
export type OrderHistory =
  | {
      readonly kind: 'history';
      readonly charge: StandingState | 'voided' | 'declined' | 'pending';
      readonly amount: MinorUnits;
      readonly credits: readonly MinorUnits[];
      readonly creditPending: boolean;
    }
  | { readonly kind: 'no-record' | 'unknown' };

export type KnownHistory = Extract<OrderHistory, { kind: 'history' }>;

/** The bank's answers and the time that a decision about a step is made from. */
export interface BankFacts {
  readonly nowMs: number;
  readonly sent: SentCalls;
  readonly found: FoundOrder;
  /** Absent until it was asked for. */
  readonly history?: OrderHistory | undefined;
  /** From when on an unanswered call is believed not carried out. */
  readonly believedAtMs: (sentAtMs: number) => number;
}

export const isStandingState = (kind: string): kind is StandingState =>
  ['authorised', 'captured', 'settled'].includes(kind);

/** The sum of the credits that happened. */
export const creditedIn = ({ credits }: Pick<KnownHistory, 'credits'>): number =>
  credits.reduce((sum, one) => sum + one, 0);

/** What is left to refund: what the charge took, less the credits that happened. Below zero where more went back. */
export const leftToCredit = (history: Pick<KnownHistory, 'amount' | 'credits'>): number =>
  history.amount - creditedIn(history);

/** The history, if nothing in it is undecided; otherwise undefined. */
export const decidedHistory = (history: OrderHistory | undefined): KnownHistory | undefined =>
  history?.kind !== 'history' || history.creditPending || history.charge === 'pending' ? undefined : history;

/** When the latest Void of a step has had its time to arrive. */
export const voidArrivedAtMs = ({ voidSentAtMs = Number.NEGATIVE_INFINITY }: SentCalls): number =>
  voidSentAtMs + BETWEEN_CALLS_MS;

/** Whether no Void of a step took effect, given that the bank still shows the charge. */
export const voidsFailed = ({
  sent,
  nowMs,
  believedAtMs,
}: Pick<BankFacts, 'sent' | 'nowMs' | 'believedAtMs'>): boolean =>
  nowMs >= voidArrivedAtMs(sent) && (sent.voidUnheardAtMs === undefined || nowMs >= believedAtMs(sent.voidUnheardAtMs));
