import type { Attempt, AttemptBank } from '../domain/attempt/attempt.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import type { BankReferences, InquiryAnswer } from '../ports/bank-answers.ts';
import type { BookedOrder } from '../ports/bank-order.ts';
import { isStanding, orderOf } from './await-answer.ts';

const storedReferences = ({ authCode, hostReference, transactionId }: AttemptBank): BankReferences | undefined =>
  authCode === undefined || hostReference === undefined || transactionId === undefined
    ? undefined
    : { authCode, hostReference, transactionId };

/**
 * The order of an attempt with the references of its charge, which some gateways need to find it. They come from an
 * inquiry that finds the charge standing, else from the attempt's outcome. Absent while no answer had any.
 */
export const bookedOrderOf = (attempt: Attempt, found?: InquiryAnswer): BookedOrder => {
  const told = found !== undefined && isStanding(found) ? found.references : undefined;
  const references = told ?? storedReferences(attempt.bank ?? {});
  return { ...orderOf(attempt), ...omitUndefined({ references }) };
};
