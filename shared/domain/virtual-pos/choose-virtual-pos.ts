import type { Currency } from '../money/money.ts';
import type { VirtualPos } from './virtual-pos.ts';

/** Which virtual POS takes a payment, or why none does. */
export type PosChoice =
  | { readonly kind: 'chosen'; readonly pos: VirtualPos }
  /** The dealer has no virtual POS at all, not even one that is switched off. */
  | { readonly kind: 'none-at-all' }
  /** None for this card, bank or currency. */
  | { readonly kind: 'none-suitable' };

interface PosQuestion {
  /** Every virtual POS of the dealer, in its current version. */
  readonly ofDealer: readonly VirtualPos[];
  readonly currency: Currency;
}

/** Of two that would do, the default goes first, then the one whose id does: the same one every time. */
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
 * undefined when nobody knows the bank. One that is switched off or does not take the currency is as good as absent.
 */
export const posForCard = (question: PosQuestion & { readonly bankOfCard: string | undefined }): PosChoice =>
  choose(question, [(pos) => pos.bankCode === question.bankOfCard, (pos) => pos.isDefault]);

/** For mobile payments: the virtual POS of the bank that PaymentType names (2.7), and no other. */
export const posForBank = (question: PosQuestion & { readonly bankCode: string }): PosChoice =>
  choose(question, [(pos) => pos.bankCode === question.bankCode]);
