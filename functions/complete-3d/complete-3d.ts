import { ANSWER_BY_MS, isOfLink, type LinkAttempt, THREE_D_LIFE_MS } from '../../shared/domain/attempt/attempt.ts';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import type { PendingCard } from '../../shared/domain/card/stored-card.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import type { FormField } from '../../shared/domain/form-field.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import type { PageAnswer, PageCall } from '../../shared/http/page-handler.ts';
import { unknownLinkPage } from '../../shared/pages/closed-link-page.ts';
import { callbackUrl, linkUrl, linkUrlPassingOn, resultUrl } from '../../shared/payment-flow/addresses.ts';
import { chargeTimes, orderOf, resolveAnswer } from '../../shared/payment-flow/await-answer.ts';
import { withBudget } from '../../shared/payment-flow/budget.ts';
import { concludeDeclined, type Decline } from '../../shared/payment-flow/conclude.ts';
import { openPendingCard } from '../../shared/payment-flow/kept-card.ts';
import { isLastAttempt } from '../../shared/payment-flow/last-attempt.ts';
import { openPinnedAccount } from '../../shared/payment-flow/pos-account.ts';
import { type CardStoring, concludeApprovedStoringCard } from '../../shared/payment-flow/store-card.ts';
import type { Attempts } from '../../shared/ports/attempts.ts';
import type { Authentication3D, BankGateway, PosAccount } from '../../shared/ports/bank-gateway.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Randomness } from '../../shared/ports/identifiers.ts';
import type { LimitUsage } from '../../shared/ports/limit-usage.ts';
import type { ChargingPause } from '../../shared/ports/stage-brake.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import type { VirtualPosVersions } from '../../shared/ports/virtual-pos-directory.ts';

export interface Complete3DDependencies {
  readonly attempts: Attempts;
  /** The dealer as it is now, enabled or not. */
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly brake: ChargingPause;
  readonly limitUsage: LimitUsage;
  readonly pos: BankGateway;
  readonly posVersions: VirtualPosVersions;
  readonly opener: Opener;
  readonly cardStoring: CardStoring;
  readonly randomness: Randomness;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** When the sweeper looks at a charge that nobody concluded: not before two minutes have gone (rule 5). */
const DOUBT_DUE_MS = 2 * 60_000;

/** How long a gateway may take to verify a callback: the charge and its answer need the rest of the invocation. */
const VERIFY_MS = 3000;

/** Where the payer's browser goes next; undefined for a reference that no attempt has. */
export type Complete3DOutcome = { readonly location: string } | undefined;

/**
 * Takes the bank's callback of a 3D attempt (rules 1, 2, 19): found by its reference, verified, claimed by one
 * transaction whose winner alone calls the bank, provisioned, recorded. A callback that is refused changes nothing; any
 * that comes late or twice shows the link's state.
 */
export const complete3D = (deps: Complete3DDependencies) => {
  const { attempts, clock, baseUrl } = deps;

  const backTo = (attempt: LinkAttempt): string =>
    (isLastAttempt(attempt) ? linkUrlPassingOn : linkUrl)(baseUrl, attempt.linkToken, attempt.language);

  const options = () => ({ nowMs: clock.now(), resultReference: deps.randomness.token() });

  const decline = async (attempt: LinkAttempt, why: Decline): Promise<void> => {
    await concludeDeclined(attempts, attempt, why, options());
  };

  const claim = async (attempt: LinkAttempt, dealer: Dealer) => {
    const nowMs = clock.now();
    const times = { nowMs, answerByMs: nowMs + ANSWER_BY_MS, dueAtMs: nowMs + DOUBT_DUE_MS };
    const { total: amount, currency } = attempt.terms;
    const day = istanbulDayOf(nowMs);
    const need = { dealer, currency, amount, day, first: attempt.startedAtMs, periods: 'day-and-month' } as const;
    return withBudget(need, deps.limitUsage, (takes) => attempts.claim(attempt, takes, times));
  };

  const charge = async (
    charging: LinkAttempt,
    account: PosAccount,
    authentication: Authentication3D,
  ): Promise<string> => {
    const order = orderOf(charging);
    const times = chargeTimes(charging, clock.now());
    const { payerAddress } = charging;
    const answer = await deps.pos.provision(account, { ...order, authentication, payerAddress }, times.charge);
    const verdict = await resolveAnswer(answer, { pos: deps.pos, account, order, time: times.asking, clock });
    if (verdict.kind === 'unknown') return backTo(charging);
    if (verdict.kind === 'declined') {
      await decline(charging, verdict);
      return backTo(charging);
    }
    const concluding = options();
    const approval = {
      references: verdict.references,
      options: concluding,
      card: (pending: PendingCard) => openPendingCard(charging, pending, deps.opener),
      untilMs: charging.answerByMs ?? 0,
    };
    const concluded = await concludeApprovedStoringCard(attempts, charging, approval, deps.cardStoring);
    return concluded ? resultUrl(baseUrl, concluding.resultReference, charging.language) : backTo(charging);
  };

  const proceed = async (
    attempt: LinkAttempt,
    account: PosAccount,
    authentication: Authentication3D,
  ): Promise<string> => {
    const back = backTo(attempt);
    const [dealer, stagePaused] = await Promise.all([deps.dealerOf(attempt.dealerCode), deps.brake.isOn()]);
    if (dealer?.enabled !== true || dealer.paused || stagePaused) {
      await decline(attempt, { code: '000' });
      return back;
    }
    const claimed = await claim(attempt, dealer);
    if (claimed.kind === 'short') {
      await decline(attempt, { code: '000' });
      return back;
    }
    const { outcome } = claimed;
    return outcome.kind === 'claimed' ? charge(outcome.attempt, account, authentication) : back;
  };

  return async (call: {
    readonly reference: string;
    readonly posted: readonly FormField[];
  }): Promise<Complete3DOutcome> => {
    const attempt = await attempts.find(call.reference);
    if (attempt === undefined || !isOfLink(attempt)) return undefined;
    const back = { location: backTo(attempt) };
    if (attempt.state !== 'authenticating') return back;
    // Its life is over (rule 15): the sweeper closes it, and this callback proves nothing any more.
    if (clock.now() - attempt.startedAtMs >= THREE_D_LIFE_MS) return back;
    const account = await openPinnedAccount(attempt, deps);
    const url = callbackUrl(baseUrl, attempt.reference);
    const { random, language, gatewayState } = attempt;
    const sent = { order: orderOf(attempt), okUrl: url, failUrl: url, random, language };
    const expected = { ...sent, ...omitUndefined({ gatewayState }) };
    const time = { answerBy: clock.now() + VERIFY_MS };
    const verdict = await deps.pos.verifyCallback(account, expected, call.posted, time);
    if (verdict.kind === 'refused' || verdict.kind === 'unknown') return back;
    if (verdict.kind === 'failed') {
      await decline(attempt, { code: verdict.code, threeDOnly: true });
      return back;
    }
    return { location: await proceed(attempt, account, verdict.authentication) };
  };
};

const REFERENCE = /^[A-Za-z0-9_-]{22}$/;

/** The callback as a page: the browser is moved on by a 303, so that a reload posts nothing again. */
export const answerCallback =
  (complete: ReturnType<typeof complete3D>) =>
  async ({ parameters, posted, frame }: PageCall): Promise<PageAnswer> => {
    const reference = parameters.reference ?? '';
    const outcome = REFERENCE.test(reference) ? await complete({ reference, posted: posted ?? [] }) : undefined;
    return outcome ?? { statusCode: 404, page: unknownLinkPage(frame) };
  };
