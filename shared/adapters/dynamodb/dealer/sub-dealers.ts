import * as z from 'zod/mini';
import type { SubDealer } from '../../../domain/dealer/sub-dealer.ts';
import type { SubDealers } from '../../../ports/sub-dealers.ts';
import { objectRow, parseRow, storedFlag, storedId, storedRate, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { keys } from '../keys.ts';
import { firmOf, firmRow } from './firm-row.ts';

const subDealerRow = objectRow(() => ({
  dealerCode: storedText,
  subDealerId: storedId,
  version: storedWhole,
  name: storedText,
  enabled: storedFlag,
  rates: z.record(storedText, storedRate),
  firm: firmRow(),
}));

export const readSubDealerRow = (row: unknown): SubDealer => {
  const { firm, ...subDealer } = parseRow('sub-dealer', subDealerRow, row);
  return { ...subDealer, ...firmOf(firm) };
};

export const subDealerItem = (subDealer: SubDealer) => ({
  ...keys.subDealer(subDealer.dealerCode, subDealer.subDealerId),
  entity: 'sub-dealer',
  ...subDealer,
});

export const dynamoSubDealers = (table: Table): SubDealers => ({
  find: async (dealerCode, ids) => {
    const rows = await table.getMany(ids.map((id) => keys.subDealer(dealerCode, id)));
    return rows.map(readSubDealerRow);
  },
});
