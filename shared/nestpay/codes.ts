import type { BankCode } from '../domain/attempt/bank-codes.ts';
import type { Currency } from '../domain/money/money.ts';

/** The bank's number of each currency (ISO 4217). */
export const currencyNumbers: Readonly<Record<Currency, string>> = { TL: '949', USD: '840', EUR: '978', GBP: '826' };

/**
 * Return codes of issuers, with the interface's codes (dealer interface 7.7). NestPay gives them as the `ProcReturnCode` of
 * a `Declined` answer; other gateways use the same codes.
 */
export const declineCodes: ReadonlyMap<string, BankCode> = new Map<string, BankCode>([
  ['01', '011'],
  ['02', '011'],
  ['03', '022'],
  ['04', '020'],
  ['05', '004'],
  ['06', '000'],
  ['07', '020'],
  ['12', '007'],
  ['13', '007'],
  ['14', '003'],
  ['15', '014'],
  ['30', '007'],
  ['33', '006'],
  ['34', '023'],
  ['36', '020'],
  ['37', '020'],
  ['39', '014'],
  ['41', '019'],
  ['43', '018'],
  ['51', '002'],
  ['52', '014'],
  ['53', '014'],
  ['54', '006'],
  ['57', '005'],
  ['58', '022'],
  ['59', '028'],
  ['61', '002'],
  ['62', '020'],
  ['63', '012'],
  ['65', '002'],
  ['68', '021'],
  ['78', '014'],
  ['80', '006'],
  ['82', '015'],
  ['91', '016'],
  ['92', '016'],
  ['96', '017'],
  ['YK', '020'],
]);

/** The interface's code of a decline. A code outside the table is 009, or 024 if the payer had passed 3D. */
export const declineCodeOf = (procReturnCode: string, afterThreeD: boolean): BankCode =>
  declineCodes.get(procReturnCode) ?? (afterThreeD ? '024' : '009');

/**
 * The bank timed out and is still reversing what it may have done: a decline that is asked about again the next day.
 */
export const isStillReversing = (procReturnCode: string): boolean => procReturnCode === '92';

/** `ERRORCODE` of a refusal by the gateway's own request checks: the issuer was never asked. */
const requestRefusals: ReadonlyMap<string, BankCode> = new Map<string, BankCode>([
  ['CORE-2010', '006'],
  ['CORE-2011', '006'],
  ['CORE-2012', '003'],
  ['CORE-2105', '007'],
  ['CORE-2204', '007'],
  ['CORE-2208', '012'],
  ['CORE-2515', '015'],
  ['CORE-2603', '007'],
  ['HPP-1001', '003'],
]);

/** CORE-1001 to CORE-1999 and CORE-2013 to CORE-2015. */
const MALFORMED_REQUEST = /^CORE-(?:1(?!000)[0-9]{3}|201[3-5])$/;

/** A refusal because a field is malformed or missing. No payer can cause it, so it is our defect. */
export const saysMalformedRequest = (errorCode: string): boolean => MALFORMED_REQUEST.test(errorCode);

/**
 * The interface's code of a charge that the gateway's own request checks refused. Undefined for every other error:
 * those leave the outcome open.
 */
export const requestRefusalCode = (errorCode: string): BankCode | undefined =>
  saysMalformedRequest(errorCode) ? '009' : requestRefusals.get(errorCode);

/** The code of a 3D form that the gate refused before any authentication. */
export const gateRefusalCode = (errorCode: string): BankCode => (errorCode === 'HPP-1001' ? '003' : '025');

/** mdStatus of a failed authentication, with the interface's code. 1 is a success and not listed. */
const failedAuthentication: ReadonlyMap<string, BankCode> = new Map<string, BankCode>([
  ['0', '001'],
  ['2', '026'],
  ['3', '026'],
  ['4', '026'],
  ['5', '025'],
  ['6', '025'],
  ['7', '025'],
  ['8', '003'],
  ['9', '025'],
]);

/** The code of a failed authentication; undefined for 1 and for anything that is no mdStatus. */
export const failedAuthenticationCode = (mdStatus: string): BankCode | undefined => failedAuthentication.get(mdStatus);

/** mdStatus 2 to 4: the issuer or the card takes no part in 3D, and the attempt to authenticate was recorded. */
export const isAttempted = (mdStatus: string): boolean => ['2', '3', '4'].includes(mdStatus);
