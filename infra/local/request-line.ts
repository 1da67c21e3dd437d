import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import type { Exchange } from './gateway.ts';

/** What the terminal tells of a request: nothing of its body but the dealer's code, and no address with a secret in it. */
export interface RequestLine {
  readonly atMs: number;
  /** The operation, or the method and the route of a page. */
  readonly operation: string;
  readonly dealerCode?: string;
  /** ResultCode; the HTTP status where there is none. */
  readonly code: string;
  readonly ms: number;
}

/** As many digits as the shortest card number has. */
const CARD_DIGITS = 12;
const DEALER_CODE = /"DealerCode"\s*:\s*"?([\w.-]{1,20})"?\s*[,}]/;
const RESULT_CODE = /^"ResultCode":"([\w.]{1,120})"/;
/** A block of authentication comes first in a body that is not made to be long. */
const READ_BYTES = 64 * 1024;

/** The envelope's code is the last one: Data, which may hold one as well, stands before it. */
const resultCodeOf = (answer: string): string | undefined =>
  RESULT_CODE.exec(answer.slice(Math.max(0, answer.lastIndexOf('"ResultCode"'))))?.[1];
/** Operations alone begin with capitals: pages and the embedded bank do not. */
const OPERATION_PATH = /^POST \/[A-Z]\w*\/([A-Z]\w*)$/;

const masked = (dealerCode: string): string =>
  dealerCode.replaceAll(/\D/g, '').length < CARD_DIGITS ? dealerCode : dealerCode.replaceAll(/\d/g, '•');

/**
 * The line of an exchange. Codes are taken from bodies by patterns that match no secret but a card number, which anybody may write
 * in place of a dealer's code, with any marks between: it is masked. The rest of the bodies is not read.
 */
export const requestLine = ({ atMs, method, routeKey, body, status, answer, durationMs }: Exchange): RequestLine => {
  const operation = routeKey === '$default' ? `${method} unknown path` : OPERATION_PATH.exec(routeKey)?.[1];
  if (operation === undefined) return { atMs, operation: routeKey, code: String(status), ms: durationMs };
  const dealerCode = DEALER_CODE.exec(body.toString('utf8', 0, READ_BYTES))?.[1];
  const shownCode = dealerCode === undefined ? undefined : masked(dealerCode);
  const code = resultCodeOf(answer.toString('utf8')) ?? String(status);
  return { atMs, operation, ...omitUndefined({ dealerCode: shownCode }), code, ms: durationMs };
};

/** The forms that the terminal knows: for people, and for machines. */
export type LineForm = 'text' | 'json';

const timeOf = (atMs: number): string => new Date(atMs).toTimeString().slice(0, 8);

/** One line, without its end. */
export const shownLine = (line: RequestLine, form: LineForm): string => {
  const { atMs, operation, dealerCode, code, ms } = line;
  if (form === 'json') {
    return JSON.stringify({ time: new Date(atMs).toISOString(), operation, dealerCode, code, ms });
  }
  return `${timeOf(atMs)}  ${operation.padEnd(32)} ${(dealerCode ?? '-').padEnd(8)} ${code}  ${ms} ms`;
};
