import { SINGLE_PAYMENT } from '../money/asked-terms.ts';
import type { Currency } from '../money/money.ts';
import { type PosChoice, posForBank, posForCard } from './choose-virtual-pos.ts';
import type { VirtualPos } from './virtual-pos.ts';

/** The card that will pay: one of a known or unknown bank, one of a named bank, or any card. */
type PayingCard =
  | { readonly kind: 'card'; readonly bankCode: string | undefined }
  | { readonly kind: 'card-of-bank'; readonly bankCode: string }
  | { readonly kind: 'any-card' };

export interface PaymentQuestion {
  /** Every virtual POS of the dealer, in its current version. */
  readonly ofDealer: readonly VirtualPos[];
  readonly currency: Currency;
  /** The possible counts; one of them is enough. 1 is the single payment. */
  readonly counts: readonly number[];
  readonly by: PayingCard;
}

/** Whether and where a payment can be made; else the first thing that is missing. */
export type Payability =
  | { readonly kind: 'payable'; readonly pos: VirtualPos }
  /** The dealer has no virtual POS at all. */
  | { readonly kind: 'no-virtual-pos' }
  /** None takes the card and the currency. */
  | { readonly kind: 'not-taken' }
  /**
   * The virtual POS has no commission rate for the count, or does not take the count. `taken` are the counts that it
   * takes.
   */
  | { readonly kind: 'no-rate' | 'count-not-taken'; readonly taken: readonly number[] };

const isChosen = (choice: PosChoice): choice is Extract<PosChoice, { kind: 'chosen' }> => choice.kind === 'chosen';

/**
 * The virtual POS that each possible card leads to: a card of every bank with a virtual POS, and a card of an unknown
 * bank. A virtual POS that no card leads to takes no payment, whatever it accepts.
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
 * Direct payments, mobile payments and links ask this one question before money or a payer is involved: does a virtual
 * POS of the dealer take this currency and one of these counts, with a rate for it, by this card (decisions: can it be
 * paid)? A count without a rate is not taken, because nobody has agreed on its commission.
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
