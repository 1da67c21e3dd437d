import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import { type TestCard, testCard } from '../../../shared/nestpay/test-cards.ts';
import type { TerminalOrder, TerminalTransaction } from '../../../shared/ports/bank-terminal-ledger.ts';
import type { BookedOrder } from '../world.ts';
import type { BankTransaction } from './bank-transactions.ts';

/** Whether the bank would give the money of a card's charge back. It voids every hold, but for those of one card. */
const takeBackOf = ({ takeBack, shown, garanti }: TestCard, isHold: boolean): BookedOrder['takeBack'] => {
  if (garanti === 'steps-refused-0208' || garanti === 'steps-refused-0214') return 'nothing';
  if (takeBack === 'void-and-credit-refused') return 'nothing';
  const voids = ['possible', 'void-unclear', 'capture-void-takes-hold', 'credit-twice'].includes(takeBack);
  return isHold || (voids && shown !== 'settled-at-once') ? 'possible' : 'void-refused';
};

const sumOf = (transactions: readonly TerminalTransaction[]): MinorUnits =>
  minor(transactions.reduce((sum, { amount }) => sum + amount, 0));

const stands = ({ voidedAtMs }: TerminalTransaction): boolean => voidedAtMs === undefined;

const TYPES = {
  sales: 'sale',
  preauth: 'pre-authorisation',
  postauth: 'capture',
  void: 'void',
  refund: 'refund',
} as const satisfies Record<TerminalTransaction['type'], BankTransaction['type']>;

export const transactionsOf = ({ orderId, transactions }: TerminalOrder): readonly BankTransaction[] =>
  transactions.map((one) => ({
    orderId,
    type: TYPES[one.type],
    reference: one.hostReference,
    happened: one.state === 'done',
    voided: !stands(one),
  }));

/** An order of a terminal in the form that the invariants use. */
export const bookedTerminalOrder = ({ orderId, transactions, cardId }: TerminalOrder): BookedOrder => {
  const card = testCard(cardId);
  const done = transactions.filter(({ state }) => state === 'done');
  const charge = done.find(({ type }) => type === 'sales' || type === 'preauth');
  const ordered = (charge ?? transactions[0])?.amount ?? minor(0);
  if (charge === undefined) {
    const told = { orderId, ordered, amount: ordered, held: minor(0), givenBack: minor(0) };
    return { ...told, state: 'declined', takeBack: 'nothing' };
  }
  const capture = done.find((one) => one.type === 'postauth' && stands(one));
  const { amount } = capture ?? charge;
  const isHold = charge.type === 'preauth' && capture === undefined && stands(charge);
  const isVoided = !isHold && capture === undefined && !stands(charge);
  const refunded = sumOf(done.filter(({ type }) => type === 'refund'));
  return {
    orderId,
    ordered,
    amount,
    held: isHold ? amount : minor(0),
    givenBack: isVoided ? amount : refunded,
    state: isVoided ? 'voided' : isHold ? 'authorised' : 'captured',
    takeBack: takeBackOf(card, isHold),
    excess: minor(card.takeBack === 'credit-twice' ? refunded / 2 : 0),
    ...(typeof card.charge === 'object' ? { calledDeclined: true as const } : {}),
  };
};
