import type { AttemptBank, BankSaid, BudgetReservation } from '../attempt/attempt.ts';
import type { Posting } from '../ledger/posting.ts';
import type { MinorUnits } from '../money/money.ts';
import type { PaymentSplit } from '../split/payment-split.ts';
import type { PaymentName } from './payment-name.ts';

/**
 * What may be done with a charge that the bank took. `reversal` is the service's own: it voids or refunds a charge that
 * nobody may keep. `share-change` gives the sub-dealers other shares of it. Only the first four call the bank.
 */
export const stepKinds = [
  'capture',
  'void',
  'refund',
  'reversal',
  'pool-approval',
  'pool-undo',
  'share-change',
] as const;
export type StepKind = (typeof stepKinds)[number];

/**
 * - `intended`: written, and not carried out yet; a refund that waits for the bank's day end stays here.
 * - `in-doubt`: sent to the bank, and its outcome is unknown.
 * - `done`, `refused`: final. `refused` moved no money.
 * - `stuck`: needs an operator, since the bank does not tell what became of it. The bank is still asked every day.
 */
export const stepStates = ['intended', 'in-doubt', 'done', 'refused', 'stuck'] as const;
export type StepState = (typeof stepStates)[number];

/** A Credit that was sent, and its answer. */
export interface SentCredit {
  /** Latest moment at which it may have gone out. */
  readonly atMs: number;
  readonly amount: MinorUnits;
  /** Number of Credits in the order's history before it was sent. */
  readonly doneBefore: number;
  /** Absent: no answer came, so the Credit may still be on its way. */
  readonly answer?: 'approved' | 'refused';
}

/** What a step has sent to the bank. */
export interface SentCalls {
  /** Latest moment at which a capture may have gone out. */
  readonly captureSentAtMs?: number;
  /** True once the bank answered the latest capture, whatever the answer. */
  readonly captureAnswered?: true;
  /** Latest moment at which a Void may have gone out. */
  readonly voidSentAtMs?: number;
  /** Latest moment at which an unanswered Void may have gone out: it may still be on its way. */
  readonly voidUnheardAtMs?: number;
  readonly credit?: SentCredit;
}

/** Who asked for a step. */
export type StepAsker =
  | { readonly by: 'dealer'; readonly clientIp?: string }
  | { readonly by: 'operator'; readonly commandId: string }
  | { readonly by: 'service' };

/**
 * The part of one sub-dealer in a step: its gross share, in minor units. Pool steps name sub-dealers without an amount.
 */
export interface StepShare {
  readonly subDealerId: number;
  readonly amount?: MinorUnits;
}

/**
 * One step of a payment after its charge (rules 11 and 40). It is written before the bank is called. Until it is final
 * it is the one active step of its attempt, and stays in the due queue.
 */
export interface Step {
  readonly payment: PaymentName;
  /** Counts the steps of a payment, from 1 to 100. */
  readonly number: number;
  /** Number of the attempt that was charged. */
  readonly attempt: number;
  readonly kind: StepKind;
  readonly state: StepState;
  readonly version: number;
  readonly dealerCode: string;
  /** DealerPaymentTrxId in the answers to dealers. */
  readonly trxId: number;
  /** The amount captured, voided or refunded; 0 for a step that moves no money at the bank. */
  readonly amount: MinorUnits;
  /** Gross shares of sub-dealers, in the order of their ids; empty without sub-dealers. */
  readonly shares: readonly StepShare[];
  /** Of a share change: what the charge is split into from then on. */
  readonly splits?: readonly PaymentSplit[];
  /** What it moves once it is done. The postings sum to zero. */
  readonly postings: readonly Posting[];
  readonly asker: StepAsker;
  /** The dealer's own code of a refund: the same code is the same request for ever. */
  readonly refundCode?: string;
  /** RefundRequestId, a 32-bit number. */
  readonly refundRequestId?: number;
  readonly startedAtMs: number;
  readonly listingShards: number;
  readonly dueAtMs: number;
  /** How often it was rescheduled; pauses grow with it. */
  readonly postponed: number;
  readonly lastCallAtMs?: number;
  /** Deadline of the bank's answer. After it the step counts as in doubt; nobody has to write that. */
  readonly answerByMs?: number;
  readonly sent: SentCalls;
  /** When an operator ended the bank's day of the charge, in sandbox stages; absent: it ends at its time. */
  readonly dayEndedAtMs?: number;
  /** How the money was returned: a refund on an open day is carried out as a void. */
  readonly doneBy?: 'void' | 'credit';
  /**
   * What the bank gave back by Credits beyond this step and all others, by its history. It is told and no sum holds it: who
   * bears it is between dealer and bank.
   */
  readonly excessCredit?: MinorUnits;
  readonly bank?: AttemptBank;
  readonly said?: BankSaid;
  /** What a capture above the pre-authorised amount reserved of the dealer's limits. */
  readonly reservations: readonly BudgetReservation[];
  /** When the bank is asked once more about a final step; the step stays in the queue until then. */
  readonly recheckAtMs?: number;
  readonly endedAtMs?: number;
}
