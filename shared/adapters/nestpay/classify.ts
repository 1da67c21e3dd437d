import { parseAmount } from '../../domain/money/money.ts';
import { declineCodeOf, isStillReversing, requestRefusalCode } from '../../nestpay/codes.ts';
import type { BankAnswer, BankReferences, PosOrder } from '../../ports/bank-gateway.ts';
import { AMBIGUOUS, isGiven, readMinor, SUCCESS } from './order-facts.ts';
import type { NestPayAnswer } from './response-xml.ts';

/** What was asked for: a charge by card, the charge of a passed 3D, or something done to an order that exists. */
export type AskedFor = 'charge' | 'charge-after-3d' | 'follow-up';

const referencesOf = ({ authCode, hostReference, transactionId }: NestPayAnswer): BankReferences => ({
  authCode,
  hostReference,
  transactionId,
});

/**
 * Whatever an answer says of the order must be ours; the answer to a charge need not name the amount. A capture or
 * credit may be of a part, so that the order's original amount says nothing about it.
 */
const contradicts = (answer: NestPayAnswer, order: PosOrder, asked: AskedFor): boolean => {
  const { ORIG_TRANS_AMT: original } = answer.extra;
  return (
    (answer.orderId !== '' && answer.orderId !== order.orderId) ||
    (isGiven(answer.total) && parseAmount(answer.total) !== order.amount) ||
    (asked !== 'follow-up' && isGiven(original) && readMinor(original) !== order.amount)
  );
};

/** No trace of the issuer: neither an authorisation code nor the host's reference. */
const neverReachedIssuer = ({ authCode, hostReference, extra }: NestPayAnswer): boolean =>
  ![authCode, hostReference, extra.AUTH_CODE, extra.HOST_REF_NUM].some(isGiven);

/**
 * A charge that the gateway refused by its own checks of the request, before the issuer was asked. It is asked about
 * once more all the same, because only a list of ours says that these refusals come first.
 */
const refusalOf = (answer: NestPayAnswer, asked: AskedFor): BankAnswer | undefined => {
  const { response, procReturnCode, extra } = answer;
  if (asked === 'follow-up' || response === 'Approved' || procReturnCode === SUCCESS) return undefined;
  const code = requestRefusalCode(extra.ERRORCODE ?? '');
  if (code === undefined || !neverReachedIssuer(answer)) return undefined;
  return { kind: 'declined', code, procReturnCode, asksAgain: true };
};

/**
 * What the answer to a charge, capture, void or refund proves. Approved needs `Approved`, `00`, our order id and no
 * other amount; declined needs `Declined` and a code other than `00` and 99, or, for charges, a refusal by the
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
