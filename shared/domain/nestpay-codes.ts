import type { BankCode } from './bank-codes.ts';
import type { Currency } from './money.ts';

/** The bank's number of each currency (ISO 4217). */
export const currencyNumbers: Readonly<Record<Currency, string>> = { TL: '949', USD: '840', EUR: '978', GBP: '826' };

/** `ProcReturnCode` of a `Declined` answer to the interface's code (7.7). */
const declineCodes: ReadonlyMap<string, BankCode> = new Map<string, BankCode>([
  ['01', '011'],
  ['02', '011'],
  ['03', '022'],
  ['05', '004'],
  ['06', '000'],
  ['12', '007'],
  ['13', '007'],
  ['14', '003'],
  ['15', '014'],
  ['30', '007'],
  ['33', '006'],
  ['34', '023'],
  ['36', '020'],
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
  ['82', '015'],
  ['91', '016'],
  ['92', '016'],
  ['96', '017'],
]);

/**
 * The interface's code of a decline. A code that the table does not know is 009, and 024 when the payer had passed 3D
 * before.
 */
export const declineCodeOf = (procReturnCode: string, afterThreeD: boolean): BankCode =>
  declineCodes.get(procReturnCode) ?? (afterThreeD ? '024' : '009');

/** mdStatus of a callback whose authentication failed, to the interface's code. 1 is no failure. */
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

/** mdStatus 2 to 4: the payer's bank or card takes no part in 3D, and an attempt was recorded. */
export const isAttempted = (mdStatus: string): boolean => ['2', '3', '4'].includes(mdStatus);
