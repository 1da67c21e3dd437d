import { readBankOrder } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { dynamoTerminalLedger, readTerminalOrder } from '../../../shared/adapters/dynamodb/sandbox/terminal-ledger.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import type { BankOrder } from '../../../shared/ports/bank-ledger.ts';
import type { TerminalOrder } from '../../../shared/ports/bank-terminal-ledger.ts';
import type { RunStore } from '../world.ts';

/** NestPay's orders in the embedded bank's books. */
export const ordersIn = async (store: RunStore): Promise<readonly BankOrder[]> => {
  const rows = (await store.rows()).filter(({ pk }) => /^BANK#\d+#ORDER#/.test(String(pk)));
  return rows.map(readBankOrder);
};

/** Garanti's orders in the embedded bank's books. */
export const terminalOrdersIn = async (store: RunStore): Promise<readonly TerminalOrder[]> =>
  (await store.rows()).filter(({ entity }) => entity === 'terminal-order').map(readTerminalOrder);

/** Cards whose orders the history never shows as they are. */
const SHOWN_WRONG = ['settlement-error', 'other-sum'];

/** An order as the bank corrects it: what it answered stands, once. */
export const mended = (order: TerminalOrder): TerminalOrder => {
  const { cardId, transactions, version } = order;
  const { garanti = '' } = testCard(cardId);
  const [first, second] = transactions;
  const isTwice = garanti === 'two-charges' && first !== undefined && first.type === second?.type;
  return {
    ...order,
    version: version + 1,
    cardId: SHOWN_WRONG.includes(garanti) ? 'approved' : cardId,
    transactions: isTwice ? transactions.slice(1) : transactions,
  };
};

/** Somebody at the bank corrects an order that contradicts itself. */
export const mendTerminalOrder = async (store: RunStore, orderId: string): Promise<void> => {
  const order = (await terminalOrdersIn(store)).find((one) => one.orderId === orderId);
  if (order !== undefined) await dynamoTerminalLedger(store.direct).change(mended(order));
};
