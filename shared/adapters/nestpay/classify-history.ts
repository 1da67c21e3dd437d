import type { MinorUnits } from '../../domain/money/money.ts';
import { isStanding } from '../../nestpay/states.ts';
import type { ChargeInHistory, HistoryAnswer, StandingCharge } from '../../ports/bank-answers.ts';
import type { ChargeType, PosOrder } from '../../ports/bank-order.ts';
import { type HistoryRow, readHistoryRows } from './history-rows.ts';
import { hasNoRecordSentence, SUCCESS } from './order-facts.ts';
import type { NestPayAnswer } from './response-xml.ts';

interface Charge {
  readonly charge: ChargeInHistory;
  readonly amount: MinorUnits;
}

type RowOf<Type extends HistoryRow['type']> = Extract<HistoryRow, { type: Type }>;
type StandingRow = RowOf<'charge'> & { readonly meaning: StandingCharge };

const isCharge = (row: HistoryRow): row is RowOf<'charge'> => row.type === 'charge';
const isCredit = (row: HistoryRow): row is RowOf<'credit'> => row.type === 'credit';
const isStandingRow = (row: RowOf<'charge'>): row is StandingRow => isStanding(row.meaning);

/**
 * The row that tells how the charge stands: a capture outranks the authorisation before it. More than one such row is a
 * contradiction.
 */
const standingRowOf = (rows: readonly RowOf<'charge'>[]): StandingRow | 'none' | 'several' => {
  const standing = rows.filter(isStandingRow);
  const taken = standing.filter(({ meaning }) => meaning !== 'authorised');
  const [row = 'none', ...others] = taken.length > 0 ? taken : standing;
  return others.length > 0 ? 'several' : row;
};

/**
 * Whether the charge stands although the history holds a void. An order is charged once, so a void normally follows its
 * charge: the charge stands only if it is surely later. Undefined if a time is missing.
 */
const standsAfter = (standing: StandingRow, voids: readonly HistoryRow[]): boolean | undefined => {
  const { at } = standing;
  if (at === undefined || voids.some((row) => row.at === undefined)) return undefined;
  return voids.every((row) => row.at !== undefined && at > row.at);
};

/** The state of the charge, and the row that holds its amount. */
const stateOf = (
  rows: readonly HistoryRow[],
  charged: ChargeType,
): readonly [ChargeInHistory, HistoryRow | undefined] | undefined => {
  const charges = rows.filter(isCharge);
  if (rows.some(({ type, meaning }) => type !== 'credit' && meaning === 'pending')) return ['pending', charges[0]];
  const standing = standingRowOf(charges);
  if (standing === 'several') return undefined;
  const voids = rows.filter(({ meaning }) => meaning === 'voided');
  if (standing === 'none') {
    return voids.length > 0 ? ['voided', voids.find(isCharge) ?? charges[0]] : ['declined', charges[0]];
  }
  if (voids.length === 0) return [standing.meaning, standing];
  // The void may have cancelled only the capture, so that the pre-authorisation still holds money.
  if (charged === 'pre-authorisation') return undefined;
  const stands = standsAfter(standing, voids);
  return stands === undefined ? undefined : [stands ? standing.meaning : 'voided', standing];
};

const chargeOf = (rows: readonly HistoryRow[], charged: ChargeType): Charge | undefined => {
  const [charge, row] = stateOf(rows, charged) ?? [];
  // What the capture of a pre-authorisation took stands in one column alone, as in an inquiry.
  const isCapture = charged === 'pre-authorisation' && (charge === 'captured' || charge === 'settled');
  const amount = isCapture ? row?.captured : row?.amount;
  return charge === undefined || amount === undefined ? undefined : { charge, amount };
};

const byTime = (one: HistoryRow, other: HistoryRow): number => {
  if (one.at === undefined || other.at === undefined || one.at === other.at) return 0;
  return one.at < other.at ? -1 : 1;
};

/** Oldest first if the bank gives times. Otherwise in the bank's own order, which no bank promises. */
const inOrder = <Row extends HistoryRow>(rows: readonly Row[]): readonly Row[] =>
  rows.every(({ at }) => at !== undefined) ? rows.toSorted(byTime) : rows;

/** The state of an order from all its rows; undefined if they contradict each other. */
const judgeHistory = (rows: readonly HistoryRow[], charged: ChargeType): HistoryAnswer | undefined => {
  const charge = chargeOf(rows, charged);
  const credits = rows.filter(isCredit);
  const done = inOrder(credits.filter(({ meaning }) => meaning === 'credited')).map(({ amount }) => amount);
  const amounts = done.filter((amount) => amount !== undefined);
  if (charge === undefined || amounts.length < done.length) return undefined;
  return {
    kind: 'history',
    ...charge,
    credits: amounts,
    creditPending: credits.some(({ meaning }) => meaning === 'pending'),
  };
};

/**
 * For an unknown order banks answer 05 or 99 to this question. So the sentence decides, together with the absence of
 * rows.
 */
const saysNoHistory = (answer: NestPayAnswer): boolean =>
  answer.response !== 'Approved' &&
  answer.procReturnCode !== SUCCESS &&
  hasNoRecordSentence(answer) &&
  answer.historyRows.size === 0 &&
  ['', '0'].includes(answer.extra.TRXCOUNT ?? '');

/**
 * Reads the answer to a question for an order's history. Some banks list the newest transaction first, others the
 * oldest. So types, states and times of the rows decide, never their places.
 */
export const classifyHistory = (answer: NestPayAnswer, order: PosOrder): HistoryAnswer => {
  const { response, procReturnCode, orderId, extra, historyRows } = answer;
  if (orderId !== '' && orderId !== order.orderId) return { kind: 'unknown', cause: 'contradictory' };
  if (saysNoHistory(answer)) return { kind: 'no-record' };
  if (response !== 'Approved' || procReturnCode !== SUCCESS) return { kind: 'unknown', cause: 'error-answer' };
  if (orderId === '') return { kind: 'unknown', cause: 'contradictory' };
  const rows = readHistoryRows(extra.TRXCOUNT, historyRows);
  if (rows === undefined) return { kind: 'unknown', cause: 'unreadable' };
  return judgeHistory(rows, order.type) ?? { kind: 'unknown', cause: 'contradictory' };
};
