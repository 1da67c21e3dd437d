import type * as z from 'zod/mini';
import { cardOfToken, tokenIn } from '../../shared/domain/customer/customer-rules.ts';
import { readValue, type UseCase } from '../../shared/http/operation-handler.ts';
import type { CardKeeping } from '../../shared/ports/customer-book.ts';
import type { contract } from './contract.ts';

export interface RemoveCardDependencies {
  readonly cards: Pick<CardKeeping, 'find' | 'remove'>;
}

/** How often it is tried again because the card was encrypted anew in between. */
const MAX_ROUNDS = 5;

/** Removes a card with all that leads to it: from then on its token charges nothing (decisions: customers and cards). */
export const removeCard =
  ({ cards }: RemoveCardDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer: { dealerCode }, read }) => {
    const token = tokenIn(readValue(read).CardToken);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { card, hashes } = cardOfToken(await cards.find(dealerCode, token));
      if (await cards.remove(card, hashes)) return { data: true };
    }
    throw new Error('a card was changed by others again and again');
  };
