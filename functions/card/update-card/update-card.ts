import type * as z from 'zod/mini';
import { cardOfToken, refuseCardNumber, tokenIn } from '../../../shared/domain/customer/customer-rules.ts';
import { recordWithCards } from '../../../shared/http/customer-answer.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type ChangeMomentDependencies, changeMoment } from '../../../shared/payment-flow/change-moment.ts';
import { type ShowCardsDependencies, shownCards } from '../../../shared/payment-flow/shown-cards.ts';
import type { CardKeeping, CustomerBook } from '../../../shared/ports/customer-book.ts';
import type { contract } from './contract.ts';

export interface UpdateCardDependencies extends ShowCardsDependencies, ChangeMomentDependencies {
  readonly customers: Pick<CustomerBook, 'open'>;
  readonly cards: Pick<CardKeeping, 'find' | 'ofTokens' | 'rename'>;
}

/** How often it is tried again because the card was encrypted anew in between. */
const MAX_ROUNDS = 5;

/** Gives a card another name, or none, and answers all cards of its customer (decisions: customers and cards). */
export const updateCard =
  (deps: UpdateCardDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const { dealerCode } = dealer;
    const { CardToken, CardName } = readValue(read);
    const token = tokenIn(CardToken);
    refuseCardNumber('CardName', CardName);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { card } = cardOfToken(await deps.cards.find(dealerCode, token));
      const { dealerCustomerId } = card.customer;
      const [renamed, file] = await Promise.all([
        deps.cards.rename(card, CardName, changeMoment(dealer, deps)),
        deps.customers.open(dealerCode, { dealerCustomerId }),
      ]);
      if (renamed) {
        const cards = await deps.cards.ofTokens(dealerCode, file.cardTokens);
        return { data: recordWithCards(cardOfToken(file.byId), await shownCards(cards, deps)) };
      }
    }
    throw new Error('a card was changed by others again and again');
  };
