import { type Attempt, isOfLink } from '../domain/attempt/attempt.ts';
import type { BankCode } from '../domain/attempt/bank-codes.ts';
import type { KeptCard, PendingCard } from '../domain/card/stored-card.ts';
import type { Attempts } from '../ports/attempts.ts';
import type { BankAnswer, BankGateway, CallTime, PosAccount, PosOrder } from '../ports/bank-gateway.ts';
import type { Clock } from '../ports/clock.ts';
import type { Randomness } from '../ports/identifiers.ts';
import { type ChargeOutcome, orderOf, resolveAnswer } from './await-answer.ts';
import { type ConcludeOptions, concludeDeclined } from './conclude.ts';
import { type CardStoring, concludeApprovedStoringCard } from './store-card.ts';

export interface ChargeDependencies {
  readonly attempts: Attempts;
  readonly bank: BankGateway;
  readonly cardStoring: CardStoring;
  readonly randomness: Randomness;
  readonly clock: Clock;
}

/** Until when each part of a charge may still be done. */
export interface ChargeDeadlines {
  /** The bank is called and asked until then, and never past the moment at which the attempt is in doubt (rule 5). */
  readonly askUntilMs: number;
  /** A card may be stored with the approval until then. */
  readonly storeCardUntilMs: number;
  /** An approval may be written until then. A decline is written at any time: nothing stays charged by it. */
  readonly approveUntilMs: number;
}

/** Our budget for the charge itself, inside the invocation's 30 s: what is left then is for asking after it. */
const CHARGE_MS = 20_000;
/** How long after the charge of a link began its answer is asked after: what is left is for writing it. */
const ASK_MS = 24_000;

/** A link shows its payer whatever became of the charge, so its approval is written whenever it comes. */
export const linkDeadlines = ({ answerByMs = 0 }: Pick<Attempt, 'answerByMs'>, nowMs: number): ChargeDeadlines => ({
  askUntilMs: Math.min(nowMs + ASK_MS, answerByMs),
  storeCardUntilMs: answerByMs,
  approveUntilMs: Number.POSITIVE_INFINITY,
});

/**
 * The charge of a direct payment whose caller hears an answer until `heardUntilMs`. Nothing is charged for a caller who is
 * gone. An approval found later stays unwritten: a call with the same code collects it, or it is reversed (rule 9).
 */
export const directDeadlines = (
  { answerByMs = 0 }: Pick<Attempt, 'answerByMs'>,
  heardUntilMs: number,
): ChargeDeadlines => ({
  askUntilMs: Math.min(answerByMs, heardUntilMs),
  storeCardUntilMs: heardUntilMs,
  approveUntilMs: heardUntilMs,
});

/** One call for money at the account of a virtual POS. */
export interface ChargeCall {
  readonly account: PosAccount;
  /** Sends the charge: with the card itself, or with what its holder's 3D authentication proved. */
  readonly send: (order: PosOrder, time: CallTime) => Promise<BankAnswer>;
}

/**
 * Sends the charge of an attempt whose intent is written, once, and asks after an answer that does not tell the outcome.
 * What stays unknown is left to the reconciliation (rules 3, 5, 8).
 */
export const sendCharge = async (
  { bank, clock }: Pick<ChargeDependencies, 'bank' | 'clock'>,
  attempt: Attempt,
  { account, send, askUntilMs }: ChargeCall & Pick<ChargeDeadlines, 'askUntilMs'>,
): Promise<ChargeOutcome> => {
  const order = orderOf(attempt);
  const answer = await send(order, { answerBy: Math.min(clock.now() + CHARGE_MS, askUntilMs) });
  return resolveAnswer(answer, { pos: bank, account, order, time: { answerBy: askUntilMs }, clock });
};

/** What became of a charge once its outcome was to be written. */
export type Charged =
  /** The bank has not told: the attempt stays in the queue. */
  | { readonly kind: 'unknown' }
  /** Written, and may be told. A link is paid now, and its report has this address. */
  | { readonly kind: 'approved'; readonly resultReference: string }
  /** Written, and may be told. */
  | { readonly kind: 'declined'; readonly code: BankCode }
  /** Somebody else has concluded the attempt, or nobody may write its approval any more. */
  | { readonly kind: 'not-written' };

const NOT_WRITTEN: Charged = { kind: 'not-written' };

/** The card that an approval stores: from memory where it was just given, else from the attempt itself. */
export type CardOfCharge = (pending: PendingCard) => Promise<KeptCard>;

export interface Conclusion extends Pick<ChargeDeadlines, 'storeCardUntilMs' | 'approveUntilMs'> {
  readonly outcome: ChargeOutcome;
  readonly card: CardOfCharge;
}

/** Writes what the bank said of a charge, once, and with an approval the card that waits in it. Throws StoreUnavailable. */
export const concludeCharge = async (
  { attempts, cardStoring, randomness, clock }: Omit<ChargeDependencies, 'bank'>,
  attempt: Attempt,
  { outcome, card, storeCardUntilMs, approveUntilMs }: Conclusion,
): Promise<Charged> => {
  if (outcome.kind === 'unknown') return outcome;
  // A direct payment has no report of its own, and no address for one.
  const resultReference = isOfLink(attempt) ? randomness.token() : '';
  const options: ConcludeOptions = { nowMs: clock.now(), resultReference };
  if (outcome.kind === 'declined') {
    const isWritten = await concludeDeclined(attempts, attempt, outcome, options);
    return isWritten ? { kind: 'declined', code: outcome.code } : NOT_WRITTEN;
  }
  const approval = { references: outcome.references, options, card, untilMs: storeCardUntilMs, approveUntilMs };
  const isWritten = await concludeApprovedStoringCard(attempts, attempt, approval, cardStoring);
  return isWritten ? { kind: 'approved', resultReference } : NOT_WRITTEN;
};

/** Charges an attempt whose intent is written: calls the bank, asks after, concludes. Throws StoreUnavailable. */
export const charge = async (
  deps: ChargeDependencies,
  attempt: Attempt,
  call: ChargeCall & ChargeDeadlines & { readonly card: CardOfCharge },
): Promise<Charged> => concludeCharge(deps, attempt, { ...call, outcome: await sendCharge(deps, attempt, call) });
