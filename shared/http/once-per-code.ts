import type { PaymentName } from '../domain/payment/payment-name.ts';
import { Refusal } from '../domain/refusal.ts';
import type { RefusalReason } from '../domain/refusal-reasons.ts';
import type { Clock } from '../ports/clock.ts';
import type { IdempotencyRecord, IdempotencyRecords } from '../ports/idempotency-records.ts';
import { type OperationAnswer, type OperationCall, readValue, type UseCase } from './operation-handler.ts';

/** What a request asks for, where it could be read. */
interface Asked<Fields> {
  readonly fields: Fields;
  readonly fingerprint: string;
}

/** A call of an operation whose requests carry a code. */
export interface CodedCall<Fields> extends Omit<OperationCall<unknown>, 'read'> {
  readonly calledAtMs: number;
  /** Undefined for a request that could not be read: it repeats no other. */
  readonly asked: Asked<Fields> | undefined;
}

/** A call whose request could be read. */
export type ReadCall<Fields> = CodedCall<Fields> & { readonly asked: Asked<Fields> };

export type CodedOutcome =
  | { readonly kind: 'answered'; readonly answer: OperationAnswer }
  /** The request met its code in the write: another request took it first. Nothing was written. */
  | { readonly kind: 'code-known'; readonly record: IdempotencyRecord }
  /** Refused, unless its code is known. A Refusal that is thrown means the same. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface OncePerCodeOptions<Value, Fields> {
  readonly records: IdempotencyRecords;
  readonly clock: Clock;
  /** Maps the names of the wire to those of the domain. */
  readonly fieldsOf: (value: Value) => Fields;
  readonly fingerprintOf: (fields: Fields) => string;
  /** Refuses what the pipeline's checks of the path would refuse: that goes before the look-up of the code. */
  readonly admit?: (call: ReadCall<Fields>) => void;
  /** Carries the request out, once for its code. */
  readonly carryOut: (call: ReadCall<Fields>) => Promise<CodedOutcome>;
  /** What a known code gets: the outcome of the request that took it. */
  readonly answerKnown: (record: IdempotencyRecord, call: CodedCall<Fields>) => Promise<OperationAnswer>;
  /** Reasons of refusals that say what became of the code itself: it was looked up already. */
  readonly aboutTheCode?: readonly RefusalReason[];
}

const alreadyUsed = (noun: 'request' | 'payment'): Refusal =>
  new Refusal(
    'OtherTrxCodeAlreadyUsed',
    `OtherTrxCode already names a different ${noun} of this dealer: give each new ${noun} a new code, and repeat one exactly as it was.`,
  );

const isSameRequest = ({ fingerprint }: IdempotencyRecord, { asked }: Pick<CodedCall<unknown>, 'asked'>): boolean =>
  fingerprint === asked?.fingerprint;

/** Token of the link that the same request made; another request with the code is refused (rules 12, 13). */
export const linkOfSameRequest = (record: IdempotencyRecord, call: Pick<CodedCall<unknown>, 'asked'>): string => {
  if (record.linkToken === undefined || !isSameRequest(record, call)) throw alreadyUsed('request');
  return record.linkToken;
};

/** The payment that the same request made; another request with the code is refused (rules 12, 13). */
export const paymentOfSameRequest = (
  record: IdempotencyRecord,
  call: Pick<CodedCall<unknown>, 'asked'>,
): PaymentName => {
  if (record.linkToken !== undefined || !isSameRequest(record, call)) throw alreadyUsed('payment');
  return record.payment;
};

/** A known code is answered before any refusal (rule 6). */
const answerKnownOr = async <Value, Fields>(
  refusal: Refusal,
  call: CodedCall<Fields>,
  { records, answerKnown }: OncePerCodeOptions<Value, Fields>,
): Promise<OperationAnswer> => {
  if (call.otherTrxCode === undefined) throw refusal;
  const record = await records.find(call.dealer.dealerCode, call.otherTrxCode);
  if (record === undefined) throw refusal;
  return answerKnown(record, call);
};

const outcomeOf = async <Value, Fields>(
  call: ReadCall<Fields>,
  { carryOut, aboutTheCode = [] }: OncePerCodeOptions<Value, Fields>,
): Promise<CodedOutcome> => {
  try {
    return await carryOut(call);
  } catch (error) {
    if (!(error instanceof Refusal) || aboutTheCode.includes(error.reason)) throw error;
    return { kind: 'refused', refusal: error };
  }
};

/**
 * The front of every operation that does one thing per OtherTrxCode. A request that is repeated gets its outcome again,
 * whatever the conditions say by then; another request with the same code is refused (rules 6, 12, 13). A code is looked
 * up only where something refuses: otherwise the condition of the record's own write is the look-up, and costs no trip.
 */
export const oncePerCode =
  <Value, Fields>(options: OncePerCodeOptions<Value, Fields>): UseCase<Value> =>
  async ({ read, ...received }) => {
    const common = { ...received, calledAtMs: options.clock.now() };
    if (!read.ok) return answerKnownOr(read.refusal, { ...common, asked: undefined }, options);
    const fields = options.fieldsOf(readValue(read));
    const call = { ...common, asked: { fields, fingerprint: options.fingerprintOf(fields) } };
    options.admit?.(call);
    const outcome = await outcomeOf(call, options);
    if (outcome.kind === 'refused') return answerKnownOr(outcome.refusal, call, options);
    return outcome.kind === 'answered' ? outcome.answer : options.answerKnown(outcome.record, call);
  };
