import type { BankOrder } from '../../../../shared/ports/bank-ledger.ts';
import { type Answer, inquiryTime, tabbed, terminalOf } from './answers.ts';
import { type TransactionView, transactionsOf } from './order-life.ts';

type Texts = Readonly<Record<string, string>>;

const time = (epochMs: number | undefined): string => (epochMs === undefined ? '' : inquiryTime(epochMs));

/** `4355 08** **** 4358`, from the masked number of the books. */
export const spacedMask = (maskedNumber: string): string =>
  maskedNumber === '' ? '' : `${maskedNumber.slice(0, 4)} ${maskedNumber.slice(4, 6)}** **** ${maskedNumber.slice(-4)}`;

const LINE = [
  'ORD_ID',
  'CHARGE_TYPE_CD',
  'ORIG_TRANS_AMT',
  'CAPTURE_AMT',
  'TRANS_STAT',
  'AUTH_DTTM',
  'CAPTURE_DTTM',
  'AUTH_CODE',
] as const;

/** The line that repeats an inquiry's fields: names and values, separated by tabs. */
const statusLine = (names: readonly string[], fields: Texts): string =>
  tabbed(names.map((name) => `${name}:${fields[name] ?? ''}`));

const statusFields = (order: BankOrder, latest: TransactionView): Texts => ({
  ORD_ID: order.orderId,
  CHARGE_TYPE_CD: latest.type,
  TRANS_STAT: latest.state,
  ORIG_TRANS_AMT: String(latest.amount),
  CAPTURE_AMT: latest.capturedAmount === undefined ? '' : String(latest.capturedAmount),
  AUTH_CODE: latest.authCode,
  AUTH_DTTM: time(latest.atMs),
  CAPTURE_DTTM: time(latest.capturedAtMs),
  ...(latest.voidedAtMs === undefined ? {} : { VOID_DTTM: time(latest.voidedAtMs) }),
  HOST_REF_NUM: latest.hostReference,
  PROC_RET_CD: latest.procReturnCode,
  TRANS_ID: latest.transactionId,
  PAN: spacedMask(order.maskedNumber),
  SETTLEID: '',
  XID_3D: '',
  ECI_3D: '',
  CAVV_3D: '',
  MDSTATUS: '',
  NUMCODE: '0',
});

const noRecord = (asked: string): Pick<Answer, 'errorMessage'> => ({ errorMessage: `No record found for ${asked}` });

/**
 * The answer to an inquiry: the order's latest transaction, amounts in minor units, the card masked. It is Approved
 * whatever the transaction's state, because the question was understood.
 */
export const orderStatus = (asked: string, order: BankOrder | undefined, closedAtMs: number): Answer => {
  const latest = order === undefined ? undefined : transactionsOf(order, closedAtMs).at(-1);
  if (order === undefined || latest === undefined) {
    const extra = { ORDERSTATUS: statusLine(LINE, {}), NUMCODE: '0' };
    return { orderId: '', response: 'Declined', procReturnCode: '99', ...noRecord(asked), extra };
  }
  const fields = statusFields(order, latest);
  return {
    orderId: order.orderId,
    response: 'Approved',
    procReturnCode: '00',
    errorMessage: `Record(s) found for ${order.orderId}`,
    references: { authCode: '', hostReference: '', transactionId: latest.transactionId },
    extra: { ORDERSTATUS: statusLine([...LINE, 'TRANS_ID'], fields), ...fields },
  };
};

/** Type, state, both amounts, three times, host reference, auth code, return code, transaction id. */
const historyLine = (one: TransactionView): string =>
  tabbed([
    one.type,
    one.state,
    String(one.amount),
    one.capturedAmount === undefined ? '' : String(one.capturedAmount),
    time(one.atMs),
    time(one.capturedAtMs),
    time(one.voidedAtMs),
    one.hostReference,
    one.authCode,
    one.procReturnCode,
    one.transactionId,
  ]);

/** Every transaction of an order, the latest first, as `TRX1`, `TRX2` and so on. */
export const orderHistory = (asked: string, order: BankOrder | undefined, closedAtMs: number): Answer => {
  if (order === undefined) {
    const extra = { TRXCOUNT: '0', NUMCODE: '0' };
    return { orderId: asked, response: 'Declined', procReturnCode: '05', ...noRecord(asked), extra };
  }
  const lines = transactionsOf(order, closedAtMs).toReversed().map(historyLine);
  return {
    orderId: order.orderId,
    response: 'Approved',
    procReturnCode: '00',
    extra: {
      ...terminalOf(order.clientId),
      TRXCOUNT: String(lines.length),
      ...Object.fromEntries(lines.map((line, index) => [`TRX${index + 1}`, line])),
      NUMCODE: '0',
    },
  };
};
