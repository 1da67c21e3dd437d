import { type DirectAttempt, isOfLink } from '../../shared/domain/attempt/attempt.ts';
import { ANSWER_BY_MS, CHARGE_MS } from '../../shared/domain/attempt/timing.ts';
import type { KeptCard, PendingCard } from '../../shared/domain/card/stored-card.ts';
import { ANSWER_RESERVE_MS } from '../../shared/http/deadline.ts';
import { type ChargeOutcome, orderOf, resolveAnswer } from '../../shared/payment-flow/await-answer.ts';
import { concludeDeclined } from '../../shared/payment-flow/conclude.ts';
import { type CardStoring, concludeApprovedStoringCard } from '../../shared/payment-flow/store-card.ts';
import type { Attempts } from '../../shared/ports/attempts.ts';
import type { BankGateway, PaymentCard, PosAccount } from '../../shared/ports/bank-gateway.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import { StoreUnavailable } from '../../shared/ports/store-errors.ts';
import { type DirectPaymentData, tellable } from './answer.ts';

export interface ChargeDependencies {
  readonly attempts: Attempts;
  readonly bank: BankGateway;
  readonly cardStoring: CardStoring;
  readonly clock: Clock;
}

/** For writing what the bank said, before the invocation's own answer leaves. */
const WRITE_TIME_MS = 3000;

/** How long a caller hears an answer: then the invocation's time is over, and OutcomeUnknown was its answer. */
const LISTENS_MS = ANSWER_BY_MS - ANSWER_RESERVE_MS;

/** Until when an outcome must be on its way to the table, so that the caller of this moment hears of it. */
export const hearsUntilMs = (clock: Clock): number => clock.now() + LISTENS_MS - WRITE_TIME_MS;

/**
 * Writes an approval only while somebody can hear of it. An invocation that stood still may go on long after its caller
 * was told OutcomeUnknown: what it finds is collected by a call with the same code, or taken back (rule 9).
 */
const whileHeard = (attempts: Attempts, clock: Clock, untilMs: number): Attempts => ({
  ...attempts,
  end: async (attempt, end) => (end.state === 'approved' && clock.now() > untilMs ? false : attempts.end(attempt, end)),
  approveStoring: async (attempt, end, card) =>
    clock.now() > untilMs ? 'not-ended' : attempts.approveStoring(attempt, end, card),
});

/** The attempt as it is at the table, where it is a direct payment's. */
export const findDirect = async (
  attempts: Pick<Attempts, 'find'>,
  reference: string,
): Promise<DirectAttempt | undefined> => {
  const attempt = await attempts.find(reference);
  return attempt === undefined || isOfLink(attempt) ? undefined : attempt;
};

const readBack = async (attempts: Attempts, { reference }: DirectAttempt): Promise<DirectPaymentData | undefined> => {
  try {
    const now = await findDirect(attempts, reference);
    return now === undefined ? undefined : tellable(now);
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
};

/** The attempt as it stands in its row once the bank's verdict is written. */
const concluded = (attempt: DirectAttempt, verdict: Exclude<ChargeOutcome, { kind: 'unknown' }>): DirectAttempt =>
  verdict.kind === 'approved'
    ? { ...attempt, state: 'approved', told: 'paid' }
    : { ...attempt, state: 'declined', told: 'failed', bank: { code: verdict.code } };

/** What the bank said, and the card that may be stored with an approval. */
export interface Conclusion {
  readonly verdict: ChargeOutcome;
  readonly card: (pending: PendingCard) => Promise<KeptCard>;
  /** Until when an approval may be written, since its caller hears of it (`hearsUntilMs`). */
  readonly untilMs: number;
}

/**
 * Writes what the bank said and answers what may be told then. Where the write is refused or its outcome is not known,
 * the row is read back and has the last word; undefined when that fails too, or when the bank has not told (rule 1).
 * Throws StoreUnavailable where nobody can say whether the charge of a payment without a code stays.
 */
export const concludeDirectly = async (
  { attempts, clock, cardStoring }: Pick<ChargeDependencies, 'attempts' | 'clock' | 'cardStoring'>,
  attempt: DirectAttempt,
  { verdict, card, untilMs }: Conclusion,
): Promise<DirectPaymentData | undefined> => {
  if (verdict.kind === 'unknown') return undefined;
  // A direct payment has no report of its own: the address of a link's result is never used.
  const options = { nowMs: clock.now(), resultReference: '' };
  let failure: StoreUnavailable | undefined;
  try {
    const written =
      verdict.kind === 'approved'
        ? await concludeApprovedStoringCard(
            whileHeard(attempts, clock, untilMs),
            attempt,
            { references: verdict.references, options, card, untilMs },
            cardStoring,
          )
        : await concludeDeclined(attempts, attempt, verdict, options);
    if (written) return tellable(concluded(attempt, verdict));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    failure = error;
  }
  const data = await readBack(attempts, attempt);
  // Without a code OutcomeUnknown says that a charge is taken back. One whose approval may be written is not: that is EX.
  const mayStay = verdict.kind === 'approved' && failure?.outcome === 'unknown';
  if (data === undefined && mayStay && attempt.direct.otherTrxCode === undefined) throw failure;
  return data;
};

/**
 * Says that nobody waits for the bank any more: a call with the same code need not wait until the attempt is in doubt by
 * itself, and may ask at once (rules 8, 9). Where it cannot be written, time says it.
 */
const leaveInDoubt = async (attempts: Attempts, attempt: DirectAttempt): Promise<void> => {
  try {
    await attempts.update(attempt, { state: 'in-doubt', dueAtMs: attempt.dueAtMs });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
};

/**
 * Charges an attempt whose intent is written, asks after an answer that does not tell, and concludes. Undefined when
 * the outcome is unknown: the attempt stays in the queue and is settled without its caller (rules 8, 9). `untilMs`: see
 * `hearsUntilMs`.
 */
export const chargeDirectly = async (
  deps: ChargeDependencies,
  attempt: DirectAttempt,
  { account, card, payerAddress }: { account: PosAccount; card: PaymentCard & KeptCard; payerAddress: string },
  untilMs: number,
): Promise<DirectPaymentData | undefined> => {
  const { bank, clock } = deps;
  const order = orderOf(attempt);
  // Nothing is charged for a caller who is gone, nor when the attempt is in doubt already (rule 5).
  const time = { answerBy: Math.min(attempt.answerByMs ?? 0, untilMs) };
  const chargeTime = { answerBy: Math.min(clock.now() + CHARGE_MS, time.answerBy) };
  const answer = await bank.charge(account, { ...order, card, payerAddress }, chargeTime);
  const verdict = await resolveAnswer(answer, { pos: bank, account, order, time, clock });
  if (verdict.kind === 'unknown') {
    await leaveInDoubt(deps.attempts, attempt);
    return undefined;
  }
  return concludeDirectly(deps, attempt, { verdict, card: async () => card, untilMs });
};
