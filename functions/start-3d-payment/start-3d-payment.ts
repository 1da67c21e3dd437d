import { askedLanguage } from '../../shared/domain/asked-language.ts';
import { canAuthenticate } from '../../shared/domain/card/bank-card-brand.ts';
import { MAX_ATTEMPTS_PER_CODE } from '../../shared/domain/direct-payment/direct-repeat.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { RefusalReason } from '../../shared/domain/refusal-reasons.ts';
import { type ShopPayment, shopRepeatOf } from '../../shared/domain/three-d-payment/shop-payment.ts';
import type { ThreeDFields } from '../../shared/domain/three-d-payment/three-d-fields.ts';
import {
  checkThreeDPayment,
  customerDecides,
  type ThreeDContext,
} from '../../shared/domain/three-d-payment/three-d-rules.ts';
import {
  type CodedCall,
  type CodedOutcome,
  oncePerCode,
  paymentOfSameRequest,
  type ReadCall,
} from '../../shared/http/once-per-code.ts';
import type { OperationAnswer, UseCase } from '../../shared/http/operation-handler.ts';
import { cardsOfStage, testCardAuthenticates } from '../../shared/nestpay/test-cards.ts';
import { boxUrl, storedCardBoxUrl } from '../../shared/payment-flow/addresses.ts';
import {
  type CheckedPayment,
  checkedPayment,
  type PrepareDependencies,
} from '../../shared/payment-flow/prepare-payment.ts';
import type { IdempotencyRecord, IdempotencyRecords } from '../../shared/ports/idempotency-records.ts';
import type { ShopPayments } from '../../shared/ports/shop-payments.ts';
import type { ThreeDRequest } from './contract.ts';
import { type DraftCallDependencies, type DraftedCall, draftCall } from './draft-call.ts';
import { threeDFingerprint } from './fingerprint.ts';
import { type LimitDependencies, refuseAboveLimits } from './limits.ts';
import { fieldsOf } from './read-fields.ts';

export interface Start3DPaymentDependencies
  extends Omit<PrepareDependencies, 'takesCard'>,
    DraftCallDependencies,
    LimitDependencies {
  readonly shopPayments: Pick<ShopPayments, 'find' | 'write'>;
  readonly idempotencyRecords: IdempotencyRecords;
  readonly baseUrl: string;
  readonly sandbox: boolean;
}

type ThreeDCall = ReadCall<ThreeDFields>;

/** How often a call is planned anew after another call with the same code wrote first. */
const MAX_PLANS = 5;

/** Refusals about the code itself: they come after its look-up, so it is not looked up again. */
const ABOUT_THE_CODE: readonly RefusalReason[] = ['OtherTrxCodeAlreadyUsed', 'AttemptsUsedUp', 'StillRunning'];

/**
 * A list of sub-dealers turns DoDirectPaymentThreeD into the operation with sub-dealers. So a dealer who is barred from
 * that operation may not send such a list to this path either.
 */
const refuseBarredSplits = ({ dealer: { barredOperations }, asked: { fields } }: ThreeDCall): void => {
  if (fields.subDealers.length === 0 || !barredOperations.includes('DoDirectPaymentThreeDMarketPlace')) return;
  throw new Refusal('NoAllowedToUseThisWebService', 'This dealer may not use this operation with sub-dealers.');
};

const refuseWithoutThreeD = ({ card }: CheckedPayment, { sandbox }: { readonly sandbox: boolean }): void => {
  const authenticates = sandbox ? testCardAuthenticates : canAuthenticate;
  if (authenticates(card.number)) return;
  throw new Refusal('InvalidCardInfo', 'The card is of a brand that takes no part in 3D Secure.');
};

/** Refuses a repeat of a known code that may not begin another call. */
const refuseRepeat = (known: ShopPayment): void => {
  switch (shopRepeatOf(known)) {
    case 'paid':
      throw new Refusal(
        'OtherTrxCodeAlreadyUsed',
        'OtherTrxCode names a payment that is paid already: ask GetDealerPaymentTrxDetailList for it.',
      );
    case 'running':
      throw new Refusal(
        'StillRunning',
        'The payment with this OtherTrxCode is open at the bank or its outcome is not known yet; repeat the request later.',
      );
    case 'used-up':
      throw new Refusal(
        'AttemptsUsedUp',
        `OtherTrxCode has used its ${MAX_ATTEMPTS_PER_CODE} attempts: send the payment with a new OtherTrxCode.`,
      );
    case 'new-box':
    case 'next-call':
      return;
  }
};

/** `Data` of the answer: only the address when the dealer wants no hash. */
const dataOf = (
  { call: { link }, codeForHash, key, byToken }: DraftedCall,
  fields: ThreeDFields,
  { baseUrl }: Start3DPaymentDependencies,
): unknown => {
  const urlOf = byToken ? storedCardBoxUrl : boxUrl;
  const url = urlOf(baseUrl, `${link.token}.${key}`, askedLanguage(fields));
  return fields.returnHash === 1 ? { Url: url, CodeForHash: codeForHash } : url;
};

const checked = async (
  { dealer, operation, sourceAddress: payerAddress, asked }: ThreeDCall,
  dependencies: Start3DPaymentDependencies,
): Promise<{ readonly checked: CheckedPayment; readonly context: ThreeDContext }> => {
  const fields = customerDecides(asked.fields);
  let context: ThreeDContext | undefined;
  const deps = { ...dependencies, takesCard: cardsOfStage(dependencies) };
  const payment = await checkedPayment(
    { dealer, fields, operation, payerAddress, threeD: true },
    (plain) => {
      context = { ...plain, fields, dealer, loopbackHttpAllowed: deps.sandbox };
      checkThreeDPayment(context);
    },
    deps,
  );
  if (context === undefined) throw new TypeError('a payment is checked by its rules');
  refuseWithoutThreeD(payment, deps);
  await refuseAboveLimits(payment, deps);
  return { checked: payment, context };
};

/** Makes a call with its box: the first of a code, or one more after `known`. */
const begin = async (
  call: ThreeDCall,
  known: ShopPayment | undefined,
  deps: Start3DPaymentDependencies,
): Promise<CodedOutcome> => {
  const { fields, fingerprint } = call.asked;
  let before = known;
  for (let plan = 0; plan < MAX_PLANS; plan += 1) {
    if (before !== undefined) refuseRepeat(before);
    const drafted = await draftCall({ ...(await checked(call, deps)), fingerprint, before }, deps);
    const outcome = await deps.shopPayments.write(drafted.call);
    if (outcome.kind === 'written') return { kind: 'answered', answer: { data: dataOf(drafted, fields, deps) } };
    if (outcome.kind === 'code-known') return { kind: 'code-known', record: outcome.record };
    if (outcome.kind === 'changed') before = await deps.shopPayments.find(drafted.call.link.payment);
  }
  throw new Error('a call met another one again and again');
};

/**
 * What the same request with a known code gets: a new box while nobody has opened the payment, another call after it
 * ended unpaid. Both need a card that may pay, so here a refusal of the card or a limit comes first. That is in line
 * with rule 6: nothing was charged under this code.
 */
const answerKnown = async (
  record: IdempotencyRecord,
  call: CodedCall<ThreeDFields>,
  deps: Start3DPaymentDependencies,
): Promise<OperationAnswer> => {
  const known = await deps.shopPayments.find(paymentOfSameRequest(record, call));
  const { asked } = call;
  if (known === undefined || asked === undefined)
    throw new Error('an idempotency record names a payment that is not there');
  const repeat = shopRepeatOf(known);
  const outcome = await begin({ ...call, asked }, known, deps);
  if (outcome.kind !== 'answered') throw new Error('a known payment was written as a new one');
  return { ...outcome.answer, replayed: repeat === 'new-box' };
};

/**
 * Starts a payment with 3D for a dealer's own shop: checks it, encrypts its card into a box, and answers the address
 * that the payer's browser opens. No bank is called. A known code gets the state of its payment, or another call.
 */
export const start3DPayment = (deps: Start3DPaymentDependencies): UseCase<ThreeDRequest> =>
  oncePerCode({
    records: deps.idempotencyRecords,
    clock: deps.clock,
    fieldsOf,
    fingerprintOf: threeDFingerprint,
    admit: refuseBarredSplits,
    carryOut: (call) => begin(call, undefined, deps),
    answerKnown: (record, call) => answerKnown(record, call, deps),
    aboutTheCode: ABOUT_THE_CODE,
  });
