import type { DayText } from '../domain/calendar.ts';
import type { CardOrigin } from '../domain/card/bin-record.ts';
import { maskCard } from '../domain/card/card-rules.ts';
import { hasExpired } from '../domain/card/offered-card.ts';
import { type OpenedCard, openedCard, type PostedCard, postedCard } from '../domain/card/posted-card.ts';
import { isCardOf, type KeptCard, type StoredCard } from '../domain/card/stored-card.ts';
import type { Dealer } from '../domain/dealer/dealer.ts';
import type { PayingCustomer } from '../domain/direct-payment/direct-payment.ts';
import {
  type DirectCard,
  readDirectCard,
  storedTokenIn,
  unknownToken,
} from '../domain/direct-payment/direct-payment-card.ts';
import type { DirectCustomer } from '../domain/direct-payment/direct-payment-customer.ts';
import type { DirectPaymentFields } from '../domain/direct-payment/direct-payment-fields.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { Refusal } from '../domain/refusal.ts';
import type { BinDirectory } from '../ports/bin-directory.ts';
import type { StoredCards } from '../ports/stored-cards.ts';
import type { Opener } from '../ports/vault.ts';
import { openStoredCard } from './kept-card.ts';

export interface PaymentCardDependencies {
  readonly bins: BinDirectory;
  readonly storedCards: Pick<StoredCards, 'find'>;
  readonly opener: Opener;
  /** Whether the stage accepts this number: sandbox stages accept test cards only (rule 22). */
  readonly takesCard: (number: string) => boolean;
}

/** The card behind a token, as it is stored and decrypted. */
export interface FoundCard {
  readonly stored: StoredCard;
  readonly card: KeptCard;
  readonly origin?: CardOrigin;
}

/** The card that a payment is charged to. */
export interface ChosenCard {
  readonly card: PostedCard | OpenedCard;
  readonly maskedCard: string;
  readonly cardToken?: string;
  /** The owner of the stored card. */
  readonly cardOwner?: PayingCustomer;
  /**
   * The card that is stored when the payment is approved. A dealer without the feature stores none (dealer interface
   * 2.2).
   */
  readonly storing?: { readonly card: KeptCard; readonly cardName?: string };
}

/** The payer and the card of a request, once both have been read. */
export interface CardQuestion {
  readonly fields: DirectPaymentFields;
  readonly dealer: Dealer;
  readonly customer: DirectCustomer;
  readonly found: FoundCard | undefined;
  readonly today: DayText;
}

const refuseOtherCards = (number: string, { takesCard }: Pick<PaymentCardDependencies, 'takesCard'>): void => {
  if (takesCard(number)) return;
  throw new Refusal('InvalidCardInfo', 'CardNumber is not one of the test cards, and a sandbox takes no others.');
};

/** A token may pay only for its own customer, and only while its card is valid. */
const byToken = (
  { token, cvc }: Extract<DirectCard, { kind: 'token' }>,
  { found, customer, today }: CardQuestion,
  deps: Pick<PaymentCardDependencies, 'takesCard'>,
): ChosenCard => {
  if (found === undefined) throw unknownToken();
  const { stored, card } = found;
  const isOwn =
    customer.kind === 'none' || (customer.kind === 'known' && isCardOf(stored, customer.customer.dealerCustomerId));
  if (!isOwn) throw unknownToken();
  if (hasExpired(card, today)) {
    throw new Refusal('InvalidCardInfo', 'CardToken is the token of a card that has expired.');
  }
  refuseOtherCards(card.number, deps);
  const { maskedCard, customer: cardOwner } = stored;
  return { card: openedCard(card, cvc), maskedCard, cardToken: token, cardOwner };
};

const byNumber = (
  { kind: _kind, holderName, ...details }: Extract<DirectCard, { kind: 'card' }>,
  { fields, customer }: CardQuestion,
  deps: Pick<PaymentCardDependencies, 'takesCard'>,
): ChosenCard => {
  refuseOtherCards(details.number, deps);
  const card = postedCard({ ...details, ...omitUndefined({ holderName }) });
  const chosen = { card, maskedCard: maskCard(details.number) };
  if (customer.kind === 'none') return chosen;
  return { ...chosen, storing: { card, ...omitUndefined({ cardName: fields.customer.cardName }) } };
};

/**
 * The stored card, its bank and programme. They are looked up by the full number: the masked number shows six digits only, and
 * a BIN entry of eight digits goes before one of six.
 */
export const findStoredCard = async (
  { dealer, fields }: Pick<CardQuestion, 'dealer' | 'fields'>,
  { storedCards, opener, bins }: PaymentCardDependencies,
): Promise<FoundCard | undefined> => {
  const token = storedTokenIn(fields);
  const stored = token === undefined ? undefined : await storedCards.find(dealer.dealerCode, token);
  if (stored === undefined) return undefined;
  const card = await openStoredCard(stored, opener);
  return { stored, card, ...omitUndefined({ origin: await bins.find(card.number) }) };
};

/** The card of a payment, by number or by token. Refuses a card that may not pay it. */
export const chooseCard = (question: CardQuestion, deps: Pick<PaymentCardDependencies, 'takesCard'>): ChosenCard => {
  const read = readDirectCard(question.fields, question);
  return read.kind === 'token' ? byToken(read, question, deps) : byNumber(read, question, deps);
};
