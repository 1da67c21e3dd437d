import type { DirectAttempt } from '../../shared/domain/attempt/attempt.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import type { DirectPaymentFields } from '../../shared/domain/direct-payment/direct-payment-fields.ts';
import { isSameCard, MAX_ATTEMPTS_PER_CODE, repeatOf } from '../../shared/domain/direct-payment/direct-repeat.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { type OperationAnswer, readValue, type UseCase } from '../../shared/http/operation-handler.ts';
import type { DirectPayments } from '../../shared/ports/direct-payments.ts';
import { outcomeUnknown, stillRunning } from './answer.ts';
import { type BeginDependencies, type BeginOutcome, beginPayment } from './begin-payment.ts';
import { chargeDirectly, hearsUntilMs } from './charge-directly.ts';
import type { DirectPaymentRequest } from './contract.ts';
import { directPaymentFingerprint } from './fingerprint.ts';
import { type KnownCall, type KnownPaymentDependencies, knownPayment, type ToldAttempt } from './known-payment.ts';
import { type PrepareDependencies, type PreparedPayment, preparePayment } from './prepare-payment.ts';
import { fieldsOf } from './read-fields.ts';

export interface MakeDirectPaymentDependencies
  extends PrepareDependencies,
    BeginDependencies,
    KnownPaymentDependencies {
  readonly directPayments: DirectPayments;
}

/** How often an intent that met another call's is planned anew. */
const MAX_PLANS = 5;
/** A payment is only begun where the bank has this much time to answer. */
const LEAST_BANK_TIME_MS = 5000;

/** A request with a code, as far as it could be read. */
interface CodedRequest extends KnownCall {
  readonly dealer: Dealer;
  readonly otherTrxCode: string | undefined;
  /** Undefined for a request that could not be read. */
  readonly fields: DirectPaymentFields | undefined;
}

/** A call that may begin a payment. */
type PayCall = CodedRequest & { readonly fingerprint: string; readonly fields: DirectPaymentFields };

/** Refusals that say what became of the code itself: it was looked up already. */
const ABOUT_THE_CODE: readonly string[] = [
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

const dealerLimit = (): Refusal =>
  new Refusal('DailyDealerLimitExceeded', 'Amount exceeds what is left of the daily limit of this dealer.');

const cardLimit = (): Refusal =>
  new Refusal('DailyCardLimitExceeded', 'This dealer may take no more from this card today.');

/**
 * A list of sub-dealers makes DoDirectPayment the other operation (wire facts, "Paths"): a dealer who is barred from that
 * one is not let in by this one's path. Goes before the look-up of the code, as the pipeline's own check of the path does.
 */
const refuseBarredSplits = ({ barredOperations }: Dealer, { subDealers }: DirectPaymentFields): void => {
  if (subDealers.length === 0 || !barredOperations.includes('DoDirectPaymentMarketPlace')) return;
  throw new Refusal('NoAllowedToUseThisWebService', 'This dealer may not use this operation with sub-dealers.');
};

/**
 * Charges a card on a dealer's call, with sub-dealers or without (2.2 to 2.6, 7.2, rules 1 to 11). The intent is
 * written before the bank is called; an answer says only what was written before it. A code that is known gets its
 * payment's outcome, whatever else would refuse the request now; a blank code is never known.
 */
export const makeDirectPayment = (deps: MakeDirectPaymentDependencies): UseCase<DirectPaymentRequest> => {
  const { directPayments, clock } = deps;
  const prepare = preparePayment(deps);
  const begin = beginPayment(deps);
  const known = knownPayment(deps);

  /** Whether another attempt is begun. Refuses a request whose code has had all its attempts. */
  const startsAnew = ({ attempt }: ToldAttempt, fields: DirectPaymentFields): boolean => {
    const repeat = repeatOf(attempt, { sameCard: isSameCard(attempt, fields), nowMs: clock.now() });
    if (repeat === 'used-up') throw attemptsUsedUp();
    return repeat === 'new-attempt';
  };

  const charge = async (
    attempt: DirectAttempt,
    prepared: PreparedPayment,
    untilMs: number,
  ): Promise<OperationAnswer> => {
    const data = await chargeDirectly(deps, attempt, prepared, untilMs);
    if (data === undefined) throw outcomeUnknown(attempt.direct.otherTrxCode);
    return { data };
  };

  /** The attempt that stands in the way: the one that the code names now. */
  const inTheWay = async (
    outcome: Extract<BeginOutcome, { kind: 'code-known' | 'attempt-changed' }>,
    { dealer, fields }: PreparedPayment,
    call: KnownCall,
  ): Promise<ToldAttempt> => {
    if (outcome.kind === 'code-known') return known(outcome.claimed, call);
    const claimed = await directPayments.findIdempotencyRecord(dealer.dealerCode, fields.otherTrxCode ?? '');
    if (claimed === undefined) throw new Error('a claim that was there is gone');
    return known(claimed, call);
  };

  /** A known code is answered before any refusal (rule 6). */
  const answerKnownCode = async (refusal: Refusal, request: CodedRequest): Promise<OperationAnswer> => {
    const { dealer, otherTrxCode, fields } = request;
    if (otherTrxCode === undefined) throw refusal;
    const claimed = await directPayments.findIdempotencyRecord(dealer.dealerCode, otherTrxCode);
    if (claimed === undefined) throw refusal;
    const told = await known(claimed, request);
    // A request that is refused begins no attempt, but one that comes too late for its code is told so all the same.
    if (fields !== undefined) startsAnew(told, fields);
    return { data: told.data, replayed: true };
  };

  const pay = async (prepareAgain: () => Promise<PreparedPayment>, call: PayCall): Promise<OperationAnswer> => {
    let prepared = await prepareAgain();
    let before: DirectAttempt | undefined;
    for (let plan = 0; plan < MAX_PLANS; plan += 1) {
      // A bank that has no time to answer is not called: nobody would hear what became of it.
      if (clock.now() + LEAST_BANK_TIME_MS > call.hearsUntilMs) {
        return answerKnownCode(outcomeUnknown(call.otherTrxCode), call);
      }
      const outcome = await begin(prepared, call.fingerprint, before);
      if (outcome.kind === 'begun') return charge(outcome.attempt, prepared, call.hearsUntilMs);
      if (outcome.kind === 'dealer-limit') throw dealerLimit();
      if (outcome.kind === 'card-limit') throw cardLimit();
      if (outcome.kind === 'customer-taken') {
        prepared = await prepareAgain();
        continue;
      }
      const told = await inTheWay(outcome, prepared, call);
      if (!startsAnew(told, call.fields)) return { data: told.data, replayed: true };
      before = told.attempt;
    }
    throw stillRunning();
  };

  return async ({ dealer, read, otherTrxCode, operation, sourceAddress: payerAddress }) => {
    const common = { dealer, otherTrxCode, hearsUntilMs: hearsUntilMs(clock) };
    if (!read.ok) return answerKnownCode(read.refusal, { ...common, fingerprint: undefined, fields: undefined });
    const fields = fieldsOf(readValue(read));
    refuseBarredSplits(dealer, fields);
    const call = { ...common, fields, fingerprint: directPaymentFingerprint(fields) };
    try {
      return await pay(() => prepare({ dealer, fields, operation, payerAddress }), call);
    } catch (error) {
      if (!(error instanceof Refusal) || ABOUT_THE_CODE.includes(error.reason)) throw error;
      return answerKnownCode(error, call);
    }
  };
};
