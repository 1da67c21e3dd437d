import type { BankDay } from '../../../functions/sandbox/bank-simulator/bank-day.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { BankCredit } from '../../../shared/ports/bank-ledger.ts';
import { bankOrderWith } from './bank-orders.ts';
import { BANK_DAY_MS, BANK_MORNING } from './called-bank.ts';

/* Orders in the books of a called NestPay bank, on their day and after it. */

export const AT = BANK_MORNING;
export const OPEN: BankDay = { nowMs: AT, closedAtMs: 1 };
export const CLOSED: BankDay = { nowMs: AT + BANK_DAY_MS, closedAtMs: AT + BANK_DAY_MS };

export const sale = bankOrderWith({ authorisedAtMs: AT, capturedAtMs: AT });
export const hold = bankOrderWith({
  type: 'PreAuth',
  state: 'authorised',
  capturedAmount: minor(0),
  authorisedAtMs: AT,
});
export const credit = (changes: Partial<BankCredit> = {}): BankCredit => ({
  state: 'done',
  amount: minor(4000),
  procReturnCode: '00',
  authCode: '7',
  hostReference: '8',
  transactionId: 'C',
  atMs: AT + 5,
  ...changes,
});
