import { saleCurrencies } from '../../../shared/domain/sale/sale.ts';
import { MAX_ID } from '../../../shared/http/values.ts';
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

const guid = shaped('guid', 'must be a guid', (text) =>
  /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(text) ? text.toUpperCase() : undefined,
);

/** The customer of a sale, named by either identifier. The sale stores both. */
export const saleCustomerFields = {
  customerCode: optional(
    dealersCode(100),
    'Code of the customer, who must exist; the sale keeps code and id. null takes the customer out.',
  ),
  dealerCustomerId: optional(anyId, 'Id of the customer, instead of or beside the code.'),
};

/** Fields of a sale that a put stores unchanged (dealer interface 2.10). */
export const saleFields = {
  productCode: optional(code(100), "The dealer's product code."),
  dealerProductId: optional(anyId, 'Product id in the service.'),
  amount: neededWhenNew(amountAboveZero, 'Charged on each payment; not the total of the sale.'),
  currency: defaulted(choice(saleCurrencies), 'TL', { meaning: 'Currency.' }),
  installmentNumber: defaulted(whole(1, 12), 1, { meaning: '1 = single payment, which it must be unless in TL.' }),
  dealerSaleScheduleId: defaulted(whole(0, MAX_ID), 0, {
    meaning: 'Id of the time schedule; reset to 0 with planType 2.',
  }),
  saleDate: optional(day, 'Day of the sale.'),
  beginDate: optional(day, 'First payment date.'),
  endDate: optional(day, 'Last payment date; without one, payments go on until it is set.'),
  howManyTrial: defaulted(whole(0, 365), 1, { meaning: 'Days of further attempts after an unsuccessful charge.' }),
  description: optional(freeText(200), 'Description.'),
  planType: defaulted(numberChoice([1, 2, 3]), 1, {
    meaning: 'Payment steps: 1 = automatic, from the schedule; 2 = by hand; 3 = both.',
  }),
  dealerCustomerTypeId: optional(anyId, "The dealer's definition for payment requests instead of a stored card."),
  defaultCard1Token: optional(guid, 'Card to charge first.'),
  defaultCard2Token: optional(guid, 'Card tried when the first fails.'),
  defaultCard3Token: optional(guid, 'Card tried last.'),
};
