import type { Sales } from '../../ports/sales.ts';
import type { Table } from './engine/table.ts';
import { keys } from './keys.ts';
import { readSaleRow } from './rows/sale-row.ts';
import { findByTwo } from './two-identifiers.ts';

export const dynamoSales = (table: Table): Sales => ({
  find: (dealerCode, { dealerSaleId, saleCode }) =>
    findByTwo(table, readSaleRow, {
      byId: dealerSaleId === undefined ? undefined : keys.saleById(dealerCode, dealerSaleId),
      byCode: saleCode === undefined ? undefined : keys.saleByCode(dealerCode, saleCode),
    }),
});
