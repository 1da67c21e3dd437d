import type { LinkAttempt } from '../domain/attempt/attempt.ts';
import { GATE_MS } from '../domain/attempt/timing.ts';
import { begin, type ConcludeOptions, decline } from '../domain/attempt/transitions.ts';
import type { OpenedCard } from '../domain/card/posted-card.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { addressOf } from '../domain/payment/payment-name.ts';
import type { Attempts } from '../ports/attempts.ts';
import { BankCallNotAllowed, type BankGateway, type PosAccount } from '../ports/bank-gateway.ts';
import type { Clock } from '../ports/clock.ts';
import type { Randomness } from '../ports/identifiers.ts';
import type { GateAnswer, PayerBrowser, PayerForm } from '../ports/three-d-gate.ts';
import { callbackUrl } from './addresses.ts';
import { orderOf } from './await-answer.ts';
import type { ChargedPos } from './charge-breaker.ts';
import { applied } from './conclude.ts';
import type { GateBreaker, GateBreakerView } from './gate-breaker.ts';
import type { LinkPayment } from './link-attempt.ts';
import { newLinkAttempt } from './link-attempt.ts';
import {
  countedIn,
  declined,
  LINK_CHANGED,
  type LinkChanged,
  type LinkShown,
  type LinkStartDependencies,
  linkAfter,
  notBegun,
} from './link-start.ts';

/*
 * A stored card is posted to the bank's gate by this service, so that no browser gets its number (rule 25). The attempt is
 * written first, and the winner of that transaction alone posts the gate, once. An attempt whose process ends in between
 * is closed by the sweeper like any other that was left during 3D: the gate charges nothing.
 */

export interface GateStartDependencies {
  readonly gateBreaker: Pick<GateBreaker, 'note'>;
  readonly attempts: Pick<Attempts, 'apply'>;
  readonly bank: Pick<BankGateway, 'startOnServer'>;
  readonly randomness: Pick<Randomness, 'token'>;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** A written attempt, and what its gate is posted with. */
export interface GateStart {
  readonly attempt: LinkAttempt;
  readonly pos: ChargedPos['pos'];
  readonly account: PosAccount;
  readonly card: OpenedCard;
  readonly browser: PayerBrowser;
}

type GateStarted =
  | { readonly kind: 'gate'; readonly form: PayerForm }
  /** The attempt is declined. Where that closed its link, it is reported under this address. */
  | { readonly kind: 'declined'; readonly resultReference: string }
  /** Another call ended the attempt meanwhile. */
  | { readonly kind: 'changed' };

/** A stage that does not allow the gate or the card posts nothing: the attempt is written, so it ends like any other. */
const answerOfGate = async (post: () => Promise<GateAnswer>): Promise<GateAnswer> => {
  try {
    return await post();
  } catch (error) {
    if (error instanceof BankCallNotAllowed) return { kind: 'failed', code: '024', why: { kind: 'not-sent' } };
    throw error;
  }
};

/** Posts the gate for a written attempt. Without a form to go on with, this very attempt is declined before it is told. */
export const postGate = async (
  { attempt, pos, account, card, browser }: GateStart,
  { attempts, bank, gateBreaker, randomness, clock, baseUrl }: GateStartDependencies,
): Promise<GateStarted> => {
  const url = callbackUrl(baseUrl, attempt);
  const { random, language, payerAddress } = attempt;
  const start = { order: orderOf(attempt), card, okUrl: url, failUrl: url, random, language, payerAddress, browser };
  const answer = await answerOfGate(() => bank.startOnServer(account, start, { answerBy: clock.now() + GATE_MS }));
  await gateBreaker.note({ dealerCode: attempt.dealerCode, pos }, answer);
  if (answer.kind === 'form') return { kind: 'gate', form: answer.form };
  const resultReference = addressOf(attempt.payment, randomness.token());
  const options: ConcludeOptions = { nowMs: clock.now(), resultReference };
  const ended = await applied(attempts, decline(attempt, { code: answer.code, threeDOnly: true }, options));
  return ended === undefined ? { kind: 'changed' } : { kind: 'declined', resultReference };
};

/** What a payer is shown who starts an attempt with a stored card. No form in it holds a card. */
export type GateStartOutcome =
  | LinkShown
  | { readonly kind: 'gate'; readonly link: PaymentRequest; readonly form: PayerForm };

/**
 * Starts an attempt of a link with a stored card: intent, then gate. A gate that does not answer is not tried: nothing is
 * counted, and no attempt is written (rule 46).
 */
export const startAtGate = async (
  payment: LinkPayment & { readonly card: OpenedCard },
  { account, browser, gate }: Pick<GateStart, 'account' | 'browser'> & { readonly gate: GateBreakerView },
  deps: GateStartDependencies & Omit<LinkStartDependencies, 'bank'>,
): Promise<GateStartOutcome | LinkChanged> => {
  const { link, card, pos } = payment;
  const counted = await countedIn(payment, deps);
  if (counted === undefined) return LINK_CHANGED;
  if (!(await gate.allowsServerStart({ dealerCode: link.dealerCode, pos }))) return declined(link, 'try-later');
  const drafted = { ...newLinkAttempt(payment, 'authenticating', deps.randomness), baseUrl: deps.baseUrl };
  const change = begin(drafted, counted.link, []);
  const outcome = await deps.attempts.begin(change, counted.counters);
  if (outcome.kind !== 'begun') {
    await gate.release();
    return notBegun(outcome, link);
  }
  const { attempt } = change;
  const started = await postGate({ attempt, pos, account, card, browser }, deps);
  return started.kind === 'gate' ? { ...started, link } : linkAfter(link, attempt);
};
