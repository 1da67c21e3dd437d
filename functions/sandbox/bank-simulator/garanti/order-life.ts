import { type MinorUnits, minor } from '../../../../shared/domain/money/money.ts';
import type { TestTakeBack } from '../../../../shared/nestpay/test-card-behaviour.ts';
import type { TestCard } from '../../../../shared/nestpay/test-cards.ts';
import type { TerminalOrder, TerminalTransaction } from '../../../../shared/ports/bank-terminal-ledger.ts';
import type { BankDay } from '../bank-day.ts';
import type { Refusal } from './refusals.ts';
import type { CheckedStep } from './request.ts';

/** `Settlement`: open, settled, or an error that a card stands for. */
export type Settlement = 'N' | 'Y' | 'E';

type CardLife = Pick<TestCard, 'shown' | 'takeBack' | 'garanti'>;

const CHARGES: readonly TerminalTransaction['type'][] = ['sales', 'postauth'];

/** Whether a transaction happened and no void cancelled it. */
export const stands = ({ state, voidedAtMs }: TerminalTransaction): boolean =>
  state === 'done' && voidedAtMs === undefined;

/** Whether a transaction took money. */
export const isCharge = ({ type }: TerminalTransaction): boolean => CHARGES.includes(type);

/** Whether the bank's day of a transaction has ended. The moment of the end belongs to the next day. */
const isClosed = ({ atMs }: TerminalTransaction, { closedAtMs }: Pick<BankDay, 'closedAtMs'>): boolean =>
  atMs < closedAtMs;

const SETTLED_AT_ONCE: readonly TestCard['shown'][] = ['settled', 'settled-at-once'];

/** What the history shows as settled. Holds are never settled, nor what did not happen. */
export const settlementOf = (
  transaction: TerminalTransaction,
  { shown, garanti }: CardLife,
  day: Pick<BankDay, 'closedAtMs'>,
): Settlement => {
  if (transaction.state === 'failed' || transaction.type === 'preauth' || transaction.type === 'void') return 'N';
  if (garanti === 'settlement-error' && isCharge(transaction)) return 'E';
  if (isCharge(transaction) && SETTLED_AT_ONCE.includes(shown)) return 'Y';
  return isClosed(transaction, day) ? 'Y' : 'N';
};

/** The hold of a pre-authorisation that stands and was not captured. */
export const holdOf = ({ transactions }: Pick<TerminalOrder, 'transactions'>): TerminalTransaction | undefined =>
  transactions.some((one) => one.type === 'postauth' && stands(one))
    ? undefined
    : transactions.find((one) => one.type === 'preauth' && stands(one));

/** What is left of a charge after its refunds; below zero where the bank carried one out twice. */
export const leftOf = (
  { transactions }: Pick<TerminalOrder, 'transactions'>,
  { amount, hostReference }: Pick<TerminalTransaction, 'amount' | 'hostReference'>,
): MinorUnits =>
  minor(
    transactions
      .filter((one) => one.type === 'refund' && stands(one) && one.originalReference === hostReference)
      .reduce((left, refund) => left - refund.amount, amount as number),
  );

/** `Status` of an order as `orderinq` tells it. It does not tell of voids and refunds: the history does. */
export const statusOf = ({ transactions }: Pick<TerminalOrder, 'transactions'>) => {
  const done = transactions.filter(({ state }) => state === 'done');
  if (done.some(({ type }) => type === 'sales')) return 'APPROVED';
  if (done.some((one) => one.type === 'postauth' && stands(one))) return 'APPROVED';
  return done.some(({ type }) => type === 'preauth') ? 'WAITINGPOSTAUTH' : 'DECLINED';
};

/** Whether an order id may be charged (again): only where nothing of it ever happened. */
export const mayBeCharged = ({ transactions }: Pick<TerminalOrder, 'transactions'>): boolean =>
  transactions.every(({ state }) => state === 'failed');

/** What a step is about: the one transaction that it names, or that it may mean. */
const targetOf = (
  possible: readonly TerminalTransaction[],
  originalReference: string,
): TerminalTransaction | { readonly refused: Refusal } => {
  const named = originalReference === '' ? possible : possible.filter((one) => one.hostReference === originalReference);
  const [target, ...others] = named;
  if (target === undefined) return { refused: 'not valid' };
  return others.length > 0 ? { refused: 'more than one' } : target;
};

/** The changed transactions of an order and what is answered about, or why the step is refused. */
export type Step =
  | { readonly transactions: readonly TerminalTransaction[]; readonly done: TerminalTransaction }
  | { readonly refused: Refusal };

/** What the bank adds to a transaction of its own. */
export type NewReferences = Pick<TerminalTransaction, 'hostReference' | 'authCode'>;

interface Asked extends CheckedStep {
  readonly references: NewReferences;
}

const doneStep = (
  { type, references }: Asked,
  about: { readonly target: TerminalTransaction; readonly amount: MinorUnits },
  nowMs: number,
): TerminalTransaction => ({
  type,
  state: 'done',
  returnCode: '00',
  amount: about.amount,
  originalReference: about.target.hostReference,
  atMs: nowMs,
  ...references,
});

/** A capture may be at most this percentage of the pre-authorised amount. */
const MAX_CAPTURE_PERCENT = 115;

/** `postauth`: captures a hold, with an amount of its own. */
export const captured = ({ transactions }: TerminalOrder, asked: Asked, { nowMs }: BankDay): Step => {
  const target = targetOf(
    transactions.filter((one) => one.type === 'preauth' && stands(one)),
    asked.originalReference,
  );
  if ('refused' in target) return target;
  if (transactions.some((one) => one.type === 'postauth' && stands(one))) return { refused: 'captured already' };
  if (asked.amount * 100 > target.amount * MAX_CAPTURE_PERCENT) return { refused: 'too much' };
  const done = doneStep(asked, { target, amount: asked.amount }, nowMs);
  return { transactions: [...transactions, done], done };
};

const VOIDABLE: readonly TestTakeBack[] = ['possible', 'void-unclear', 'capture-void-takes-hold', 'credit-twice'];

/** Why a standing transaction cannot be voided. A hold can on every day, all else on its own. */
const voidRefusal = (
  order: TerminalOrder,
  target: TerminalTransaction,
  { shown, takeBack, day }: CardLife & { readonly day: BankDay },
): Refusal | undefined => {
  if (target.type === 'preauth') return holdOf(order) === target ? undefined : 'not valid';
  if (isCharge(target) && (shown === 'settled-at-once' || !VOIDABLE.includes(takeBack))) return 'day is closed';
  if (target.type === 'refund' && takeBack === 'credit-twice') return 'not possible';
  if (isCharge(target) && leftOf(order, target) !== target.amount) return 'not valid';
  return isClosed(target, day) ? 'day is closed' : undefined;
};

/** `void`: cancels a standing transaction. The void of a capture leaves the hold, unless the card says otherwise. */
export const voided = (order: TerminalOrder, card: CardLife, asked: Asked, day: BankDay): Step => {
  const standing = order.transactions.filter((one) => stands(one) && one.type !== 'void');
  const refusal = (one: TerminalTransaction): Refusal | undefined => voidRefusal(order, one, { ...card, day });
  const isNamed = asked.originalReference !== '';
  const possible = isNamed ? standing : standing.filter((one) => refusal(one) === undefined);
  const target = targetOf(possible, asked.originalReference);
  if ('refused' in target) return target;
  const refused = refusal(target);
  if (refused !== undefined) return { refused };
  const takesHold = target.type === 'postauth' && card.takeBack === 'capture-void-takes-hold';
  const isTaken = (one: TerminalTransaction): boolean =>
    one === target || (takesHold && one.hostReference === target.originalReference);
  const done = doneStep(asked, { target, amount: target.amount }, day.nowMs);
  const before = order.transactions.map((one) => (isTaken(one) ? { ...one, voidedAtMs: day.nowMs } : one));
  return { transactions: [...before, done], done };
};

/** `refund`, in full or in part, from the day after the charge. `again`: references of a refund that the bank does twice. */
export const refunded = (
  order: TerminalOrder,
  card: CardLife,
  asked: Asked & { readonly again: NewReferences },
  day: BankDay,
): Step => {
  const standing = order.transactions.filter((one) => isCharge(one) && stands(one));
  const target = targetOf(standing, asked.originalReference);
  if ('refused' in target) return target;
  if (!isClosed(target, day) && card.shown !== 'settled-at-once') return { refused: 'day is open' };
  if (asked.amount > leftOf(order, target)) return { refused: 'nothing left' };
  if (card.takeBack === 'void-and-credit-refused') return { refused: 'not possible' };
  const { again, ...first } = asked;
  const done = doneStep(first, { target, amount: asked.amount }, day.nowMs);
  const twice = card.takeBack === 'credit-twice' ? [{ ...done, ...again }] : [];
  return { transactions: [...order.transactions, done, ...twice], done };
};
