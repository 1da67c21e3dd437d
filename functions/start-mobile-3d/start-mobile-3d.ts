import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import { refuseShortLimit } from '../../shared/domain/limit/limit-refusals.ts';
import type { Mobile3DFields } from '../../shared/domain/link/mobile-3d-fields.ts';
import { checkMobile3D, type Mobile3DContext, requireMobile3DPos } from '../../shared/domain/link/mobile-3d-rules.ts';
import { NO_PROGRESS, type PaymentRequest, type PaymentTerms } from '../../shared/domain/link/payment-request.ts';
import { buyerOf } from '../../shared/domain/link/payment-request-terms.ts';
import { askedCurrency, askedInstallmentCount } from '../../shared/domain/money/asked-terms.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { readBankCode } from '../../shared/domain/virtual-pos/bank-list.ts';
import type { UseCase } from '../../shared/http/operation-handler.ts';
import { type LinkCall, type LinkOutcome, linkPerCode, writtenLink } from '../../shared/links/link-per-code.ts';
import { newLinkSecrets, storedRedirectUrl } from '../../shared/links/new-link.ts';
import { linkUrl } from '../../shared/payment-flow/addresses.ts';
import { shortageUnderLimits } from '../../shared/payment-flow/room-in-limits.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { IdempotencyRecords } from '../../shared/ports/idempotency-records.ts';
import type { Identifiers, PaymentNames, Randomness } from '../../shared/ports/identifiers.ts';
import type { LimitUsage } from '../../shared/ports/limit-usage.ts';
import type { PaymentRequests } from '../../shared/ports/payment-requests.ts';
import type { Opener, Sealer } from '../../shared/ports/vault.ts';
import type { VirtualPosDirectory } from '../../shared/ports/virtual-pos-directory.ts';
import type { Mobile3DRequest } from './contract.ts';
import { mobile3DFingerprint } from './fingerprint.ts';
import { fieldsOf } from './read-fields.ts';

export interface StartMobile3DDependencies {
  readonly virtualPosDirectory: VirtualPosDirectory;
  readonly limitUsage: LimitUsage;
  readonly paymentRequests: PaymentRequests;
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

const draft = async (context: Mobile3DContext, nowMs: number, deps: StartMobile3DDependencies) => {
  const { fields, dealer } = context;
  const { dealerCode } = dealer;
  const payment = deps.paymentNames.nameOf(dealerCode, fields.otherTrxCode);
  const [userPosPaymentId, { token, codeForHash, secrets }] = await Promise.all([
    deps.identifiers.next('payment'),
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
    version: 1,
    createdAtMs: nowMs,
    listingShards: dealer.listingShards,
    expiresAtMs: nowMs + LIFE_MS,
    terms: termsOf(fields),
    delivery: {},
    buyer: buyerOf(fields),
    basket: [],
    source: 'mobile-3d',
    insideFrame: fields.redirectType === 1,
    progress: NO_PROGRESS,
    secrets,
    caller: omitUndefined({ clientIp, software, subMerchantName, integratorId }),
    ...omitUndefined({
      otherTrxCode: fields.otherTrxCode,
      bankCode: readBankCode(fields.paymentType ?? ''),
      description: fields.description,
      redirectUrl: storedRedirectUrl(fields.redirectUrl, context),
    }),
  };
  return { link, codeForHash };
};

const create = async (
  { dealer, fields, fingerprint }: LinkCall<Mobile3DFields>,
  deps: StartMobile3DDependencies,
): Promise<LinkOutcome> => {
  const nowMs = deps.clock.now();
  const context = { fields, dealer, today: istanbulDayOf(nowMs), loopbackHttpAllowed: deps.sandbox };
  checkMobile3D(context);
  // The page chooses the virtual POS again when the card is charged. Here only its existence is checked.
  const terms = termsOf(fields);
  const [ofDealer, shortage] = await Promise.all([
    deps.virtualPosDirectory.ofDealer(dealer.dealerCode),
    shortageUnderLimits(deps.limitUsage, { dealer, terms, day: context.today }),
  ]);
  requireMobile3DPos(fields, ofDealer);
  refuseShortLimit(shortage, { currency: terms.currency, reasons: LIMIT_REASONS });
  return writtenLink(
    () => draft(context, nowMs, deps),
    ({ link }) => deps.paymentRequests.create({ link, fingerprint }),
  );
};

/**
 * Starts a mobile 3D payment: makes a link that is paid by card with 3D at the bank of PaymentType, or answers the link
 * of an earlier request with the same OtherTrxCode. A payment that the limits refuse now is refused before its payer
 * passes 3D; the charge takes the reservation.
 */
export const startMobile3D = (deps: StartMobile3DDependencies): UseCase<Mobile3DRequest> =>
  linkPerCode({
    ...deps,
    fieldsOf,
    fingerprintOf: mobile3DFingerprint,
    create: (call) => create(call, deps),
    dataOf: (link, codeForHash) => ({ Url: linkUrl(deps.baseUrl, link.token), CodeForHash: codeForHash }),
  });
