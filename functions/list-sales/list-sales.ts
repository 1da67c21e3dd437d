import { readValue, type UseCase } from '../../shared/http/operation-handler.ts';
import { saleRecord } from '../../shared/http/sale-record.ts';
import type { SaleBook } from '../../shared/ports/sales.ts';

export interface ListSalesDependencies {
  readonly sales: Pick<SaleBook, 'newest'>;
}

const MOST_LISTED = 500;

/** Lists the newest sales of the dealer (decisions: recurring sales). */
export const listSales =
  ({ sales }: ListSalesDependencies): UseCase<Record<string, never>> =>
  async ({ dealer, read }) => {
    readValue(read);
    const DealerSaleList = (await sales.newest(dealer.dealerCode, MOST_LISTED)).map(saleRecord);
    return { data: { DealerSaleListCount: DealerSaleList.length, DealerSaleList } };
  };
