import type { BankCode } from './bank-codes.ts';
import type { Currency, MinorUnits } from './money.ts';
import type { VirtualPos } from './virtual-pos.ts';

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
  authenticating: ['charging', 'declined', 'closed'],
  charging: ['approved', 'declined', 'in-doubt', 'voiding'],
  'in-doubt': ['approved', 'declined', 'voiding'],
  approved: ['voiding'],
  voiding: ['voided', 'refunding', 'stuck'],
  refunding: ['refunded', 'stuck'],
  // An operator settles what is stuck by asking the bank again.
  stuck: ['voiding', 'refunding'],
  declined: [],
  closed: [],
  voided: [],
  refunded: [],
};

/** States in which nothing of the attempt stays charged and nothing more can happen. */
const NOTHING_CHARGED: readonly AttemptState[] = ['declined', 'closed', 'voided', 'refunded'];

/** States that no callback and no sweeper leaves. */
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

/** What one bucket of a limit gave for an attempt; given back once, to that very bucket (rule 17). */
export interface BudgetReceipt {
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

/** One try to charge a link. `reference` finds it from the bank's callback and is known to nobody else. */
export interface Attempt {
  readonly reference: string;
  readonly number: number;
  readonly orderId: string;
  readonly linkToken: string;
  readonly dealerCode: string;
  /** The pinned version of the virtual POS, whole: callback, provision, inquiry and void all use this one (rule 14). */
  readonly pos: VirtualPos;
  readonly state: AttemptState;
  readonly told: Told;
  readonly version: number;
  readonly startedAtMs: number;
  /** When the attempt is looked at again unless it is final by then. */
  readonly dueAtMs: number;
  readonly terms: AttemptTerms;
  readonly maskedCard: string;
  readonly payerAddress: string;
  readonly language: 'tr' | 'en';
  /** The `rnd` that went to the gate, which must come back equal (rule 19). */
  readonly random: string;
  /** The last moment our call to the bank could have left (rule 5). */
  readonly lastCallAtMs?: number;
  /** When the bank's answer must be here; past it the attempt is in doubt without anyone having written so (rule 8). */
  readonly answerByMs?: number;
  /** How often the sweeper put the attempt off; pauses grow with it. */
  readonly postponed: number;
  readonly receipts: readonly BudgetReceipt[];
  readonly bank?: AttemptBank;
}

/** What the bank said in the end. */
export interface AttemptBank {
  readonly code?: BankCode;
  readonly authCode?: string;
  readonly hostReference?: string;
  readonly transactionId?: string;
}
