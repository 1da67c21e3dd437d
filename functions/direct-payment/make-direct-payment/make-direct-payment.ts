import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { BankCode } from '../../../shared/domain/attempt/bank-codes.ts';
import type { DirectPaymentFields } from '../../../shared/domain/direct-payment/direct-payment-fields.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { RefusalReason } from '../../../shared/domain/refusal-reasons.ts';
import { fieldsOf } from '../../../shared/http/direct-payment-fields.ts';
import { directPaymentFingerprint } from '../../../shared/http/direct-payment-fingerprint.ts';
import { type CodedOutcome, oncePerCode, type ReadCall } from '../../../shared/http/once-per-code.ts';
import type { OperationAnswer, UseCase } from '../../../shared/http/operation-handler.ts';
import { cardsOfStage, posCardsOfStage } from '../../../shared/nestpay/test-card-numbers.ts';
import { type BeginDependencies, type BeginOutcome, beginPayment } from '../../../shared/payment-flow/begin-payment.ts';
import type { ChargeBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import {
  type PrepareDependencies,
  type PreparedPayment,
  preparePayment,
} from '../../../shared/payment-flow/prepare-payment.ts';
import type { IdempotencyRecord, IdempotencyRecords } from '../../../shared/ports/idempotency-records.ts';
import { type DirectPaymentData, declined, outcomeUnknown, stillRunning } from './answer.ts';
import { chargeDirectly, hearsUntilMs } from './charge-directly.ts';
import type { DirectPaymentRequest } from './contract.ts';
import { type KnownCode, type KnownPayment, type KnownPaymentDependencies, knownPayment } from './known-payment.ts';

export interface MakeDirectPaymentDependencies
  extends Omit<PrepareDependencies, 'takesCard'>,
    BeginDependencies,
    KnownPaymentDependencies {
  readonly breaker: ChargeBreaker;
  readonly idempotencyRecords: IdempotencyRecords;
  readonly sandbox: boolean;
}

type PayDependencies = MakeDirectPaymentDependencies & PrepareDependencies & { readonly known: KnownPayment };
type PayCall = ReadCall<DirectPaymentFields>;

/** How often an intent is planned anew after another call with the same code wrote first. */
const MAX_PLANS = 5;
/** The code of a bank that is not tried. */
const BANK_UNAVAILABLE: BankCode = '008';
/** A payment begins only when the bank has at least this long to answer. */
const LEAST_BANK_TIME_MS = 5000;

/** Refusals about the code itself: they come after its look-up, so it is not looked up again. */
const ABOUT_THE_CODE: readonly RefusalReason[] = [
  'OtherTrxCodeAlreadyUsed',
  'AttemptsUsedUp',
  'OutcomeUnknown',
  'StillRunning',
];

const limitRefusals = {
  'dealer-limit': () =>
    new Refusal('DailyDealerLimitExceeded', 'Amount exceeds what is left of the daily limit of this dealer.'),
  'card-limit': () => new Refusal('DailyCardLimitExceeded', 'This dealer may take no more from this card today.'),
} as const;

/**
 * A list of sub-dealers turns DoDirectPayment into DoDirectPaymentMarketPlace (decisions: paths). So a dealer who is
 * barred from the latter may not send one to the former's path. Checked before the look-up of the code, like the
 * pipeline's own check of the path.
 */
const refuseBarredSplits = ({ dealer: { barredOperations }, asked: { fields } }: PayCall): void => {
  if (fields.subDealers.length === 0 || !barredOperations.includes('DoDirectPaymentMarketPlace')) return;
  throw new Refusal('NoAllowedToUseThisWebService', 'This dealer may not use this operation with sub-dealers.');
};

const answeredAgain = (data: DirectPaymentData): OperationAnswer => ({ data, replayed: true });

/**
 * The answer to a refused request with a known code: what the same request was answered before, else why the code or the
 * request is refused. Begins no attempt.
 */
const answerKnown = (known: KnownCode, refusal: Refusal): OperationAnswer => {
  const data = known.kind === 'reported' ? known.data : known.last;
  if (data === undefined) throw refusal;
  return answeredAgain(data);
};

/** The idempotency record of the attempt that the code names now, which prevented this intent. */
const recordInTheWay = async (
  outcome: Extract<BeginOutcome, { kind: 'code-known' | 'attempt-changed' }>,
  { dealer, otherTrxCode = '' }: PayCall,
  { idempotencyRecords }: PayDependencies,
): Promise<IdempotencyRecord> => {
  if (outcome.kind === 'code-known') return outcome.record;
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

/**
 * The answer while the breaker of the bank is open: 008, without an attempt and without a use of the code (rule 46). A
 * known code gets the outcome of its payment, unless another attempt would begin.
 */
const unavailable = async (call: PayCall, deps: PayDependencies): Promise<OperationAnswer> => {
  const { dealer, otherTrxCode } = call;
  const record =
    otherTrxCode === undefined ? undefined : await deps.idempotencyRecords.find(dealer.dealerCode, otherTrxCode);
  const known = record === undefined ? undefined : await deps.known(record, call);
  return known?.kind === 'reported' ? answeredAgain(known.data) : { data: declined(BANK_UNAVAILABLE) };
};

const prepare = (
  { dealer, operation, sourceAddress: payerAddress, asked: { fields } }: PayCall,
  deps: PayDependencies,
) => preparePayment({ dealer, fields, operation, payerAddress }, deps);

/** Writes the intent and charges, unless another call of the same code was first. */
const payAdmitted = async (first: PreparedPayment, call: PayCall, deps: PayDependencies): Promise<CodedOutcome> => {
  const { fingerprint } = call.asked;
  let prepared = first;
  let before: DirectAttempt | undefined;
  for (let plan = 0; plan < MAX_PLANS; plan += 1) {
    // Without time for the bank's answer it is not called: the caller would not get the outcome.
    if (deps.clock.now() + LEAST_BANK_TIME_MS > hearsUntilMs(call.calledAtMs)) {
      return { kind: 'refused', refusal: outcomeUnknown(call.otherTrxCode) };
    }
    const outcome = await beginPayment({ prepared, fingerprint, before }, deps);
    if (outcome.kind === 'begun') {
      return { kind: 'answered', answer: await charged(outcome.attempt, prepared, { call, deps }) };
    }
    if (outcome.kind === 'dealer-limit' || outcome.kind === 'card-limit') throw limitRefusals[outcome.kind]();
    if (outcome.kind === 'customer-taken' || outcome.kind === 'id-taken') {
      prepared = await prepare(call, deps);
    } else {
      const known = await deps.known(await recordInTheWay(outcome, call, deps), call);
      if (known.kind === 'reported') return { kind: 'answered', answer: answeredAgain(known.data) };
      before = known.after;
    }
  }
  throw stillRunning();
};

const pay = async (call: PayCall, deps: PayDependencies): Promise<CodedOutcome> => {
  const prepared = await prepare(call, deps);
  const { breakers, pos } = prepared;
  if (!(await breakers.admits({ dealerCode: call.dealer.dealerCode, pos }))) {
    return { kind: 'answered', answer: await unavailable(call, deps) };
  }
  try {
    return await payAdmitted(prepared, call, deps);
  } finally {
    await breakers.release();
  }
};

/**
 * Charges a card on a dealer's call, with sub-dealers or without (dealer interface 2.2 to 2.6 and 7.2, rules 1 to 11).
 * The intent is written before the bank is called, and an answer says only what was written before. A known code gets
 * the outcome of its request, even if that would be refused now; a blank code is never known.
 */
export const makeDirectPayment = (dependencies: MakeDirectPaymentDependencies): UseCase<DirectPaymentRequest> => {
  const deps: PayDependencies = {
    ...dependencies,
    known: knownPayment(dependencies),
    takesCard: cardsOfStage(dependencies),
    anyPosTakes: posCardsOfStage(dependencies),
  };
  return oncePerCode({
    records: deps.idempotencyRecords,
    clock: deps.clock,
    fieldsOf,
    fingerprintOf: directPaymentFingerprint,
    admit: refuseBarredSplits,
    carryOut: (call) => pay(call, deps),
    answerKnown: async (record, call, refusal = stillRunning()) => answerKnown(await deps.known(record, call), refusal),
    aboutTheCode: ABOUT_THE_CODE,
  });
};
