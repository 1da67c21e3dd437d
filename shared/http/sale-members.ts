import type * as z from 'zod/mini';
import type { OperationName } from '../domain/dealer/dealer.ts';
import { Refusal } from '../domain/refusal.ts';
import type { SaleIdentifiers } from '../domain/sale/named-sale.ts';
import type { SaleFields } from '../domain/sale/sale-draft.ts';
import type { SaleProblem } from '../domain/sale/sale-rules.ts';
import { amount, integer, recordId, text } from './fields.ts';
import type { EveryField } from './read-members.ts';

/** Either identifier of a sale. */
export const saleNames = { DealerSaleId: recordId(), SaleCode: text({ max: 100 }) };

/** The members of a sale that a dealer may set, beside its code (dealer interface 2.10). */
export const saleMembers = {
  CustomerCode: text({ max: 100 }),
  DealerCustomerId: recordId(),
  ProductCode: text({ max: 100 }),
  DealerProductId: recordId(),
  Amount: amount(),
  Currency: text({ max: 10 }),
  InstallmentNumber: integer(),
  DealerSaleScheduleId: recordId(),
  SaleDate: text({ max: 20 }),
  BeginDate: text({ max: 20 }),
  EndDate: text({ max: 20 }),
  HowManyTrial: integer(),
  Description: text({ max: 200 }),
  PlanType: integer(),
  DealerCustomerTypeId: recordId(),
  DefaultCard1Token: text({ max: 50 }),
  DefaultCard2Token: text({ max: 50 }),
  DefaultCard3Token: text({ max: 50 }),
};

type SaleMembers = z.output<z.ZodMiniObject<typeof saleMembers>>;

/** Maps the names of the wire to those of the domain. */
export const saleFieldsOf = (members: SaleMembers): EveryField<SaleFields> => ({
  customerCode: members.CustomerCode,
  dealerCustomerId: members.DealerCustomerId,
  productCode: members.ProductCode,
  dealerProductId: members.DealerProductId,
  amount: members.Amount,
  currency: members.Currency,
  installmentNumber: members.InstallmentNumber,
  dealerSaleScheduleId: members.DealerSaleScheduleId,
  saleDate: members.SaleDate,
  beginDate: members.BeginDate,
  endDate: members.EndDate,
  howManyTrial: members.HowManyTrial,
  description: members.Description,
  planType: members.PlanType,
  dealerCustomerTypeId: members.DealerCustomerTypeId,
  defaultCard1Token: members.DefaultCard1Token,
  defaultCard2Token: members.DefaultCard2Token,
  defaultCard3Token: members.DefaultCard3Token,
});

export const saleNamesOf = (members: z.output<z.ZodMiniObject<typeof saleNames>>): SaleIdentifiers => ({
  dealerSaleId: members.DealerSaleId,
  saleCode: members.SaleCode,
});

/** The refusal of a sale that breaks a rule. */
export const refuseSale = ({ field, problem }: SaleProblem): Refusal =>
  new Refusal('InvalidRequest', `${field} ${problem}.`);

/** Codes for the sale that a request names (dealer interface 7.5). */
export const saleNameCodes = (operation: OperationName) =>
  ({
    SaleCodeOrDealerSaleIdMustBeGiven: `DealerSale.${operation}.SaleCodeOrDealerSaleIdMustBeGiven`,
    DealerSaleNotFound: `DealerSale.${operation}.DealerSaleNotFound`,
    SaleCodeDoesntMatchDealerSaleId: `DealerSale.${operation}.SaleCodeDoesntMatchDealerSaleId`,
  }) as const;
