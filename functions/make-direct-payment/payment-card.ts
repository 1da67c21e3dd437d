import type { DayText } from '../../shared/domain/calendar.ts';
import { maskCard } from '../../shared/domain/card/card-rules.ts';
import { isCardOf, type KeptCard, type StoredCard } from '../../shared/domain/card/stored-card.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import type { PayingCustomer } from '../../shared/domain/direct-payment/direct-payment.ts';
import {
  type DirectCard,
  readDirectCard,
  storedTokenIn,
  unknownToken,
} from '../../shared/domain/direct-payment/direct-payment-card.ts';
import type { DirectCustomer } from '../../shared/domain/direct-payment/direct-payment-customer.ts';
import type { DirectPaymentFields } from '../../shared/domain/direct-payment/direct-payment-fields.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { isTestCard } from '../../shared/nestpay/test-cards.ts';
import { openStoredCard } from '../../shared/payment-flow/kept-card.ts';
import type { PaymentCard } from '../../shared/ports/bank-gateway.ts';
import type { BinDirectory } from '../../shared/ports/bin-directory.ts';
import type { StoredCards } from '../../shared/ports/stored-cards.ts';
import type { Opener } from '../../shared/ports/vault.ts';

export interface PaymentCardDependencies {
  readonly bins: BinDirectory;
  readonly storedCards: Pick<StoredCards, 'find'>;
  readonly opener: Opener;
  /** Sandbox stages take test cards alone (rule 22). */
  readonly sandbox: boolean;
}

/** What a token leads to: the card as it is stored and as it is opened. */
export interface FoundCard {
  readonly stored: StoredCard;
  readonly card: KeptCard;
  readonly bank?: string;
}

/** The card that a payment is charged to. */
export interface ChosenCard {
  readonly card: PaymentCard & KeptCard;
  readonly maskedCard: string;
  readonly cardToken?: string;
  /** Whose the stored card is. */
  readonly cardOwner?: PayingCustomer;
  /** The card that is stored when the payment is approved; a dealer without the feature stores none (2.2). */
  readonly storing?: { readonly card: KeptCard; readonly cardName?: string };
}

/** Who pays with what, once both have been read. */
export interface CardQuestion {
  readonly fields: DirectPaymentFields;
  readonly dealer: Dealer;
  readonly customer: DirectCustomer;
  readonly found: FoundCard | undefined;
  readonly today: DayText;
}

const refuseOtherCards = (number: string, { sandbox }: Pick<PaymentCardDependencies, 'sandbox'>): void => {
  if (!sandbox || isTestCard(number)) return;
  throw new Refusal('InvalidCardInfo', 'CardNumber is not one of the test cards, and a sandbox takes no others.');
};

/** A token pays for its own customer alone, and only while its card is valid. */
const byToken = (
  { token, cvc }: Extract<DirectCard, { kind: 'token' }>,
  { found, customer, today }: CardQuestion,
  deps: Pick<PaymentCardDependencies, 'sandbox'>,
): ChosenCard => {
  if (found === undefined) throw unknownToken();
  const { stored, card } = found;
  const isOwn =
    customer.kind === 'none' || (customer.kind === 'known' && isCardOf(stored, customer.customer.dealerCustomerId));
  if (!isOwn) throw unknownToken();
  if (`${card.expiryYear}${card.expiryMonth}` < today.slice(0, 6)) {
    throw new Refusal('InvalidCardInfo', 'CardToken is the token of a card that has expired.');
  }
  refuseOtherCards(card.number, deps);
  const { maskedCard, customer: cardOwner } = stored;
  return { card: { ...card, ...omitUndefined({ cvc }) }, maskedCard, cardToken: token, cardOwner };
};

const byNumber = (
  { kind: _kind, holderName, ...details }: Extract<DirectCard, { kind: 'card' }>,
  { fields, customer }: CardQuestion,
  deps: Pick<PaymentCardDependencies, 'sandbox'>,
): ChosenCard => {
  refuseOtherCards(details.number, deps);
  const card = { ...details, ...omitUndefined({ holderName }) };
  const chosen = { card, maskedCard: maskCard(details.number) };
  if (customer.kind === 'none') return chosen;
  return { ...chosen, storing: { card, ...omitUndefined({ cardName: fields.customer.cardName }) } };
};

/**
 * The stored card and its bank, which is that of the number behind the token: of what is shown of it six digits are
 * left, and an entry of eight goes before one of six.
 */
export const findStoredCard = async (
  { dealer, fields }: Pick<CardQuestion, 'dealer' | 'fields'>,
  { storedCards, opener, bins }: PaymentCardDependencies,
): Promise<FoundCard | undefined> => {
  const token = storedTokenIn(fields);
  const stored = token === undefined ? undefined : await storedCards.find(dealer.dealerCode, token);
  if (stored === undefined) return undefined;
  const card = await openStoredCard(stored, opener);
  return { stored, card, ...omitUndefined({ bank: await bins.find(card.number) }) };
};

/** The card of a payment, by number or by token. Refuses a card that may not pay it. */
export const chooseCard = (question: CardQuestion, deps: Pick<PaymentCardDependencies, 'sandbox'>): ChosenCard => {
  const read = readDirectCard(question.fields, question);
  return read.kind === 'token' ? byToken(read, question, deps) : byNumber(read, question, deps);
};
