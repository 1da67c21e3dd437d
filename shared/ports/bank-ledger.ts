import type { Currency, MinorUnits } from '../domain/money/money.ts';
import type { GatewayKind } from '../domain/virtual-pos/virtual-pos.ts';
import type { TerminalLedger } from './bank-terminal-ledger.ts';

/** What the embedded bank keeps of an authentication. The card is a test card's id and a masked number (rule 22). */
export interface BankChallenge {
  readonly reference: string;
  readonly version: number;
  /** Whose gate opened it; absent: NestPay's. */
  readonly kind?: GatewayKind;
  /** The merchant's number; at Garanti the terminal. */
  readonly clientId: string;
  readonly orderId: string;
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly type: 'Auth' | 'PreAuth';
  readonly cardId: string;
  readonly maskedNumber: string;
  readonly oneTimeCode: string;
  readonly wrongCodes: number;
  readonly state: 'open' | 'abandoned' | 'answered';
  /** The result that the callback reports; empty before the callback, and if the gate refused the form. */
  readonly mdStatus: string;
  /** Such as `HPP-1001`, if the gate refused the form; at Garanti its return code, or `unsigned`. */
  readonly gateError?: string;
  /** The posted fields that the callback echoes: known names alone, none of a card. */
  readonly echoes: readonly (readonly [string, string])[];
  /** Proofs of the authentication; `md` stands for the card in the charge after 3D. */
  readonly md: string;
  readonly xid: string;
  readonly eci: string;
  readonly cavv: string;
}

/**
 * State of a charge in the embedded bank. Day ends are not stored: they follow from the clock and the closed day.
 * `refunded` means in full; a charge that was refunded in part stays `captured`.
 */
type BankOrderState = 'authorised' | 'captured' | 'voided' | 'declined' | 'refunded';

/** A sale or pre-authorisation of an order. */
export interface BankCharge {
  readonly state: BankOrderState;
  readonly amount: MinorUnits;
  readonly capturedAmount: MinorUnits;
  readonly procReturnCode: string;
  readonly authCode: string;
  readonly hostReference: string;
  readonly transactionId: string;
  readonly authorisedAtMs: number;
  readonly capturedAtMs?: number;
  readonly voidedAtMs?: number;
}

/** A credit of an order. A refused credit is kept too, because banks show it in inquiries and histories. */
export interface BankCredit {
  readonly state: 'done' | 'voided' | 'declined';
  readonly amount: MinorUnits;
  readonly procReturnCode: string;
  readonly authCode: string;
  readonly hostReference: string;
  readonly transactionId: string;
  readonly atMs: number;
  readonly voidedAtMs?: number;
}

/** What may follow a charge. */
export const bankFollowUps = ['PostAuth', 'Void', 'Credit'] as const;
export type BankFollowUp = (typeof bankFollowUps)[number];

/** An order of the embedded bank: its latest charge, the declined ones before it and its credits, oldest first. */
export interface BankOrder extends BankCharge {
  readonly clientId: string;
  readonly orderId: string;
  readonly version: number;
  readonly type: 'Auth' | 'PreAuth';
  readonly currency: Currency;
  readonly cardId: string;
  readonly maskedNumber: string;
  readonly declinedBefore: readonly BankCharge[];
  readonly credits: readonly BankCredit[];
  /** Kinds of calls that have met the fault of their card; absent: none. */
  readonly faultsMet?: readonly BankFollowUp[];
}

/** The merchants whose day is closed: one, by its client id, or all. */
export type DayOf = { readonly clientId: string } | 'every merchant';

/** A day end by an operator's command. Scheduled ones are not stored. */
export interface ClosedDay {
  /** The first moment of the next day. */
  readonly closedAtMs: number;
  readonly version: number;
}

/** The books of the embedded bank. Every method throws StoreUnavailable when the store fails. */
export interface BankLedger {
  /** Answers false if the merchant has this order id already: an order id is used once. */
  enter(order: BankOrder): Promise<boolean>;
  findOrder(clientId: string, orderId: string): Promise<BankOrder | undefined>;
  /** Replaces the order if its version is the one before this; answers false if another call was first. */
  changeOrder(order: BankOrder): Promise<boolean>;
  /** The latest close by command that counts for a merchant; undefined when there was none. Read strongly. */
  latestClose(clientId: string): Promise<number | undefined>;
  open(challenge: BankChallenge): Promise<void>;
  findChallenge(reference: string): Promise<BankChallenge | undefined>;
  /** Replaces the challenge under the same condition as changeOrder. */
  changeChallenge(challenge: BankChallenge): Promise<boolean>;
  /** The books of Garanti's terminals. */
  readonly terminals: TerminalLedger;
}

/** The part of the books that operators' commands use. */
export interface BankDays {
  /** The latest close by command; undefined when there was none. Throws StoreUnavailable. */
  closedDay(of: DayOf): Promise<ClosedDay | undefined>;
}
