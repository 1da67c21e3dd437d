import * as z from 'zod/mini';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import {
  type TerminalLedger,
  type TerminalOrder,
  terminalCharges,
  terminalSteps,
} from '../../../ports/bank-terminal-ledger.ts';
import { objectRow, optionalText, parseRow, storedAmount, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Row } from '../engine/writes.ts';
import type { Key } from '../keys.ts';
import { terminalKeys } from './sandbox-keys.ts';

/** Most reads of one list: the store answers a megabyte at a time. */
const MAX_READS = 10;

const transactionRow = objectRow(() => ({
  type: z.enum([...terminalCharges, ...terminalSteps]),
  state: z.enum(['done', 'failed']),
  returnCode: storedText,
  amount: storedAmount,
  hostReference: storedText,
  originalReference: optionalText,
  authCode: storedText,
  atMs: storedWhole,
  voidedAtMs: z.optional(storedWhole),
}));

const orderRow = objectRow(() => ({
  terminalId: storedText,
  orderId: storedText,
  version: storedWhole,
  currency: z.enum(currencies),
  installments: storedWhole,
  cardId: storedText,
  maskedNumber: storedText,
  firstAtMs: storedWhole,
  transactions: z.array(transactionRow()),
  faultsMet: z.optional(z.array(z.enum(terminalSteps))),
}));

/** An order, from its own row or from its row in the list of the terminal. */
export const readTerminalOrder = (row: unknown): TerminalOrder => {
  const { transactions, ...order } = parseRow('terminal order', orderRow, row);
  return { ...omitUndefined(order), transactions: transactions.map(omitUndefined) };
};

const orderItem = (order: TerminalOrder): Row & Key => ({
  ...terminalKeys.order(order.terminalId, order.orderId),
  entity: 'terminal-order',
  ...order,
});

/** The same order under the moment of its first transaction, so that a period is one query. */
const listItem = (order: TerminalOrder): Row & Key => ({
  ...terminalKeys.listed(order.terminalId, order.firstAtMs, order.orderId),
  entity: 'terminal-order-listed',
  ...order,
});

/** The books of Garanti's terminals in the stage's table. An order and its row in the list are written together. */
export const dynamoTerminalLedger = (table: Table): TerminalLedger => {
  const write = async (order: TerminalOrder, onlyIf: typeof ABSENT): Promise<boolean> =>
    (await table.transact([{ put: orderItem(order), onlyIf }, { put: listItem(order) }])).applied;
  return {
    enter: (order) => write(order, ABSENT),
    find: async (terminalId, orderId) => {
      const row = await table.get(terminalKeys.order(terminalId, orderId));
      return row === undefined ? undefined : readTerminalOrder(row);
    },
    change: (order) => write(order, atVersion(order.version - 1)),
    list: async ({ terminalId, fromMs, untilMs, limit }) => {
      const between = { from: terminalKeys.moment(fromMs), until: terminalKeys.moment(untilMs) };
      const pk = terminalKeys.list(terminalId);
      const rows: Row[] = [];
      for (let read = 0; read < MAX_READS && rows.length < limit; read += 1) {
        const last = rows.at(-1)?.sk;
        const after = typeof last === 'string' ? last : undefined;
        const more = await table.query({ pk, between, after, limit });
        if (more.length === 0) break;
        rows.push(...more);
      }
      return rows.slice(0, limit).map(readTerminalOrder);
    },
  };
};
