import type { BankCode } from '../domain/bank-codes.ts';
import type { Currency, MinorUnits } from '../domain/money.ts';

/** One pinned version of a dealer's virtual POS, its secrets opened for this call alone (rule 14). */
export interface PosAccount {
  readonly posId: string;
  readonly version: number;
  readonly gateway: string;
  readonly clientId: string;
  readonly apiUser: string;
  readonly apiPassword: string;
  readonly storeKey: string;
  /** Whether an attempted authentication (mdStatus 2 to 4) may be charged; off unless the bank agreed to it. */
  readonly attemptedThreeDAllowed: boolean;
}

export type ChargeType = 'sale' | 'pre-authorisation';

/** What is charged: frozen in the attempt before the bank is called. `installments` 1 is the single payment. */
export interface PosOrder {
  readonly orderId: string;
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly installments: number;
  readonly type: ChargeType;
}

/** A card in one invocation's memory. Never stored, logged or put into an error. */
export interface PaymentCard {
  readonly number: string;
  /** `MM` */
  readonly expiryMonth: string;
  /** `YYYY` */
  readonly expiryYear: string;
  readonly cvc?: string;
}

/** What the bank says of money: approved, declined or unknown, and unknown is never guessed (rule 3). */
export type BankAnswer =
  | { readonly kind: 'approved'; readonly references: BankReferences }
  | { readonly kind: 'declined'; readonly code: BankCode; readonly procReturnCode: string }
  /**
   * No request byte left this process: DNS or connect failure, a gateway that the stage does not allow, or too many
   * calls of this virtual POS at once (008), TLS failure (010), or the time was up before (021).
   */
  | { readonly kind: 'not-sent'; readonly code: '008' | '010' | '021' }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause };

export type UnknownCause = 'time-out' | 'connection-lost' | 'unreadable' | 'contradictory' | 'error-answer';

export interface BankReferences {
  readonly authCode: string;
  readonly hostReference: string;
  readonly transactionId: string;
}

/**
 * What an inquiry found of an order. `no-record` is believed late (rule 5). `amount` is what was captured where
 * something was, else the order's own. `not-asked`: no request byte left this process.
 */
export type InquiryAnswer =
  | {
      readonly kind: 'captured' | 'authorised' | 'voided' | 'refunded';
      readonly amount: MinorUnits | undefined;
      readonly references: BankReferences;
    }
  | {
      readonly kind: 'declined';
      readonly amount: MinorUnits | undefined;
      readonly references: BankReferences;
      /** 009 where the bank does not tell why. */
      readonly code: BankCode;
    }
  | { readonly kind: 'no-record' }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause | 'not-asked' };

/**
 * What is done to an order that the bank knows. `amount` of the order is what is captured or given back; a capture of
 * more than was pre-authorised names both.
 */
export type FollowUp =
  | { readonly kind: 'capture'; readonly preAuthorised?: MinorUnits }
  | { readonly kind: 'void' }
  | { readonly kind: 'refund' };

/** The stage does not allow the gateway of a virtual POS, or the card: a defect of the caller, who asks first. */
export class BankCallNotAllowed extends Error {
  override readonly name = 'BankCallNotAllowed';
}

/** The form that the payer's browser posts to the bank's gate, card data included: for the hand-over page alone. */
export interface ThreeDForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export interface ThreeDStart {
  readonly order: PosOrder;
  readonly card: PaymentCard;
  /** Where the gate sends the payer back: both addresses carry the attempt's unguessable reference. */
  readonly okUrl: string;
  readonly failUrl: string;
  readonly random: string;
  readonly language: 'tr' | 'en';
}

/** What was sent to the gate and must come back equal where the bank echoes it (rule 19). */
export type ThreeDExpectation = Omit<ThreeDStart, 'card'>;

/** A verified authentication, as the provision needs it. */
export interface Authentication3D {
  readonly md: string;
  readonly xid: string;
  readonly eci: string;
  readonly cavv: string;
}

/** What a posted callback proves. `refused` changes nothing: it did not come from the bank, or not for this attempt. */
export type CallbackVerdict =
  | { readonly kind: 'authenticated'; readonly authentication: Authentication3D }
  | { readonly kind: 'failed'; readonly code: BankCode }
  | {
      readonly kind: 'refused';
      readonly reason: 'repeated-field' | 'hash' | 'order' | 'amount' | 'currency' | 'echo' | 'unreadable';
    };

/** How long a call may take; the remaining time is checked again directly before the socket is written to (rule 5). */
export interface CallTime {
  /** Epoch milliseconds by which the answer must be here. */
  readonly answerBy: number;
}

/**
 * A bank's virtual POS. No method retries, follows a redirect or guesses: whatever is not an explicit approval or
 * decline is `unknown`. Methods never reject; a defect of the caller throws synchronously.
 */
export interface VirtualPos {
  /**
   * Charges or pre-authorises a card without 3D. Answers approved, declined, not-sent or unknown. In a sandbox stage it
   * throws BankCallNotAllowed for a card that is not a test card.
   */
  charge(
    account: PosAccount,
    order: PosOrder & { readonly card: PaymentCard; readonly payerAddress: string },
    time: CallTime,
  ): Promise<BankAnswer>;
  /**
   * Pure: the form for the bank's gate. Throws BankCallNotAllowed when the stage does not allow the gateway, or, in a
   * sandbox stage, the card.
   */
  start3D(account: PosAccount, start: ThreeDStart): ThreeDForm;
  /** Pure: verifies a callback in the order hash, order, amount, currency, echoes, mdStatus. */
  verifyCallback(
    account: PosAccount,
    expected: ThreeDExpectation,
    posted: readonly (readonly [string, string])[],
  ): CallbackVerdict;
  /** Charges what was authenticated. Declined with a code not in the table is 024 here. */
  provision(
    account: PosAccount,
    order: PosOrder & { readonly authentication: Authentication3D; readonly payerAddress: string },
    time: CallTime,
  ): Promise<BankAnswer>;
  /** Asks what became of an order. */
  inquire(account: PosAccount, order: PosOrder, time: CallTime): Promise<InquiryAnswer>;
  /** Captures a pre-authorisation, voids an order, or refunds `amount` of it. Unknown like charges. */
  followUp(account: PosAccount, order: PosOrder, step: FollowUp, time: CallTime): Promise<BankAnswer>;
}
