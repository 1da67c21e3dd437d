import type { ShopCharge } from '../../../shared/domain/attempt/attempt.ts';
import { supersede } from '../../../shared/domain/attempt/transitions.ts';
import type { Customer } from '../../../shared/domain/customer/customer.ts';
import { storedTokenIn } from '../../../shared/domain/direct-payment/direct-payment-card.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { NO_PROGRESS } from '../../../shared/domain/link/payment-request.ts';
import { buyerOf } from '../../../shared/domain/link/payment-request-terms.ts';
import { askedCurrency, askedInstallmentCount } from '../../../shared/domain/money/asked-terms.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { callbackAddressOf, type PaymentName, referenceOf } from '../../../shared/domain/payment/payment-name.ts';
import { type BoxCard, type BoxContent, boxText } from '../../../shared/domain/three-d-payment/box-content.ts';
import { MAX_SUPERSEDED } from '../../../shared/domain/three-d-payment/repeated-call.ts';
import { callNumberOf, type EarlierCalls, shopPaymentAt } from '../../../shared/domain/three-d-payment/shop-payment.ts';
import type { ThreeDFields } from '../../../shared/domain/three-d-payment/three-d-fields.ts';
import { storedReturnAddress, type ThreeDContext } from '../../../shared/domain/three-d-payment/three-d-rules.ts';
import { resultHashesOf } from '../../../shared/http/result-hash.ts';
import { callPartOf, chargedTermsOf } from '../../../shared/payment-flow/direct-attempt.ts';
import type { CheckedPayment } from '../../../shared/payment-flow/prepare-payment.ts';
import type { BoxSealer } from '../../../shared/ports/boxes.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Identifiers, PaymentNames, Randomness } from '../../../shared/ports/identifiers.ts';
import type { ShopCall } from '../../../shared/ports/shop-payments.ts';
import { callCodeForHashContext, type Opener, type Sealer } from '../../../shared/ports/vault.ts';

export interface DraftCallDependencies {
  readonly paymentNames: PaymentNames;
  readonly identifiers: Identifiers;
  readonly randomness: Randomness;
  readonly boxSealer: BoxSealer;
  readonly sealer: Sealer;
  readonly opener: Opener;
  readonly clock: Clock;
}

/** A checked request, with the earlier calls of its code, if any. */
export interface CallToDraft {
  readonly checked: CheckedPayment;
  readonly context: ThreeDContext;
  readonly fingerprint: string;
  readonly before: EarlierCalls | undefined;
}

/** A call, with the secrets that only the dealer gets. */
export interface DraftedCall {
  readonly call: ShopCall;
  readonly codeForHash: string;
  /** The key of the box, for the address alone. */
  readonly key: string;
  /** True of a stored card: its box is opened at an address of its own. */
  readonly byToken: boolean;
}

const THE_DEALER_BEARS_ALL = 12;

const termsOf = (fields: ThreeDFields): PaymentRequest['terms'] => {
  const count = askedInstallmentCount(fields);
  return {
    amount: minor(fields.amount ?? 0),
    currency: askedCurrency(fields),
    installments: { by: 'dealer', count },
    allowedCounts: [count],
    commissionByDealer: THE_DEALER_BEARS_ALL,
    commissionDifferenceOnly: false,
    preAuthorisation: fields.isPreAuth === 1,
    pooled: fields.isPoolPayment === 1,
    threeDMandatory: true,
    cardStorage: fields.isTokenized === 1 ? 'always' : 'never',
  };
};

interface Named {
  readonly payment: PaymentName;
  readonly number: number;
  readonly userPosPaymentId: number;
}

/** CodeForHash of the call: the earlier one when only the box is replaced. */
const codeOf = async (
  { checked: { dealer }, before }: CallToDraft,
  named: Named,
  { sealer, opener, randomness }: DraftCallDependencies,
) => {
  const place = callCodeForHashContext({ dealerCode: dealer.dealerCode, reference: referenceOf(named) });
  if (before?.repeat.kind === 'unopened') {
    const { secrets } = before.payment.link;
    return { codeForHash: await opener.open(secrets.sealedCodeForHash, place), secrets };
  }
  const codeForHash = randomness.guid();
  const sealedCodeForHash = await sealer.seal(codeForHash, place);
  return { codeForHash, secrets: { sealedCodeForHash, ...resultHashesOf(codeForHash) } };
};

/** The card as the box keeps it. A stored card was opened to be checked; the box holds its token alone (rule 24). */
const boxCardOf = (
  { card, cardToken, storing }: CheckedPayment,
  { customer }: Pick<ShopCharge, 'customer'>,
): BoxCard => {
  if (card.source === 'vault') {
    if (cardToken === undefined) throw new TypeError('a stored card is named by its token');
    return { kind: 'token', token: cardToken, ...omitUndefined({ cvc: card.cvc }) };
  }
  if (storing === undefined || customer === undefined) return { kind: 'posted', card };
  return { kind: 'posted', card, storing: { customer, ...omitUndefined({ cardName: storing.cardName }) } };
};

const contentOf = (checked: CheckedPayment, customer: Customer | undefined, trxId: number): BoxContent => {
  const { maskedCard, pos, dealer } = checked;
  const shop = callPartOf(checked, customer);
  return {
    by: boxCardOf(checked, shop),
    maskedCard,
    pos: { posId: pos.posId, version: pos.version },
    terms: chargedTermsOf(checked),
    trxId,
    listingShards: dealer.listingShards,
    shop,
  };
};

const newCustomerOf = async (
  { customer, dealer }: CheckedPayment,
  { identifiers }: DraftCallDependencies,
  createdAtMs: number,
): Promise<Customer | undefined> => {
  if (customer.kind !== 'new') return undefined;
  const dealerCustomerId = await identifiers.next('customer');
  const { customerCode, details } = customer;
  return { dealerCode: dealer.dealerCode, dealerCustomerId, customerCode, version: 1, createdAtMs, ...details };
};

const linkOf = (
  { context, before }: CallToDraft,
  named: Named,
  { secrets, secret, nowMs }: Pick<PaymentRequest, 'secrets'> & { readonly secret: string; readonly nowMs: number },
): PaymentRequest => {
  const { fields, dealer } = context;
  const drafted: PaymentRequest = {
    payment: named.payment,
    token: callbackAddressOf({ reference: referenceOf(named), callbackSecret: secret }),
    userPosPaymentId: named.userPosPaymentId,
    dealerCode: dealer.dealerCode,
    dealerName: dealer.name,
    dealerCustomerId: 0,
    state: 'open',
    version: 0,
    createdAtMs: before?.payment.link.createdAtMs ?? nowMs,
    listingShards: dealer.listingShards,
    expiresAtMs: nowMs,
    terms: termsOf(fields),
    delivery: {},
    buyer: buyerOf(fields),
    basket: fields.basket,
    source: 'three-d',
    insideFrame: fields.redirectType === 1,
    progress: NO_PROGRESS,
    secrets,
    redirectUrl: storedReturnAddress(context),
    shop: {
      signed: fields.returnHash === 1,
      ...omitUndefined({ commissionScenario: fields.subDealers.length > 0 ? fields.commissionScenario : undefined }),
    },
    ...omitUndefined({ otherTrxCode: fields.otherTrxCode, description: fields.description }),
  };
  return shopPaymentAt(drafted, before, nowMs);
};

/** The ends of attempts that wait for their payer, and whose place a further call takes. */
const supersededBy = (before: EarlierCalls | undefined, nowMs: number): ShopCall['supersedes'] =>
  before?.repeat.kind === 'next'
    ? before.repeat.waiting.slice(-MAX_SUPERSEDED.shop).flatMap((attempt) => supersede(attempt, nowMs) ?? [])
    : [];

/** Draws the secrets of a call and encrypts its card for the box, and its CodeForHash. Nothing is written. */
export const draftCall = async (asked: CallToDraft, deps: DraftCallDependencies): Promise<DraftedCall> => {
  const { checked, fingerprint, before } = asked;
  const { dealerCode } = checked.dealer;
  const { otherTrxCode } = checked.fields;
  const nowMs = deps.clock.now();
  const earlier = before?.payment.link;
  const payment = earlier?.payment ?? deps.paymentNames.nameOf(dealerCode, otherTrxCode);
  const number = callNumberOf(before);
  const [userPosPaymentId, trxId, newCustomer] = await Promise.all([
    earlier?.userPosPaymentId ?? deps.identifiers.next('payment'),
    deps.identifiers.next('transaction'),
    newCustomerOf(checked, deps, nowMs),
  ]);
  const named = { payment, number, userPosPaymentId };
  const customer = checked.customer.kind === 'known' ? checked.customer.customer : newCustomer;
  const content = contentOf(checked, customer, trxId);
  const text = boxText(content);
  const [{ codeForHash, secrets }, { sealed, key }] = await Promise.all([
    codeOf(asked, named, deps),
    deps.boxSealer.seal(text, { dealerCode, payment, number }),
  ]);
  const link = linkOf(asked, named, { secrets, secret: deps.randomness.token(), nowMs });
  const call: ShopCall = {
    link,
    card: { maskedCard: checked.maskedCard, ...omitUndefined({ cardToken: storedTokenIn(checked.fields) }) },
    supersedes: supersededBy(before, nowMs),
    box: { payment, number, sealed, madeAtMs: nowMs },
    ...omitUndefined({
      fingerprint: otherTrxCode === undefined ? undefined : fingerprint,
      before: before?.payment,
      newCustomer,
    }),
  };
  return { call, codeForHash, key, byToken: content.by.kind === 'token' };
};
