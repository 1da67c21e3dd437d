import type * as z from 'zod/mini';
import { namedCustomer, requireCustomerName } from '../../../shared/domain/customer/customer-rules.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { customerNamesOf } from '../../../shared/http/customer-members.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type ChangeMomentDependencies, changeMoment } from '../../../shared/payment-flow/change-moment.ts';
import type { CardKeeping, CustomerBook } from '../../../shared/ports/customer-book.ts';
import type { contract } from './contract.ts';

export interface RemoveCustomerDependencies extends ChangeMomentDependencies {
  readonly customers: Pick<CustomerBook, 'open' | 'remove'>;
  readonly cards: Pick<CardKeeping, 'find' | 'remove'>;
}

/** How often it is read again: behind each hundred cards, and where another change came in between. */
const MAX_ROUNDS = 10;

const removeCards = async (
  dealer: Dealer,
  tokens: readonly string[],
  deps: RemoveCustomerDependencies,
): Promise<void> => {
  for (const token of tokens) {
    const found = await deps.cards.find(dealer.dealerCode, token);
    if (found !== undefined) await deps.cards.remove(found.card, found.hashes, changeMoment(dealer, deps));
  }
};

/**
 * Removes a customer: first the cards, one after the other, then the customer, which must not have changed since. A call
 * that stops half-way leaves a customer with fewer cards, and its repeat goes on. Refused while a sale uses the customer
 * (decisions: customers and cards).
 */
export const removeCustomer =
  (deps: RemoveCustomerDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const names = customerNamesOf(readValue(read));
    requireCustomerName(names);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const file = await deps.customers.open(dealer.dealerCode, names);
      const customer = namedCustomer(names, file);
      if (file.hasSales) throw new Refusal('InvalidRequest', 'A sale uses this customer, so it cannot be removed.');
      if (file.cardTokens.length > 0) await removeCards(dealer, file.cardTokens, deps);
      else if (await deps.customers.remove(customer, changeMoment(dealer, deps))) return { data: {} };
    }
    throw new Error('a customer was changed by others again and again');
  };
