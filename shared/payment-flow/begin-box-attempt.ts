import type { LinkAttempt } from '../domain/attempt/attempt.ts';
import type { BankCode } from '../domain/attempt/bank-codes.ts';
import { beginRefused } from '../domain/attempt/transitions.ts';
import { istanbulDayOf } from '../domain/calendar.ts';
import { DEFAULT_PRE_AUTHORISATION_DAYS, type Dealer } from '../domain/dealer/dealer.ts';
import { type CardDayTake, limitsCards } from '../domain/limit/card-day.ts';
import { generationOf, type PaymentRequest } from '../domain/link/payment-request.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { addressOf } from '../domain/payment/payment-name.ts';
import type { BoxContent } from '../domain/three-d-payment/box-content.ts';
import type { VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';
import type { StoredBox } from '../ports/boxes.ts';
import type { CardHasher } from '../ports/card-hasher.ts';
import type { Clock } from '../ports/clock.ts';
import type { Randomness } from '../ports/identifiers.ts';
import type { ShopPayments } from '../ports/shop-payments.ts';
import type { ChargingPause } from '../ports/stage-brake.ts';
import type { PayerBrowser } from '../ports/three-d-gate.ts';
import type { VirtualPosVersions } from '../ports/virtual-pos-directory.ts';
import type { ChargeBreaker } from './charge-breaker.ts';
import { dealerWhoMayCharge } from './may-charge.ts';
import { type ChargeIntent, newAttempt } from './new-attempt.ts';

/** What the attempt of an opened box is made from, whichever card it names. */
export interface BoxAttemptDependencies {
  readonly shopPayments: Pick<ShopPayments, 'open'>;
  /** The dealer as it is now, enabled or not. */
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly brake: ChargingPause;
  readonly breaker: Pick<ChargeBreaker, 'read'>;
  readonly posVersions: VirtualPosVersions;
  readonly cards: CardHasher;
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
  readonly browser: PayerBrowser;
  /** The address that the payer opened, with the key of the box. */
  readonly address: string;
}

/** The attempt ended before any charge, and is reported under this address. */
interface BoxFailed {
  readonly kind: 'failed';
  readonly resultReference: string;
}

/** Another opening or a new call of the dealer came first. Nothing was written. */
interface BoxChanged {
  readonly kind: 'changed';
}

export type BeginAttemptOutcome<Form> =
  /** The payer goes to the bank. */
  | { readonly kind: 'hand-over'; readonly form: Form }
  /** A box of the other kind, which is opened at this address. Nothing was written. */
  | { readonly kind: 'moved'; readonly location: string }
  | BoxFailed
  | BoxChanged;

/** The code of a refusal by the service. */
export const REFUSED: BankCode = '000';
/** The code of a bank that is not tried. */
export const BANK_UNAVAILABLE: BankCode = '008';

const attemptOf = (
  { link, content, payerAddress, language, box }: OpenedBox,
  { pos, preAuthorisationDays }: Pick<ChargeIntent, 'pos' | 'preAuthorisationDays'>,
  { randomness, clock, baseUrl }: BoxAttemptDependencies,
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

/** What the payment takes from the card's day, where the dealer limits cards. */
export const cardTakeOf = async (
  { content: { terms } }: OpenedBox,
  { number, dealer: { dealerCode, cardLimit: most } }: { readonly number: string; readonly dealer: Dealer },
  { cards, clock }: Pick<BoxAttemptDependencies, 'cards' | 'clock'>,
): Promise<CardDayTake | undefined> => {
  if (!limitsCards(most)) return undefined;
  const hash = await cards.hash({ dealerCode, scope: 'card-day', number });
  return { hash, day: istanbulDayOf(clock.now()), currency: terms.currency, amount: terms.total, most };
};

/** Writes the attempt as declined before any charge. The first result is final and is reported to the dealer. */
export const refuseBox = async (
  { link, box }: OpenedBox,
  attempt: LinkAttempt,
  { code, deps }: { readonly code: BankCode; readonly deps: BoxAttemptDependencies },
): Promise<BoxFailed | BoxChanged> => {
  const resultReference = addressOf(link.payment, deps.randomness.token());
  const change = beginRefused(attempt, link, { code, threeDOnly: true, nowMs: deps.clock.now(), resultReference });
  const outcome = await deps.shopPayments.open({ change, box });
  return outcome === 'opened' ? { kind: 'failed', resultReference } : { kind: 'changed' };
};

/** An attempt that may begin now, with what it is begun with. */
export interface ReadyAttempt {
  readonly kind: 'ready';
  readonly attempt: LinkAttempt;
  readonly dealer: Dealer;
  readonly pos: VirtualPos;
}

/**
 * The attempt of an opened box, if the dealer may charge and the bank is tried. Otherwise it is written as refused: the
 * dealer's call was answered before, so the one attempt of its box ends, and is reported (rule 46).
 */
export const readyAttempt = async (
  opened: OpenedBox,
  deps: BoxAttemptDependencies,
): Promise<ReadyAttempt | BoxFailed | BoxChanged> => {
  const { link, content } = opened;
  const { dealerCode } = link;
  const [known, stagePaused, breakers, pos] = await Promise.all([
    deps.dealerOf(dealerCode),
    deps.brake.isOn(),
    deps.breaker.read(),
    deps.posVersions.find(dealerCode, content.pos),
  ]);
  const { preAuthorisationDays = DEFAULT_PRE_AUTHORISATION_DAYS } = known ?? {};
  const attempt = attemptOf(opened, { pos, preAuthorisationDays }, deps);
  const dealer = dealerWhoMayCharge(known, { stagePaused });
  if (dealer === undefined) return refuseBox(opened, attempt, { code: REFUSED, deps });
  if (!breakers.allowsStart({ dealerCode, pos })) return refuseBox(opened, attempt, { code: BANK_UNAVAILABLE, deps });
  return { kind: 'ready', attempt, dealer, pos };
};
