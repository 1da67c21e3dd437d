import type * as z from 'zod/mini';
import { cardOfToken, tokenIn } from '../../../shared/domain/customer/customer-rules.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type ChangeMomentDependencies, changeMoment } from '../../../shared/payment-flow/change-moment.ts';
import type { CardKeeping } from '../../../shared/ports/customer-book.ts';
import type { contract } from './contract.ts';

export interface RemoveCardDependencies extends ChangeMomentDependencies {
  readonly cards: Pick<CardKeeping, 'find' | 'remove'>;
}

/** How often it is tried again because the card was encrypted anew in between. */
const MAX_ROUNDS = 5;

/** Removes a card with all that leads to it: from then on its token charges nothing (decisions: customers and cards). */
export const removeCard =
  (deps: RemoveCardDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const token = tokenIn(readValue(read).CardToken);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { card, hashes } = cardOfToken(await deps.cards.find(dealer.dealerCode, token));
      if (await deps.cards.remove(card, hashes, changeMoment(dealer, deps))) return { data: true };
    }
    throw new Error('a card was changed by others again and again');
  };
