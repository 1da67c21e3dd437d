import type { MinorUnits } from '../../../shared/domain/money/money.ts';
import { demand } from '../invariants.ts';
import type { BookedOrder } from '../world.ts';

const MAX_CAPTURE_PERCENT = 115;

const checkOrder = (order: BookedOrder): void => {
  const { orderId, ordered, amount, held, givenBack, state, excess = 0 } = order;
  const asked = givenBack - excess;
  const told = `${orderId}, ${state}: ordered ${ordered}, amount ${amount}, held ${held}, given back ${givenBack}`;
  demand(asked >= 0 && asked <= amount, `more was given back than was taken: ${told}`);
  demand(amount * 100 <= ordered * MAX_CAPTURE_PERCENT, `more was captured than a bank allows: ${told}`);
  demand(held === 0 || (held === ordered && state === 'authorised' && givenBack === 0), `a wrong hold: ${told}`);
  demand(state !== 'declined' || held + givenBack === 0, `a decline moved money: ${told}`);
  demand(state !== 'voided' || givenBack === amount, `a void that left money: ${told}`);
};

/** What holds of every order of a bank, whatever was done to it: nothing is captured or given back twice. */
export const checkBooks = (books: readonly BookedOrder[]): void => {
  for (const order of books) checkOrder(order);
};

/** What the service says of an order when its payment has come to rest. */
export interface OrderSaid {
  readonly orderId: string;
  /** What a pre-authorisation that is neither captured nor voided still holds, else 0. */
  readonly held: MinorUnits;
  /** What the payer has paid: taken or captured, without what was refunded; 0 for what was voided or declined. */
  readonly kept: MinorUnits;
}

/** What a bank keeps of an order, if nothing went back twice: a hold is not kept, and neither is what was given back. */
const keptOf = ({ state, amount, held, givenBack, excess }: BookedOrder): number =>
  state === 'declined' || held > 0 ? 0 : amount - givenBack + (excess ?? 0);

/**
 * The bank holds and keeps of every order exactly what the service says; of an order that the service does not name it
 * keeps nothing.
 */
export const checkOrdersSaid = (books: readonly BookedOrder[], said: readonly OrderSaid[]): void => {
  const byOrder = new Map(said.map((one) => [one.orderId, one]));
  for (const order of books) {
    const { held, kept } = byOrder.get(order.orderId) ?? { held: 0, kept: 0 };
    byOrder.delete(order.orderId);
    const told = `${order.orderId}: the bank`;
    demand(order.held === held, `${told} holds ${order.held}, we say ${held}`);
    demand(keptOf(order) === kept, `${told} keeps ${keptOf(order)}, we say ${kept}`);
  }
  const charged = [...byOrder.values()].filter(({ held, kept }) => held + kept > 0);
  demand(charged.length === 0, `the bank does not know ${charged.map(({ orderId }) => orderId).join(', ')}`);
};
