import type { BankCode } from '../attempt/bank-codes.ts';
import { SLOTS_A_DAY, slotAfter } from './slots.ts';

/** A card of a sale, by its place: DefaultCard1Token is tried first. */
export type CardPlace = 1 | 2 | 3;

/** What became of one card of a step in one slot. */
export type CardOutcome =
  | { readonly kind: 'approved' }
  | { readonly kind: 'declined'; readonly code: BankCode }
  /** The bank's answer is unknown: the card may have been charged. */
  | { readonly kind: 'unknown' }
  /** This card has been tried as often as a card may be in thirty days. */
  | { readonly kind: 'card-used-up' }
  /** The card is gone from the sale or has expired. */
  | { readonly kind: 'no-card' }
  /** What is stored of the card can never be read again. */
  | { readonly kind: 'card-damaged' }
  /** The bank showed a charge of this card after it had declined it for this step. */
  | { readonly kind: 'charge-found' }
  /** Nothing was sent to the bank, and another card would meet the same. */
  | { readonly kind: 'not-charged'; readonly because: 'limit' | 'virtual-pos' | 'bank' | 'permission' }
  /** Charges of the stage, the dealer or the sale are paused. */
  | { readonly kind: 'paused' };

/** How far a step has come. */
export interface StepProgress {
  /** Slots in which the step was tried. */
  readonly tries: number;
  /** Cards that must not be tried again for this step. */
  readonly endedCards: readonly CardPlace[];
}

/** What happens to a step next. */
export type StepCourse =
  | { readonly kind: 'paid' }
  /** The next card is tried, in this slot. */
  | { readonly kind: 'next-card'; readonly card: CardPlace; readonly progress: StepProgress }
  /** The step waits for a slot, and begins there with the first card that has not ended. */
  | { readonly kind: 'wait'; readonly slotMs: number; readonly progress: StepProgress }
  /** No further card is tried before this one is settled. */
  | { readonly kind: 'in-doubt'; readonly progress: StepProgress }
  | { readonly kind: 'failed'; readonly progress: StepProgress };

/** Declines that card schemes forbid to repeat: they end the card for this step. */
const ENDING_CODES: readonly BankCode[] = ['003', '014', '018', '019', '020', '030'];
/** Declines about the bank or the merchant: another card would meet the same. */
const NO_CARDS_FAULT: readonly BankCode[] = ['008', '010', '016', '017', '021', '022'];

/** Whether a decline is about the bank or the merchant, so that another card would meet the same. */
export const isNoCardsFault = (code: BankCode): boolean => NO_CARDS_FAULT.includes(code);

type Meaning = 'card-ends' | 'card-declined' | 'same-for-all';

const meaningOf = (outcome: Exclude<CardOutcome, { kind: 'approved' | 'unknown' | 'paused' }>): Meaning => {
  if (outcome.kind === 'not-charged') return 'same-for-all';
  if (outcome.kind === 'no-card' || outcome.kind === 'card-damaged' || outcome.kind === 'charge-found')
    return 'card-ends';
  if (outcome.kind === 'card-used-up') return 'card-declined';
  if (ENDING_CODES.includes(outcome.code)) return 'card-ends';
  return isNoCardsFault(outcome.code) ? 'same-for-all' : 'card-declined';
};

/** Tries of a step whose sale names so many days; none counts as one day. */
const triesOf = (howManyTrial: number): number => Math.max(1, howManyTrial) * SLOTS_A_DAY;

/** A step in its slot, and the sale's terms for it. */
export interface StepInSlot {
  readonly progress: StepProgress;
  /** The places at which the sale names a card, ascending. */
  readonly cards: readonly CardPlace[];
  readonly howManyTrial: number;
  readonly nowMs: number;
}

/** The step that was tried. */
export interface TriedStep extends StepInSlot {
  readonly card: CardPlace;
}

/** Whether a step has a try left, and a card for it. Its sale may have got fewer tries, or other cards, since it began. */
export const hasTryLeft = ({ progress, cards, howManyTrial }: Omit<StepInSlot, 'nowMs'>): boolean =>
  progress.tries < triesOf(howManyTrial) && cards.some((place) => !progress.endedCards.includes(place));

/** What follows once a slot counts as a try: the next slot, or the end of a step without a try or a card left. */
export const slotTried = ({
  progress,
  cards,
  howManyTrial,
  nowMs,
}: StepInSlot): Extract<StepCourse, { kind: 'wait' | 'failed' }> => {
  const after: StepProgress = { ...progress, tries: progress.tries + 1 };
  return hasTryLeft({ progress: after, cards, howManyTrial })
    ? { kind: 'wait', slotMs: slotAfter(nowMs), progress: after }
    : { kind: 'failed', progress: after };
};

/**
 * What follows from a card's outcome (decisions: recurring sales). A second card is tried only after an explicit decline
 * of the first. A slot counts as a try unless charges were paused; the last try ends the step.
 */
export const courseOf = (
  outcome: CardOutcome,
  { progress, card, cards, howManyTrial, nowMs }: TriedStep,
): StepCourse => {
  if (outcome.kind === 'approved') return { kind: 'paid' };
  if (outcome.kind === 'unknown') return { kind: 'in-doubt', progress };
  if (outcome.kind === 'paused') return { kind: 'wait', slotMs: slotAfter(nowMs), progress };
  const meaning = meaningOf(outcome);
  const endedCards = meaning === 'card-ends' ? [...progress.endedCards, card] : progress.endedCards;
  const left = cards.filter((place) => !endedCards.includes(place));
  const next = meaning === 'same-for-all' ? undefined : left.find((place) => place > card);
  if (next !== undefined) return { kind: 'next-card', card: next, progress: { ...progress, endedCards } };
  return slotTried({ progress: { ...progress, endedCards }, cards, howManyTrial, nowMs });
};
