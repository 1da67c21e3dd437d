import { parseAmount } from '../../domain/money/money.ts';
import { declineCodeOf, isStillReversing, requestRefusalCode } from '../../nestpay/codes.ts';
import type { BankAnswer, BankReferences } from '../../ports/bank-answers.ts';
import type { PosOrder } from '../../ports/bank-order.ts';
import { readMinor } from '../bank/read-minor.ts';
import { AMBIGUOUS, isGiven, SUCCESS } from './order-facts.ts';
import type { NestPayAnswer } from './response-xml.ts';

/** What was requested: a charge by card, a charge after 3D, or a capture, void or refund of an existing order. */
export type AskedFor = 'charge' | 'charge-after-3d' | 'follow-up';

const referencesOf = ({ authCode, hostReference, transactionId }: NestPayAnswer): BankReferences => ({
  authCode,
  hostReference,
  transactionId,
});

/**
 * True if the answer names another order, or another amount. A charge may be answered without an amount. A capture or
 * credit may be partial, so there the order's original amount proves nothing.
 */
const contradicts = (answer: NestPayAnswer, order: PosOrder, asked: AskedFor): boolean => {
  const { ORIG_TRANS_AMT: original } = answer.extra;
  return (
    (answer.orderId !== '' && answer.orderId !== order.orderId) ||
    (isGiven(answer.total) && parseAmount(answer.total) !== order.amount) ||
    (asked !== 'follow-up' && isGiven(original) && readMinor(original) !== order.amount)
  );
};

/** True if nothing shows that the issuer was asked: no authorisation code, no reference of the host. */
const neverReachedIssuer = ({ authCode, hostReference, extra }: NestPayAnswer): boolean =>
  ![authCode, hostReference, extra.AUTH_CODE, extra.HOST_REF_NUM].some(isGiven);

/**
 * A charge that the gateway's own request checks refused before the issuer was asked. It is a decline that is asked
 * about once more: only our own list says that these refusals come first.
 */
const refusalOf = (answer: NestPayAnswer, asked: AskedFor): BankAnswer | undefined => {
  const { response, procReturnCode, extra } = answer;
  if (asked === 'follow-up' || response === 'Approved' || procReturnCode === SUCCESS) return undefined;
  const code = requestRefusalCode(extra.ERRORCODE ?? '');
  if (code === undefined || !neverReachedIssuer(answer)) return undefined;
  return { kind: 'declined', code, procReturnCode, asksAgain: true };
};

/**
 * What the answer to a charge, capture, void or refund proves (rule 3). Approved needs `Approved`, `00`, our order id
 * and no other amount. Declined needs `Declined` and a code other than `00` and 99, or, for charges, a refusal by the
 * gateway's own checks. Every other answer is unknown, whatever its text says.
 */
export const classifyAnswer = (answer: NestPayAnswer, order: PosOrder, asked: AskedFor): BankAnswer => {
  const { response, procReturnCode } = answer;
  if (contradicts(answer, order, asked)) return { kind: 'unknown', cause: 'contradictory' };
  if (response === 'Error' || procReturnCode === AMBIGUOUS) {
    return refusalOf(answer, asked) ?? { kind: 'unknown', cause: 'error-answer' };
  }
  const succeeded = procReturnCode === SUCCESS;
  if (response === 'Approved' && succeeded && answer.orderId === order.orderId) {
    return { kind: 'approved', references: referencesOf(answer) };
  }
  if (response === 'Declined' && !succeeded) {
    const code = declineCodeOf(procReturnCode, asked === 'charge-after-3d');
    const declined: BankAnswer = { kind: 'declined', code, procReturnCode };
    return isStillReversing(procReturnCode) ? { ...declined, asksAgain: true } : declined;
  }
  return { kind: 'unknown', cause: 'contradictory' };
};
