import { type DayText, isRealDay } from '../calendar.ts';
import { holdsCardNumber } from '../card/card-number-in-text.ts';
import { readCardWithoutCvc } from '../card/card-rules.ts';
import { cardTokenIn, type KeptCard } from '../card/stored-card.ts';
import type { Dealer } from '../dealer/dealer.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { oneOf, type Rule, refuseFirstBroken } from '../ordered-rules.ts';
import { Refusal } from '../refusal.ts';
import { badEmail, badGsm, normalizeGsm } from './contact.ts';
import { type Customer, type CustomerDetails, newCustomerCode } from './customer.ts';
import {
  type CardToAddFields,
  type CustomerFields,
  type CustomerNames,
  MAX_CARDS_OF_CUSTOMER,
} from './customer-fields.ts';

interface Asked {
  readonly fields: CustomerFields;
  readonly today: DayText;
}

const invalid = (sentence: string, broken: Rule<'InvalidRequest', Asked>['broken']): Rule<'InvalidRequest', Asked> => ({
  reason: 'InvalidRequest',
  sentence,
  broken,
});

const holdsCard = (text: string | undefined): boolean => text !== undefined && holdsCardNumber(text);

const rules: readonly Rule<'InvalidRequest', Asked>[] = [
  invalid('Gender must be 1 or 2.', ({ fields }) => !oneOf(fields.gender, [0, 1, 2])),
  invalid(
    'BirthDate must be a real day in the past, written YYYYMMDD.',
    ({ fields: { birthDate }, today }) => birthDate !== undefined && !(isRealDay(birthDate) && birthDate < today),
  ),
  invalid('GsmNumber must be a mobile number of 10 digits that starts with 5.', ({ fields }) =>
    badGsm(fields.gsmNumber),
  ),
  invalid('Email is not an e-mail address.', ({ fields }) => badEmail(fields.email)),
  invalid('FirstName must not hold a card number.', ({ fields }) => holdsCard(fields.firstName)),
  invalid('LastName must not hold a card number.', ({ fields }) => holdsCard(fields.lastName)),
  invalid('Address must not hold a card number.', ({ fields }) => holdsCard(fields.address)),
];

/**
 * The details that a dealer gives of a customer, checked (dealer interface 2.12, rule 32): a field that is not given is
 * absent. Throws the Refusal of the first broken rule.
 */
export const customerDetailsIn = (asked: Asked): CustomerDetails => {
  refuseFirstBroken(rules, asked);
  const { firstName, lastName, birthDate, gsmNumber, email, address } = asked.fields;
  const gender = ([1, 2] as const).find((one) => one === asked.fields.gender);
  return omitUndefined({
    firstName,
    lastName,
    gender,
    birthDate,
    gsmNumber: gsmNumber === undefined ? undefined : normalizeGsm(gsmNumber),
    email,
    address,
  });
};

/** The code of a customer who is registered by hand. */
export const requiredCode = ({ customerCode: given }: CustomerNames): string => {
  const customerCode = given === undefined ? undefined : newCustomerCode(given);
  if (customerCode === undefined) throw new Refusal('InvalidRequest', 'CustomerCode is required.');
  return customerCode;
};

/** Refuses a request that names no customer (dealer interface 4). */
export const requireCustomerName = ({ dealerCustomerId, customerCode }: CustomerNames): void => {
  if (dealerCustomerId !== undefined || customerCode !== undefined) return;
  throw new Refusal('CustomerCodeOrDealerCustomerIdMustBeGiven', 'CustomerCode or DealerCustomerId must be given.');
};

/** The one customer that the given identifiers name (dealer interface 4). Refuses none, and two. */
export const namedCustomer = (
  { dealerCustomerId, customerCode }: CustomerNames,
  { byId, byCode }: { readonly byId?: Customer | undefined; readonly byCode?: Customer | undefined },
): Customer => {
  const found = byId ?? byCode;
  if (found === undefined) {
    const sentence = 'No customer of this dealer has the given DealerCustomerId or CustomerCode.';
    throw new Refusal('DealerCustomerNotFound', sentence);
  }
  const bothGiven = dealerCustomerId !== undefined && customerCode !== undefined;
  if (bothGiven && byId?.dealerCustomerId !== byCode?.dealerCustomerId) {
    const sentence = 'CustomerCode and DealerCustomerId do not belong to the same customer.';
    throw new Refusal('CustomerCodeDoesntMatchDealerCustomerId', sentence);
  }
  return found;
};

/** Only dealers with the card-storage feature store cards (dealer interface 2.2). */
export const refuseCardStorage = ({ cardStorage }: Pick<Dealer, 'cardStorage'>): void => {
  if (!cardStorage) throw new Refusal('InvalidRequest', 'This dealer may not store cards.');
};

const invalidCard = (sentence: string): Refusal => new Refusal('InvalidCardInfo', sentence);

/** The card that a dealer stores: number, expiry and holder, without CVC. `takesCard` is the rule of the stage (rule 22). */
export const cardToAdd = (
  fields: CardToAddFields,
  { today, takesCard }: { readonly today: DayText; readonly takesCard: (number: string) => boolean },
): KeptCard => {
  const { number, expiryMonth, expiryYear, holderName, cardName } = fields;
  refuseCardNumber('CardHolderFullName', holderName);
  refuseCardNumber('CardName', cardName);
  const read = readCardWithoutCvc({ number, expiryMonth, expiryYear }, today);
  if ('problems' in read) {
    throw invalidCard(
      read.problems.includes('number')
        ? 'CardNumber is not the number of a card.'
        : 'ExpMonth and ExpYear must name a month that is not over, written MM and YYYY.',
    );
  }
  const { card } = read;
  if (!takesCard(card.number)) {
    throw invalidCard('CardNumber is not one of the test cards, and a sandbox takes no others.');
  }
  const { number: digits, expiryMonth: month, expiryYear: year } = card;
  return { number: digits, expiryMonth: month, expiryYear: year, ...omitUndefined({ holderName: holderName?.trim() }) };
};

/** Refuses a text that holds a card number (rule 32). */
export const refuseCardNumber = (field: string, text: string | undefined): void => {
  if (holdsCard(text)) throw new Refusal('InvalidRequest', `${field} must not hold a card number.`);
};

/** Refuses another card of a customer who has as many as one may have. */
export const refuseFullFile = (count: number): void => {
  if (count < MAX_CARDS_OF_CUSTOMER) return;
  throw new Refusal('TooManyCards', `This customer has ${MAX_CARDS_OF_CUSTOMER} cards, and may not have more.`);
};

/** The refusal of an addition behind too many others: whoever tries out cards needs many. */
export const tooManyAdditions = (of: 'too-many-for-customer' | 'too-many-for-dealer'): Refusal =>
  new Refusal(
    'TooManyCards',
    of === 'too-many-for-customer'
      ? 'Too many cards were added for this customer within the hour: try again later.'
      : 'Too many cards were added by this dealer within the hour: try again later.',
  );

const unknownToken = (): Refusal =>
  new Refusal('CardTokenNotFound', 'CardToken is not the token of a stored card of this dealer.');

/** The token of a request, with or without braces around it. A text of another form names no card. */
export const tokenIn = (text: string | undefined): string => {
  if (text === undefined) throw new Refusal('CardTokenIsRequired', 'CardToken is required.');
  const token = cardTokenIn(text);
  if (token === undefined) throw unknownToken();
  return token;
};

/** What a token leads to, card or owner; refuses one that is unknown or another dealer's, and does not say which. */
export const cardOfToken = <Found>(found: Found | undefined): Found => {
  if (found === undefined) throw unknownToken();
  return found;
};
