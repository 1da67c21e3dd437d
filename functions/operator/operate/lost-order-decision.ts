import { type Attempt, isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import type { AttemptChange } from '../../../shared/domain/attempt/attempt-change.ts';
import { concludeRecheck } from '../../../shared/domain/attempt/queue-transitions.ts';
import { approve, lockForCharge, tellFailed } from '../../../shared/domain/attempt/transitions.ts';
import { isUndecided, type LostOrder, takeBackFacts } from '../../../shared/domain/payment/lost-order.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import type { SentCalls } from '../../../shared/domain/payment/step.ts';
import { nextUndoAction, type UndoAction } from '../../../shared/domain/payment/undo.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { answerOf } from '../../../shared/payment-flow/answer-to-step.ts';
import { chargeOutcomeOf, isStanding, orderOf } from '../../../shared/payment-flow/await-answer.ts';
import { withPlace } from '../../../shared/payment-flow/place.ts';
import type { HistoryAnswer, InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import type { PosAccount } from '../../../shared/ports/bank-gateway.ts';
import type { BookedOrder } from '../../../shared/ports/bank-order.ts';
import type { KeptOrder } from '../../../shared/ports/lost-orders.ts';
import type { OperateDependencies } from './command.ts';
import { notPossible } from './command-error.ts';

/** A lost order at its bank, while an operator decides on it. */
export interface OrderAtBank {
  readonly deps: OperateDependencies;
  readonly order: LostOrder;
  readonly pos: VirtualPos;
  readonly account: PosAccount;
}

/** Four calls fit into one invocation, with room for the writes between them. */
const CALL_MS = 6_000;

const changedMeanwhile = () => notPossible('Another command works on this order: look at it, then try again.');

const bookedOrder = ({ orderId, amount, currency }: LostOrder, found?: InquiryAnswer): BookedOrder => ({
  orderId,
  amount,
  currency,
  installments: 1,
  type: 'sale',
  ...(found !== undefined && isStanding(found) ? { references: found.references } : {}),
});

const callTime = ({ deps }: OrderAtBank) => ({ answerBy: deps.clock.now() + CALL_MS });

/** What the bank says of the order now. */
export const askBank = async (at: OrderAtBank): Promise<InquiryAnswer> => {
  const { bank } = await at.deps.stepping();
  return bank.inquire(at.account, bookedOrder(at.order), callTime(at));
};

/** The attempt that the restored table has for the order; undefined where it has none. */
export const attemptOf = async ({ deps, order }: Pick<OrderAtBank, 'deps' | 'order'>): Promise<Attempt | undefined> => {
  const payment = await deps.wholePayments.findByOrder(order.dealerCode, order.orderId);
  return payment?.attempts.find(({ orderId }) => orderId === order.orderId);
};

/** The approval without a card that waits: the payer agreed to store it in a time that nobody remembers. */
const approvalOf = (
  attempt: Attempt,
  found: Extract<InquiryAnswer, { references: unknown }>,
  { deps }: OrderAtBank,
): AttemptChange | undefined => {
  const resultReference = addressOf(attempt.payment, deps.randomness.token());
  const change = approve(attempt, found.references, { nowMs: deps.clock.now(), resultReference });
  return change === undefined ? undefined : { ...change, dropsPendingCard: true };
};

const NO_PLACE = 'Every place of the reusable link of this order is taken by other payments: take the order back.';

/** The attempt as the one that may be approved: a payer who had left for 3D came back in the lost time. */
const charging = async (attempt: Attempt, { deps }: OrderAtBank): Promise<Attempt | undefined> => {
  if (attempt.state !== 'authenticating' || !isOfLink(attempt)) return attempt;
  const nowMs = deps.clock.now();
  // The bank took the money: the payment has a place of its reusable link, or it cannot be kept.
  const need = { madeOf: attempt.madeOf, pick: attempt.trxId, untilMs: nowMs + CALL_MS };
  const placed = await withPlace(need, deps, async (place) => {
    const locked = lockForCharge(attempt, [], nowMs, place);
    if (locked === undefined) return { kind: 'not-lockable', attempt: undefined } as const;
    const outcome = await deps.attempts.lockForCharge(locked);
    return { kind: outcome.kind, attempt: outcome.kind === 'locked' ? locked.attempt : undefined };
  });
  if (placed.kind === 'no-place') throw notPossible(NO_PLACE);
  return placed.outcome.attempt;
};

const NOT_KEPT =
  'The payment of this order cannot become paid any more, since its link is closed or paid otherwise: take the order back.';

/** What makes an open attempt paid, as the bank shows it. A repeat finds it paid. */
const keepOpen = async (attempt: Attempt, at: OrderAtBank): Promise<AttemptChange> => {
  const found = await askBank(at);
  if (!isStanding(found) || chargeOutcomeOf(found, orderOf(attempt)).kind !== 'approved') {
    throw notPossible(`The bank does not show this charge as ordered (it says ${found.kind}): nothing can be kept.`);
  }
  const open = await charging(attempt, at);
  const approval = open === undefined ? undefined : approvalOf(open, found, at);
  if (approval === undefined) throw notPossible(NOT_KEPT);
  return approval;
};

/** An ended attempt is not asked about once more: the charge that the bank would show is the one that is kept. */
const leaveEnded = async (attempt: Attempt, { deps }: OrderAtBank): Promise<void> => {
  if (attempt.recheckAtMs === undefined) return;
  if (!(await deps.attempts.apply(concludeRecheck(attempt)))) throw changedMeanwhile();
};

/**
 * Makes the table agree with an order that is kept. The approval of its payment, where it needs one, is written with the
 * decision. An order without an attempt stands in the list of lost orders alone.
 */
export const keepCharge = async (at: OrderAtBank): Promise<AttemptChange | undefined> => {
  const attempt = await attemptOf(at);
  if (attempt === undefined || attempt.state === 'approved') return undefined;
  if (at.order.kind === 'open') return keepOpen(attempt, at);
  await leaveEnded(attempt, at);
  return undefined;
};

/** Writes an order as kept and its payment as paid. Throws where another decision was first, or the link is closed. */
export const keepPaid = async (kept: KeptOrder, deps: OperateDependencies): Promise<void> => {
  const { order, ofPos, approval } = kept;
  const { dealerCode, posId, orderId } = order;
  if (await deps.lostOrders.keepPaid(kept)) return;
  const stored = await deps.lostOrders.find(dealerCode, posId, orderId);
  const marks = await deps.lostOrders.ofPos(dealerCode, posId);
  const attempt = await attemptOf({ deps, order });
  const isAsRead =
    stored?.version === order.version - 1 &&
    (ofPos === undefined || marks?.version === ofPos.version - 1) &&
    attempt?.version === approval.fromVersion;
  // Only the link is left to have refused.
  throw isAsRead ? notPossible(NOT_KEPT) : changedMeanwhile();
};

/**
 * Leaves an open attempt to the sweeper, which reverses by itself what nobody was told of, once the stage is resumed. A
 * link's charge would become paid there, so that it is reported failed first.
 */
export const leaveToSweeper = async (attempt: Attempt, { deps }: OrderAtBank): Promise<void> => {
  if (!isOfLink(attempt) || attempt.reportedOutcome !== 'nobody') return;
  const resultReference = addressOf(attempt.payment, deps.randomness.token());
  const change: AttemptChange | undefined = tellFailed(attempt, { nowMs: deps.clock.now(), resultReference });
  if (change !== undefined && !(await deps.attempts.apply(change))) throw changedMeanwhile();
};

interface Known {
  readonly order: LostOrder;
  readonly found: InquiryAnswer;
  readonly history?: HistoryAnswer;
}

const decided = async (
  known: Known,
  at: OrderAtBank,
): Promise<{ readonly known: Known; readonly action: UndoAction }> => {
  const decide = ({ order, found, history }: Known): UndoAction =>
    nextUndoAction(takeBackFacts(order, at.pos, { nowMs: at.deps.clock.now(), found, history }));
  const action = decide(known);
  if (action.kind !== 'ask-history') return { known, action };
  const order = bookedOrder(known.order, known.found);
  const { bank } = await at.deps.stepping();
  const history = await bank.inquireHistory(at.account, order, callTime(at));
  const more = { ...known, history };
  return { known: more, action: decide(more) };
};

/** Writes what is about to be sent, so that a repeat of the command knows of it. */
const noted = async (order: LostOrder, sent: SentCalls, { deps }: OrderAtBank): Promise<LostOrder> => {
  const next = { ...order, version: order.version + 1, sent };
  if (!(await deps.lostOrders.write(next))) throw changedMeanwhile();
  return next;
};

const sendVoid = async ({ order, found }: Known, at: OrderAtBank): Promise<LostOrder> => {
  const { deps, account } = at;
  const { bank } = await deps.stepping();
  const latestMs = deps.clock.now() + CALL_MS;
  const sending = await noted(order, { ...order.sent, voidSentAtMs: latestMs, voidUnheardAtMs: latestMs }, at);
  const answer = await bank.followUp(account, bookedOrder(order, found), { kind: 'void' }, callTime(at));
  if (answer.kind !== 'not-sent' && answerOf(answer) === undefined) return sending;
  const { voidUnheardAtMs: _heard, ...sent } = sending.sent;
  const heard = answer.kind === 'not-sent' ? order.sent : { ...sent, voidSentAtMs: deps.clock.now() };
  return noted(sending, heard, at);
};

const sendCredit = async (
  { order, found }: Known,
  { amount, doneBefore }: Extract<UndoAction, { kind: 'credit' }>,
  at: OrderAtBank,
): Promise<LostOrder> => {
  const { deps, account } = at;
  const { bank } = await deps.stepping();
  const credit = { atMs: deps.clock.now() + CALL_MS, amount, doneBefore };
  const sending = await noted(order, { ...order.sent, credit }, at);
  const booked = { ...bookedOrder(order, found), amount };
  const answer = await bank.followUp(account, booked, { kind: 'refund' }, callTime(at));
  if (answer.kind === 'not-sent') return noted(sending, order.sent, at);
  const proved = answerOf(answer);
  if (proved === undefined) return sending;
  return noted(sending, { ...sending.sent, credit: { ...credit, atMs: deps.clock.now(), answer: proved } }, at);
};

/** How far taking an order back has come. */
export interface TakenBack {
  readonly order: LostOrder;
  readonly isDone: boolean;
  readonly bankSays: InquiryAnswer['kind'];
}

/**
 * Takes an order back one step further, by the bank's word: a Void while the bank's day is open, a Credit after it (rule
 * 4). The bank's inquiry alone ends it. Called again until then, it sends nothing twice.
 */
export const takeBack = async (at: OrderAtBank): Promise<TakenBack> => {
  if (!isUndecided(at.order)) throw new TypeError('an order that is decided');
  const { known, action } = await decided({ order: at.order, found: await askBank(at) }, at);
  if (action.kind === 'done') return { order: known.order, isDone: true, bankSays: known.found.kind };
  if (action.kind !== 'void' && action.kind !== 'credit') {
    return { order: known.order, isDone: false, bankSays: known.found.kind };
  }
  const order = action.kind === 'void' ? await sendVoid(known, at) : await sendCredit(known, action, at);
  const after = await decided({ order, found: await askBank({ ...at, order }) }, { ...at, order });
  return { order, isDone: after.action.kind === 'done', bankSays: after.known.found.kind };
};
