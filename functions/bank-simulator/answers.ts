import { formatAmount, type MinorUnits } from '../../shared/domain/money.ts';
import type { HttpResponse } from '../../shared/http/envelope.ts';
import type { BankOrder } from '../../shared/ports/bank-ledger.ts';
import type { Elements } from './dependencies.ts';

export interface Answer {
  readonly orderId: string;
  readonly response: 'Approved' | 'Declined' | 'Error';
  readonly procReturnCode: string;
  readonly errorMessage?: string;
  readonly order?: BankOrder;
  /** A `Total` that real answers do not have. */
  readonly total?: MinorUnits;
  readonly extra?: Elements;
}

/** `YYYYMMDD HH:MM:SS` in Istanbul, as the bank writes moments. */
export const bankTime = (epochMs: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Istanbul', dateStyle: 'short', timeStyle: 'medium' })
    .format(epochMs)
    .replaceAll('-', '');

/** The elements of a `CC5Response`. */
export const answerElements = (answer: Answer, nowMs: number): Elements => {
  const { orderId, response, procReturnCode, errorMessage, order, total } = answer;
  return {
    CC5Response: {
      OrderId: orderId,
      GroupId: orderId,
      Response: response,
      AuthCode: response === 'Approved' ? (order?.authCode ?? '') : '',
      HostRefNum: order?.hostReference ?? '',
      ProcReturnCode: procReturnCode,
      TransId: order?.transactionId ?? '',
      ErrMsg: errorMessage ?? '',
      Total: total === undefined ? undefined : formatAmount(total),
      Extra: { TRXDATE: bankTime(nowMs), CARDISSUER: 'GÖMÜLÜ BANKA A.Ş.', ...answer.extra },
    },
  };
};

export const xmlResponse = (body: string): HttpResponse => ({
  statusCode: 200,
  headers: { 'content-type': 'text/xml; charset=ISO-8859-9', 'cache-control': 'no-store' },
  body,
});

const states: Readonly<Record<BankOrder['state'], readonly [state: string, type: string]>> = {
  authorised: ['A', 'S'],
  captured: ['C', 'S'],
  voided: ['V', 'S'],
  declined: ['D', 'S'],
  refunded: ['C', 'C'],
};

const time = (epochMs: number | undefined): string | undefined =>
  epochMs === undefined ? undefined : bankTime(epochMs);

/** What the bank tells of an order: amounts in minor units, the card masked. */
export const orderStatus = (order: BankOrder): Answer => {
  const [TRANS_STAT, CHARGE_TYPE_CD] = states[order.state];
  const declined = order.state === 'declined' && order.procReturnCode !== '99';
  return {
    orderId: order.orderId,
    response: declined ? 'Declined' : 'Approved',
    procReturnCode: declined ? order.procReturnCode : '00',
    order,
    extra: {
      TRANS_STAT,
      CHARGE_TYPE_CD,
      ORIG_TRANS_AMT: String(order.amount),
      CAPTURE_AMT: order.capturedAmount === 0 ? undefined : String(order.capturedAmount),
      AUTH_CODE: order.authCode,
      HOST_REF_NUM: order.hostReference,
      AUTH_DTTM: time(order.authorisedAtMs),
      CAPTURE_DTTM: time(order.capturedAtMs),
      VOID_DTTM: time(order.voidedAtMs),
      PAN: order.maskedNumber,
    },
  };
};
