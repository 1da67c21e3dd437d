import type { Currency } from '../money/money.ts';
import type { VirtualPos } from './virtual-pos.ts';

/** The virtual POS that takes a payment, or why none does. */
export type PosChoice =
  | { readonly kind: 'chosen'; readonly pos: VirtualPos }
  /** The dealer has no virtual POS, not even a disabled one. */
  | { readonly kind: 'none-at-all' }
  /** None for this card, bank or currency. */
  | { readonly kind: 'none-suitable' };

interface PosQuestion {
  /** Every virtual POS of the dealer, in its current version. */
  readonly ofDealer: readonly VirtualPos[];
  readonly currency: Currency;
}

/** If two would do, the default is chosen, else the one with the lower id, so that the choice never varies. */
const preferred = (a: VirtualPos, b: VirtualPos): number => {
  if (a.isDefault !== b.isDefault) return a.isDefault ? -1 : 1;
  return a.posId < b.posId ? -1 : 1;
};

const choose = (
  { ofDealer, currency }: PosQuestion,
  preferences: readonly ((pos: VirtualPos) => boolean)[],
): PosChoice => {
  if (ofDealer.length === 0) return { kind: 'none-at-all' };
  const usable = ofDealer.filter((pos) => pos.enabled && pos.currencies.includes(currency)).toSorted(preferred);
  for (const wanted of preferences) {
    const pos = usable.find(wanted);
    if (pos !== undefined) return { kind: 'chosen', pos };
  }
  return { kind: 'none-suitable' };
};

/**
 * For links and payments by card: the virtual POS of the card's bank, else the dealer's default. `bankOfCard` is
 * undefined if the bank is unknown. A virtual POS that is disabled or does not take the currency counts as absent.
 */
export const posForCard = (question: PosQuestion & { readonly bankOfCard: string | undefined }): PosChoice =>
  choose(question, [(pos) => pos.bankCode === question.bankOfCard, (pos) => pos.isDefault]);

/** For mobile payments: the virtual POS of the bank in PaymentType, and no other (dealer interface 2.7). */
export const posForBank = (question: PosQuestion & { readonly bankCode: string }): PosChoice =>
  choose(question, [(pos) => pos.bankCode === question.bankCode]);
