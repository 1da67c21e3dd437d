import { nextTimeOfDay } from '../../domain/calendar.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { chargeTypeNames } from '../../garanti/codes.ts';
import type { StandingCharge } from '../../ports/bank-answers.ts';
import type { PosOrder } from '../../ports/bank-order.ts';
import type { HistoryRow } from './history-rows.ts';

/** How a charge stands, by all transactions of its order. */
export interface OrderBooks {
  readonly charge: StandingCharge | 'voided' | 'declined';
  /** What the charge took or holds, before any refund; of one that was declined what it should have taken. */
  readonly amount: MinorUnits;
  /** Amounts of the refunds that happened, oldest first. */
  readonly credits: readonly MinorUnits[];
  /** The row that took the money or holds it; of a charge that did not happen, its last row. */
  readonly row: HistoryRow;
  /** True once a capture, void or refund was asked for, whether it happened or not. */
  readonly hasFollowUps: boolean;
}

/** What the judgement needs besides the rows. */
export interface JudgedOrder extends PosOrder {
  readonly nowMs: number;
  /** When the bank closes its day, `HH:MM` in Istanbul. */
  readonly dayEndsAt: string;
}

type Charge = Pick<OrderBooks, 'charge' | 'amount' | 'row'>;

const ofType = (rows: readonly HistoryRow[], type: HistoryRow['type']): readonly HistoryRow[] =>
  rows.filter((row) => row.happened && row.type === type);

/** A time that cannot be read decides nothing: then `Settlement` alone tells. */
const isDayOver = ({ atMs }: HistoryRow, { nowMs, dayEndsAt }: JudgedOrder): boolean =>
  atMs !== undefined && nowMs >= nextTimeOfDay(atMs, dayEndsAt);

/** A charge that took money. An unknown `Settlement` leaves open what may be done with it. */
const takenBy = (row: HistoryRow, order: JudgedOrder): Charge | undefined => {
  const { amount, settlement } = row;
  if (amount === undefined || settlement === undefined) return undefined;
  return { charge: settlement === 'settled' || isDayOver(row, order) ? 'settled' : 'captured', amount, row };
};

/** Nothing happened: the charge itself must be among the rows that did not. */
const declinedBy = (rows: readonly HistoryRow[], order: JudgedOrder): Charge | undefined => {
  const row = rows.findLast(({ type }) => type === chargeTypeNames[order.type]);
  return row === undefined ? undefined : { charge: 'declined', amount: order.amount, row };
};

const saleOf = (rows: readonly HistoryRow[], order: JudgedOrder): Charge | undefined => {
  const [sale, ...others] = ofType(rows, 'sales');
  if (others.length > 0 || ofType(rows, 'preauth').length > 0 || ofType(rows, 'postauth').length > 0) return undefined;
  if (sale === undefined) return declinedBy(rows, order);
  if (sale.amount !== order.amount) return undefined;
  return sale.isVoided ? { charge: 'voided', amount: order.amount, row: sale } : takenBy(sale, order);
};

/** A pre-authorisation: its capture, if there is one that stands, else the hold. */
const holdOf = (rows: readonly HistoryRow[], order: JudgedOrder): Charge | undefined => {
  const [hold, ...others] = ofType(rows, 'preauth');
  const [capture, ...further] = ofType(rows, 'postauth');
  if (others.length > 0 || further.length > 0 || ofType(rows, 'sales').length > 0) return undefined;
  if (hold === undefined) return capture === undefined ? declinedBy(rows, order) : undefined;
  if (hold.held !== order.amount) return undefined;
  const isCaptured = capture !== undefined && !capture.isVoided;
  if (isCaptured) return hold.isVoided ? undefined : takenBy(capture, order);
  return { charge: hold.isVoided ? 'voided' : 'authorised', amount: order.amount, row: hold };
};

/** A void that the bank shows as done must be one of the voided rows, or it is not known what it undid. */
const hasVoidOfNothing = (rows: readonly HistoryRow[]): boolean =>
  ofType(rows, 'void').length > rows.filter(({ happened, isVoided }) => happened && isVoided).length;

const byTime = (one: HistoryRow, other: HistoryRow): number => (one.atMs ?? 0) - (other.atMs ?? 0);

/** Oldest first where the bank tells all times; otherwise in the bank's own order, which nobody promises. */
const inOrder = (rows: readonly HistoryRow[]): readonly HistoryRow[] =>
  rows.every(({ atMs }) => atMs !== undefined) ? rows.toSorted(byTime) : rows;

const FOLLOW_UPS: readonly HistoryRow['type'][] = ['postauth', 'void', 'refund'];

/**
 * The state of a charge by all transactions of its order: at most one charge of our amount that happened, its capture, the
 * voids by the rows that they voided, and the refunds. Undefined where the transactions contradict each other or the order:
 * two charges, another amount, an unknown settlement, a refund of what took nothing.
 */
export const judgeBooks = (rows: readonly HistoryRow[], order: JudgedOrder): OrderBooks | undefined => {
  const charge = order.type === 'sale' ? saleOf(rows, order) : holdOf(rows, order);
  const refunds = inOrder(ofType(rows, 'refund').filter(({ isVoided }) => !isVoided));
  const credits = refunds.map(({ amount }) => amount).filter((amount) => amount !== undefined);
  if (charge === undefined || credits.length < refunds.length || hasVoidOfNothing(rows)) return undefined;
  const tookMoney = charge.charge === 'captured' || charge.charge === 'settled';
  if (credits.length > 0 && !tookMoney) return undefined;
  return { ...charge, credits, hasFollowUps: rows.some(({ type }) => FOLLOW_UPS.includes(type)) };
};
