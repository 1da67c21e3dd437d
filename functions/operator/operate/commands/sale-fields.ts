import { cardTokenIn } from '../../../../shared/domain/card/stored-card.ts';
import { saleCurrencies } from '../../../../shared/domain/sale/sale.ts';
import { MAX_ID } from '../../../../shared/http/values.ts';
import { defaulted, neededWhenNew, optional } from '../fields.ts';
import {
  amountAboveZero,
  anyId,
  choice,
  code,
  day,
  dealersCode,
  freeText,
  numberChoice,
  shaped,
  whole,
} from '../kinds.ts';

/** A card is stored under its token in small letters. */
const cardToken = shaped('guid', 'must be a guid', cardTokenIn);

/** The customer of a sale, named by either identifier. The sale stores both. */
export const saleCustomerFields = {
  customerCode: optional(dealersCode(100), 'Code of the customer, who must exist; the sale keeps code and id.'),
  dealerCustomerId: optional(anyId, 'Id of the customer, instead of or beside the code.'),
};

/** The product of a sale, named by either identifier. The sale stores both. */
export const saleProductFields = {
  productCode: optional(
    code(100),
    "The dealer's code of the product, which must exist; the sale keeps code and id. null takes it out.",
  ),
  dealerProductId: optional(anyId, 'Id of the product, instead of or beside the code.'),
};

/** Further fields of a sale (dealer interface 2.10). */
export const saleFields = {
  amount: neededWhenNew(amountAboveZero, 'Charged on each payment; not the total of the sale.'),
  currency: defaulted(choice(saleCurrencies), 'TL', { meaning: 'Currency.' }),
  installmentNumber: defaulted(whole(1, 12), 1, { meaning: '1 = single payment, which it must be unless in TL.' }),
  dealerSaleScheduleId: defaulted(whole(0, MAX_ID), 0, {
    meaning: 'Id of the time schedule; needed unless planType is 2, which resets it to 0.',
  }),
  saleDate: optional(day, 'Day of the sale.'),
  beginDate: optional(day, 'First payment date; needed unless planType is 2.'),
  endDate: optional(day, 'Last payment date; without one, payments go on until it is set.'),
  howManyTrial: defaulted(whole(0, 365), 1, { meaning: 'Days of further attempts after an unsuccessful charge.' }),
  description: optional(freeText(200), 'Description.'),
  planType: defaulted(numberChoice([1, 2, 3]), 1, {
    meaning: 'Payment steps: 1 = automatic, from the schedule; 2 = by hand; 3 = both.',
  }),
  dealerCustomerTypeId: optional(anyId, "The dealer's definition for payment requests instead of a stored card."),
  defaultCard1Token: optional(
    cardToken,
    "Card to charge first: one of the customer's. A card or dealerCustomerTypeId is needed.",
  ),
  defaultCard2Token: optional(cardToken, 'Card tried when the first fails.'),
  defaultCard3Token: optional(cardToken, 'Card tried last.'),
};
