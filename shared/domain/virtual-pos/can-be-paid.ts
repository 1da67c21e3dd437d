import { type ChargedCard, choosePos, type PosQuestion } from './choose-virtual-pos.ts';
import { rateAt } from './rate-at.ts';
import type { VirtualPos } from './virtual-pos.ts';

const ALL_COUNTS = Array.from({ length: 12 }, (_, index) => index + 1);

/** The card that will pay: one of a known or unknown bank, one of a named bank, or any card. */
type PayingCard = ChargedCard | { readonly kind: 'any-card' };

export interface PaymentQuestion extends PosQuestion {
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

/**
 * Every card that leads to a virtual POS of its own: one of each bank with a virtual POS, one of an unknown bank, and one of
 * each programme. A virtual POS that no card leads to takes no payment, whatever it accepts.
 */
const cardsOf = ({ ofDealer, by }: PaymentQuestion): readonly ChargedCard[] => {
  if (by.kind !== 'any-card') return [by];
  const banks = new Set([undefined, ...ofDealer.map(({ bankCode }) => bankCode)]);
  const groups = new Set(ofDealer.flatMap(({ group }) => (group === undefined ? [] : [group])));
  return [
    ...[...banks].map((bankCode) => ({ kind: 'card', bankCode }) as const),
    ...[...groups].map((group) => ({ kind: 'card', bankCode: undefined, group }) as const),
  ];
};

const hasRate = ({ rates }: VirtualPos, count: number): boolean => rates[String(count)] !== undefined;

/** The virtual POS that each card leads to in each of these counts. */
const choicesIn = (question: PaymentQuestion, counts: readonly number[]) =>
  cardsOf(question).flatMap((card) =>
    counts.flatMap((count) => {
      const choice = choosePos(question, card, count);
      return choice.kind === 'chosen' ? [{ pos: choice.pos, count }] : [];
    }),
  );

const isTaken = ({ pos, count }: { readonly pos: VirtualPos; readonly count: number }): boolean =>
  rateAt(pos, count) !== undefined;

/**
 * Direct payments, mobile payments and links ask this one question before money or a payer is involved: does a virtual
 * POS of the dealer take this currency and one of these counts, with a rate for it, by this card (decisions: can it be
 * paid)? A count without a rate is not taken, because nobody has agreed on its commission.
 */
export const canBePaid = (question: PaymentQuestion): Payability => {
  if (question.ofDealer.length === 0) return { kind: 'no-virtual-pos' };
  const chosen = choicesIn(question, question.counts);
  if (chosen.length === 0) return { kind: 'not-taken' };
  const taking = chosen.find(isTaken);
  if (taking !== undefined) return { kind: 'payable', pos: taking.pos };
  const taken = new Set(
    choicesIn(question, ALL_COUNTS)
      .filter(isTaken)
      .map(({ count }) => count),
  );
  const isRated = chosen.some(({ pos, count }) => hasRate(pos, count));
  return { kind: isRated ? 'count-not-taken' : 'no-rate', taken: [...taken].toSorted((a, b) => a - b) };
};
