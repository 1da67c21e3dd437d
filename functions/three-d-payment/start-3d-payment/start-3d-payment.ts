import { askedLanguage } from '../../../shared/domain/asked-language.ts';
import { MAX_ATTEMPTS_PER_CODE } from '../../../shared/domain/attempt/code-binding.ts';
import { canAuthenticate } from '../../../shared/domain/card/bank-card-brand.ts';
import { paysWithCard } from '../../../shared/domain/direct-payment/direct-repeat.ts';
import { referenceOf } from '../../../shared/domain/payment/payment-name.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { RefusalReason } from '../../../shared/domain/refusal-reasons.ts';
import {
  type NumberedCall,
  type RepeatedCall,
  repeatedCallOf,
} from '../../../shared/domain/three-d-payment/repeated-call.ts';
import type { EarlierCalls, ShopPayment } from '../../../shared/domain/three-d-payment/shop-payment.ts';
import type { ThreeDFields } from '../../../shared/domain/three-d-payment/three-d-fields.ts';
import {
  checkThreeDPayment,
  customerDecides,
  productIdsToCheck,
  type ThreeDContext,
} from '../../../shared/domain/three-d-payment/three-d-rules.ts';
import {
  type CodedCall,
  type CodedOutcome,
  codeIsUndecided,
  oncePerCode,
  paymentOfFamily,
  type ReadCall,
} from '../../../shared/http/once-per-code.ts';
import type { OperationAnswer, UseCase } from '../../../shared/http/operation-handler.ts';
import { refusalOfUnread } from '../../../shared/links/unread-request.ts';
import { cardsOfStage, posCardsOfStage, testCardAuthenticates } from '../../../shared/nestpay/test-card-numbers.ts';
import { boxUrl, storedCardBoxUrl } from '../../../shared/payment-flow/addresses.ts';
import {
  type CheckedPayment,
  checkedPayment,
  type PrepareDependencies,
} from '../../../shared/payment-flow/prepare-payment.ts';
import type { IdempotencyRecord, IdempotencyRecords } from '../../../shared/ports/idempotency-records.ts';
import type { Products } from '../../../shared/ports/products.ts';
import type { ShopPayments } from '../../../shared/ports/shop-payments.ts';
import { callCodeForHashContext } from '../../../shared/ports/vault.ts';
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
  readonly products: Pick<Products, 'ofIds'>;
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

const usedUp = (): Refusal =>
  new Refusal(
    'AttemptsUsedUp',
    `OtherTrxCode has used its ${MAX_ATTEMPTS_PER_CODE} attempts: send the payment with a new OtherTrxCode.`,
  );

const alreadyPaid = (): Refusal =>
  new Refusal(
    'OtherTrxCodeAlreadyUsed',
    'OtherTrxCode names a payment that is paid already: ask GetDealerPaymentTrxDetailList for it.',
  );

/** What the call may do with a known code; refuses it where nothing may begin. */
const repeatOf = (
  payment: ShopPayment,
  { asked: { fields, fingerprint } }: ThreeDCall,
  { clock }: Start3DPaymentDependencies,
): Exclude<RepeatedCall, { kind: 'paid' | 'undecided' | 'used-up' }> => {
  const sameness = {
    isSameRequest: (call: NumberedCall) => call.fingerprint === fingerprint,
    isSameCard: ({ card }: NumberedCall) => card !== undefined && paysWithCard(card, fields),
  };
  const repeat = repeatedCallOf(payment, sameness, { nowMs: clock.now(), mostAttempts: MAX_ATTEMPTS_PER_CODE });
  if (repeat.kind === 'paid') throw alreadyPaid();
  if (repeat.kind === 'undecided') throw codeIsUndecided();
  if (repeat.kind === 'used-up') throw usedUp();
  return repeat;
};

/** `Data` of the answer: only the address when the dealer wants no hash. */
const dataOf = (
  { address, codeForHash, byToken }: Pick<DraftedCall, 'codeForHash' | 'byToken'> & { readonly address: string },
  fields: ThreeDFields,
  { baseUrl }: Start3DPaymentDependencies,
): unknown => {
  const urlOf = byToken ? storedCardBoxUrl : boxUrl;
  const url = urlOf(baseUrl, address, askedLanguage(fields));
  return fields.returnHash === 1 ? { Url: url, CodeForHash: codeForHash } : url;
};

/**
 * The answer of an earlier call again. Its address has no key of a box any more: it shows the result of that call, or
 * that the payment was begun again.
 */
const answeredAgain = async (
  { number, token, sealedCodeForHash, card }: NumberedCall,
  { link }: ShopPayment,
  { fields, deps }: { readonly fields: ThreeDFields; readonly deps: Start3DPaymentDependencies },
): Promise<CodedOutcome> => {
  const { payment, dealerCode } = link;
  const place = callCodeForHashContext({ dealerCode, reference: referenceOf({ payment, number }) });
  const codeForHash = await deps.opener.open(sealedCodeForHash, place);
  const told = { address: token, codeForHash, byToken: card?.cardToken !== undefined };
  return { kind: 'answered', answer: { data: dataOf(told, fields, deps), replayed: true } };
};

const checked = async (
  { dealer, operation, sourceAddress: payerAddress, asked }: ThreeDCall,
  before: EarlierCalls | undefined,
  dependencies: Start3DPaymentDependencies,
): Promise<{ readonly checked: CheckedPayment; readonly context: ThreeDContext }> => {
  const fields = customerDecides(asked.fields);
  const productIds = productIdsToCheck({ fields, dealer });
  const products = productIds.length === 0 ? [] : await dependencies.products.ofIds(dealer.dealerCode, productIds);
  let context: ThreeDContext | undefined;
  const deps = { ...dependencies, takesCard: cardsOfStage(dependencies), anyPosTakes: posCardsOfStage(dependencies) };
  const payment = await checkedPayment(
    { dealer, fields, operation, payerAddress, threeD: true },
    (plain) => {
      context = { ...plain, fields, dealer, loopbackHttpAllowed: deps.sandbox, products };
      checkThreeDPayment(context);
    },
    deps,
  );
  if (context === undefined) throw new TypeError('a payment is checked by its rules');
  refuseWithoutThreeD(payment, deps);
  await refuseAboveLimits(payment, before?.repeat.kind === 'next' ? before.repeat.waiting : [], deps);
  return { checked: payment, context };
};

/** Makes a call with its box: the first of a code, or one more after `known`. */
const begin = async (
  call: ThreeDCall,
  known: ShopPayment | undefined,
  deps: Start3DPaymentDependencies,
): Promise<CodedOutcome> => {
  const { fields, fingerprint } = call.asked;
  let payment = known;
  for (let plan = 0; plan < MAX_PLANS; plan += 1) {
    const repeat = payment === undefined ? undefined : repeatOf(payment, call, deps);
    if (payment !== undefined && repeat?.kind === 'again') return answeredAgain(repeat.call, payment, { fields, deps });
    const before: EarlierCalls | undefined =
      payment === undefined || repeat === undefined || repeat.kind === 'again' ? undefined : { payment, repeat };
    const drafted = await draftCall({ ...(await checked(call, before, deps)), fingerprint, before }, deps);
    const { link } = drafted.call;
    const outcome = await deps.shopPayments.write(drafted.call);
    if (outcome.kind === 'written') {
      const data = dataOf({ ...drafted, address: `${link.token}.${drafted.key}` }, fields, deps);
      return { kind: 'answered', answer: { data, replayed: repeat?.kind === 'unopened' } };
    }
    if (outcome.kind === 'code-known') return { kind: 'code-known', record: outcome.record };
    if (outcome.kind === 'changed') payment = await deps.shopPayments.find(link.payment);
  }
  // Many calls with one code at the same moment: another one was first each time.
  throw codeIsUndecided();
};

/**
 * What a known code gets: a new box while nobody has opened the payment, another call where nothing binds the code. Both
 * need a card that may pay, so here a refusal of the card or a limit comes first. That is in line with rule 6: nothing
 * was charged under this code.
 */
const answerKnown = async (
  record: IdempotencyRecord,
  { call, refusal }: { readonly call: CodedCall<ThreeDFields>; readonly refusal: Refusal | undefined },
  deps: Start3DPaymentDependencies,
): Promise<OperationAnswer> => {
  const known = await deps.shopPayments.find(paymentOfFamily(record, 'three-d'));
  if (known === undefined) throw new Error('an idempotency record names a payment that is not there');
  const { asked } = call;
  if (asked === undefined) throw refusalOfUnread(known, refusal);
  const outcome = await begin({ ...call, asked }, known, deps);
  if (outcome.kind !== 'answered') throw new Error('a known payment was written as a new one');
  return outcome.answer;
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
    answerKnown: (record, call, refusal) => answerKnown(record, { call, refusal }, deps),
    aboutTheCode: ABOUT_THE_CODE,
  });
