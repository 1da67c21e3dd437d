import { minor } from '../../../shared/domain/money/money.ts';
import type { BankReferences } from '../../../shared/ports/bank-answers.ts';
import type { BankGateway, PosAccount } from '../../../shared/ports/bank-gateway.ts';
import type { BookedOrder, FollowUp, PosOrder } from '../../../shared/ports/bank-order.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import { soon } from './bank-calls.ts';
import type { TestGateway } from './gateways.ts';

/** Charges and what follows them, with the references that a caller keeps of an order. */
export interface BookedSteps {
  /** Charges a test card. The order has the references of the answer, or of the inquiry where the answer had none. */
  readonly charged: (cardId: string, changes?: Partial<PosOrder>) => Promise<BookedOrder>;
  /** A step with the references of the transaction that took or holds the money now. */
  readonly step: (order: PosOrder, asked: FollowUp, amount?: number) => ReturnType<BankGateway['followUp']>;
  readonly bookedOf: (order: PosOrder) => BookedOrder;
}

/** The steps of orders of one account, through a port. */
export const bookedSteps = (
  pos: BankGateway,
  {
    gateway,
    account,
    clock,
  }: { readonly gateway: TestGateway; readonly account: () => PosAccount; readonly clock: Clock },
): BookedSteps => {
  /** Those of the charge, and of its capture behind them. */
  const kept = new Map<string, readonly BankReferences[]>();
  const keep = (orderId: string, references: readonly BankReferences[]): void => void kept.set(orderId, references);
  const referencesOf = (orderId: string): readonly BankReferences[] => kept.get(orderId) ?? [];
  const bookedOf = ({ ...order }: PosOrder): BookedOrder => {
    const references = referencesOf(order.orderId).at(-1);
    return references === undefined ? order : { ...order, references };
  };
  return {
    bookedOf,
    charged: async (cardId, changes) => {
      const order = gateway.chargeOf(cardId, changes);
      const answer = await pos.charge(account(), order, soon(clock));
      const found = answer.kind === 'approved' ? answer : await pos.inquire(account(), order, soon(clock));
      if ('references' in found) keep(order.orderId, [found.references]);
      return bookedOf(order);
    },
    step: async (order, asked, amount = order.amount) => {
      const answer = await pos.followUp(account(), { ...bookedOf(order), amount: minor(amount) }, asked, soon(clock));
      if (answer.kind !== 'approved') return answer;
      const before = referencesOf(order.orderId);
      if (asked.kind === 'capture') keep(order.orderId, [...before.slice(0, 1), answer.references]);
      if (asked.kind === 'void') keep(order.orderId, before.slice(0, 1));
      return answer;
    },
  };
};
