import * as z from 'zod/mini';
import type { SubDealer } from '../../../domain/sub-dealer.ts';
import { keys } from '../keys.ts';
import { parseRow, storedFlag, storedId, storedRate, storedText, storedWhole } from './row.ts';

const subDealerRow = z.object({
  dealerCode: storedText,
  subDealerId: storedId,
  version: storedWhole,
  name: storedText,
  enabled: storedFlag,
  rates: z.record(storedText, storedRate),
});

export const readSubDealerRow = (row: unknown): SubDealer => parseRow('sub-dealer', subDealerRow, row);

export const subDealerItem = (subDealer: SubDealer) => ({
  ...keys.subDealer(subDealer.dealerCode, subDealer.subDealerId),
  entity: 'sub-dealer',
  ...subDealer,
});
