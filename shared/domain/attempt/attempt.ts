import type { PendingCard } from '../card/stored-card.ts';
import type { DirectPayment } from '../direct-payment/direct-payment.ts';
import type { Currency, MinorUnits } from '../money/money.ts';
import type { PinnedPos } from '../virtual-pos/virtual-pos.ts';
import type { BankCode } from './bank-codes.ts';
import type { Reversal } from './reversal.ts';
import type { AttemptState, Told } from './states.ts';

/** What one bucket of a limit gave for an attempt; given back once, to that very bucket (rule 17). */
export interface BudgetReservation {
  readonly kind: 'day' | 'month';
  readonly name: string;
  readonly currency: Currency;
  readonly shard: number;
  readonly amount: MinorUnits;
}

/** What is charged, frozen when the attempt starts (rule 16). */
export interface AttemptTerms {
  /** What the payer pays, commission included. */
  readonly total: MinorUnits;
  readonly currency: Currency;
  readonly installments: number;
  readonly type: 'sale' | 'pre-authorisation';
}

/** One try to charge, for whatever it is paid. `reference` finds it and is guessed by nobody. */
interface AttemptOfAnything {
  readonly reference: string;
  /** Counts the tries of one link or one OtherTrxCode, from 1. */
  readonly number: number;
  /** The try before this one, where there was one: a link's and a code's attempts are a chain. */
  readonly previous?: string;
  readonly orderId: string;
  readonly dealerCode: string;
  /** The pinned version of the virtual POS: callback, provision, inquiry and void all read this one (rule 14). */
  readonly pos: PinnedPos;
  readonly state: AttemptState;
  readonly told: Told;
  readonly version: number;
  readonly startedAtMs: number;
  /** How many shards the dealer's lists had when it began; it stays in the one that follows. */
  readonly listingShards: number;
  /** When the attempt is looked at again unless it is final by then. */
  readonly dueAtMs: number;
  readonly terms: AttemptTerms;
  readonly maskedCard: string;
  readonly payerAddress: string;
  /** The last moment our call to the bank could have left (rule 5). */
  readonly lastCallAtMs?: number;
  /** When the bank's answer must be here; past it the attempt is in doubt without anyone having written so (rule 8). */
  readonly answerByMs?: number;
  /** How often the sweeper rescheduled the attempt; pauses grow with it. */
  readonly postponed: number;
  readonly reservations: readonly BudgetReservation[];
  /** Since when the charge is being reversed; after 72 hours it is stuck. */
  readonly takeBackSinceMs?: number;
  /** What has been sent to reverse the charge. */
  readonly reversal?: Reversal;
  /** What the bank said last of the order, for operators. */
  readonly said?: BankSaid;
  /** When an end that rests on less than the issuer's word is asked about once more; the attempt stays in the queue until then. */
  readonly recheckAtMs?: number;
  /** When the state was written that the attempt ended in. */
  readonly endedAtMs?: number;
  readonly bank?: AttemptBank;
  /** A card that is stored when the attempt is approved, and dropped with any other end (rule 27). */
  readonly pendingCard?: PendingCard;
}

/** One try to charge a link. Its `reference` is in the address of the bank's callback and known to nobody else. */
export interface LinkAttempt extends AttemptOfAnything {
  readonly kind: 'link';
  readonly linkToken: string;
  readonly language: 'tr' | 'en';
  /** The `rnd` that went to the gate, which must come back equal (rule 19). */
  readonly random: string;
  /** What the gateway wants to see again with the callback; no card data and no secret. */
  readonly gatewayState?: string;
}

/** One attempt of a direct payment (dealer interface 2.2). No address contains its `reference`; its order id does. */
export interface DirectAttempt extends AttemptOfAnything {
  readonly kind: 'direct';
  readonly direct: DirectPayment;
}

export type Attempt = LinkAttempt | DirectAttempt;

export const isOfLink = (attempt: Attempt): attempt is LinkAttempt => attempt.kind === 'link';

/** What the bank's last answer about an order literally said. It holds no card data. */
interface BankSaid {
  /** State and kind of the order's latest transaction, in the bank's own letters; empty where it told none. */
  readonly state: string;
  /** What the bank holds. */
  readonly amount?: MinorUnits;
  /** Return code of the order. */
  readonly code?: string;
  readonly atMs: number;
}

/** What the bank said in the end. */
export interface AttemptBank {
  readonly code?: BankCode;
  readonly authCode?: string;
  readonly hostReference?: string;
  readonly transactionId?: string;
}
