import { endOfIstanbulDay, nextTimeOfDay } from '../calendar.ts';
import { PENDING_CARD_LIFE_MS, type PendingCard } from '../card/stored-card.ts';
import type { DirectPayment } from '../direct-payment/direct-payment.ts';
import type { Currency, MinorUnits } from '../money/money.ts';
import type { PinnedPos, VirtualPos } from '../virtual-pos/virtual-pos.ts';
import type { BankCode } from './bank-codes.ts';
import type { Reversal } from './reversal.ts';

/** States of one try to charge (design, "Money never moves twice"). */
export const attemptStates = [
  'started',
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

/** What the payer or the dealer was told of an attempt; written before it is told (rule 1). */
export type Told = 'nobody' | 'failed' | 'paid';

const transitions: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  started: ['authenticating', 'charging'],
  // A charge that the bank knows of an attempt which never charged is taken back (rule 5).
  authenticating: ['charging', 'declined', 'closed', 'voiding'],
  charging: ['approved', 'declined', 'in-doubt', 'voiding'],
  'in-doubt': ['approved', 'declined', 'voiding'],
  approved: ['voiding'],
  voiding: ['voided', 'refunded', 'refunding', 'stuck'],
  // The bank's state decides between Void and Credit: a sale that seemed settled may be voided after all.
  refunding: ['refunded', 'voided', 'voiding', 'stuck'],
  // An operator settles what is stuck at the bank, which is asked about it every day.
  stuck: ['voided', 'refunded'],
  // A close on "no record" is asked once more the next day, and a charge found then is taken back (rule 5).
  declined: ['voiding'],
  closed: ['voiding'],
  voided: [],
  // A Void that arrives after the refund undoes it.
  refunded: ['voiding'],
};

/** States in which nothing of the attempt stays charged and nothing more can happen. */
const NOTHING_CHARGED: readonly AttemptState[] = ['declined', 'closed', 'voided', 'refunded'];

/** States that no callback leaves. */
export const isFinal = (state: AttemptState): boolean => state === 'approved' || NOTHING_CHARGED.includes(state);

/** True when the attempt is over and took no money: its slot is free and its budget is given back. */
export const endedWithoutCharge = (state: AttemptState): boolean => NOTHING_CHARGED.includes(state);

/**
 * True when an attempt may go from one state to another. Once it was told "failed" it can only become declined,
 * voided or refunded, even if the bank's approval arrives a moment later (rule 1).
 */
export const mayBecome = (from: AttemptState, to: AttemptState, told: Told): boolean =>
  transitions[from].includes(to) && !(told === 'failed' && to === 'approved');

/** How long a 3D attempt may take from its start to the bank's callback (rule 15). */
export const THREE_D_LIFE_MS = 15 * 60_000;
/** An attempt that is charging longer than this is in doubt without anyone having written so (rule 8). */
export const ANSWER_BY_MS = 28_000;

/** How long after `answerBy` a call with the same code may collect the approval of a direct payment (rule 9). */
export const COLLECT_MS = 10 * 60_000;

/** From when on a payer whose charge is in doubt may try again, counted from the last call to the bank. */
export const RETRY_OFFERED_AFTER_MS = 3 * 60_000;

/** No sweeper touches an attempt whose last call to the bank is younger than this (rule 5). */
export const LEAVE_ALONE_MS = 2 * 60_000;
/** A close on "no record" is asked about once more after this long (rule 5). */
export const RECHECK_AFTER_MS = 24 * 3_600_000;

/**
 * From when on the bank's "no record" of a charge is believed (rule 5): the horizon of its virtual POS and the end of
 * the Istanbul day, both counted from the last moment at which our call could have left.
 */
export const noRecordBelievedAtMs = ({ startedAtMs, lastCallAtMs, answerByMs, pos }: Attempt): number =>
  notDoneBelievedAtMs(Math.max(startedAtMs, lastCallAtMs ?? 0, answerByMs ?? 0), pos);

/** From when on it is believed that a call without an answer was not carried out, counted from when it could have left. */
export const notDoneBelievedAtMs = (
  lastLeftAtMs: number,
  { noRecordHorizonHours }: Pick<VirtualPos, 'noRecordHorizonHours'>,
): number => Math.max(lastLeftAtMs + noRecordHorizonHours * 3_600_000, endOfIstanbulDay(lastLeftAtMs));

/** When the bank day of an attempt's charge ends: the first end after the last moment at which the charge could have left. */
export const chargeDayEndsAtMs = ({ startedAtMs, answerByMs, pos }: Attempt): number =>
  nextTimeOfDay(Math.max(startedAtMs, answerByMs ?? 0), pos.dayEndsAt);

/** True while the attempt stands in the queue: until it is final, and after a close on "no record" for one day more. */
export const isQueued = ({ state, recheckAtMs }: Attempt): boolean => !isFinal(state) || recheckAtMs !== undefined;

/** True while an approval may still come that stores the attempt's card; in every other state the card goes (rule 27). */
export const keepsPendingCard = ({ state, told }: Pick<Attempt, 'state' | 'told'>): boolean =>
  told === 'nobody' && ['started', 'authenticating', 'charging', 'in-doubt'].includes(state);

/** When an attempt is looked at again: not after the card in it has waited for as long as it may (rule 27). */
export const dueNoLaterThanCardExpiry = ({ pendingCard, startedAtMs }: Attempt, dueAtMs: number): number =>
  pendingCard === undefined ? dueAtMs : Math.min(dueAtMs, startedAtMs + PENDING_CARD_LIFE_MS);

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
  /** How often the sweeper put the attempt off; pauses grow with it. */
  readonly postponed: number;
  readonly reservations: readonly BudgetReservation[];
  /** Since when the charge is being taken back; after 72 hours it is stuck. */
  readonly takeBackSinceMs?: number;
  /** What has been sent to take the charge back. */
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
  readonly linkToken: string;
  readonly language: 'tr' | 'en';
  /** The `rnd` that went to the gate, which must come back equal (rule 19). */
  readonly random: string;
  /** What the gateway wants to see again with the callback; no card data and no secret. */
  readonly gatewayState?: string;
}

/** One try of a direct payment (2.2). Nothing leads from outside to its `reference`, which its order id holds. */
export interface DirectAttempt extends AttemptOfAnything {
  readonly direct: DirectPayment;
}

export type Attempt = LinkAttempt | DirectAttempt;

/**
 * Until when a caller may still learn that a direct payment nobody was told of went well; afterwards, and at once where
 * there is no code to ask with, it is taken back (rule 9).
 */
export const collectableUntilMs = ({ direct, answerByMs = 0 }: DirectAttempt): number =>
  direct.otherTrxCode === undefined ? answerByMs : answerByMs + COLLECT_MS;

export const isOfLink = (attempt: Attempt): attempt is LinkAttempt => 'linkToken' in attempt;

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
