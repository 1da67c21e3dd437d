import { SINGLE_PAYMENT } from '../money/asked-terms.ts';
import type { Currency } from '../money/money.ts';
import { type PosChoice, posForBank, posForCard } from './choose-virtual-pos.ts';
import type { VirtualPos } from './virtual-pos.ts';

/** By which card a payment will be made: one whose bank is known or not, one of a named bank, or any card at all. */
type PayingCard =
  | { readonly kind: 'card'; readonly bankCode: string | undefined }
  | { readonly kind: 'card-of-bank'; readonly bankCode: string }
  | { readonly kind: 'any-card' };

export interface PaymentQuestion {
  /** Every virtual POS of the dealer, in its current version. */
  readonly ofDealer: readonly VirtualPos[];
  readonly currency: Currency;
  /** The counts that the payment may have; one of them is enough. 1 is the single payment. */
  readonly counts: readonly number[];
  readonly by: PayingCard;
}

/** Whether a payment can be made at all, and where; else the first thing that is in its way. */
export type Payability =
  | { readonly kind: 'payable'; readonly pos: VirtualPos }
  /** The dealer has no virtual POS at all. */
  | { readonly kind: 'no-virtual-pos' }
  /** None takes the card and the currency. */
  | { readonly kind: 'not-taken' }
  /** The virtual POS has no commission rate for the count, or has one and does not take it; `taken` are those it takes. */
  | { readonly kind: 'no-rate' | 'count-not-taken'; readonly taken: readonly number[] };

const isChosen = (choice: PosChoice): choice is Extract<PosChoice, { kind: 'chosen' }> => choice.kind === 'chosen';

/**
 * The choices that the cards in question lead to. Every bank with a virtual POS is asked for, and the card whose bank
 * nobody knows: a virtual POS that no card is led to takes no payment, whatever it could take.
 */
const choicesOf = ({ ofDealer, currency, by }: PaymentQuestion): readonly PosChoice[] => {
  if (by.kind === 'card-of-bank') return [posForBank({ ofDealer, currency, bankCode: by.bankCode })];
  if (by.kind === 'card') return [posForCard({ ofDealer, currency, bankOfCard: by.bankCode })];
  const banks = new Set([undefined, ...ofDealer.map(({ bankCode }) => bankCode)]);
  return [...banks].map((bankOfCard) => posForCard({ ofDealer, currency, bankOfCard }));
};

const hasRate = ({ rates }: VirtualPos, count: number): boolean => rates[String(count)] !== undefined;

/** The counts that a virtual POS takes and has a rate for, the single payment among them. */
const takenBy = (pos: VirtualPos): readonly number[] =>
  [SINGLE_PAYMENT, ...pos.installmentCounts].filter((count) => hasRate(pos, count));

/**
 * The one question of direct payments, mobile payments and links before money or a payer is involved: does a virtual POS
 * of the dealer take this currency and one of these counts, with a rate for it, by this card? A count without a rate is
 * not taken, since the commission of such a payment is agreed with nobody.
 */
export const canBePaid = (question: PaymentQuestion): Payability => {
  if (question.ofDealer.length === 0) return { kind: 'no-virtual-pos' };
  const chosen = choicesOf(question).filter(isChosen);
  if (chosen.length === 0) return { kind: 'not-taken' };
  const { counts } = question;
  const taking = chosen.find(({ pos }) => counts.some((count) => takenBy(pos).includes(count)));
  if (taking !== undefined) return { kind: 'payable', pos: taking.pos };
  const taken = [...new Set(chosen.flatMap(({ pos }) => takenBy(pos)))].toSorted((a, b) => a - b);
  const isRated = chosen.some(({ pos }) => counts.some((count) => hasRate(pos, count)));
  return { kind: isRated ? 'count-not-taken' : 'no-rate', taken };
};
