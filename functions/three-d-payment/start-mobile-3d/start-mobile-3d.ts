import { supersede } from '../../../shared/domain/attempt/transitions.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { refuseShortLimit } from '../../../shared/domain/limit/limit-refusals.ts';
import { MAX_ATTEMPTS_PER_LINK } from '../../../shared/domain/link/attempt-count.ts';
import {
  generationOf,
  type LinkProgress,
  NO_PROGRESS,
  type PaymentRequest,
  type PaymentTerms,
} from '../../../shared/domain/link/payment-request.ts';
import { buyerOf } from '../../../shared/domain/link/payment-request-terms.ts';
import { askedCurrency, askedInstallmentCount } from '../../../shared/domain/money/asked-terms.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { RefusalReason } from '../../../shared/domain/refusal-reasons.ts';
import type { Mobile3DFields } from '../../../shared/domain/three-d-payment/mobile-3d-fields.ts';
import {
  checkMobile3D,
  type Mobile3DContext,
  requireMobile3DPos,
} from '../../../shared/domain/three-d-payment/mobile-3d-rules.ts';
import {
  type CalledPayment,
  MAX_SUPERSEDED,
  type NumberedCall,
  type RepeatedCall,
  repeatedMobileCallOf,
} from '../../../shared/domain/three-d-payment/repeated-call.ts';
import { readBankCode } from '../../../shared/domain/virtual-pos/bank-list.ts';
import {
  type CodedCall,
  type CodedOutcome,
  codeIsPaid,
  codeIsUndecided,
  oncePerCode,
  paymentOfFamily,
  type ReadCall,
} from '../../../shared/http/once-per-code.ts';
import type { OperationAnswer, UseCase } from '../../../shared/http/operation-handler.ts';
import { writtenLink } from '../../../shared/links/link-per-code.ts';
import { newLinkSecrets, storedRedirectUrl } from '../../../shared/links/new-link.ts';
import { refusalOfUnread } from '../../../shared/links/unread-request.ts';
import { linkUrl } from '../../../shared/payment-flow/addresses.ts';
import { shortageUnderLimits } from '../../../shared/payment-flow/room-in-limits.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { IdempotencyRecord, IdempotencyRecords } from '../../../shared/ports/idempotency-records.ts';
import type { Identifiers, PaymentNames, Randomness } from '../../../shared/ports/identifiers.ts';
import type { LimitUsage } from '../../../shared/ports/limit-usage.ts';
import type { MobileCalls } from '../../../shared/ports/mobile-calls.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import { codeForHashContext, type Opener, type Sealer } from '../../../shared/ports/vault.ts';
import type { VirtualPosDirectory } from '../../../shared/ports/virtual-pos-directory.ts';
import type { Mobile3DRequest } from './contract.ts';
import { mobile3DFingerprint } from './fingerprint.ts';
import { fieldsOf } from './read-fields.ts';

export interface StartMobile3DDependencies {
  readonly virtualPosDirectory: VirtualPosDirectory;
  readonly limitUsage: LimitUsage;
  readonly paymentRequests: Pick<PaymentRequests, 'create'>;
  readonly mobileCalls: Pick<MobileCalls, 'find' | 'write'>;
  readonly idempotencyRecords: IdempotencyRecords;
  readonly identifiers: Identifiers;
  readonly paymentNames: PaymentNames;
  readonly randomness: Randomness;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly opener: Opener;
  readonly baseUrl: string;
  /** In sandbox stages a RedirectUrl may name a loopback host over plain http. */
  readonly sandbox: boolean;
}

/** How long the link in the answer is valid. */
const LIFE_MS = 60 * 60_000;
/** The dealer bears the commission of every count: the request has no field to pass it on. */
const BORNE_BY_DEALER = 12;
/** The interface has no code for limits here (decisions: can it be paid): InvalidRequest, and its sentence says why. */
const LIMIT_REASONS = { day: 'InvalidRequest', month: 'InvalidRequest' } as const;

/** How often a call is planned anew after another call with the same code wrote first. */
const MAX_PLANS = 5;

/** Refusals about the code itself: they come after its look-up, so it is not looked up again. */
const ABOUT_THE_CODE: readonly RefusalReason[] = ['OtherTrxCodeAlreadyUsed', 'AttemptsUsedUp', 'StillRunning'];

type MobileCallRead = ReadCall<Mobile3DFields>;

/** A further call begins anew; the attempts of earlier ones stay counted, since an order at the bank is named by them. */
const progressAfter = (before: PaymentRequest | undefined): LinkProgress => {
  if (before === undefined) return { ...NO_PROGRESS, generation: 1 };
  const { attempts } = before.progress;
  return { ...NO_PROGRESS, attempts, generation: generationOf(before) + 1 };
};

const termsOf = (fields: Mobile3DFields): PaymentTerms => ({
  amount: minor(fields.amount ?? 0),
  currency: askedCurrency(fields),
  installments: { by: 'dealer', count: askedInstallmentCount(fields) },
  allowedCounts: [askedInstallmentCount(fields)],
  commissionByDealer: BORNE_BY_DEALER,
  commissionDifferenceOnly: false,
  preAuthorisation: false,
  pooled: fields.isPoolPayment === 1,
  threeDMandatory: true,
  cardStorage: 'never',
});

/** The link of a call: that of the payment's first one, or one more after `before`. */
const draft = async (
  { fields, dealer, loopbackHttpAllowed }: Mobile3DContext,
  { nowMs, before }: { readonly nowMs: number; readonly before?: PaymentRequest },
  deps: StartMobile3DDependencies,
) => {
  const { dealerCode } = dealer;
  const payment = before?.payment ?? deps.paymentNames.nameOf(dealerCode, fields.otherTrxCode);
  const [userPosPaymentId, { token, codeForHash, secrets }] = await Promise.all([
    before?.userPosPaymentId ?? deps.identifiers.next('payment'),
    newLinkSecrets(deps, { dealerCode, payment }),
  ]);
  const { clientIp, software, subMerchantName, integratorId } = fields;
  const link: PaymentRequest = {
    payment,
    token,
    userPosPaymentId,
    dealerCode,
    dealerName: dealer.name,
    dealerCustomerId: 0,
    state: 'open',
    version: (before?.version ?? 0) + 1,
    createdAtMs: before?.createdAtMs ?? nowMs,
    listingShards: before?.listingShards ?? dealer.listingShards,
    expiresAtMs: nowMs + LIFE_MS,
    terms: termsOf(fields),
    delivery: {},
    buyer: buyerOf(fields),
    basket: [],
    source: 'mobile-3d',
    insideFrame: fields.redirectType === 1,
    progress: progressAfter(before),
    secrets,
    caller: omitUndefined({ clientIp, software, subMerchantName, integratorId }),
    ...omitUndefined({
      otherTrxCode: fields.otherTrxCode,
      bankCode: readBankCode(fields.paymentType ?? ''),
      description: fields.description,
      redirectUrl: storedRedirectUrl(fields.redirectUrl, { dealer, loopbackHttpAllowed }),
    }),
  };
  return { link, codeForHash };
};

/** Refuses a request that nobody could pay now. */
const checked = async (
  { dealer, asked: { fields } }: MobileCallRead,
  nowMs: number,
  deps: StartMobile3DDependencies,
): Promise<Mobile3DContext> => {
  const context = { fields, dealer, today: istanbulDayOf(nowMs), loopbackHttpAllowed: deps.sandbox };
  checkMobile3D(context);
  // The page chooses the virtual POS again when the card is charged. Here only its existence is checked.
  const terms = termsOf(fields);
  const [ofDealer, shortage] = await Promise.all([
    deps.virtualPosDirectory.ofDealer(dealer.dealerCode),
    shortageUnderLimits(deps.limitUsage, { dealer, terms, day: context.today }),
  ]);
  requireMobile3DPos(fields, ofDealer, dealer);
  refuseShortLimit(shortage, { currency: terms.currency, reasons: LIMIT_REASONS });
  return context;
};

const answered = (
  { token, codeForHash }: { readonly token: string; readonly codeForHash: string },
  { baseUrl }: StartMobile3DDependencies,
): OperationAnswer => ({ data: { Url: linkUrl(baseUrl, token), CodeForHash: codeForHash } });

/** The first call with a code. */
const create = async (call: MobileCallRead, deps: StartMobile3DDependencies): Promise<CodedOutcome> => {
  const nowMs = deps.clock.now();
  const context = await checked(call, nowMs, deps);
  const { fingerprint } = call.asked;
  const outcome = await writtenLink(
    () => draft(context, { nowMs }, deps),
    ({ link }) => deps.paymentRequests.create({ link, fingerprint }),
  );
  if (outcome.kind === 'code-known') return outcome;
  const { link, codeForHash } = outcome;
  return { kind: 'answered', answer: answered({ token: link.token, codeForHash }, deps) };
};

/** The address and CodeForHash of an earlier call again. */
const answeredAgain = async (
  { token, sealedCodeForHash }: NumberedCall,
  dealerCode: string,
  deps: StartMobile3DDependencies,
): Promise<OperationAnswer> => {
  const codeForHash = await deps.opener.open(sealedCodeForHash, codeForHashContext({ dealerCode, token }));
  return { ...answered({ token, codeForHash }, deps), replayed: true };
};

/** What the call may do with a known code; refuses it where nothing may begin. */
const repeatOf = (
  payment: CalledPayment,
  { asked: { fingerprint } }: MobileCallRead,
  { clock }: StartMobile3DDependencies,
): Extract<RepeatedCall, { kind: 'again' | 'next' }> => {
  const isSameRequest = (call: NumberedCall) => call.fingerprint === fingerprint;
  const times = { nowMs: clock.now(), mostAttempts: MAX_ATTEMPTS_PER_LINK };
  const repeat = repeatedMobileCallOf(payment, isSameRequest, times);
  switch (repeat.kind) {
    case 'again':
    case 'next':
      return repeat;
    // Nobody opened it, and the request asks for something else: it is a further call like any other.
    case 'unopened':
      return { kind: 'next', waiting: [] };
    case 'paid':
      throw codeIsPaid();
    case 'undecided':
      throw codeIsUndecided();
    case 'used-up':
      throw new Refusal(
        'AttemptsUsedUp',
        'OtherTrxCode has used its attempts: send the payment with a new OtherTrxCode.',
      );
  }
};

/** What a known code gets: the answer of an earlier call again, or a further call where nothing binds the code. */
const answerKnown = async (
  record: IdempotencyRecord,
  { call, refusal }: { readonly call: CodedCall<Mobile3DFields>; readonly refusal: Refusal | undefined },
  deps: StartMobile3DDependencies,
): Promise<OperationAnswer> => {
  const name = paymentOfFamily(record, 'mobile-3d');
  const { asked } = call;
  for (let plan = 0; plan < MAX_PLANS; plan += 1) {
    const payment = await deps.mobileCalls.find(name);
    if (payment === undefined) throw new Error('an idempotency record names a payment that is not there');
    if (asked === undefined) throw refusalOfUnread(payment, refusal);
    const repeat = repeatOf(payment, { ...call, asked }, deps);
    if (repeat.kind === 'again') return answeredAgain(repeat.call, call.dealer.dealerCode, deps);
    const nowMs = deps.clock.now();
    const context = await checked({ ...call, asked }, nowMs, deps);
    const { link, codeForHash } = await draft(context, { nowMs, before: payment.link }, deps);
    const supersedes = repeat.waiting
      .slice(-MAX_SUPERSEDED.mobile)
      .flatMap((attempt) => supersede(attempt, nowMs) ?? []);
    const { fingerprint } = asked;
    const more = { supersedes, replacedAtMs: nowMs, unusedSecret: deps.randomness.token() };
    if (await deps.mobileCalls.write({ link, fingerprint, before: payment, ...more })) {
      return answered({ token: link.token, codeForHash }, deps);
    }
  }
  // Many calls with one code at the same moment: another one was first each time.
  throw codeIsUndecided();
};

/**
 * Starts a mobile 3D payment: makes a link that is paid by card with 3D at the bank of PaymentType. An equal request gets
 * that link again. A changed one is a further call with an address of its own, unless something binds the code (rule
 * 10). A payment that the limits refuse now is refused before its payer passes 3D; the charge takes the reservation.
 */
export const startMobile3D = (deps: StartMobile3DDependencies): UseCase<Mobile3DRequest> =>
  oncePerCode({
    records: deps.idempotencyRecords,
    clock: deps.clock,
    fieldsOf,
    fingerprintOf: mobile3DFingerprint,
    carryOut: (call) => create(call, deps),
    answerKnown: (record, call, refusal) => answerKnown(record, { call, refusal }, deps),
    aboutTheCode: ABOUT_THE_CODE,
  });
