import { namedSale, requireSaleIdentifier, type SaleIdentifiers } from '../domain/sale/named-sale.ts';
import type { Sales } from '../ports/sales.ts';

/** The id of the one sale that a request names. An id alone is read when the sale is opened. */
export const namedSaleId = async (dealerCode: string, names: SaleIdentifiers, sales: Sales): Promise<number> => {
  requireSaleIdentifier(names);
  const { dealerSaleId, saleCode } = names;
  if (dealerSaleId !== undefined && saleCode === undefined) return dealerSaleId;
  return namedSale(names, await sales.find(dealerCode, names)).dealerSaleId;
};
