import type { MinorUnits } from '../../domain/money/money.ts';
import { currencyOfNumber, type HistoryType, historyTypes, SUCCESS } from '../../garanti/codes.ts';
import type { BankReferences } from '../../ports/bank-answers.ts';
import type { PosOrder } from '../../ports/bank-order.ts';
import { readMinor } from '../bank/read-minor.ts';
import { bankMomentOf } from './bank-moment.ts';
import { isReference } from './classify.ts';
import type { TransactionTexts } from './response-xml.ts';

/** One transaction of an order. */
export interface HistoryRow {
  readonly type: HistoryType;
  /** Whether it moved or held money: `Status` alone tells, whatever the amounts say. */
  readonly happened: boolean;
  /** Whether it was voided since. */
  readonly isVoided: boolean;
  /** `AuthAmount`; undefined where it is zero or cannot be read. */
  readonly amount: MinorUnits | undefined;
  /** `PreAuthAmount`, in the same way. */
  readonly held: MinorUnits | undefined;
  /** Epoch milliseconds; undefined where the bank tells no time. */
  readonly atMs: number | undefined;
  readonly references: BankReferences;
  readonly returnCode: string;
  /** Whether the bank's day is closed over it; undefined where the bank does not tell. */
  readonly settlement: 'open' | 'settled' | undefined;
}

const SETTLEMENT = /^[0-9A-Za-z]$/;
const OPEN = 'N';
const ERROR = 'E';

const settlementOf = (text: string): HistoryRow['settlement'] => {
  if (text === OPEN) return 'open';
  return SETTLEMENT.test(text) && text !== ERROR ? 'settled' : undefined;
};

const AUTH_CODE = /^[0-9A-Za-z]{1,6}$/;

const amountAbove0 = (text: string): MinorUnits | undefined => readMinor(text) || undefined;

const historyTypeOf = (text: string): HistoryType | undefined => historyTypes.find((type) => type === text);

const readRow = (type: HistoryType, texts: TransactionTexts): HistoryRow => ({
  type,
  happened: texts.Status === SUCCESS,
  isVoided: texts.VoidDate !== '',
  amount: amountAbove0(texts.AuthAmount),
  held: amountAbove0(texts.PreAuthAmount),
  atMs: bankMomentOf(texts.AuthDate),
  references: {
    authCode: AUTH_CODE.test(texts.AuthCode) ? texts.AuthCode : '',
    hostReference: isReference(texts.RetrefNum) ? texts.RetrefNum : '',
    transactionId: '',
  },
  returnCode: texts.ReturnCode,
  settlement: settlementOf(texts.Settlement),
});

/** Whether a row that happened names another currency than the order; voids move no money of their own. */
const isInOtherCurrency = (row: HistoryRow, texts: TransactionTexts, { currency }: PosOrder): boolean =>
  row.happened && row.type !== 'void' && currencyOfNumber(texts.CurrencyCode) !== currency;

/**
 * The transactions of an order as the bank lists them. Undefined if one that happened is of an unknown type or in another
 * currency: what it did to the money is not known. An unknown one that did not happen is left out.
 */
export const readHistoryRows = (
  transactions: readonly TransactionTexts[],
  order: PosOrder,
): readonly HistoryRow[] | undefined => {
  const rows: HistoryRow[] = [];
  for (const texts of transactions) {
    const type = historyTypeOf(texts.Type);
    if (type === undefined && texts.Status === SUCCESS) return undefined;
    if (type === undefined) continue;
    const row = readRow(type, texts);
    if (isInOtherCurrency(row, texts, order)) return undefined;
    rows.push(row);
  }
  return rows;
};
