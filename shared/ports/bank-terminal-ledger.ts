import type { Currency, MinorUnits } from '../domain/money/money.ts';

/** What may follow a charge at Garanti, by the names of its wire. */
export const terminalSteps = ['postauth', 'void', 'refund'] as const;
export type TerminalStep = (typeof terminalSteps)[number];

/** Charges of Garanti's wire. */
export const terminalCharges = ['sales', 'preauth'] as const;
export type TerminalCharge = (typeof terminalCharges)[number];

/** One transaction of an order: a charge, or a step that was asked for. Failed ones are kept too. */
export interface TerminalTransaction {
  readonly type: TerminalCharge | TerminalStep;
  readonly state: 'done' | 'failed';
  /** `00` for what happened, but for the card that stands for a bank which contradicts itself. */
  readonly returnCode: string;
  readonly amount: MinorUnits;
  /** `RetrefNum` of this transaction alone. */
  readonly hostReference: string;
  /** `RetrefNum` of the transaction that a step is about. */
  readonly originalReference?: string;
  readonly authCode: string;
  readonly atMs: number;
  /** When a void cancelled it. */
  readonly voidedAtMs?: number;
}

/** An order of a terminal: its transactions, oldest first. The card is a test card's id and a masked number (rule 22). */
export interface TerminalOrder {
  readonly terminalId: string;
  readonly orderId: string;
  readonly version: number;
  readonly currency: Currency;
  readonly installments: number;
  readonly cardId: string;
  readonly maskedNumber: string;
  /** When its first transaction arrived: the order stands in the list of this moment. */
  readonly firstAtMs: number;
  readonly transactions: readonly TerminalTransaction[];
  /** Steps that have met the fault of their card; absent: none. */
  readonly faultsMet?: readonly TerminalStep[];
}

/** The orders of a terminal whose first transaction lies in a period, the oldest first. */
export interface TerminalPeriod {
  readonly terminalId: string;
  readonly fromMs: number;
  /** The first moment behind the period. */
  readonly untilMs: number;
  readonly limit: number;
}

/** The books that the embedded bank keeps for Garanti's wire. Every method throws StoreUnavailable when the store fails. */
export interface TerminalLedger {
  /** Answers false if the terminal has this order id already. */
  enter(order: TerminalOrder): Promise<boolean>;
  find(terminalId: string, orderId: string): Promise<TerminalOrder | undefined>;
  /** Replaces the order if its version is the one before this; answers false if another call was first. */
  change(order: TerminalOrder): Promise<boolean>;
  list(period: TerminalPeriod): Promise<readonly TerminalOrder[]>;
}
