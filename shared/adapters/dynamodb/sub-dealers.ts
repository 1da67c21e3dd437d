import type { SubDealers } from '../../ports/sub-dealers.ts';
import { keys } from './keys.ts';
import { readSubDealerRow } from './rows/sub-dealer-row.ts';
import type { Table } from './table.ts';

export const dynamoSubDealers = (table: Table): SubDealers => ({
  find: async (dealerCode, ids) => {
    const rows = await table.getMany(ids.map((id) => keys.subDealer(dealerCode, id)));
    return rows.map(readSubDealerRow);
  },
});
