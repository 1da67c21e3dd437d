import type { SubDealers } from '../../ports/sub-dealers.ts';
import type { Table } from './engine/table.ts';
import { keys } from './keys.ts';
import { readSubDealerRow } from './rows/sub-dealer-row.ts';

export const dynamoSubDealers = (table: Table): SubDealers => ({
  find: async (dealerCode, ids) => {
    const rows = await table.getMany(ids.map((id) => keys.subDealer(dealerCode, id)));
    return rows.map(readSubDealerRow);
  },
});
