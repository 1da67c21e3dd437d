import { cardBrandOf } from '../../../../shared/domain/card/bank-card-brand.ts';
import { formatAmount, type MinorUnits } from '../../../../shared/domain/money/money.ts';
import type { HttpResponse } from '../../../../shared/http/envelope.ts';
import { testCard } from '../../../../shared/nestpay/test-cards.ts';
import type { BankCharge } from '../../../../shared/ports/bank-ledger.ts';
import { settlementNumber } from '../bank-day.ts';
import type { BankSimulatorDependencies, Elements } from '../dependencies.ts';
import { type ErrorCode, numberOfError, textOfError } from './error-codes.ts';

/** References of the transaction that an answer is about. */
type References = Pick<BankCharge, 'authCode' | 'hostReference' | 'transactionId'>;

export interface Answer {
  readonly orderId: string;
  readonly response: 'Approved' | 'Declined' | 'Error';
  readonly procReturnCode: string;
  readonly errorMessage?: string;
  /** `ERRORCODE`: the gateway's own, or the issuer's as `ISO8583-51`. */
  readonly errorCode?: string;
  readonly references?: References;
  readonly cardId?: string;
  /** A `Total`, which answers of real banks do not have. */
  readonly total?: MinorUnits;
  /** Extra of an inquiry, instead of the Extra of a transaction. */
  readonly extra?: Elements;
}

/** An answer, or a response that is broken on purpose. */
export type ApiResult = Answer | { readonly raw: HttpResponse };

/** An error that proves nothing: `Error` and 99 without a code. */
export const bankError = (orderId: string, errorMessage: string): Answer => ({
  orderId,
  response: 'Error',
  procReturnCode: '99',
  errorMessage,
});

/** A refusal by the gateway itself, with its code, without an auth code and a host reference. */
export const gatewayRefusal = (orderId: string, errorCode: ErrorCode): Answer => ({
  ...bankError(orderId, textOfError(errorCode)),
  errorCode,
});

const istanbul = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Istanbul',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `YYYYMMDD HH:MM:SS` in Istanbul. */
const transactionDate = (epochMs: number): string => istanbul.format(epochMs).replaceAll('-', '');

/** `yyyy-MM-dd HH:mm:ss.SSS` in Istanbul, as inquiries and histories write times. */
export const inquiryTime = (epochMs: number): string =>
  `${istanbul.format(epochMs)}.${String(epochMs % 1000).padStart(3, '0')}`;

const brandNames: Readonly<Record<string, string>> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  'american-express': 'AMEX',
  troy: 'TROY',
};

const cardOf = (cardId: string | undefined): Elements =>
  cardId === undefined
    ? {}
    : {
        CARDBRAND: brandNames[cardBrandOf(testCard(cardId).number)] ?? 'TROY',
        CARDISSUER: 'GÖMÜLÜ BANKA A.Ş.',
      };

/** `NUMCODE` repeats the code of the answer in digits. */
const numCodeOf = ({ errorCode = '', procReturnCode }: Answer): string =>
  errorCode.startsWith('CORE-') ? numberOfError(errorCode) : procReturnCode;

/** The terminal of a merchant. */
export const terminalOf = (clientId: string): Elements => ({
  TERMINALID: `00${clientId.slice(-6)}`,
  MERCHANTID: clientId,
});

const extraOf = (deps: BankSimulatorDependencies, answer: Answer, clientId: string): Elements => {
  const nowMs = deps.clock.now();
  const reached = answer.references !== undefined;
  return {
    SETTLEID: reached ? settlementNumber(nowMs, deps.dayEnd) : '',
    TRXDATE: transactionDate(nowMs),
    ERRORCODE: answer.errorCode ?? '',
    ...(reached ? terminalOf(clientId) : {}),
    ...cardOf(answer.cardId),
    NUMCODE: numCodeOf(answer),
  };
};

/** The elements of a `CC5Response` to a merchant. */
const answerElements = (deps: BankSimulatorDependencies, answer: Answer, clientId: string): Elements => {
  const { orderId, response, procReturnCode, errorMessage, references, total } = answer;
  return {
    CC5Response: {
      OrderId: orderId,
      GroupId: orderId,
      Response: response,
      AuthCode: response === 'Approved' ? (references?.authCode ?? '') : '',
      HostRefNum: references?.hostReference ?? '',
      ProcReturnCode: procReturnCode,
      TransId: references?.transactionId ?? '',
      ErrMsg: errorMessage ?? '',
      Total: total === undefined ? undefined : formatAmount(total),
      Extra: answer.extra ?? extraOf(deps, answer, clientId),
    },
  };
};

/** Stands for a tab while the document is written: banks send tabs, and the writer refuses control characters. */
const TAB = '\uE009';

/** Joins parts by tabs, as in inquiries and histories. */
export const tabbed = (parts: readonly string[]): string => parts.join(TAB);

/** The document of an answer. */
export const writeAnswer = (deps: BankSimulatorDependencies, answer: Answer, clientId: string): string =>
  deps.writeXml(answerElements(deps, answer, clientId)).replaceAll('&#xE009;', '\t');

export const xmlResponse = (body: string): HttpResponse => ({
  statusCode: 200,
  headers: { 'content-type': 'text/xml; charset=ISO-8859-9', 'cache-control': 'no-store' },
  body,
});

/** An answer whose end never arrived. */
export const truncated = (deps: BankSimulatorDependencies, answer: Answer, clientId: string): ApiResult => ({
  raw: xmlResponse(writeAnswer(deps, answer, clientId).slice(0, -20)),
});
