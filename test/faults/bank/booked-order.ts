import { minor } from '../../../shared/domain/money/money.ts';
import { type TestCard, testCard } from '../../../shared/nestpay/test-cards.ts';
import type { BankOrder } from '../../../shared/ports/bank-ledger.ts';
import type { BookedOrder } from '../world.ts';

/** Whether the bank would give the money of a card's charge back. A mere authorisation is never credited. */
const takeBackOf = ({ takeBack, shown }: TestCard, state: BankOrder['state']): BookedOrder['takeBack'] => {
  if (takeBack === 'void-and-credit-refused') return 'nothing';
  const voids = ['possible', 'void-unclear', 'capture-void-takes-hold', 'credit-twice'].includes(takeBack);
  if (state === 'authorised') return 'possible';
  return voids && shown !== 'settled-at-once' && shown !== 'reversal-fails' ? 'possible' : 'void-refused';
};

/** An order in the form that the invariants use. The end of the day does not change what is charged. */
export const bookedOrder = (order: BankOrder): BookedOrder => {
  const { orderId, state, credits, cardId } = order;
  const amount = order.capturedAmount > 0 ? order.capturedAmount : order.amount;
  const credited = credits.reduce((sum, one) => sum + (one.state === 'done' ? one.amount : 0), 0);
  const card = testCard(cardId);
  const calledDeclined = typeof card.charge === 'object' && state !== 'declined';
  return {
    orderId,
    ordered: order.amount,
    amount,
    held: minor(state === 'authorised' ? order.amount : 0),
    givenBack: minor(state === 'voided' ? amount : credited),
    state: state === 'refunded' ? 'settled' : state,
    takeBack: takeBackOf(card, state),
    excess: minor(card.takeBack === 'credit-twice' ? credited / 2 : 0),
    ...(calledDeclined ? { calledDeclined } : {}),
  };
};
