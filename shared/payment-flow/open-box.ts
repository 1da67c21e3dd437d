import { isOfLink } from '../domain/attempt/attempt.ts';
import { askingSinceMs, isRetryOffered } from '../domain/attempt/timing.ts';
import { tellFailed } from '../domain/attempt/transitions.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { addressOf } from '../domain/payment/payment-name.ts';
import { type BoxAddress, isBoxAlive, readBoxAddress } from '../domain/three-d-payment/box.ts';
import { readBoxText } from '../domain/three-d-payment/box-content.ts';
import type { BoxView } from '../domain/three-d-payment/box-view.ts';
import { leftUnpaid } from '../domain/three-d-payment/open-box.ts';
import { tookMoney } from '../domain/three-d-payment/repeated-call.ts';
import { boxMadeAtMs, type ShopPayment } from '../domain/three-d-payment/shop-payment.ts';
import type { Attempts, LinkClosing } from '../ports/attempts.ts';
import type { Boxes, BoxOpener } from '../ports/boxes.ts';
import type { Clock } from '../ports/clock.ts';
import type { Randomness } from '../ports/identifiers.ts';
import type { ShopPayments } from '../ports/shop-payments.ts';
import type { PayerBrowser } from '../ports/three-d-gate.ts';
import { resultUrl } from './addresses.ts';
import type { BeginAttemptOutcome, OpenedBox } from './begin-box-attempt.ts';
import { applied } from './conclude.ts';

/** What opening a box needs. `Form` is what the payer's browser gets: a form of one kind of box alone. */
export interface OpenBoxDependencies<Form> {
  readonly shopPayments: Pick<ShopPayments, 'findByToken' | 'closeUnopened'>;
  readonly boxes: Boxes;
  readonly boxOpener: BoxOpener;
  readonly attempts: Pick<Attempts, 'find' | 'apply'>;
  readonly links: Pick<LinkClosing, 'close'>;
  /** Begins the attempt of a box that was opened. */
  readonly begin: (opened: OpenedBox) => Promise<BeginAttemptOutcome<Form>>;
  readonly randomness: Pick<Randomness, 'token'>;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** A request of a payer's browser at the address of a 3D payment. */
export interface BoxCall {
  readonly address: string;
  /** `look` for GET and HEAD, `open` for the page's own post. */
  readonly does: 'look' | 'open' | 'give-up' | 'retry';
  readonly payerAddress: string;
  readonly language: 'tr' | 'en';
  /** The payer's browser, as its request tells of it. */
  readonly browser: PayerBrowser;
}

/** What the payer sees. */
export type BoxOutcome<Form> =
  | BoxView
  | { readonly kind: 'hand-over'; readonly link: PaymentRequest; readonly form: Form };

/** The payment changed since it was read: it is read again. */
type Changed = { readonly kind: 'changed' };
const CHANGED: Changed = { kind: 'changed' };

const MAX_ROUNDS = 3;

type Call = BoxCall & { readonly parts: BoxAddress };

const reported = (
  resultReference: string,
  { language }: BoxCall,
  { baseUrl }: Pick<OpenBoxDependencies<unknown>, 'baseUrl'>,
): BoxView => ({
  kind: 'moved',
  location: resultUrl(baseUrl, resultReference, language),
});

/** What the page shows when nothing is posted. */
const viewOf = (
  { link, attempt }: ShopPayment,
  call: Call,
  deps: Pick<OpenBoxDependencies<unknown>, 'baseUrl'>,
): BoxView => {
  const { result, activeAttempt } = link.progress;
  if (result !== undefined) return reported(result.resultReference, call, deps);
  if (link.state !== 'open') return { kind: 'cancelled', link };
  if (attempt === undefined) return { kind: 'opening', link };
  if (activeAttempt === undefined) return { kind: 'at-bank', link };
  return { kind: 'waiting', link, sinceMs: askingSinceMs(attempt) };
};

/** The payer gives up before the charge: this call can no longer be charged. */
const giveUp = async (
  link: PaymentRequest,
  call: Call,
  deps: OpenBoxDependencies<unknown>,
): Promise<BoxView | Changed> => {
  const resultReference = addressOf(link.payment, deps.randomness.token());
  const closed = await deps.links.close(link, leftUnpaid(resultReference, deps.clock.now()));
  return closed ? reported(resultReference, call, deps) : CHANGED;
};

/** The payer leaves while the outcome is unknown: it is reported failed, so a charge is reversed (rules 1 and 7). */
const leave = async (
  { attempt: shown }: ShopPayment,
  deps: OpenBoxDependencies<unknown>,
): Promise<Changed | undefined> => {
  const nowMs = deps.clock.now();
  if (shown === undefined || !isRetryOffered({ sinceMs: askingSinceMs(shown), nowMs })) return undefined;
  // Read again with its pending card, which this change deletes.
  const attempt = await deps.attempts.find(shown.reference);
  if (attempt === undefined || !isOfLink(attempt)) return CHANGED;
  const resultReference = addressOf(attempt.payment, deps.randomness.token());
  await applied(deps.attempts, tellFailed(attempt, { nowMs, resultReference }));
  return CHANGED;
};

/** Opens the box. After a wrong key or a failure of the vault the box can still be opened. */
const open = async <Form>(
  link: PaymentRequest,
  call: Call,
  deps: OpenBoxDependencies<Form>,
): Promise<BoxOutcome<Form> | Changed> => {
  const nowMs = deps.clock.now();
  if (!isBoxAlive({ madeAtMs: boxMadeAtMs(link) }, nowMs)) {
    const resultReference = addressOf(link.payment, deps.randomness.token());
    const closed = await deps.shopPayments.closeUnopened(link, resultReference, nowMs);
    return closed ? reported(resultReference, call, deps) : CHANGED;
  }
  const { payment, dealerCode, progress } = link;
  const number = progress.attempts;
  if (call.parts.key === undefined) return { kind: 'unknown' };
  const box = await deps.boxes.find(payment);
  if (box === undefined || box.number !== number || box.madeAtMs !== boxMadeAtMs(link)) return CHANGED;
  const text = await deps.boxOpener.open(box.sealed, call.parts.key, { dealerCode, payment, number });
  if (text === undefined) return { kind: 'unknown' };
  const { payerAddress, language, browser, address } = call;
  const content = readBoxText(text);
  const outcome = await deps.begin({ link, box, content, payerAddress, language, browser, address });
  if (outcome.kind === 'hand-over') return { ...outcome, link };
  if (outcome.kind === 'failed') return reported(outcome.resultReference, call, deps);
  return outcome;
};

/** Carries out a post, if the page of the payment as it was read offers that action. */
const answer = async <Form>(
  found: ShopPayment,
  call: Call,
  deps: OpenBoxDependencies<Form>,
): Promise<BoxOutcome<Form> | Changed> => {
  const { link } = found;
  const view = viewOf(found, call, deps);
  if (call.does === 'open' && view.kind === 'opening') return open(link, call, deps);
  if (call.does === 'give-up' && view.kind === 'at-bank') return giveUp(link, call, deps);
  if (call.does === 'retry' && view.kind === 'waiting') return (await leave(found, deps)) ?? view;
  return view;
};

/**
 * The page that a dealer's shop opens for its payer. GET changes nothing. The page's own POST opens the box once and
 * sends the payer to the bank; a later POST shows the state of the payment and a way back to the dealer.
 */
export const openBox =
  <Form>(deps: OpenBoxDependencies<Form>) =>
  async (call: BoxCall): Promise<BoxOutcome<Form>> => {
    const parts = readBoxAddress(call.address);
    if (parts === undefined) return { kind: 'unknown' };
    let found: ShopPayment | undefined;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const at = await deps.shopPayments.findByToken(parts.token);
      if (at === undefined) return { kind: 'unknown' };
      if ('superseded' in at) return { kind: 'begun-again', link: at.link, wasCharged: tookMoney(at.superseded) };
      found = at;
      const outcome = await answer(found, { ...call, parts }, deps);
      if (outcome.kind !== 'changed') return outcome;
    }
    return found === undefined ? { kind: 'unknown' } : viewOf(found, { ...call, parts }, deps);
  };
