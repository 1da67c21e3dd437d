import * as z from 'zod/mini';
import { MAX_SUB_DEALERS } from '../domain/split/payment-split.ts';
import { basketProducts, buyerOfPaymentWithBasket } from './buyer-fields.ts';
import { amount, codedInteger, integer, list, nested, rate, recordId, text } from './fields.ts';

/** Longer than any valid value, so that a wrong one is refused by its own rule and not for its length. */
const anyLength = () => text({ max: 1000 });

/** One sub-dealer of a payment with its commission terms (dealer interface 2.4). */
export const splitMembers = () => ({
  DealerId: recordId(),
  Amount: amount(),
  DealerCommissionRate: rate(),
  DealerCommissionAmount: amount(),
  DealerCommissionFixedAmount: amount(),
  GroupRevenueRate: rate(),
  GroupRevenueAmount: amount(),
  AmountToBeCommissioned: amount(),
  IsIncludedFixedAmount: integer(),
});

/** SubDealer as a list (dealer interface 2.4). One object instead of a list occurs. */
export const splitList = () => list(z.object(splitMembers()), { max: MAX_SUB_DEALERS, orOne: true });

/**
 * The members of a payment that a dealer's call makes by card, with 3D or without (dealer interface 2.2, 2.4, 2.5 and
 * 2.6). `BasketProduct` may stand beside BuyerInformation.
 */
export const directPaymentMembers = () => ({
  CardHolderFullName: text({ max: 100 }),
  CardNumber: anyLength(),
  ExpMonth: anyLength(),
  ExpYear: anyLength(),
  CvcNumber: anyLength(),
  CardToken: anyLength(),
  Amount: amount(),
  Currency: anyLength(),
  InstallmentNumber: codedInteger(),
  ClientIP: text({ max: 100 }),
  OtherTrxCode: text({ max: 128 }),
  IsPreAuth: integer(),
  IsPoolPayment: integer(),
  IntegratorId: recordId(),
  Software: text({ max: 30 }),
  SubMerchantName: text({ max: 100 }),
  Description: text({ max: 200 }),
  CommissionScenario: integer(),
  SubDealer: splitList(),
  BuyerInformation: buyerOfPaymentWithBasket(),
  BasketProduct: basketProducts(),
  CustomerInformation: nested(
    z.object({
      DealerCustomerId: recordId(),
      CustomerCode: text({ max: 100 }),
      FirstName: text({ max: 100 }),
      LastName: text({ max: 100 }),
      Gender: integer(),
      BirthDate: anyLength(),
      GsmNumber: anyLength(),
      Email: anyLength(),
      Address: text({ max: 500 }),
      CardName: text({ max: 50 }),
    }),
  ),
});

const directPaymentMember = z.object(directPaymentMembers());

/** The members as they were read. */
export type DirectPaymentMembers = z.output<typeof directPaymentMember>;
