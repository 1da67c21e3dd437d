import type { DayText } from '../calendar.ts';
import type { ChargeableQuote } from '../virtual-pos/installment-quote.ts';
import { hasExpired } from './offered-card.ts';
import type { KeptCard } from './stored-card.ts';

/** What is known of a payment with a stored card, once the card is opened. */
export interface StoredCardQuestion {
  readonly kept: Pick<KeptCard, 'expiryMonth' | 'expiryYear'>;
  /** True too for a customer without a password. */
  readonly isPasswordRight: boolean;
  readonly quote: Pick<ChargeableQuote, 'count' | 'total'>;
  /** The count and the total that the payer saw. */
  readonly choice: Pick<ChargeableQuote, 'count' | 'total'> | undefined;
  readonly today: DayText;
}

/**
 * Whether a stored card may be handed to the bank. The password comes first: whoever does not know it learns nothing of
 * the card (rule 48). The total that was shown is the one that is charged (rule 16).
 */
export const storedCardVerdict = ({
  kept,
  isPasswordRight,
  quote,
  choice,
  today,
}: StoredCardQuestion): 'wrong-password' | 'expired' | 'total-changed' | 'good' => {
  if (!isPasswordRight) return 'wrong-password';
  if (hasExpired(kept, today)) return 'expired';
  return quote.count === choice?.count && quote.total === choice.total ? 'good' : 'total-changed';
};
