import { minor } from '../../../shared/domain/money/money.ts';
import type { TerminalOrder, TerminalTransaction } from '../../../shared/ports/bank-terminal-ledger.ts';

/** A transaction in the books of a Garanti terminal: a sale of 100.00 unless changed. */
export const terminalTransaction = (changes: Partial<TerminalTransaction> = {}): TerminalTransaction => ({
  type: 'sales',
  state: 'done',
  returnCode: '00',
  amount: minor(10_000),
  hostReference: '100000000001',
  authCode: '123456',
  atMs: 1,
  ...changes,
});

/** An order of a Garanti terminal with these transactions. */
export const terminalOrderWith = (
  transactions: readonly TerminalTransaction[],
  changes: Partial<TerminalOrder> = {},
): TerminalOrder => ({
  terminalId: '190100062',
  orderId: 'ORDER-1',
  version: 1,
  currency: 'TL',
  installments: 1,
  cardId: 'approved',
  maskedNumber: '400062******0007',
  firstAtMs: 1,
  transactions,
  ...changes,
});
