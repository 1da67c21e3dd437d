import { toWireAmount } from '../domain/money/money.ts';
import type { Sale } from '../domain/sale/sale.ts';

/** The sale record with every member (dealer interface 2.10; decisions: answers). */
export const saleRecord = (sale: Sale) => ({
  DealerSaleId: sale.dealerSaleId,
  SaleCode: sale.saleCode,
  CustomerCode: sale.customerCode ?? '',
  DealerCustomerId: sale.dealerCustomerId ?? 0,
  ProductCode: sale.productCode ?? '',
  DealerProductId: sale.dealerProductId ?? 0,
  Amount: toWireAmount(sale.amount),
  Currency: sale.currency,
  InstallmentNumber: sale.installmentNumber,
  DealerSaleScheduleId: sale.dealerSaleScheduleId,
  SaleDate: sale.saleDate ?? '',
  BeginDate: sale.beginDate ?? '',
  EndDate: sale.endDate ?? '',
  HowManyTrial: sale.howManyTrial,
  Description: sale.description ?? '',
  PlanType: sale.planType,
  DealerCustomerTypeId: sale.dealerCustomerTypeId ?? 0,
  DefaultCard1Token: sale.defaultCard1Token ?? null,
  DefaultCard2Token: sale.defaultCard2Token ?? null,
  DefaultCard3Token: sale.defaultCard3Token ?? null,
});
