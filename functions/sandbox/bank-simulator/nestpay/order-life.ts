import { type MinorUnits, minor } from '../../../../shared/domain/money/money.ts';
import type { TestFollowUpFault, TestTakeBack, TestView } from '../../../../shared/nestpay/test-card-behaviour.ts';
import { type TestCard, testCard } from '../../../../shared/nestpay/test-cards.ts';
import type { BankCharge, BankCredit, BankFollowUp, BankOrder } from '../../../../shared/ports/bank-ledger.ts';
import type { BankDay } from '../bank-day.ts';
import type { ErrorCode } from './error-codes.ts';

/** `TRANS_STAT` of a transaction. */
export type TransactionState = 'A' | 'C' | 'S' | 'V' | 'D' | 'R' | 'PN';

/** A transaction as inquiry and history show it. */
export interface TransactionView {
  /** `CHARGE_TYPE_CD`: a sale or pre-authorisation, or a credit. */
  readonly type: 'S' | 'C';
  readonly state: TransactionState;
  readonly amount: MinorUnits;
  readonly capturedAmount?: MinorUnits;
  readonly atMs: number;
  readonly capturedAtMs?: number;
  readonly voidedAtMs?: number;
  readonly procReturnCode: string;
  readonly authCode: string;
  readonly hostReference: string;
  readonly transactionId: string;
}

const DAY_MS = 86_400_000;
/** The return code of a decline, which a bank shows beside a charge that it took. */
const DECLINE_BESIDE = '05';

type CardLife = Pick<TestCard, 'shown' | 'takeBack'>;

/** Whether the bank's day of a moment is closed. The moment of the close itself belongs to the next day. */
const isClosedOver = (momentMs: number, closedAtMs: number): boolean => momentMs < closedAtMs;

/** The state in which a captured charge is shown until its day ends. */
const untilDayEnd: Readonly<Record<TestView, TransactionState>> = {
  captured: 'C',
  authorised: 'A',
  settled: 'S',
  'settled-at-once': 'S',
  'pending-then-charged': 'PN',
  'pending-then-reversed': 'PN',
  reversed: 'D',
  'reversal-fails': 'D',
  'charged-with-decline-code': 'C',
};

const declinedState = (shown: TestView, closed: boolean): TransactionState => {
  if (shown === 'pending-then-reversed') return closed ? 'R' : 'PN';
  return shown === 'reversed' && closed ? 'R' : 'D';
};

/** The state that the bank shows for a charge. It follows from its books, its day and the behaviour of the card. */
export const chargeState = (
  charge: Pick<BankCharge, 'state' | 'authorisedAtMs' | 'capturedAtMs'>,
  shown: TestView,
  closedAtMs: number,
): TransactionState => {
  if (charge.state === 'voided') return 'V';
  if (charge.state === 'declined') return declinedState(shown, isClosedOver(charge.authorisedAtMs, closedAtMs));
  if (charge.state === 'authorised') return 'A';
  // A credit is possible only once the day has closed, or at a bank that settles at once.
  return isClosedOver(charge.capturedAtMs ?? charge.authorisedAtMs, closedAtMs) ? 'S' : untilDayEnd[shown];
};

const shownCharge = (charge: BankCharge, shown: TestView, closedAtMs: number): TransactionView => {
  const state = chargeState(charge, shown, closedAtMs);
  const { amount, authorisedAtMs, procReturnCode, authCode, hostReference, transactionId } = charge;
  const common = { type: 'S', state, amount, atMs: authorisedAtMs, procReturnCode } as const;
  const references = { authCode, hostReference, transactionId };
  const voided = charge.voidedAtMs === undefined ? {} : { voidedAtMs: charge.voidedAtMs };
  // Undecided, or declined as far as the bank has said: no amount was taken, so none is shown.
  if (state === 'PN') return { ...common, procReturnCode: '', authCode: '', hostReference: '', transactionId };
  if (state === 'D' && charge.state === 'captured')
    return { ...common, ...references, procReturnCode: '92', authCode: '' };
  if (state === 'A' || charge.capturedAtMs === undefined) return { ...common, ...references, ...voided };
  const captured = { capturedAmount: charge.capturedAmount, capturedAtMs: charge.capturedAtMs };
  // Until somebody at the bank notices.
  const isWrong = shown === 'charged-with-decline-code' && !isClosedOver(authorisedAtMs + DAY_MS, closedAtMs);
  if (isWrong && (state === 'C' || state === 'S')) {
    return { ...common, ...references, ...captured, procReturnCode: DECLINE_BESIDE };
  }
  return { ...common, ...references, ...captured, ...voided };
};

const shownCredit = (credit: BankCredit, closedAtMs: number): TransactionView => {
  const { amount, atMs, procReturnCode, authCode, hostReference, transactionId, voidedAtMs } = credit;
  const done = isClosedOver(atMs, closedAtMs) ? 'S' : 'C';
  const states = { done, voided: 'V', declined: 'D' } as const;
  return {
    type: 'C',
    state: states[credit.state],
    amount,
    capturedAmount: amount,
    atMs,
    capturedAtMs: atMs,
    ...(voidedAtMs === undefined ? {} : { voidedAtMs }),
    procReturnCode,
    authCode,
    hostReference,
    transactionId,
  };
};

/**
 * Every transaction of an order, oldest first; a pre-authorisation that was captured counts from its capture. An inquiry
 * shows only the last.
 */
export const transactionsOf = (order: BankOrder, closedAtMs: number): readonly TransactionView[] => {
  const { shown } = testCard(order.cardId);
  const charge = { atMs: order.capturedAtMs ?? order.authorisedAtMs, row: shownCharge(order, shown, closedAtMs) };
  const credits = order.credits.map((credit) => ({ atMs: credit.atMs, row: shownCredit(credit, closedAtMs) }));
  const inOrder = [charge, ...credits].toSorted((one, other) => one.atMs - other.atMs);
  const declined = order.declinedBefore.map((before) => shownCharge(before, 'captured', closedAtMs));
  return [...declined, ...inOrder.map(({ row }) => row)];
};

/** Whether an order number may be charged again: only after a decline that is final. */
export const mayBeChargedAgain = (order: BankOrder, closedAtMs: number): boolean =>
  order.state === 'declined' && chargeState(order, testCard(order.cardId).shown, closedAtMs) !== 'PN';

/** The rest of a captured charge after its credits; below zero where the bank carried one out twice. */
export const leftOf = ({ capturedAmount, credits }: Pick<BankOrder, 'capturedAmount' | 'credits'>): MinorUnits =>
  minor(
    credits.reduce((left, { state, amount }) => (state === 'done' ? left - amount : left), capturedAmount as number),
  );

/** The changes that a step makes to the order, or the code of its refusal. */
export type Step = Partial<BankOrder> | { readonly refused: ErrorCode };

/** A capture may be at most this percentage of the pre-authorised amount. */
const MAX_CAPTURE_PERCENT = 115;

/** `PostAuth`: captures a pre-authorisation, in full if no amount is given. `named` is `PREAMT`. */
export const captured = (
  order: BankOrder,
  asked: { readonly amount: MinorUnits | undefined; readonly named: MinorUnits | undefined },
  nowMs: number,
): Step => {
  if (order.type === 'Auth') return { refused: 'CORE-2115' };
  if (order.state === 'captured' || order.state === 'refunded') return { refused: 'CORE-2506' };
  if (order.state !== 'authorised') return { refused: 'CORE-2509' };
  const amount = asked.amount ?? order.amount;
  if (amount === 0) return { refused: 'CORE-2009' };
  if (amount > order.amount && asked.named !== order.amount) return { refused: 'CORE-2512' };
  if (amount * 100 > order.amount * MAX_CAPTURE_PERCENT) return { refused: 'CORE-2505' };
  return { state: 'captured', capturedAmount: amount, capturedAtMs: nowMs };
};

const VOIDABLE: readonly TestTakeBack[] = ['possible', 'void-unclear', 'capture-void-takes-hold', 'credit-twice'];

const voidedCredit = (order: BankOrder, index: number, nowMs: number): Step => {
  const credits = order.credits.map((credit, at) =>
    at === index ? { ...credit, state: 'voided' as const, voidedAtMs: nowMs } : credit,
  );
  return { state: 'captured', credits };
};

/**
 * `Void`: cancels the latest standing transaction while its day is open. A captured pre-authorisation becomes a
 * pre-authorisation again, or is voided too if its card says so; a voided credit gives no money back.
 */
export const voided = (order: BankOrder, { shown, takeBack }: CardLife, days: BankDay): Step => {
  const { closedAtMs, nowMs } = days;
  const latest = order.credits.findLastIndex(({ state }) => state === 'done');
  const credit = order.credits[latest];
  if (credit !== undefined) {
    // The bank finds no way back from what it did twice.
    if (takeBack === 'credit-twice') return { refused: 'CORE-2008' };
    return isClosedOver(credit.atMs, closedAtMs) ? { refused: 'CORE-2008' } : voidedCredit(order, latest, nowMs);
  }
  if (chargeState(order, shown, closedAtMs) === 'PN') return { refused: 'CORE-2304' };
  if (order.state === 'authorised') return { state: 'voided', voidedAtMs: nowMs };
  const open = order.state === 'captured' && !isClosedOver(order.capturedAtMs ?? order.authorisedAtMs, closedAtMs);
  const possible = VOIDABLE.includes(takeBack);
  if (!open || !possible || shown === 'settled-at-once' || shown === 'reversal-fails') return { refused: 'CORE-2008' };
  return order.type === 'PreAuth' && takeBack !== 'capture-void-takes-hold'
    ? { state: 'authorised', capturedAmount: minor(0) }
    : { state: 'voided', voidedAtMs: nowMs };
};

/** Why a `Credit` is refused; undefined if it is accepted. */
export const creditRefusal = (
  order: BankOrder,
  { shown, takeBack }: CardLife,
  asked: { readonly amount: MinorUnits; readonly closedAtMs: number },
): ErrorCode | undefined => {
  const stands = order.state === 'captured' || order.state === 'refunded';
  if (!stands) return order.state === 'authorised' ? 'CORE-2508' : 'CORE-2504';
  const closed = isClosedOver(order.capturedAtMs ?? order.authorisedAtMs, asked.closedAtMs);
  if (!closed && shown !== 'settled-at-once') return 'CORE-2508';
  const left = leftOf(order);
  if (left <= 0) return 'CORE-2504';
  if (asked.amount > left) return 'CORE-2503';
  return takeBack === 'void-and-credit-refused' ? 'CORE-2514' : undefined;
};

/** The fault that a call meets: that of its card, once for each kind of call. */
export const followUpFaultOf = (
  { cardId, faultsMet = [] }: Pick<BankOrder, 'cardId' | 'faultsMet'>,
  type: BankFollowUp,
): TestFollowUpFault | undefined => (faultsMet.includes(type) ? undefined : testCard(cardId).followUpFault);
