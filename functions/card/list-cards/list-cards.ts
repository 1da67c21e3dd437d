import type * as z from 'zod/mini';
import { namedCustomer, requireCustomerName } from '../../../shared/domain/customer/customer-rules.ts';
import { recordWithCards } from '../../../shared/http/customer-answer.ts';
import { customerNamesOf } from '../../../shared/http/customer-members.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type ShowCardsDependencies, shownCards } from '../../../shared/payment-flow/shown-cards.ts';
import type { CardKeeping, CustomerBook } from '../../../shared/ports/customer-book.ts';
import type { contract } from './contract.ts';

export interface ListCardsDependencies extends ShowCardsDependencies {
  readonly customers: Pick<CustomerBook, 'open'>;
  readonly cards: Pick<CardKeeping, 'ofTokens'>;
}

/** Lists the cards of a customer, whoever stored them (decisions: customers and cards). */
export const listCards =
  (deps: ListCardsDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer: { dealerCode }, read }) => {
    const names = customerNamesOf(readValue(read));
    requireCustomerName(names);
    const file = await deps.customers.open(dealerCode, names);
    const customer = namedCustomer(names, file);
    const cards = await deps.cards.ofTokens(dealerCode, file.cardTokens);
    return { data: recordWithCards(customer, await shownCards(cards, deps)) };
  };
