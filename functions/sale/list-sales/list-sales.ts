import type * as z from 'zod/mini';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { saleRecord } from '../../../shared/http/sale-record.ts';
import type { SaleBook } from '../../../shared/ports/sales.ts';
import type { contract } from './contract.ts';

export interface ListSalesDependencies {
  readonly sales: Pick<SaleBook, 'newest'>;
}

const MOST_LISTED = 500;

/** Lists the newest sales of the dealer (decisions: recurring sales). */
export const listSales =
  ({ sales }: ListSalesDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const { BeforeDealerSaleId: before } = readValue(read);
    const newest = await sales.newest(dealer.dealerCode, MOST_LISTED, before);
    if (newest === undefined) {
      throw new Refusal('InvalidRequest', 'BeforeDealerSaleId is the id of no sale in this list.');
    }
    const DealerSaleList = newest.sales.map(saleRecord);
    const BeforeDealerSaleId = newest.goesOnBehind ?? 0;
    return { data: { DealerSaleListCount: DealerSaleList.length, DealerSaleList, BeforeDealerSaleId } };
  };
