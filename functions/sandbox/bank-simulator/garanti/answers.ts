import type { HttpResponse } from '../../../../shared/http/envelope.ts';
import type { TerminalTransaction } from '../../../../shared/ports/bank-terminal-ledger.ts';
import { settlementNumber } from '../bank-day.ts';
import type { BankSimulatorDependencies, Charset, Elements } from '../dependencies.ts';
import { latin5, withLetters } from '../encodings.ts';
import { type Refusal, refusalOf } from './refusals.ts';

export interface Answer {
  readonly orderId: string;
  readonly source: 'HOST' | 'GVPS';
  readonly code: string;
  readonly reason: string;
  readonly message: 'Approved' | 'Declined' | 'Error';
  /** `ErrorMsg`, for a person; Turkish. */
  readonly text: string;
  readonly references?: Pick<TerminalTransaction, 'hostReference' | 'authCode'>;
  readonly maskedNumber?: string;
  /** What an inquiry adds to `Order`. */
  readonly found?: Elements;
  readonly charset?: Charset;
}

/** An answer, or a response that is broken on purpose. */
export type ApiResult = Answer | { readonly raw: HttpResponse };

export const refused = (orderId: string, refusal: Refusal): Answer => {
  const { text, ...told } = refusalOf(refusal);
  return { orderId, ...told, message: refusal === 'failure' ? 'Error' : 'Declined', text };
};

export const approved = (orderId: string, more: Partial<Answer> = {}): Answer => ({
  orderId,
  source: 'HOST',
  code: '00',
  reason: '00',
  message: 'Approved',
  text: '',
  ...more,
});

/** What the issuer declined. */
export const declinedWith = (orderId: string, code: string): Answer => {
  const { source, text } = refusalOf('declined');
  return { orderId, source, code, reason: code, message: 'Declined', text };
};

const istanbul = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Istanbul',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2022-11-01 13:14:19` in Istanbul. */
export const longTime = (epochMs: number): string => istanbul.format(epochMs);

/** `20221101 13:14:19` in Istanbul, as `ProvDate` has it. */
const provisionDate = (epochMs: number): string => longTime(epochMs).replaceAll('-', '');

/** `20221101` in Istanbul, as histories have it; empty for none. */
export const shortDay = (epochMs: number | undefined): string =>
  epochMs === undefined ? '' : provisionDate(epochMs).slice(0, 8);

export const batchNumber = (deps: BankSimulatorDependencies, atMs: number): string =>
  settlementNumber(atMs, deps.dayEnd).padStart(6, '0');

const SEQUENCE_DIGITS = 6;

const transactionElements = (deps: BankSimulatorDependencies, answer: Answer): Elements => {
  const { source, code, reason, message, text, references, maskedNumber = '' } = answer;
  const nowMs = deps.clock.now();
  const isBooked = references !== undefined;
  return {
    Response: {
      Source: source,
      Code: code,
      ReasonCode: reason,
      Message: message,
      ErrorMsg: text,
      SysErrMsg: text === '' ? '' : `${text} (${reason})`,
    },
    RetrefNum: references?.hostReference ?? '',
    AuthCode: references?.authCode ?? '',
    BatchNum: isBooked ? batchNumber(deps, nowMs) : '',
    SequenceNum: references?.hostReference.slice(-SEQUENCE_DIGITS) ?? '',
    ProvDate: isBooked ? provisionDate(nowMs) : '',
    CardNumberMasked: maskedNumber,
    CardHolderName: isBooked ? 'Ş**** Ğ***** İ****' : '',
    CardType: isBooked ? 'BONUS' : '',
    HashData: '',
    HostMsgList: '',
  };
};

/** The document of an answer to a terminal. */
export const writeAnswer = (deps: BankSimulatorDependencies, answer: Answer, terminalId: string): string =>
  withLetters(
    deps.writeXml(
      {
        GVPSResponse: {
          Mode: '',
          Terminal: { ProvUserID: '', UserID: '', ID: terminalId, MerchantID: terminalId },
          Customer: { IPAddress: '', EmailAddress: '' },
          Order: { OrderID: answer.orderId, GroupID: '', ...answer.found },
          Transaction: transactionElements(deps, answer),
        },
      },
      answer.charset ?? 'UTF-8',
    ),
  );

/** A document in the encoding that it names. */
export const respond = (document: string, charset: Charset = 'UTF-8'): HttpResponse => ({
  statusCode: 200,
  headers: { 'content-type': `text/xml; charset=${charset}`, 'cache-control': 'no-store' },
  ...(charset === 'UTF-8' ? { body: document } : { body: latin5(document).toString('base64'), isBase64Encoded: true }),
});

/** An answer whose end never arrived. */
export const brokenOff = (deps: BankSimulatorDependencies, answer: Answer, terminalId: string): ApiResult => ({
  raw: respond(writeAnswer(deps, answer, terminalId).slice(0, -20)),
});
