import type { LinkAttempt } from '../../shared/domain/attempt/attempt.ts';
import type { BankCode } from '../../shared/domain/attempt/bank-codes.ts';
import { beginRefused } from '../../shared/domain/attempt/transitions.ts';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import { DEFAULT_PRE_AUTHORISATION_DAYS } from '../../shared/domain/dealer/dealer.ts';
import { type CardDayTake, limitsCards } from '../../shared/domain/limit/card-day.ts';
import { generationOf, type PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { addressOf } from '../../shared/domain/payment/payment-name.ts';
import type { BoxContent } from '../../shared/domain/three-d-payment/box-content.ts';
import { beginOpened } from '../../shared/domain/three-d-payment/open-box.ts';
import { callbackUrl } from '../../shared/payment-flow/addresses.ts';
import { orderOf } from '../../shared/payment-flow/await-answer.ts';
import type { ChargeBreaker } from '../../shared/payment-flow/charge-breaker.ts';
import { dealerWhoMayCharge } from '../../shared/payment-flow/may-charge.ts';
import { type ChargeIntent, newAttempt } from '../../shared/payment-flow/new-attempt.ts';
import { openPosAccount } from '../../shared/payment-flow/pos-account.ts';
import { type CardStoring, pendingCardFor } from '../../shared/payment-flow/store-card.ts';
import type { BankGateway, ThreeDForm } from '../../shared/ports/bank-gateway.ts';
import type { StoredBox } from '../../shared/ports/boxes.ts';
import type { CardHasher } from '../../shared/ports/card-hasher.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Randomness } from '../../shared/ports/identifiers.ts';
import type { ShopPayments } from '../../shared/ports/shop-payments.ts';
import type { ChargingPause } from '../../shared/ports/stage-brake.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import type { VirtualPosVersions } from '../../shared/ports/virtual-pos-directory.ts';

export interface BeginAttemptDependencies {
  readonly shopPayments: Pick<ShopPayments, 'open'>;
  /** The dealer as it is now, enabled or not. */
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly brake: ChargingPause;
  readonly breaker: Pick<ChargeBreaker, 'read'>;
  readonly posVersions: VirtualPosVersions;
  readonly bank: BankGateway;
  readonly opener: Opener;
  readonly cards: CardHasher;
  readonly cardStoring: CardStoring;
  readonly randomness: Randomness;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** An opened box and who opens it. */
export interface OpenedBox {
  readonly link: PaymentRequest;
  readonly box: StoredBox;
  readonly content: BoxContent;
  readonly payerAddress: string;
  readonly language: 'tr' | 'en';
}

export type BeginAttemptOutcome =
  /** The payer goes to the bank. */
  | { readonly kind: 'hand-over'; readonly form: ThreeDForm }
  /** The attempt ended before any charge, and is reported under this address. */
  | { readonly kind: 'failed'; readonly resultReference: string }
  /** Another opening or a new call of the dealer came first. Nothing was written. */
  | { readonly kind: 'changed' };

/** Longest time for a gateway to begin an authentication: the payer waits for it. */
const GATE_CALL_MS = 10_000;
/** The code of a refusal by the service. */
const REFUSED: BankCode = '000';
/** The code of a bank that is not tried. */
const BANK_UNAVAILABLE: BankCode = '008';

const attemptOf = (
  { link, content, payerAddress, language, box }: OpenedBox,
  { pos, preAuthorisationDays }: Pick<ChargeIntent, 'pos' | 'preAuthorisationDays'>,
  { randomness, clock, baseUrl }: BeginAttemptDependencies,
): LinkAttempt => {
  const { terms, maskedCard, trxId, listingShards, shop } = content;
  const { payment, number } = box;
  const { userPosPaymentId: paymentId, dealerCode } = link;
  const named = { payment, number, paymentId, trxId, dealerCode, listingShards };
  const intent = { ...named, preAuthorisationDays, pos, terms, maskedCard, payerAddress, nowMs: clock.now() };
  return {
    ...newAttempt(intent, 'authenticating'),
    kind: 'link',
    linkToken: link.token,
    ...omitUndefined({ otherTrxCode: link.otherTrxCode }),
    callbackSecret: randomness.token(),
    language,
    random: randomness.token(),
    shop,
    threeD: true,
    generation: generationOf(link),
    baseUrl,
  };
};

/** The attempt with its pending card, if the card is to be stored. Only the payer's POST writes it (rule 27). */
const withCard = async (
  attempt: LinkAttempt,
  { content: { card, storing } }: OpenedBox,
  { cardStoring }: BeginAttemptDependencies,
): Promise<LinkAttempt> => {
  if (storing === undefined) return attempt;
  const pendingCard = await pendingCardFor(attempt, { ...storing, card }, cardStoring);
  return { ...attempt, ...omitUndefined({ pendingCard }) };
};

const cardTakeOf = async (
  { content: { card, terms } }: OpenedBox,
  { dealerCode, cardLimit: most }: Dealer,
  { cards, clock }: BeginAttemptDependencies,
): Promise<CardDayTake | undefined> => {
  if (!limitsCards(most)) return undefined;
  const hash = await cards.hash({ dealerCode, scope: 'card-day', number: card.number });
  return { hash, day: istanbulDayOf(clock.now()), currency: terms.currency, amount: terms.total, most };
};

/** Writes the attempt as declined before any charge. The first result is final and is reported to the dealer. */
const refuse = async (
  { link, box }: OpenedBox,
  attempt: LinkAttempt,
  { code, deps }: { readonly code: BankCode; readonly deps: BeginAttemptDependencies },
): Promise<BeginAttemptOutcome> => {
  const resultReference = addressOf(link.payment, deps.randomness.token());
  const change = beginRefused(attempt, link, { code, threeDOnly: true, nowMs: deps.clock.now(), resultReference });
  const outcome = await deps.shopPayments.open({ change, box });
  return outcome === 'opened' ? { kind: 'failed', resultReference } : { kind: 'changed' };
};

/**
 * Begins the attempt of an opened box. The form for the bank is made first, which charges nothing. Then one transaction
 * deletes the box and writes the attempt; only its winner shows the form (rules 2 and 25).
 */
export const beginAttempt = async (opened: OpenedBox, deps: BeginAttemptDependencies): Promise<BeginAttemptOutcome> => {
  const { link, content } = opened;
  const [known, stagePaused, breakers, pos] = await Promise.all([
    deps.dealerOf(link.dealerCode),
    deps.brake.isOn(),
    deps.breaker.read(),
    deps.posVersions.find(link.dealerCode, content.pos),
  ]);
  const { preAuthorisationDays = DEFAULT_PRE_AUTHORISATION_DAYS } = known ?? {};
  const attempt = attemptOf(opened, { pos, preAuthorisationDays }, deps);
  const dealer = dealerWhoMayCharge(known, { stagePaused });
  if (dealer === undefined) return refuse(opened, attempt, { code: REFUSED, deps });
  // The dealer's call was answered before: the one attempt of its box ends, and is reported (rule 46).
  if (!breakers.allowsStart({ dealerCode: link.dealerCode, pos })) {
    return refuse(opened, attempt, { code: BANK_UNAVAILABLE, deps });
  }
  const account = await openPosAccount(pos, deps.opener);
  const url = callbackUrl(deps.baseUrl, attempt);
  const { random, language } = attempt;
  const begun = await deps.bank.start3D(
    account,
    { order: orderOf(attempt), card: content.card, okUrl: url, failUrl: url, random, language },
    { answerBy: deps.clock.now() + GATE_CALL_MS },
  );
  if (begun.kind === 'failed') return refuse(opened, attempt, { code: begun.code, deps });
  const { form, gatewayState } = begun;
  const [waiting, card] = await Promise.all([withCard(attempt, opened, deps), cardTakeOf(opened, dealer, deps)]);
  const change = beginOpened({ ...waiting, ...omitUndefined({ gatewayState }) }, link, card);
  const outcome = await deps.shopPayments.open({ change, box: opened.box, ...omitUndefined({ card }) });
  if (outcome === 'card-limit') return refuse(opened, attempt, { code: REFUSED, deps });
  return outcome === 'opened' ? { kind: 'hand-over', form } : { kind: 'changed' };
};
