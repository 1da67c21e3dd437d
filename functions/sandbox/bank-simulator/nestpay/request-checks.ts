import { istanbulDayOf, monthOf } from '../../../../shared/domain/calendar.ts';
import { cardBrandOf } from '../../../../shared/domain/card/bank-card-brand.ts';
import { passesLuhn } from '../../../../shared/domain/card/check-digit.ts';
import { type ApiRequest, isFilled, wireAmount, wireCurrency } from './api-request.ts';
import type { ErrorCode } from './error-codes.ts';

const ORDER_ID = /^[A-Za-z0-9-]+$/;
const MAX_ORDER_ID = 64;
/** Length of the longest IPv6 address. */
const MAX_ADDRESS = 39;
const MODES: readonly string[] = ['', 'P', 'T'];
/** Largest installment count of all merchants here. */
export const MAX_TABLE_COUNT = 12;
const EXPIRY = /^(0[1-9]|1[0-2])\/(?:20)?([0-9]{2})$/;

/** Why an order number is not acceptable. The bank makes one if it is absent. */
const orderIdError = ({ OrderId }: ApiRequest): ErrorCode | undefined => {
  if (!isFilled(OrderId)) return undefined;
  if (OrderId.length > MAX_ORDER_ID) return 'CORE-1015';
  return ORDER_ID.test(OrderId) ? undefined : 'CORE-2301';
};

/** Checks of every request, made before the gateway looks at the merchant. */
export const commonError = (request: ApiRequest): ErrorCode | undefined => {
  if (!isFilled(request.Name)) return 'CORE-1011';
  if (!isFilled(request.ClientId)) return 'CORE-1013';
  if (!isFilled(request.Password)) return 'CORE-2005';
  if (!MODES.includes(request.Mode ?? '')) return 'CORE-1006';
  if ((request.IPAddress ?? '').length > MAX_ADDRESS) return 'CORE-1022';
  return orderIdError(request);
};

const amountError = ({ Total }: ApiRequest): ErrorCode | undefined => {
  if (!isFilled(Total)) return 'CORE-2005';
  const amount = wireAmount(Total);
  if (amount === undefined) return 'CORE-2007';
  return amount === 0 ? 'CORE-2009' : undefined;
};

const currencyError = ({ Currency }: ApiRequest): ErrorCode | undefined => {
  if (!/^[0-9]{3}$/.test(Currency ?? '')) return 'CORE-1010';
  return wireCurrency(Currency) === undefined ? 'CORE-2105' : undefined;
};

/** The installment count in `Taksit`; 1 for the single payment, undefined for anything invalid. */
export const installmentsOf = (taksit: string | undefined): number | undefined => {
  if (!isFilled(taksit)) return 1;
  return /^[0-9]{1,3}$/.test(taksit) ? Math.max(1, Number(taksit)) : undefined;
};

const installmentError = ({ Taksit }: ApiRequest): ErrorCode | undefined => {
  const count = installmentsOf(Taksit);
  if (count === undefined) return 'CORE-1023';
  return count > MAX_TABLE_COUNT ? 'CORE-2603' : undefined;
};

/** Why an expiry is not acceptable. It reads `MM/YY` and `MM/YYYY`; a card is valid through the end of the month. */
export const expiryError = (expires: string | undefined, nowMs: number): ErrorCode | undefined => {
  if (!isFilled(expires)) return 'CORE-2502';
  const [, month, year] = EXPIRY.exec(expires) ?? [];
  if (month === undefined || year === undefined) return 'CORE-2011';
  return `20${year}${month}` < monthOf(istanbulDayOf(nowMs)) ? 'CORE-2010' : undefined;
};

/** A CVC may be absent: the merchants here may charge without it. If given, it has the length for the card's brand. */
export const cvcError = (cvc: string | undefined, number: string): ErrorCode | undefined => {
  const digits = cardBrandOf(number) === 'american-express' ? 4 : 3;
  return !isFilled(cvc) || (/^[0-9]+$/.test(cvc) && cvc.length === digits) ? undefined : 'CORE-2515';
};

export const isReadableNumber = (number: string): boolean => /^[0-9]{13,19}$/.test(number) && passesLuhn(number);

/** True if `Number` holds the `md` of an authentication, which contains colons, instead of a card number. */
export const isProofNumber = (number: string): boolean => number.includes(':');

const cardError = (request: ApiRequest, nowMs: number): ErrorCode | undefined => {
  const { Number: number, Expires, Cvv2Val } = request;
  if (!isFilled(number)) return 'CORE-2015';
  if (isProofNumber(number)) return isFilled(Expires) || isFilled(Cvv2Val) ? 'CORE-2516' : undefined;
  if (!isReadableNumber(number)) return 'CORE-2012';
  return expiryError(Expires, nowMs) ?? cvcError(Cvv2Val, number);
};

/** Why the gateway refuses a charge before it asks the issuer; undefined if it does not. */
export const chargeError = (request: ApiRequest, nowMs: number): ErrorCode | undefined =>
  amountError(request) ?? currencyError(request) ?? installmentError(request) ?? cardError(request, nowMs);
