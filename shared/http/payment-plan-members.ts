import type * as z from 'zod/mini';
import type { OperationName } from '../domain/dealer/dealer.ts';
import type { SaleNames } from '../domain/sale/named-sale.ts';
import type { PlanFields } from '../domain/sale/plan-fields.ts';
import { amount, integer, recordId, text } from './fields.ts';
import type { EveryField } from './read-members.ts';

// Members and codes of the operations of payment plans.

/** Either identifier of a sale. */
export const saleNames = { DealerSaleId: recordId(), SaleCode: text({ max: 100 }) };

/** How a request names a payment plan. */
export const planName = { DealerPaymentPlanId: recordId() };

/** The members of a payment plan that a dealer may set. */
export const planMembers = {
  PaymentDate: text({ max: 20 }),
  Amount: amount(),
  Currency: text({ max: 10 }),
  InstallmentNumber: integer(),
  CardToken: text({ max: 60 }),
  DealerCustomerTypeId: recordId(),
};

/** Maps the names of the wire to those of the domain. */
export const planFieldsOf = (members: z.output<z.ZodMiniObject<typeof planMembers>>): EveryField<PlanFields> => ({
  paymentDate: members.PaymentDate,
  amount: members.Amount,
  currency: members.Currency,
  installmentNumber: members.InstallmentNumber,
  cardToken: members.CardToken,
  dealerCustomerTypeId: members.DealerCustomerTypeId,
});

export const saleNamesOf = (members: z.output<z.ZodMiniObject<typeof saleNames>>): EveryField<SaleNames> => ({
  dealerSaleId: members.DealerSaleId,
  saleCode: members.SaleCode,
});

/** Codes for the sale that a request names. */
export const foundSaleCodes = (operation: OperationName) =>
  ({
    DealerSaleNotFound: `DealerSale.${operation}.DealerSaleNotFound`,
    SaleCodeDoesntMatchDealerSaleId: `DealerSale.${operation}.SaleCodeDoesntMatchDealerSaleId`,
  }) as const;

/** Codes for the payment plan that a request names. */
export const planNameCodes = (operation: OperationName) =>
  ({
    DealerPaymentPlanIdIsRequired: `DealerSale.${operation}.DealerPaymentPlanIdIsRequired`,
    PaymentPlanNotFound: `DealerSale.${operation}.PaymentPlanNotFound`,
  }) as const;
