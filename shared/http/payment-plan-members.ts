import type * as z from 'zod/mini';
import type { OperationName } from '../domain/dealer/dealer.ts';
import type { PlanFields } from '../domain/sale/plan-fields.ts';
import { amount, integer, recordId, text } from './fields.ts';
import type { EveryField } from './read-members.ts';

// Members and codes of the operations of payment plans.

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

/** Codes for the payment plan that a request names. */
export const planNameCodes = (operation: OperationName) =>
  ({
    DealerPaymentPlanIdIsRequired: `DealerSale.${operation}.DealerPaymentPlanIdIsRequired`,
    PaymentPlanNotFound: `DealerSale.${operation}.PaymentPlanNotFound`,
  }) as const;
