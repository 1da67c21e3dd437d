import type { DeskSales, SaleOfCustomer } from '../../../ports/desk-sales.ts';
import { CUSTOMER_SALE_PREFIX, customerKeys } from '../customer/customer-keys.ts';
import { readAll, type Table } from '../engine/table.ts';
import { keys, salePartition } from '../keys.ts';
import { readPlanItem } from './payment-plan-item.ts';
import { PLAN_PREFIX } from './plan-keys.ts';
import { readSaleRow } from './sales.ts';

/** A customer with more sales is none of a person's. */
const MOST_SALES_READ = 200;
/** Plans of each sale: the next one, the last one, and a few that were made by hand between them. */
const PLANS_OF_SALE = 6;

const plansOf = async (table: Pick<Table, 'query'>, dealerCode: string, dealerSaleId: number) => {
  const pk = salePartition(dealerCode, dealerSaleId);
  const rows = await table.query({ pk, skPrefix: PLAN_PREFIX, limit: PLANS_OF_SALE, newestFirst: true });
  return rows.map(readPlanItem);
};

export const dynamoDeskSales = (table: Table): DeskSales => ({
  ofCustomer: async (dealerCode, dealerCustomerId, limit) => {
    const { pk } = customerKeys.byId(dealerCode, dealerCustomerId);
    const markers = await table.query({ pk, skPrefix: CUSTOMER_SALE_PREFIX, limit: MOST_SALES_READ });
    const ids = markers
      .map(({ sk }) => Number(String(sk).slice(CUSTOMER_SALE_PREFIX.length)))
      .toSorted((one, other) => other - one)
      .slice(0, limit);
    const [rows, plans] = await Promise.all([
      readAll(
        table,
        ids.map((id) => keys.saleById(dealerCode, id)),
      ),
      Promise.all(ids.map((id) => plansOf(table, dealerCode, id))),
    ]);
    const sales = new Map(rows.map(readSaleRow).map((sale) => [sale.dealerSaleId, sale]));
    return ids.flatMap((id, index): readonly SaleOfCustomer[] => {
      const sale = sales.get(id);
      return sale === undefined || sale.deletedAtMs !== undefined ? [] : [{ sale, plans: plans[index] ?? [] }];
    });
  },
});
