import type { Currency, MinorUnits } from '../domain/money/money.ts';

/** What the embedded bank keeps of an authentication. The card is a test card's id and a masked number (rule 22). */
export interface BankChallenge {
  readonly reference: string;
  readonly version: number;
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
  /** What the callback says; empty while there is none, and where the gate refused the form. */
  readonly mdStatus: string;
  /** `HPP-1001` and the like, where the gate refused the form. */
  readonly gateError?: string;
  /** Every field that was posted to the gate, card fields left out: the callback echoes them. */
  readonly echoes: readonly (readonly [string, string])[];
  /** Proofs of the authentication; `md` stands for the card when the payment is finished. */
  readonly md: string;
  readonly xid: string;
  readonly eci: string;
  readonly cavv: string;
}

/**
 * What the embedded bank knows of a charge. Day ends are not stored here: they follow from the clock and the closed
 * day. `refunded` is given back in full; a charge of which a part was given back stays `captured`.
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

/** A credit of an order. One that was refused is kept too, as banks do: inquiry and history show it. */
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

/** An order in the embedded bank's books: its latest charge, the declined ones before it and its credits, oldest first. */
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
}

/** Whose day is closed: a merchant's by its client id, or every merchant's. */
export type DayOf = { readonly clientId: string } | 'every merchant';

/** A day end by an operator's command. Scheduled ones are not stored. */
export interface ClosedDay {
  /** The first moment of the next day. */
  readonly closedAtMs: number;
  readonly version: number;
}

/** The books of the embedded bank. Every method throws StoreUnavailable when the store fails. */
export interface BankLedger {
  /** Answers false when the order id is in the merchant's books already: an order exists once. */
  enter(order: BankOrder): Promise<boolean>;
  findOrder(clientId: string, orderId: string): Promise<BankOrder | undefined>;
  /** Replaces the order that had the version before this one; answers false when somebody else did so first. */
  changeOrder(order: BankOrder): Promise<boolean>;
  /** The latest close by command that counts for a merchant; undefined when there was none. Read strongly. */
  latestClose(clientId: string): Promise<number | undefined>;
  open(challenge: BankChallenge): Promise<void>;
  findChallenge(reference: string): Promise<BankChallenge | undefined>;
  /** Like changeOrder. */
  changeChallenge(challenge: BankChallenge): Promise<boolean>;
}

/** What an operator's command needs of the books. */
export interface BankDays {
  /** The latest close by command; undefined when there was none. Throws StoreUnavailable. */
  closedDay(of: DayOf): Promise<ClosedDay | undefined>;
}
