import { BETWEEN_CALLS_MS, STUCK_AFTER_MS } from '../attempt/timing.ts';
import type { MinorUnits } from '../money/money.ts';
import { type BankFacts, decidedHistory, isStandingState } from './bank-facts.ts';

/*
 * A capture is unknown until an inquiry shows the order captured or settled with the amount that was asked for. It is
 * sent once: a second PostAuth might take the money of another capture.
 */

export interface CaptureFacts extends BankFacts {
  /** The amount that the dealer asked to capture. */
  readonly amount: MinorUnits;
  /** Since when the bank is asked for its outcome. */
  readonly sinceMs: number;
}

/**
 * What to do about a capture that was sent. `contradiction`: the bank shows another amount than was asked for; nothing
 * is decided then. `refused`: by now it is believed that the capture did not happen.
 */
export type CaptureAction =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'ask-history' }
  | { readonly kind: 'wait'; readonly untilMs?: number; readonly contradiction?: true }
  | { readonly kind: 'stuck' };

const WAIT: CaptureAction = { kind: 'wait' };

/**
 * The bank shows no capture. That is believed two minutes after the bank's answer, or after the horizon without one.
 */
const notCaptured = ({ nowMs, sent, believedAtMs }: CaptureFacts): CaptureAction => {
  const { captureSentAtMs, captureAnswered } = sent;
  if (captureSentAtMs === undefined) return { kind: 'refused' };
  const failsAtMs = captureAnswered ? captureSentAtMs + BETWEEN_CALLS_MS : believedAtMs(captureSentAtMs);
  if (nowMs >= failsAtMs) return { kind: 'refused' };
  return captureAnswered ? { kind: 'wait', untilMs: failsAtMs } : WAIT;
};

const captured = (amount: MinorUnits | undefined, facts: CaptureFacts): CaptureAction =>
  amount === facts.amount ? { kind: 'done' } : { kind: 'wait', contradiction: true };

const actionOf = (facts: CaptureFacts): CaptureAction => {
  const { found } = facts;
  if (found.kind === 'unknown' || found.kind === 'no-record') return WAIT;
  if (found.kind === 'authorised' || found.kind === 'voided') return notCaptured(facts);
  if (isStandingState(found.kind)) return captured(found.amount, facts);
  if (facts.history === undefined) return { kind: 'ask-history' };
  const history = decidedHistory(facts.history);
  if (history === undefined) return WAIT;
  const isTaken = history.charge === 'captured' || history.charge === 'settled';
  return isTaken ? captured(history.amount, facts) : notCaptured(facts);
};

/** What to do about a capture that was sent. After 72 hours without a clear answer of the bank it needs an operator. */
export const nextCaptureAction = (facts: CaptureFacts): CaptureAction => {
  const action = actionOf(facts);
  return action.kind === 'wait' && facts.nowMs - facts.sinceMs >= STUCK_AFTER_MS ? { kind: 'stuck' } : action;
};
