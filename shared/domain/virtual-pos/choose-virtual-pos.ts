import { SINGLE_PAYMENT } from '../money/asked-terms.ts';
import type { Currency } from '../money/money.ts';
import { rateAt } from './rate-at.ts';
import type { VirtualPos } from './virtual-pos.ts';

/** The virtual POS that takes a payment, or why none does. */
export type PosChoice =
  | { readonly kind: 'chosen'; readonly pos: VirtualPos }
  /** The dealer has no virtual POS, not even a disabled one. */
  | { readonly kind: 'none-at-all' }
  /** None for this card, bank or currency. */
  | { readonly kind: 'none-suitable' };

export interface PosQuestion {
  /** Every virtual POS of the dealer, in its current version. */
  readonly ofDealer: readonly VirtualPos[];
  readonly currency: Currency;
  /** The dealer wants the cheapest virtual POS for each count. */
  readonly preferCheapest?: boolean;
  /** The card is charged without its CVC: only a virtual POS that does so takes it. */
  readonly withoutCvc?: boolean;
  /** The card is one of the vault that goes through 3D. Where the cheapest is wanted it is one that takes such cards. */
  readonly fromServer?: boolean;
}

/** The card that pays: one whose bank and programme its first digits tell, or one of the bank that somebody named. */
export type ChargedCard =
  | { readonly kind: 'card'; readonly bankCode: string | undefined; readonly group?: string | undefined }
  | { readonly kind: 'card-of-bank'; readonly bankCode: string };

type Condition = (pos: VirtualPos) => boolean;

/** If two would do, the default is chosen, else the one with the lower id, so that the choice never varies. */
const preferred = (a: VirtualPos, b: VirtualPos): number => {
  if (a.isDefault !== b.isDefault) return a.isDefault ? -1 : 1;
  return a.posId < b.posId ? -1 : 1;
};

/** Those that may take a payment at all, the preferred one first. */
const usable = ({ ofDealer, currency, withoutCvc, preferCheapest, fromServer }: PosQuestion): readonly VirtualPos[] =>
  ofDealer
    .filter((pos) => pos.enabled && pos.currencies.includes(currency))
    .filter((pos) => withoutCvc !== true || pos.withoutCvc)
    .filter((pos) => fromServer !== true || preferCheapest !== true || pos.serverStart)
    .toSorted(preferred);

const isDefault: Condition = (pos) => pos.isDefault;

/** Which virtual POS come first, second and third for a card, as far as it is not the cheapest of all. */
const conditionsFor = (card: ChargedCard, { preferCheapest }: PosQuestion): readonly Condition[] => {
  const ofBank: Condition = (pos) => pos.bankCode === card.bankCode;
  if (card.kind === 'card-of-bank') return [ofBank];
  const { group } = card;
  // Banks of one programme give installments on each other's cards. Without `preferCheapest` the programme decides nothing.
  const ofProgramme: Condition = (pos) => group !== undefined && group !== '' && pos.group === group;
  return preferCheapest === true ? [ofBank, ofProgramme, isDefault] : [ofBank, isDefault];
};

/**
 * The virtual POS of which one charges a card in a count, in the order of preference. It is the one of the card's bank, else
 * the default. Of a dealer who prefers the cheapest it is any for a single payment, whatever the card's bank, and for
 * installments those of the card's bank, else those of its programme, else the default ones (decisions: choosing). A
 * virtual POS that is disabled, does not take the currency, or needs a CVC that is not there counts as absent.
 */
export const mayCharge = (question: PosQuestion, card: ChargedCard, count: number): readonly VirtualPos[] => {
  const all = usable(question);
  if (question.preferCheapest === true && card.kind === 'card' && count === SINGLE_PAYMENT) return all;
  const conditions = conditionsFor(card, question);
  const found = conditions.map((condition) => all.filter(condition)).find((some) => some.length > 0) ?? [];
  return question.preferCheapest === true ? found : found.slice(0, 1);
};

const rateOf = (pos: VirtualPos, count: number): number => rateAt(pos, count) ?? Number.MAX_SAFE_INTEGER;

/**
 * The virtual POS that charges a card in a count. Of several it is the one with the lowest rate there, and of equal ones the
 * preferred. One that does not take the count is chosen only where none does: then the count is refused.
 */
export const choosePos = (question: PosQuestion, card: ChargedCard, count: number): PosChoice => {
  if (question.ofDealer.length === 0) return { kind: 'none-at-all' };
  const [pos] = mayCharge(question, card, count).toSorted((a, b) => rateOf(a, count) - rateOf(b, count));
  return pos === undefined ? { kind: 'none-suitable' } : { kind: 'chosen', pos };
};
