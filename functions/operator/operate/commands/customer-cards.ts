import type { StoredCard } from '../../../../shared/domain/card/stored-card.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import { type Result, showCommand } from '../command.ts';
import { notFound } from '../command-error.ts';
import { shownTime } from '../values-in-views.ts';
import { customerIdentifierFields, findCustomer } from './customer.ts';

/** Most cards of one customer in an answer. */
const MAX_SHOWN = 100;

/**
 * The part of a card that may be shown. Expiry and holder are encrypted, and this function decrypts nothing (rule 24).
 */
const shown = ({ token, maskedCard, cardName, storedAtMs }: StoredCard): Result =>
  omitUndefined({ cardToken: token, maskedCard, cardName, storedAt: shownTime(storedAtMs) });

export const showCustomerCards = showCommand(
  {
    name: 'show-customer-cards',
    group: 'Customers',
    summary: "Show a customer's stored cards: token, masked number and name.",
    notes: [`At most ${MAX_SHOWN} cards are shown; "more" says that there are others.`],
    fields: customerIdentifierFields,
    example: { dealerCode: '1001', customerCode: 'Customer' },
  },
  async (input, call) => {
    const { dealerCode } = input;
    const customer = await findCustomer(input, call);
    if (customer === undefined) throw notFound(`such customer of dealer ${dealerCode}`);
    const { dealerCustomerId, customerCode } = customer;
    const cards = await call.deps.storedCards.ofCustomer(dealerCode, dealerCustomerId, MAX_SHOWN + 1);
    const more = cards.length > MAX_SHOWN;
    return {
      dealerCode,
      dealerCustomerId,
      customerCode,
      cards: cards.slice(0, MAX_SHOWN).map(shown),
      ...(more ? { more } : {}),
    };
  },
);
