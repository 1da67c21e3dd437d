import type { Currency, MinorUnits } from '../domain/money.ts';

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
  /** What the callback says; empty while there is none. */
  readonly mdStatus: string;
  /** Every field that was posted to the gate, card fields left out: the callback echoes them. */
  readonly echoes: readonly (readonly [string, string])[];
  /** Proofs of the authentication; `md` stands for the card when the payment is finished. */
  readonly md: string;
  readonly xid: string;
  readonly eci: string;
  readonly cavv: string;
}

export type BankOrderState = 'authorised' | 'captured' | 'voided' | 'declined' | 'refunded';

/** An order in the embedded bank's books. */
export interface BankOrder {
  readonly clientId: string;
  readonly orderId: string;
  readonly version: number;
  readonly state: BankOrderState;
  readonly amount: MinorUnits;
  readonly capturedAmount: MinorUnits;
  readonly currency: Currency;
  readonly procReturnCode: string;
  readonly cardId: string;
  readonly maskedNumber: string;
  readonly authCode: string;
  readonly hostReference: string;
  readonly transactionId: string;
  readonly authorisedAtMs: number;
  readonly capturedAtMs?: number;
  readonly voidedAtMs?: number;
}

/** The books of the embedded bank. Every method throws StoreUnavailable when the store fails. */
export interface BankLedger {
  /** Answers false when the order id is in the merchant's books already: an order exists once. */
  enter(order: BankOrder): Promise<boolean>;
  findOrder(clientId: string, orderId: string): Promise<BankOrder | undefined>;
  /** Replaces the order that had the version before this one; answers false when somebody else did so first. */
  changeOrder(order: BankOrder): Promise<boolean>;
  open(challenge: BankChallenge): Promise<void>;
  findChallenge(reference: string): Promise<BankChallenge | undefined>;
  /** Like changeOrder. */
  changeChallenge(challenge: BankChallenge): Promise<boolean>;
}
