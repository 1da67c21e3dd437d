import type * as z from 'zod/mini';
import { cardOfToken, tokenIn } from '../../../shared/domain/customer/customer-rules.ts';
import { recordWithCards } from '../../../shared/http/customer-answer.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type ShowCardsDependencies, shownCards } from '../../../shared/payment-flow/shown-cards.ts';
import type { CardKeeping } from '../../../shared/ports/customer-book.ts';
import type { Customers } from '../../../shared/ports/customers.ts';
import type { contract } from './contract.ts';

export interface GetCardDependencies extends ShowCardsDependencies {
  readonly customers: Customers;
  readonly cards: Pick<CardKeeping, 'find'>;
}

/** Reads a card by its token, with the customer whose card it is (decisions: customers and cards). */
export const getCard =
  (deps: GetCardDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer: { dealerCode }, read }) => {
    const token = tokenIn(readValue(read).CardToken);
    const { card } = cardOfToken(await deps.cards.find(dealerCode, token));
    const { dealerCustomerId } = card.customer;
    const [found, shown] = await Promise.all([
      deps.customers.find(dealerCode, { dealerCustomerId }),
      shownCards([card], deps),
    ]);
    return { data: recordWithCards(cardOfToken(found.byId), shown) };
  };
