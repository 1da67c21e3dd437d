import { SUCCESS } from '../../garanti/codes.ts';
import type { HistoryAnswer, UnknownCause } from '../../ports/bank-answers.ts';
import { readHistoryRows } from './history-rows.ts';
import { type JudgedOrder, judgeBooks, type OrderBooks } from './order-books.ts';
import { isNoRecord } from './order-state.ts';
import type { GarantiAnswer } from './response-xml.ts';

/** What the answer to a question for an order's history says of the order. */
export type ReadHistory =
  | { readonly kind: 'books'; readonly books: OrderBooks }
  | { readonly kind: 'no-record' }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause };

/**
 * Reads the answer to a question for an order's history. It is believed only where it is about our order and its
 * transactions agree with each other.
 */
export const readHistory = (answer: GarantiAnswer, order: JudgedOrder): ReadHistory => {
  const { orderId, code, message, transactions } = answer;
  if (orderId !== '' && orderId !== order.orderId) return { kind: 'unknown', cause: 'contradictory' };
  if (isNoRecord(answer)) return { kind: 'no-record' };
  if (code !== SUCCESS || message !== 'Approved') return { kind: 'unknown', cause: 'error-answer' };
  if (orderId === '' || transactions === undefined) return { kind: 'unknown', cause: 'contradictory' };
  const rows = readHistoryRows(transactions, order);
  const books = rows === undefined ? undefined : judgeBooks(rows, order);
  return books === undefined ? { kind: 'unknown', cause: 'contradictory' } : { kind: 'books', books };
};

/** The history of an order as the port tells it. A refund that the bank has not decided is no row of it. */
export const historyAnswerOf = (read: ReadHistory): HistoryAnswer => {
  if (read.kind !== 'books') return read;
  const { charge, amount, credits } = read.books;
  return { kind: 'history', charge, amount, credits, creditPending: false };
};
