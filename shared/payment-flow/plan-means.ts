import { isCardOf } from '../domain/card/stored-card.ts';
import { Refusal } from '../domain/refusal.ts';
import type { PlanWishes } from '../domain/sale/plan-fields.ts';
import type { Sale } from '../domain/sale/sale.ts';
import type { CardKeeping } from '../ports/customer-book.ts';
import type { Definitions } from '../ports/definitions.ts';

export interface PlanMeansDependencies {
  readonly cards: Pick<CardKeeping, 'ofTokens'>;
  readonly definitions: Definitions;
}

/**
 * Refuses a card that is not one of the sale's customer, and a definition of another dealer: no payment plan may charge or
 * send by them. Throws StoreUnavailable.
 */
export const refuseForeignMeans = async (
  { cards, definitions }: PlanMeansDependencies,
  { cardToken, dealerCustomerTypeId }: Pick<PlanWishes, 'cardToken' | 'dealerCustomerTypeId'>,
  { dealerCode, dealerCustomerId }: Sale,
): Promise<void> => {
  if (cardToken !== undefined) {
    const [card] = await cards.ofTokens(dealerCode, [cardToken]);
    if (card === undefined || dealerCustomerId === undefined || !isCardOf(card, dealerCustomerId)) {
      throw new Refusal('InvalidRequest', "CardToken names no card of the sale's customer.");
    }
  }
  if (dealerCustomerTypeId === undefined) return;
  const definition = await definitions.find(dealerCustomerTypeId);
  if (definition?.dealerCode !== dealerCode) {
    throw new Refusal('InvalidRequest', 'DealerCustomerTypeId names no definition of the dealer.');
  }
};
