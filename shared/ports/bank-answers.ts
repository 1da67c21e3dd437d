import type { BankCode } from '../domain/attempt/bank-codes.ts';
import type { Currency, MinorUnits } from '../domain/money/money.ts';

/**
 * The bank's answer about money: approved, declined or unknown; unknown is never guessed (rule 3). `asksAgain`: the
 * issuer did not confirm the decline (the gateway's own checks refused, or a reversal still runs), so the bank is asked
 * once more the next day.
 */
export type BankAnswer =
  | { readonly kind: 'approved'; readonly references: BankReferences }
  | { readonly kind: 'declined'; readonly code: BankCode; readonly procReturnCode: string; readonly asksAgain?: true }
  /**
   * No request byte left this process: DNS or connect failure, a gateway that the stage does not allow, or too many
   * calls of this virtual POS at once (008), TLS failure (010), or the time was up before (021).
   */
  | {
      readonly kind: 'not-sent';
      readonly code: '008' | '010' | '021';
      /** True where the client itself sent nothing: the bank was not tried. */
      readonly refusedHere?: true;
    }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause };

export type UnknownCause = 'time-out' | 'connection-lost' | 'unreadable' | 'contradictory' | 'error-answer';

export interface BankReferences {
  readonly authCode: string;
  readonly hostReference: string;
  readonly transactionId: string;
}

/** The bank's answer to an inquiry, word for word, for operators. It holds no card data. */
export interface BankStatement {
  /** `TRANS_STAT` and `CHARGE_TYPE_CD`, as `S S`; empty where the answer has none. */
  readonly state: string;
  /** The amount that the bank holds for the order, if the answer has one. */
  readonly amount?: MinorUnits;
  /** Return code of the order itself. */
  readonly procReturnCode?: string;
}

/** States of a charge that stands: authorised and captured on an open bank day, settled once the day is closed. */
export type StandingCharge = 'authorised' | 'captured' | 'settled';

/**
 * What an inquiry found. It shows the order's latest transaction only.
 *
 * - `authorised`, `captured`, `settled`: the charge stands. `amount` is what the bank holds. It may differ from the
 *   order, so the caller compares. For a captured pre-authorisation it is the captured amount, which may be more or
 *   less than was authorised. `authorised` after the Void of a capture: the hold remains.
 * - `voided`: voided, reversed or cancelled; nothing stays charged.
 * - `credited`: the latest transaction is a credit that happened; the order history tells how much went back.
 * - `credit-failed`: the latest transaction is a credit that did not happen; the charge stands, and the order history
 *   tells its state.
 * - `declined`: declined or failed at the bank. The code is 009 where the bank does not tell why.
 * - `no-record`: believed late (rule 5).
 * - `unknown`: `pending` is a transaction that the bank has not decided; `not-asked` means that no request byte left.
 *   `shows` is the state of a charge that stands, which the bank contradicts in the same breath: by the return code of a
 *   decline beside it, or by the history.
 */
export type InquiryAnswer = { readonly said?: BankStatement } & (
  | { readonly kind: StandingCharge; readonly amount: MinorUnits; readonly references: BankReferences }
  | { readonly kind: 'voided' | 'credited' | 'credit-failed'; readonly references: BankReferences }
  | {
      readonly kind: 'declined';
      readonly references: BankReferences;
      readonly code: BankCode;
      readonly asksAgain?: true;
    }
  | { readonly kind: 'no-record' }
  | {
      readonly kind: 'unknown';
      readonly cause: UnknownCause | 'pending' | 'not-asked';
      readonly shows?: StandingCharge;
    }
);

/** One order of a bank's list. What cannot be read is absent. */
export interface ListedOrder {
  readonly orderId: string;
  readonly amount?: MinorUnits | undefined;
  readonly currency?: Currency | undefined;
}

/** The bank's answer to a question for the orders of a period. */
export type OrderListAnswer =
  | { readonly kind: 'orders'; readonly orders: readonly ListedOrder[]; readonly isLastPage: boolean }
  /** Banks of this kind list no orders. */
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause | 'not-asked' };

/** The state of an order's charge by its history. */
export type ChargeInHistory = StandingCharge | 'voided' | 'declined' | 'pending';

/** The bank's answer to a question for all transactions of an order. */
export type HistoryAnswer =
  | {
      readonly kind: 'history';
      readonly charge: ChargeInHistory;
      /** What the charge took, before any credit; for a captured pre-authorisation the captured amount. */
      readonly amount: MinorUnits;
      /** Amounts of the credits that happened, oldest first. */
      readonly credits: readonly MinorUnits[];
      /** True while the bank has not decided a credit. */
      readonly creditPending: boolean;
    }
  | { readonly kind: 'no-record' }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause | 'not-asked' };
