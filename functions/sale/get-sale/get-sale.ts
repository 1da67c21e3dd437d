import type * as z from 'zod/mini';
import { namedSale, requireSaleIdentifier } from '../../../shared/domain/sale/named-sale.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { saleNamesOf } from '../../../shared/http/sale-members.ts';
import { saleRecord } from '../../../shared/http/sale-record.ts';
import type { Sales } from '../../../shared/ports/sales.ts';
import type { contract } from './contract.ts';

/**
 * Reads one recurring sale of the dealer by DealerSaleId, SaleCode or both (dealer interface 2.9, 2.10 and 4). Refuses
 * with the codes of dealer interface 7.5.
 */
export const getSale =
  ({ sales }: { readonly sales: Sales }): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const names = saleNamesOf(readValue(read));
    requireSaleIdentifier(names);
    return { data: saleRecord(namedSale(names, await sales.find(dealer.dealerCode, names))) };
  };
