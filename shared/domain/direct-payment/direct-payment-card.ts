import type { DayText } from '../calendar.ts';
import type { CardField } from '../card/card-input.ts';
import { type CardDetailsWithoutCvc, readCardDetails, readCardWithoutCvc } from '../card/card-rules.ts';
import { cardTokenIn } from '../card/stored-card.ts';
import type { Dealer } from '../dealer/dealer.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { Refusal } from '../refusal.ts';
import type { DirectPaymentFields } from './direct-payment-fields.ts';

/** The card or the token of a stored card that pays a direct payment. It exists in one invocation's memory only. */
export type DirectCard =
  | ({ readonly kind: 'card'; readonly holderName?: string } & CardDetailsWithoutCvc)
  /** The token in lower case. Only the vault knows its owner. The CVC is sent to the bank and never stored. */
  | { readonly kind: 'token'; readonly token: string; readonly cvc?: string };

const CVC = /^\d{3,4}$/;

const sentences: Readonly<Record<Exclude<CardField, 'holderName'>, string>> = {
  number: 'CardNumber is not the number of a card.',
  expiry: 'ExpMonth and ExpYear must name a month that is not over, written MM and YYYY.',
  cvc: 'CvcNumber must be the security number of the card: 3 digits, 4 on American Express.',
};

const invalid = (sentence: string): Refusal => new Refusal('InvalidCardInfo', sentence);

/**
 * The refusal of a token that is unknown or another dealer's. It does not say which (decisions: cards in a request).
 */
export const unknownToken = (): Refusal =>
  new Refusal('CardTokenNotFound', 'CardToken is not the token of a stored card of this dealer.');

/**
 * The token if it has the form of one, else undefined. It is looked up early, before its turn in the order of refusals.
 */
export const storedTokenIn = ({ card }: Pick<DirectPaymentFields, 'card'>): string | undefined =>
  card.token === undefined ? undefined : cardTokenIn(card.token);

const byToken = (fields: Pick<DirectPaymentFields, 'card'>): DirectCard => {
  const [token, cvc] = [storedTokenIn(fields), fields.card.cvc?.trim()];
  if (token === undefined) throw unknownToken();
  if (cvc !== undefined && !CVC.test(cvc)) throw invalid(sentences.cvc);
  return { kind: 'token', token, ...omitUndefined({ cvc }) };
};

/**
 * Reads the card of a payment: number, expiry and CVC, or CardToken, with a CVC or without one. A dealer with
 * `cvcOptional` may leave the CVC out beside a number too. Number and token together, neither of them, and a card that
 * cannot be right (check digit, length, expired month, CVC) are refused. `today` is the day in Istanbul,
 * `YYYYMMDD`. No answer and no refusal repeats card data.
 */
export const readDirectCard = (
  { card }: DirectPaymentFields,
  { dealer, today }: { readonly dealer: Pick<Dealer, 'cvcOptional'>; readonly today: DayText },
): DirectCard => {
  if (card.number !== undefined && card.token !== undefined) {
    throw new Refusal('OnlyCardTokenOrCardNumber', 'CardNumber and CardToken must not be sent together.');
  }
  if (card.token !== undefined) return byToken({ card });
  if (card.number === undefined) throw invalid('CardNumber or CardToken is required.');
  const read = dealer.cvcOptional ? readCardWithoutCvc(card, today) : readCardDetails(card, today);
  if ('card' in read) return { kind: 'card', ...read.card, ...omitUndefined({ holderName: card.holderName?.trim() }) };
  const [problem] = read.problems;
  throw invalid(problem === undefined || problem === 'holderName' ? sentences.number : sentences[problem]);
};

/**
 * Whether a payment is charged without a CVC: by CardToken, or by number where the dealer may leave it out. A number
 * without the CVC that it needs is refused for that, at its turn.
 */
export const isWithoutCvc = (
  { card }: Pick<DirectPaymentFields, 'card'>,
  { cvcOptional }: Pick<Dealer, 'cvcOptional'>,
): boolean => (card.cvc ?? '').trim() === '' && (card.number === undefined || cvcOptional);

/** Fewest digits of a BIN, and most digits that count. */
const [MIN_BIN, MAX_BIN] = [6, 8];

/** The number of a card as it was typed, without the blanks and hyphens between its digits. */
export const typedNumberOf = ({ card }: DirectPaymentFields): string => (card.number ?? '').replaceAll(/[\s-]/g, '');

/**
 * The first digits of the card number, which tell its bank. They are read even if the rest of the number is wrong,
 * because the virtual POS is checked before the card (decisions: order of refusals). Undefined for a token, and for a
 * text that does not begin with six digits.
 */
export const cardDigitsOf = (fields: DirectPaymentFields): string | undefined => {
  const digits = typedNumberOf(fields).slice(0, MAX_BIN);
  return digits.length >= MIN_BIN && /^\d+$/.test(digits) ? digits : undefined;
};
