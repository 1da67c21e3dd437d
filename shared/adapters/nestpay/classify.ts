import { type MinorUnits, minor, parseAmount } from '../../domain/money.ts';
import { declineCodeOf } from '../../domain/nestpay-codes.ts';
import type { BankAnswer, BankReferences, InquiryAnswer, PosOrder } from '../../ports/virtual-pos.ts';
import type { NestPayAnswer } from './response-xml.ts';

const SUCCESS = '00';
/** Several things at once: general error, no record, order number exists already, nothing to void. */
const AMBIGUOUS = '99';

const MINOR_UNITS = /^[0-9]{1,11}$/;
const readMinor = (text: string): MinorUnits | undefined => (MINOR_UNITS.test(text) ? minor(Number(text)) : undefined);
const isGiven = (text: string | undefined): text is string => text !== undefined && text !== '';

const referencesOf = ({ authCode, hostReference, transactionId }: NestPayAnswer): BankReferences => ({
  authCode,
  hostReference,
  transactionId,
});

/** Whatever an answer says of the order must be ours; a charge's answer need not name the amount. */
const contradicts = (answer: NestPayAnswer, order: PosOrder): boolean => {
  const { ORIG_TRANS_AMT: original } = answer.extra;
  return (
    (answer.orderId !== '' && answer.orderId !== order.orderId) ||
    (isGiven(answer.total) && parseAmount(answer.total) !== order.amount) ||
    (isGiven(original) && readMinor(original) !== order.amount)
  );
};

/**
 * What the answer to a charge, capture, void or refund proves (rule 3). Approved needs `Approved`, `00`, our order id
 * and no other amount; declined needs `Declined` and a code other than `00` and 99. Every other answer is unknown,
 * whatever its text says.
 */
export const classifyAnswer = (answer: NestPayAnswer, order: PosOrder, afterThreeD: boolean): BankAnswer => {
  const { response, procReturnCode } = answer;
  if (contradicts(answer, order)) return { kind: 'unknown', cause: 'contradictory' };
  if (response === 'Error') return { kind: 'unknown', cause: 'error-answer' };
  if (procReturnCode === AMBIGUOUS) return { kind: 'unknown', cause: 'error-answer' };
  const succeeded = procReturnCode === SUCCESS;
  if (response === 'Approved' && succeeded && answer.orderId === order.orderId) {
    return { kind: 'approved', references: referencesOf(answer) };
  }
  if (response === 'Declined' && !succeeded) {
    return { kind: 'declined', code: declineCodeOf(procReturnCode, afterThreeD), procReturnCode };
  }
  return { kind: 'unknown', cause: 'contradictory' };
};

const NO_RECORD = /\bno record found\b/i;

/** The one answer with 99 that is more than an error; how long it is believed is not decided here (rule 5). */
const saysNoRecord = ({ response, procReturnCode, errorMessage, extra }: NestPayAnswer): boolean =>
  response !== 'Approved' && procReturnCode === AMBIGUOUS && NO_RECORD.test(errorMessage) && !isGiven(extra.TRANS_STAT);

type Found = Exclude<InquiryAnswer['kind'], 'no-record' | 'unknown'>;

/** A state and the kind of its latest transaction. A credit that failed or was voided leaves the charge standing: not told. */
const foundKinds: Readonly<Record<string, Found>> = {
  'C S': 'captured',
  'A S': 'authorised',
  'V S': 'voided',
  'D S': 'declined',
  'C C': 'refunded',
};

const isTrusted = ({ response, procReturnCode }: NestPayAnswer, kind: Found): boolean => {
  if (response === 'Approved') return procReturnCode === SUCCESS;
  return kind === 'declined' && response === 'Declined' && ![SUCCESS, AMBIGUOUS].includes(procReturnCode);
};

/** What was taken: the captured amount where there is one. A sale is captured whole or the answer contradicts itself. */
const takenAmount = (answer: NestPayAnswer, order: PosOrder, kind: Found): MinorUnits | undefined => {
  const original = readMinor(answer.extra.ORIG_TRANS_AMT ?? '');
  const { CAPTURE_AMT: text } = answer.extra;
  if (original !== order.amount) return undefined;
  if (kind !== 'captured' || !isGiven(text)) return original;
  const captured = readMinor(text);
  return order.type === 'sale' && captured !== original ? undefined : captured;
};

/** What the answer to an inquiry says of an order. */
export const classifyInquiry = (answer: NestPayAnswer, order: PosOrder): InquiryAnswer => {
  if (contradicts(answer, order)) return { kind: 'unknown', cause: 'contradictory' };
  if (saysNoRecord(answer)) return { kind: 'no-record' };
  const { TRANS_STAT: state, CHARGE_TYPE_CD: type, AUTH_CODE: authCode, HOST_REF_NUM: hostReference } = answer.extra;
  if (!isGiven(state)) return { kind: 'unknown', cause: 'error-answer' };
  const kind = foundKinds[`${state} ${type ?? ''}`];
  if (kind === undefined || !isTrusted(answer, kind) || answer.orderId !== order.orderId) {
    return { kind: 'unknown', cause: 'contradictory' };
  }
  const amount = takenAmount(answer, order, kind);
  if (amount === undefined && kind !== 'declined') return { kind: 'unknown', cause: 'contradictory' };
  const references = {
    authCode: authCode ?? answer.authCode,
    hostReference: hostReference ?? answer.hostReference,
    transactionId: answer.transactionId,
  };
  if (kind !== 'declined') return { kind, amount, references };
  const code = answer.response === 'Declined' ? declineCodeOf(answer.procReturnCode, false) : '009';
  return { kind, amount, references, code };
};
