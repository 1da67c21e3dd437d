import type { DirectPaymentMembers } from '../http/direct-payment-members.ts';
import { customerInformation, subDealer } from './card-payment-members.ts';
import type { FieldText } from './operation-document.ts';
import {
  amount,
  basketBesideBuyer,
  buyerWithBasket,
  callerFields,
  currency,
  description,
  installmentNumber,
  isPoolPayment,
  isPreAuth,
} from './payment-fields.ts';

/** The words for each field of a payment that a dealer's call makes by card (dealer interface 2.2). */
export const cardPaymentFields: Readonly<Record<keyof DirectPaymentMembers, FieldText>> = {
  CardHolderFullName: { description: 'Name of the card holder.' },
  CardNumber: {
    schema: { type: 'string', pattern: '^[0-9]{13,19}$' },
    description: 'Number of the card, with ExpMonth, ExpYear and CvcNumber. Either it or CardToken is sent, not both.',
  },
  ExpMonth: {
    schema: { type: 'string', pattern: '^(0?[1-9]|1[0-2])$' },
    description: 'Month in which the card expires, MM.',
  },
  ExpYear: {
    schema: { type: 'string', pattern: '^(20)?[0-9]{2}$' },
    description: 'Year in which the card expires, YYYY.',
  },
  CvcNumber: {
    schema: { type: 'string', pattern: '^[0-9]{3,4}$' },
    description:
      'Security number of the card. A dealer who is permitted to may leave it out. With CardToken it may be sent; it is passed on to the bank and never kept.',
  },
  CardToken: {
    schema: { type: 'string', format: 'uuid' },
    description: 'Token of a stored card of this dealer, in place of CardNumber.',
  },
  Amount: amount,
  Currency: currency,
  InstallmentNumber: installmentNumber(12),
  ClientIP: {
    description: 'IP address of the machine on which the card number was given. It is recorded and decides nothing.',
  },
  OtherTrxCode: { description: "The dealer's own unique code of the transaction." },
  IsPreAuth: isPreAuth,
  IsPoolPayment: isPoolPayment,
  ...callerFields,
  Description: description,
  CommissionScenario: {
    schema: { type: 'integer', minimum: 1, maximum: 6 },
    description:
      'How commission is deducted from the sub-dealers. 1: by the rates that the service has for them. 2: by DealerCommissionRate and DealerCommissionFixedAmount. 3: DealerCommissionAmount. 4: by GroupRevenueRate, and 5: GroupRevenueAmount, each with the commission that the service takes from the dealer for AmountToBeCommissioned. 6: what SubDealer.Amount leaves of Amount. Required at the path DoDirectPaymentMarketPlace and wherever SubDealer is sent; ignored without SubDealer.',
  },
  SubDealer: {
    description:
      'The sub-dealers among whom the payment is split, each once. Required at the path DoDirectPaymentMarketPlace. Percentages are rounded half up, each by itself. A field that the scenario does not use is ignored.',
    members: subDealer,
  },
  BuyerInformation: buyerWithBasket,
  BasketProduct: basketBesideBuyer,
  CustomerInformation: {
    description:
      'The customer under whom the card is stored when the payment is approved. It means nothing for a dealer without the card-storage feature, and where it names neither DealerCustomerId nor CustomerCode.',
    members: customerInformation,
  },
};
