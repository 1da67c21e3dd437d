import type * as z from 'zod/mini';
import { toWireAmount } from '../../shared/domain/money/money.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { Sale } from '../../shared/domain/sale/sale.ts';
import { readValue, type UseCase } from '../../shared/http/operation-handler.ts';
import type { Sales } from '../../shared/ports/sales.ts';
import type { contract } from './contract.ts';

/** The sale record with every member (dealer interface 2.10; decisions: answers). */
const saleRecord = (sale: Sale) => ({
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

const notFound = () =>
  new Refusal('DealerSaleNotFound', 'No sale of this dealer has the given DealerSaleId or SaleCode.');

/**
 * Reads one recurring sale of the dealer by DealerSaleId, SaleCode or both (dealer interface 2.9, 2.10 and 4). Refuses
 * with the codes of dealer interface 7.5.
 */
export const getSale =
  ({ sales }: { readonly sales: Sales }): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const { DealerSaleId, SaleCode } = readValue(read);
    if (DealerSaleId === undefined && SaleCode === undefined) {
      throw new Refusal('SaleCodeOrDealerSaleIdMustBeGiven', 'SaleCode or DealerSaleId must be given.');
    }
    const { byId, byCode } = await sales.find(dealer.dealerCode, { dealerSaleId: DealerSaleId, saleCode: SaleCode });
    const found = byId ?? byCode;
    if (found === undefined) throw notFound();
    const bothGiven = DealerSaleId !== undefined && SaleCode !== undefined;
    if (bothGiven && byId?.dealerSaleId !== byCode?.dealerSaleId) {
      throw new Refusal('SaleCodeDoesntMatchDealerSaleId', 'SaleCode and DealerSaleId do not belong to the same sale.');
    }
    return { data: saleRecord(found) };
  };
