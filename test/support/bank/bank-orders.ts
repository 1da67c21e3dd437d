import { minor } from '../../../shared/domain/money/money.ts';
import type { BankOrder } from '../../../shared/ports/bank-ledger.ts';

/** An order in the books of the embedded bank: a captured sale of 100.00 unless changed. */
export const bankOrderWith = (changes: Partial<BankOrder> = {}): BankOrder => ({
  clientId: '190100000',
  orderId: 'ORDER-1',
  version: 1,
  type: 'Auth',
  currency: 'TL',
  cardId: 'approved',
  maskedNumber: '411111******1111',
  declinedBefore: [],
  credits: [],
  state: 'captured',
  amount: minor(10_000),
  capturedAmount: minor(10_000),
  procReturnCode: '00',
  authCode: '123456',
  hostReference: '123456789012',
  transactionId: 'T',
  authorisedAtMs: 1,
  ...changes,
});
