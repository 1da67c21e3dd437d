import type { LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { THREE_D_LIFE_MS } from '../../../shared/domain/attempt/timing.ts';
import { type Decline, lockForCharge } from '../../../shared/domain/attempt/transitions.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { FormField } from '../../../shared/domain/form-field.ts';
import { isLastAttempt } from '../../../shared/domain/link/attempt-count.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import { boxUrl, callbackUrl, linkUrl, linkUrlPassingOn, resultUrl } from '../../../shared/payment-flow/addresses.ts';
import { orderOf } from '../../../shared/payment-flow/await-answer.ts';
import { withBudget } from '../../../shared/payment-flow/budget.ts';
import { charge, linkDeadlines } from '../../../shared/payment-flow/charge.ts';
import type { ChargeBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import { concludeDeclined } from '../../../shared/payment-flow/conclude.ts';
import { openPendingCard } from '../../../shared/payment-flow/kept-card.ts';
import { dealerWhoMayCharge } from '../../../shared/payment-flow/may-charge.ts';
import { withPlace } from '../../../shared/payment-flow/place.ts';
import { openPinnedAccount } from '../../../shared/payment-flow/pos-account.ts';
import type { CardStoring } from '../../../shared/payment-flow/store-card.ts';
import type { Attempts } from '../../../shared/ports/attempts.ts';
import type { BankGateway, PosAccount } from '../../../shared/ports/bank-gateway.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Randomness } from '../../../shared/ports/identifiers.ts';
import type { LimitUsage } from '../../../shared/ports/limit-usage.ts';
import type { ReusableLinkReads } from '../../../shared/ports/reusable-links.ts';
import type { ChargingPause } from '../../../shared/ports/stage-brake.ts';
import type { Authentication3D } from '../../../shared/ports/three-d-gate.ts';
import type { Opener } from '../../../shared/ports/vault.ts';
import type { VirtualPosVersions } from '../../../shared/ports/virtual-pos-directory.ts';

export interface Complete3DDependencies {
  readonly attempts: Attempts;
  /** The dealer as it is now, enabled or not. */
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly brake: ChargingPause;
  readonly breaker: ChargeBreaker;
  readonly limitUsage: LimitUsage;
  readonly reusableLinks: Pick<ReusableLinkReads, 'placesOf'>;
  readonly bank: BankGateway;
  readonly posVersions: VirtualPosVersions;
  readonly opener: Opener;
  readonly cardStoring: CardStoring;
  readonly randomness: Randomness;
  readonly clock: Clock;
  /** The stage's address now, for attempts that keep none. */
  readonly baseUrl: string;
}

/** Longest time for a gateway to verify a callback. The charge and its write need the rest of the invocation. */
const VERIFY_MS = 3000;

/** Longest search for a place of a reusable link. The charge that follows needs the rest of the invocation. */
const PLACE_MS = 5000;

/** Where the payer's browser goes next; undefined for an address that no attempt has. */
export type Complete3DOutcome = { readonly location: string } | undefined;

/** The address that the attempt was started under, which the bank and the payer's browser hold (rule 45). */
const baseUrlOf = (attempt: LinkAttempt, deps: Pick<Complete3DDependencies, 'baseUrl'>): string =>
  attempt.baseUrl ?? deps.baseUrl;

/**
 * The page of the attempt's link. After the last attempt it sends the payer on to the dealer once the link is closed;
 * the page of a shop's 3D payment does so after every result.
 */
const backTo = (attempt: LinkAttempt, deps: Complete3DDependencies): string => {
  const { linkToken, language, shop } = attempt;
  const baseUrl = baseUrlOf(attempt, deps);
  if (shop !== undefined) return boxUrl(baseUrl, linkToken, language);
  return (isLastAttempt(attempt) ? linkUrlPassingOn : linkUrl)(baseUrl, linkToken, language);
};

const decline = async (attempt: LinkAttempt, why: Decline, deps: Complete3DDependencies): Promise<void> => {
  const { attempts, clock, randomness } = deps;
  await concludeDeclined(attempts, attempt, why, {
    nowMs: clock.now(),
    resultReference: addressOf(attempt.payment, randomness.token()),
  });
};

/**
 * The lock for charge: makes the attempt active, reserves the budget and takes a place of its reusable link. Only one of
 * several callbacks wins (rule 2).
 */
const lock = async (attempt: LinkAttempt, dealer: Dealer, deps: Complete3DDependencies) => {
  const { attempts, limitUsage, clock } = deps;
  const nowMs = clock.now();
  const { total: amount, currency } = attempt.terms;
  const day = istanbulDayOf(nowMs);
  // The month's limit counts only payment requests and mobile payments (decisions: limits).
  const periods = attempt.shop === undefined ? 'day-and-month' : 'day';
  const need = { dealer, currency, amount, day, first: attempt.startedAtMs, periods } as const;
  const ofLink = { madeOf: attempt.madeOf, pick: attempt.trxId, untilMs: nowMs + PLACE_MS };
  return withBudget(need, limitUsage, async (takes) => {
    const placed = await withPlace(ofLink, deps, async (place) => {
      const change = lockForCharge(attempt, takes, nowMs, place);
      if (change === undefined) return { kind: 'not-lockable' } as const;
      const outcome = await attempts.lockForCharge(change);
      return outcome.kind === 'locked' ? ({ kind: 'locked', attempt: change.attempt } as const) : outcome;
    });
    return placed.kind === 'done' ? placed.outcome : placed;
  });
};

/** An authenticated attempt, and the bank account that charges it. */
interface Authenticated {
  readonly attempt: LinkAttempt;
  readonly account: PosAccount;
  readonly authentication: Authentication3D;
}

/** Charges an authenticated attempt, and answers where the payer goes. */
const provision = async (
  { attempt: charging, account, authentication }: Authenticated,
  deps: Complete3DDependencies,
): Promise<string> => {
  const { payerAddress } = charging;
  const outcome = await charge(deps, charging, {
    account,
    send: (order, time) => deps.bank.provision(account, { ...order, authentication, payerAddress }, time),
    card: (pending) => openPendingCard(charging, pending, deps.opener),
    ...linkDeadlines(charging, deps.clock.now()),
  });
  return outcome.kind === 'approved'
    ? resultUrl(baseUrlOf(charging, deps), outcome.resultReference, charging.language)
    : backTo(charging, deps);
};

/** Charges an authenticated attempt if its dealer may still charge and the limits have room; declines it otherwise. */
const proceed = async (authenticated: Authenticated, deps: Complete3DDependencies): Promise<string> => {
  const { attempt } = authenticated;
  const back = backTo(attempt, deps);
  const [known, stagePaused, breakers] = await Promise.all([
    deps.dealerOf(attempt.dealerCode),
    deps.brake.isOn(),
    deps.breaker.read(),
  ]);
  const dealer = dealerWhoMayCharge(known, { stagePaused });
  // The bank is not tried after a passed 3D either: the attempt ends, and nothing was charged (rule 46).
  if (dealer !== undefined && !(await breakers.admits(attempt))) {
    await decline(attempt, { code: '008' }, deps);
    return back;
  }
  try {
    const locked = dealer === undefined ? undefined : await lock(attempt, dealer, deps);
    if (locked === undefined || locked.kind === 'short') {
      await decline(attempt, { code: '000' }, deps);
      return back;
    }
    const { outcome } = locked;
    // Nothing was charged: the page of the request says that the link is sold out, or will try again in a moment.
    if (outcome.kind === 'no-place') {
      await decline(attempt, { code: '000' }, deps);
      return back;
    }
    return outcome.kind === 'locked' ? await provision({ ...authenticated, attempt: outcome.attempt }, deps) : back;
  } finally {
    await breakers.release();
  }
};

/**
 * Handles the bank's callback of a 3D attempt (rules 1, 2, 19). Finds the attempt by the address, verifies the
 * callback, locks the attempt for charge, calls the bank and records the outcome. Only the winner of the lock calls the
 * bank. A callback that is refused changes nothing; one that comes late or twice shows the link's state.
 */
export const complete3D =
  (deps: Complete3DDependencies) =>
  async (call: { readonly address: string; readonly posted: readonly FormField[] }): Promise<Complete3DOutcome> => {
    const attempt = await deps.attempts.findByCallback(call.address);
    if (attempt === undefined) return undefined;
    const back = { location: backTo(attempt, deps) };
    if (attempt.state !== 'authenticating') return back;
    // After 15 minutes (rule 15) the callback is ignored, and the sweeper closes the attempt.
    if (deps.clock.now() - attempt.startedAtMs >= THREE_D_LIFE_MS) return back;
    const account = await openPinnedAccount(attempt, deps);
    const url = callbackUrl(baseUrlOf(attempt, deps), attempt);
    const { random, language, gatewayState } = attempt;
    const sent = { order: orderOf(attempt), okUrl: url, failUrl: url, random, language };
    const expected = { ...sent, ...omitUndefined({ gatewayState }) };
    const time = { answerBy: deps.clock.now() + VERIFY_MS };
    const verdict = await deps.bank.verifyCallback(account, expected, call.posted, time);
    if (verdict.kind === 'refused' || verdict.kind === 'unknown') return back;
    const told = { ...attempt, ...omitUndefined({ mdStatus: verdict.mdStatus }) };
    if (verdict.kind === 'failed') {
      await decline(told, { code: verdict.code, threeDOnly: true }, deps);
      return back;
    }
    return { location: await proceed({ attempt: told, account, authentication: verdict.authentication }, deps) };
  };
