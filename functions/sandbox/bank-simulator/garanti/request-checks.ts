import { isIPv4 } from 'node:net';
import { istanbulDayOf, monthOf } from '../../../../shared/domain/calendar.ts';
import { cardBrandOf } from '../../../../shared/domain/card/bank-card-brand.ts';
import { passesLuhn } from '../../../../shared/domain/card/check-digit.ts';
import { API_VERSION, needsRefundUser } from '../../../../shared/garanti/codes.ts';
import { requestHash } from '../../../../shared/garanti/hashes.ts';
import { isSameText } from '../../../../shared/http/is-same-text.ts';
import type { Terminal } from '../dependencies.ts';
import type { Refusal } from './refusals.ts';
import { type GvpsRequest, wireAmount, wireCurrency, wireInstallments } from './request.ts';

const MODES: readonly string[] = ['PROD', 'TEST'];
export const ORDER_ID = /^[A-Za-z0-9_-]{1,36}$/;
/** `MMYY` */
const EXPIRY = /^(0[1-9]|1[0-2])([0-9]{2})$/;

const isFilled = (...texts: readonly string[]): boolean => texts.every((text) => text !== '');

/** Why a request is refused before the bank looks who asks. */
export const formError = (request: GvpsRequest): Refusal | undefined => {
  const { terminal, type, order } = request;
  const { provUser, user, hash, id, merchantId } = terminal;
  const isList = type === 'orderlistinq';
  const isComplete =
    request.version === API_VERSION &&
    MODES.includes(request.mode) &&
    isFilled(provUser, user, hash, id, merchantId, type) &&
    isIPv4(request.payerAddress) &&
    (isList || ORDER_ID.test(order.id)) &&
    wireAmount(request.amount) !== undefined &&
    wireCurrency(request.currency) !== undefined;
  return isComplete ? undefined : 'missing field';
};

/** Why the user of a request may not ask for this; undefined if terminal, user and hash are right. */
export const accountError = (request: GvpsRequest, terminal: Terminal | undefined): Refusal | undefined => {
  if (terminal === undefined || request.terminal.merchantId !== terminal.merchantId) return 'wrong terminal';
  const refunds = needsRefundUser(request.type);
  if (request.terminal.provUser !== (refunds ? terminal.refundUser : terminal.provisionUser)) return 'wrong terminal';
  const password = refunds ? terminal.refundPassword : terminal.provisionPassword;
  const sent = {
    orderId: request.order.id,
    cardNumber: request.card.number,
    amount: wireAmount(request.amount) ?? 0,
    currencyCode: request.currency,
  };
  const user = { terminalId: terminal.terminalId, password };
  return isSameText(requestHash(user, sent), request.terminal.hash) ? undefined : 'wrong hash';
};

export const isReadableNumber = (number: string): boolean => /^[0-9]{13,19}$/.test(number) && passesLuhn(number);

export const expiryError = (expiry: string, nowMs: number): Refusal | undefined => {
  const [, month, year] = EXPIRY.exec(expiry) ?? [];
  if (month === undefined || year === undefined) return 'missing field';
  return `20${year}${month}` < monthOf(istanbulDayOf(nowMs)) ? 'bad expiry' : undefined;
};

export const isCvcOf = (number: string, cvc: string): boolean =>
  /^[0-9]+$/.test(cvc) && cvc.length === (cardBrandOf(number) === 'american-express' ? 4 : 3);

const cardError = ({ card, motoInd }: GvpsRequest, nowMs: number): Refusal | undefined => {
  if (card.number === '') return 'missing field';
  if (!isReadableNumber(card.number)) return 'bad number';
  const expiry = expiryError(card.expiry, nowMs);
  if (expiry !== undefined) return expiry;
  if (card.cvc === '') return motoInd === 'Y' ? undefined : 'missing field';
  return isCvcOf(card.number, card.cvc) ? undefined : 'bad cvc';
};

const PRESENT_AFTER_3D = '13';

/** Whether a charge is one that finishes a 3D payment: it has proofs instead of a card. */
export const isAfterThreeD = ({ presentCode }: GvpsRequest): boolean => presentCode === PRESENT_AFTER_3D;

/** Why the bank refuses a charge before the issuer decides; undefined if it does not. */
export const chargeError = (request: GvpsRequest, nowMs: number): Refusal | undefined => {
  if (wireInstallments(request.installments) === undefined) return 'missing field';
  if (request.motoInd !== 'N' && request.motoInd !== 'Y') return 'missing field';
  if (!isAfterThreeD(request)) return request.presentCode === '0' ? cardError(request, nowMs) : 'missing field';
  const { card, secure3D } = request;
  if (isFilled(card.number) || isFilled(card.expiry) || isFilled(card.cvc)) return 'missing field';
  return isFilled(secure3D.md) ? undefined : 'missing field';
};
