import type { KeptCard, StoredCard } from '../../../shared/domain/card/stored-card.ts';
import { cardExpiring, isExpiring } from '../../../shared/domain/sale/expiring-card.ts';
import { cardTokensOf } from '../../../shared/domain/sale/planning.ts';
import { openStoredCard, StoredCardDamaged } from '../../../shared/payment-flow/kept-card.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { PlanFile, PlanNotices } from '../../../shared/ports/plan-engine.ts';
import type { StoredCards } from '../../../shared/ports/stored-cards.ts';
import type { Opener } from '../../../shared/ports/vault.ts';

export interface ExpiringCardsDependencies {
  readonly storedCards: Pick<StoredCards, 'find'>;
  readonly opener: Opener;
  /** Absent where nobody is told of cards that expire. */
  readonly notices?: PlanNotices;
  readonly clock: Clock;
}

const tokensOf = ({ plan, sale }: PlanFile): readonly string[] =>
  plan.cardToken === undefined ? cardTokensOf(sale) : [plan.cardToken];

/** The card that a plan is charged with first; undefined where it has none, or the card was removed. */
export const firstCardOf = async (
  file: PlanFile,
  { storedCards }: Pick<ExpiringCardsDependencies, 'storedCards'>,
): Promise<StoredCard | undefined> => {
  const [token] = file.plan.dealerCustomerTypeId === undefined ? tokensOf(file) : [];
  return token === undefined ? undefined : storedCards.find(file.plan.dealerCode, token);
};

/** Undefined of a card that can never be opened: its charge says so, and its notice would say nothing. */
const openedCard = async (card: StoredCard, opener: Opener): Promise<KeptCard | undefined> => {
  try {
    return await openStoredCard(card, opener);
  } catch (error) {
    if (error instanceof StoredCardDamaged) return undefined;
    throw error;
  }
};

/** Tells once of each card of a sale that expires within 30 days. False where nobody wants to know: no card is looked at. */
export const tellExpiringCards = async (file: PlanFile, deps: ExpiringCardsDependencies): Promise<boolean> => {
  const { notices, storedCards, opener, clock } = deps;
  const { dealerCode } = file.plan;
  if (notices === undefined || !(await notices.wantsExpiringCards(dealerCode))) return false;
  for (const token of tokensOf(file)) {
    const card = await storedCards.find(dealerCode, token);
    if (card === undefined) continue;
    const opened = await openedCard(card, opener);
    if (opened === undefined) continue;
    const { expiryMonth, expiryYear } = opened;
    const expiry = { expiryMonth, expiryYear, nowMs: clock.now() };
    if (isExpiring(expiry, expiry.nowMs)) await notices.tellOnce(cardExpiring(file, card, expiry));
  }
  return true;
};
