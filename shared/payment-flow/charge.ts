import { type Attempt, isOfLink } from '../domain/attempt/attempt.ts';
import type { BankCode } from '../domain/attempt/bank-codes.ts';
import { ASK_AFTER_CHARGE_MS, CHARGE_MS } from '../domain/attempt/timing.ts';
import type { ConcludeOptions } from '../domain/attempt/transitions.ts';
import type { KeptCard, PendingCard } from '../domain/card/stored-card.ts';
import { addressOf } from '../domain/payment/payment-name.ts';
import type { Attempts } from '../ports/attempts.ts';
import type { BankAnswer } from '../ports/bank-answers.ts';
import type { BankGateway, CallTime, PosAccount } from '../ports/bank-gateway.ts';
import type { PosOrder } from '../ports/bank-order.ts';
import type { Clock } from '../ports/clock.ts';
import type { Randomness } from '../ports/identifiers.ts';
import { type ChargeOutcome, orderOf, resolveAnswer } from './await-answer.ts';
import type { ChargeBreaker } from './charge-breaker.ts';
import { concludeDeclined } from './conclude.ts';
import { type CardStoring, concludeApprovedStoringCard } from './store-card.ts';

export interface ChargeDependencies {
  readonly attempts: Attempts;
  readonly bank: BankGateway;
  readonly breaker: Pick<ChargeBreaker, 'note'>;
  readonly cardStoring: CardStoring;
  readonly randomness: Randomness;
  readonly clock: Clock;
}

/** Until when each part of a charge may still be done. */
export interface ChargeDeadlines {
  /** The bank may be called and asked until then. It is never later than the attempt counts as in doubt (rule 5). */
  readonly askUntilMs: number;
  /** A card may be stored with the approval until then. */
  readonly storeCardUntilMs: number;
  /** An approval may be written until then. A decline is written at any time: nothing stays charged by it. */
  readonly approveUntilMs: number;
}

/** A link's payer sees the outcome at any time, so an approval may always be written. */
export const linkDeadlines = ({ answerByMs = 0 }: Pick<Attempt, 'answerByMs'>, nowMs: number): ChargeDeadlines => ({
  askUntilMs: Math.min(nowMs + ASK_AFTER_CHARGE_MS, answerByMs),
  storeCardUntilMs: answerByMs,
  approveUntilMs: Number.POSITIVE_INFINITY,
});

/**
 * The deadlines of a direct payment whose caller waits until `heardUntilMs`. Nothing is charged for a caller who is
 * gone. An approval that comes later is not written: a call with the same code collects it, or it is reversed (rule 9).
 */
export const directDeadlines = (
  { answerByMs = 0 }: Pick<Attempt, 'answerByMs'>,
  heardUntilMs: number,
): ChargeDeadlines => ({
  askUntilMs: Math.min(answerByMs, heardUntilMs),
  storeCardUntilMs: heardUntilMs,
  approveUntilMs: heardUntilMs,
});

/** One charge at the account of a virtual POS. */
export interface ChargeCall {
  readonly account: PosAccount;
  /** Sends the charge: with the card itself, or with what its holder's 3D authentication proved. */
  readonly send: (order: PosOrder, time: CallTime) => Promise<BankAnswer>;
}

/**
 * Sends the charge of an attempt whose intent is written, once. If the answer is unknown, it asks the bank. An outcome
 * that stays unknown is left to the sweeper (rules 3, 5, 8).
 */
export const sendCharge = async (
  { bank, breaker, clock }: Pick<ChargeDependencies, 'bank' | 'breaker' | 'clock'>,
  attempt: Attempt,
  { account, send, askUntilMs }: ChargeCall & Pick<ChargeDeadlines, 'askUntilMs'>,
): Promise<ChargeOutcome> => {
  const order = orderOf(attempt);
  const answer = await send(order, { answerBy: Math.min(clock.now() + CHARGE_MS, askUntilMs) });
  // Beside the inquiry, so that no caller waits for it.
  const noted = breaker.note(attempt, answer);
  const outcome = await resolveAnswer(answer, { pos: bank, account, order, time: { answerBy: askUntilMs }, clock });
  await noted;
  return outcome;
};

/** The result of a charge, after its outcome was written or not. */
export type Charged =
  /** The outcome is unknown: the attempt stays in the queue. */
  | { readonly kind: 'unknown' }
  /** Written, and may be reported. A link is paid now, and its report has this address. */
  | { readonly kind: 'approved'; readonly resultReference: string }
  /** Written, and may be reported. */
  | { readonly kind: 'declined'; readonly code: BankCode }
  /** Another call has ended the attempt, or it is too late to write the approval. */
  | { readonly kind: 'not-written' };

const NOT_WRITTEN: Charged = { kind: 'not-written' };

/** The card that an approval stores: from memory where it was just given, else from the attempt itself. */
export type CardOfCharge = (pending: PendingCard) => Promise<KeptCard>;

export interface Conclusion extends Pick<ChargeDeadlines, 'storeCardUntilMs' | 'approveUntilMs'> {
  readonly outcome: ChargeOutcome;
  readonly card: CardOfCharge;
}

/** Writes the outcome of a charge, once; an approval stores the pending card. Throws StoreUnavailable. */
export const concludeCharge = async (
  { attempts, cardStoring, randomness, clock }: Omit<ChargeDependencies, 'bank' | 'breaker'>,
  attempt: Attempt,
  { outcome, card, storeCardUntilMs, approveUntilMs }: Conclusion,
): Promise<Charged> => {
  if (outcome.kind === 'unknown') return outcome;
  // A direct payment has no report of its own, and no address for one.
  const resultReference = isOfLink(attempt) ? addressOf(attempt.payment, randomness.token()) : '';
  const options: ConcludeOptions = { nowMs: clock.now(), resultReference };
  if (outcome.kind === 'declined') {
    const isWritten = await concludeDeclined(attempts, attempt, outcome, options);
    return isWritten ? { kind: 'declined', code: outcome.code } : NOT_WRITTEN;
  }
  const approval = { references: outcome.references, options, card, untilMs: storeCardUntilMs, approveUntilMs };
  const isWritten = await concludeApprovedStoringCard(attempts, attempt, approval, cardStoring);
  return isWritten ? { kind: 'approved', resultReference } : NOT_WRITTEN;
};

/**
 * Charges an attempt whose intent is written: calls the bank, asks if needed, writes the outcome. Throws
 * StoreUnavailable.
 */
export const charge = async (
  deps: ChargeDependencies,
  attempt: Attempt,
  call: ChargeCall & ChargeDeadlines & { readonly card: CardOfCharge },
): Promise<Charged> => concludeCharge(deps, attempt, { ...call, outcome: await sendCharge(deps, attempt, call) });
