import type { DirectAttempt } from '../../shared/domain/attempt/attempt.ts';
import type { DirectPaymentFields } from '../../shared/domain/direct-payment/direct-payment-fields.ts';
import { isSameCard, MAX_ATTEMPTS_PER_CODE, repeatOf } from '../../shared/domain/direct-payment/direct-repeat.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { RefusalReason } from '../../shared/domain/refusal-reasons.ts';
import { type CodedCall, type CodedOutcome, oncePerCode, type ReadCall } from '../../shared/http/once-per-code.ts';
import type { OperationAnswer, UseCase } from '../../shared/http/operation-handler.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { IdempotencyRecord, IdempotencyRecords } from '../../shared/ports/idempotency-records.ts';
import { outcomeUnknown, stillRunning } from './answer.ts';
import { type BeginDependencies, type BeginOutcome, beginPayment } from './begin-payment.ts';
import { chargeDirectly, hearsUntilMs } from './charge-directly.ts';
import type { DirectPaymentRequest } from './contract.ts';
import { directPaymentFingerprint } from './fingerprint.ts';
import { type KnownPayment, type KnownPaymentDependencies, knownPayment, type ToldAttempt } from './known-payment.ts';
import { type PrepareDependencies, type PreparedPayment, preparePayment } from './prepare-payment.ts';
import { fieldsOf } from './read-fields.ts';

export interface MakeDirectPaymentDependencies
  extends PrepareDependencies,
    BeginDependencies,
    KnownPaymentDependencies {
  readonly idempotencyRecords: IdempotencyRecords;
}

type PayDependencies = MakeDirectPaymentDependencies & { readonly known: KnownPayment };
type PayCall = ReadCall<DirectPaymentFields>;

/** How often an intent that met another call's is planned anew. */
const MAX_PLANS = 5;
/** A payment is only begun where the bank has this much time to answer. */
const LEAST_BANK_TIME_MS = 5000;

/** Refusals that say what became of the code itself: it was looked up already. */
const ABOUT_THE_CODE: readonly RefusalReason[] = [
  'OtherTrxCodeAlreadyUsed',
  'AttemptsUsedUp',
  'OutcomeUnknown',
  'StillRunning',
];

const attemptsUsedUp = (): Refusal =>
  new Refusal(
    'AttemptsUsedUp',
    `OtherTrxCode has used its ${MAX_ATTEMPTS_PER_CODE} attempts: send the payment with a new OtherTrxCode.`,
  );

const limitRefusals = {
  'dealer-limit': () =>
    new Refusal('DailyDealerLimitExceeded', 'Amount exceeds what is left of the daily limit of this dealer.'),
  'card-limit': () => new Refusal('DailyCardLimitExceeded', 'This dealer may take no more from this card today.'),
} as const;

/**
 * A list of sub-dealers makes DoDirectPayment the other operation (wire facts, "Paths"): a dealer who is barred from that
 * one is not let in by this one's path. Goes before the look-up of the code, as the pipeline's own check of the path does.
 */
const refuseBarredSplits = ({ dealer: { barredOperations }, asked: { fields } }: PayCall): void => {
  if (fields.subDealers.length === 0 || !barredOperations.includes('DoDirectPaymentMarketPlace')) return;
  throw new Refusal('NoAllowedToUseThisWebService', 'This dealer may not use this operation with sub-dealers.');
};

/** Whether another attempt is begun. Refuses a request whose code has had all its attempts. */
const startsAnew = ({ attempt }: ToldAttempt, fields: DirectPaymentFields, clock: Clock): boolean => {
  const repeat = repeatOf(attempt, { sameCard: isSameCard(attempt, fields), nowMs: clock.now() });
  if (repeat === 'used-up') throw attemptsUsedUp();
  return repeat === 'new-attempt';
};

const toldAgain = ({ data }: ToldAttempt): OperationAnswer => ({ data, replayed: true });

/** What a refused request with a known code gets. It begins no attempt, but is told when it comes too late for its code. */
const answerKnown = async (
  record: IdempotencyRecord,
  call: CodedCall<DirectPaymentFields>,
  { known, clock }: PayDependencies,
): Promise<OperationAnswer> => {
  const told = await known(record, call);
  if (call.asked !== undefined) startsAnew(told, call.asked.fields, clock);
  return toldAgain(told);
};

/** The record of the attempt that stands in the way: the one that the code names now. */
const recordInTheWay = async (
  outcome: Extract<BeginOutcome, { kind: 'code-known' | 'attempt-changed' }>,
  { dealer, otherTrxCode = '' }: PayCall,
  { idempotencyRecords }: PayDependencies,
): Promise<IdempotencyRecord> => {
  if (outcome.kind === 'code-known') return outcome.claimed;
  const record = await idempotencyRecords.find(dealer.dealerCode, otherTrxCode);
  if (record === undefined) throw new Error('an idempotency record that was there is gone');
  return record;
};

const charged = async (
  attempt: DirectAttempt,
  prepared: PreparedPayment,
  { call, deps }: { readonly call: PayCall; readonly deps: PayDependencies },
): Promise<OperationAnswer> => {
  const data = await chargeDirectly(deps, attempt, prepared, hearsUntilMs(call.calledAtMs));
  if (data === undefined) throw outcomeUnknown(attempt.direct.otherTrxCode);
  return { data };
};

const pay = async (call: PayCall, deps: PayDependencies): Promise<CodedOutcome> => {
  const { dealer, operation, sourceAddress: payerAddress, asked } = call;
  const { fields, fingerprint } = asked;
  const prepareAgain = () => preparePayment({ dealer, fields, operation, payerAddress }, deps);
  let prepared = await prepareAgain();
  let before: DirectAttempt | undefined;
  for (let plan = 0; plan < MAX_PLANS; plan += 1) {
    // A bank that has no time to answer is not called: nobody would hear what became of it.
    if (deps.clock.now() + LEAST_BANK_TIME_MS > hearsUntilMs(call.calledAtMs)) {
      return { kind: 'refused', refusal: outcomeUnknown(call.otherTrxCode) };
    }
    const outcome = await beginPayment({ prepared, fingerprint, before }, deps);
    if (outcome.kind === 'begun') {
      return { kind: 'answered', answer: await charged(outcome.attempt, prepared, { call, deps }) };
    }
    if (outcome.kind === 'dealer-limit' || outcome.kind === 'card-limit') throw limitRefusals[outcome.kind]();
    if (outcome.kind === 'customer-taken') {
      prepared = await prepareAgain();
    } else {
      const told = await deps.known(await recordInTheWay(outcome, call, deps), call);
      if (!startsAnew(told, fields, deps.clock)) return { kind: 'answered', answer: toldAgain(told) };
      before = told.attempt;
    }
  }
  throw stillRunning();
};

/**
 * Charges a card on a dealer's call, with sub-dealers or without (2.2 to 2.6, 7.2, rules 1 to 11). The intent is
 * written before the bank is called; an answer says only what was written before it. A code that is known gets its
 * payment's outcome, whatever else would refuse the request now; a blank code is never known.
 */
export const makeDirectPayment = (dependencies: MakeDirectPaymentDependencies): UseCase<DirectPaymentRequest> => {
  const deps: PayDependencies = { ...dependencies, known: knownPayment(dependencies) };
  return oncePerCode({
    records: deps.idempotencyRecords,
    clock: deps.clock,
    fieldsOf,
    fingerprintOf: directPaymentFingerprint,
    admit: refuseBarredSplits,
    carryOut: (call) => pay(call, deps),
    answerKnown: (record, call) => answerKnown(record, call, deps),
    aboutTheCode: ABOUT_THE_CODE,
  });
};
