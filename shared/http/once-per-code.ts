import type { PaymentKind } from '../domain/payment/payment.ts';
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
  /** What a known code gets: the outcome of the request that took it. `refusal`: why the request itself was refused. */
  readonly answerKnown: (
    record: IdempotencyRecord,
    call: CodedCall<Fields>,
    refusal?: Refusal,
  ) => Promise<OperationAnswer>;
  /** Reasons of refusals that say what became of the code itself: it was looked up already. */
  readonly aboutTheCode?: readonly RefusalReason[];
}

/** A payment request is never changed by another one: a dealer cancels it and makes a new one. */
const otherRequest = (): Refusal =>
  new Refusal(
    'OtherTrxCodeAlreadyUsed',
    'OtherTrxCode already names a different request of this dealer: a changed request needs a new code; repeat one exactly as it was.',
  );

/** The family of operations of a code never changes, whatever became of its payment (rules 10, 12). */
const otherFamily = (): Refusal =>
  new Refusal(
    'OtherTrxCodeAlreadyUsed',
    'OtherTrxCode already names a payment of another operation of this dealer: give the new payment a new code.',
  );

/** Another request with the code was paid: the code is bound to that one for ever (rule 10). */
export const codeIsPaid = (): Refusal =>
  new Refusal(
    'OtherTrxCodeAlreadyUsed',
    'OtherTrxCode names a different request that is paid already: ask GetDealerPaymentTrxDetailList for it, and give a new payment a new code.',
  );

/** Another request with the code may be charged. Under another code, the same sale might be charged twice (rule 10). */
export const codeIsUndecided = (): Refusal =>
  new Refusal(
    'StillRunning',
    'An earlier request with this code is not decided; do not send it under another code. Repeat it later.',
  );

const isSameRequest = ({ fingerprint }: IdempotencyRecord, { asked }: Pick<CodedCall<unknown>, 'asked'>): boolean =>
  fingerprint === asked?.fingerprint;

/** Token of the link that the same request made; another request with the code is refused (rules 12, 13). */
export const linkOfSameRequest = (record: IdempotencyRecord, call: Pick<CodedCall<unknown>, 'asked'>): string => {
  if (record.linkToken === undefined || !isSameRequest(record, call)) throw otherRequest();
  return record.linkToken;
};

/** The payment that the same request made; another request with the code is refused (rules 12, 13). */
export const paymentOfSameRequest = (
  record: IdempotencyRecord,
  call: Pick<CodedCall<unknown>, 'asked'>,
): PaymentName => {
  if (record.linkToken !== undefined || !isSameRequest(record, call)) throw otherRequest();
  return record.payment;
};

/** The payment of a code, if operations of this family took it. Its attempts tell what a request with the code gets. */
export const paymentOfFamily = (record: IdempotencyRecord, kind: PaymentKind): PaymentName => {
  if (record.kind !== kind) throw otherFamily();
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
  return answerKnown(record, call, refusal);
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
 * whatever the conditions say by then; `answerKnown` decides what another request with the same code gets (rules 6, 10,
 * 12, 13). A code is looked up only where something refuses: otherwise the condition of the record's own write is the
 * look-up, and costs no trip.
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
