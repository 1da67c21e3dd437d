import type { Attempt, AttemptBank } from '../domain/attempt/attempt.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import type { BankReferences, BookedOrder, InquiryAnswer } from '../ports/bank-gateway.ts';
import { isStanding, orderOf } from './await-answer.ts';

const storedReferences = ({ authCode, hostReference, transactionId }: AttemptBank): BankReferences | undefined =>
  authCode === undefined || hostReference === undefined || transactionId === undefined
    ? undefined
    : { authCode, hostReference, transactionId };

/**
 * The order of an attempt with the references of its charge, for gateways that find it by nothing else. An inquiry that
 * finds the charge standing tells them; else they are the ones that the attempt ended with. Absent while no answer told
 * any.
 */
export const bookedOrderOf = (attempt: Attempt, found?: InquiryAnswer): BookedOrder => {
  const told = found !== undefined && isStanding(found) ? found.references : undefined;
  const references = told ?? storedReferences(attempt.bank ?? {});
  return { ...orderOf(attempt), ...omitUndefined({ references }) };
};
