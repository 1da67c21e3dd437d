import type { Attempt, AttemptBank } from '../domain/attempt/attempt.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import type { Step } from '../domain/payment/step.ts';
import type { BankReferences, InquiryAnswer } from '../ports/bank-answers.ts';
import type { BookedOrder } from '../ports/bank-order.ts';
import { isStanding, orderOf } from './await-answer.ts';

const storedReferences = ({ authCode, hostReference, transactionId }: AttemptBank): BankReferences | undefined =>
  authCode === undefined || hostReference === undefined || transactionId === undefined
    ? undefined
    : { authCode, hostReference, transactionId };

/** The references of the capture that took an attempt's money; undefined where none did. */
const captureReferences = ({ number }: Attempt, steps: readonly Step[]): BankReferences | undefined => {
  const capture = steps.findLast((step) => step.attempt === number && step.kind === 'capture' && step.state === 'done');
  return storedReferences(capture?.bank ?? {});
};

/**
 * The order of an attempt with the references of the transaction that took its money, by which some gateways capture,
 * void and refund. They come from an inquiry that finds the charge standing, else from the capture, else from the
 * attempt's outcome, else from whatever the inquiry found. Absent while no answer had any.
 */
export const bookedOrderOf = (
  { attempt, steps }: { readonly attempt: Attempt; readonly steps: readonly Step[] },
  found?: InquiryAnswer,
): BookedOrder => {
  const told = found !== undefined && 'references' in found ? found.references : undefined;
  const standing = found !== undefined && isStanding(found) ? told : undefined;
  const references = standing ?? captureReferences(attempt, steps) ?? storedReferences(attempt.bank ?? {}) ?? told;
  return { ...orderOf(attempt), ...omitUndefined({ references }) };
};
