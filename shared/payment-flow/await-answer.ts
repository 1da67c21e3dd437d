import type { Attempt } from '../domain/attempt/attempt.ts';
import type { BankCode } from '../domain/attempt/bank-codes.ts';
import { LEAST_CALL_MS } from '../domain/attempt/timing.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import type { BankAnswer, BankReferences, InquiryAnswer, StandingCharge } from '../ports/bank-answers.ts';
import type { BankGateway, CallTime, PosAccount } from '../ports/bank-gateway.ts';
import type { PosOrder } from '../ports/bank-order.ts';
import type { Clock } from '../ports/clock.ts';

const MAX_INQUIRIES = 3;

export type ChargeOutcome =
  | { readonly kind: 'approved'; readonly references: BankReferences }
  | {
      readonly kind: 'declined';
      readonly code: BankCode;
      readonly references?: BankReferences;
      /** The bank is asked about this decline once more the next day. */
      readonly asksAgain?: true;
    }
  | { readonly kind: 'unknown' };

export const orderOf = ({ orderId, terms }: Attempt): PosOrder => ({
  orderId,
  amount: terms.total,
  currency: terms.currency,
  installments: terms.installments,
  type: terms.type,
});

/** The charge stands at the bank, with any amount. */
export type StandingAnswer = Extract<InquiryAnswer, { readonly kind: StandingCharge }>;

export const isStanding = (answer: InquiryAnswer): answer is StandingAnswer =>
  answer.kind === 'authorised' || answer.kind === 'captured' || answer.kind === 'settled';

/**
 * Whether a charge that stands is the one that was ordered. A sale may be in any state: some banks show a whole sale as
 * authorised until the day end, and all show it as settled later. A pre-authorisation must still be authorised: we
 * capture only after we know of its approval.
 */
const isAsOrdered = ({ kind, amount }: StandingAnswer, order: PosOrder): boolean =>
  amount === order.amount && (order.type === 'sale' || kind === 'authorised');

const declinedVerdict = (answer: Extract<BankAnswer | InquiryAnswer, { kind: 'declined' }>): ChargeOutcome => {
  const { kind, code, asksAgain } = answer;
  return omitUndefined({ kind, code, references: 'references' in answer ? answer.references : undefined, asksAgain });
};

/** The outcome of a charge by an inquiry: approved only if it was taken in full and as ordered (rule 3). */
export const chargeOutcomeOf = (answer: InquiryAnswer, order: PosOrder): ChargeOutcome => {
  if (answer.kind === 'declined') return declinedVerdict(answer);
  if (!isStanding(answer) || !isAsOrdered(answer, order)) return { kind: 'unknown' };
  return { kind: 'approved', references: answer.references };
};

/**
 * The outcome of a charge by the bank's answer. If the answer is unknown, the bank is asked once within the time that
 * is left. "No record" is not believed here (rule 5); an unknown outcome is left to the sweeper.
 */
export const resolveAnswer = async (
  answer: BankAnswer,
  call: {
    readonly pos: BankGateway;
    readonly account: PosAccount;
    readonly order: PosOrder;
    readonly time: CallTime;
    readonly clock: Clock;
  },
): Promise<ChargeOutcome> => {
  if (answer.kind === 'approved') return answer;
  if (answer.kind === 'declined') return declinedVerdict(answer);
  if (answer.kind === 'not-sent') return { kind: 'declined', code: answer.code };
  const { pos, account, order, time, clock } = call;
  for (let inquiry = 0; inquiry < MAX_INQUIRIES; inquiry += 1) {
    if (time.answerBy - clock.now() < LEAST_CALL_MS) return { kind: 'unknown' };
    const verdict = chargeOutcomeOf(await pos.inquire(account, order, time), order);
    if (verdict.kind !== 'unknown') return verdict;
  }
  return { kind: 'unknown' };
};
