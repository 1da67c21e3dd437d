import * as z from 'zod/mini';
import type { SubDealer } from '../../../domain/sub-dealer.ts';
import { keys } from '../keys.ts';
import { parseRow, storedId, storedRate } from './row.ts';

const subDealerRow = z.object({
  dealerCode: z.string(),
  subDealerId: storedId,
  version: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  rates: z.record(z.string(), storedRate),
});

export const readSubDealerRow = (row: unknown): SubDealer => parseRow('sub-dealer', subDealerRow, row);

export const subDealerItem = (subDealer: SubDealer) => ({
  ...keys.subDealer(subDealer.dealerCode, subDealer.subDealerId),
  entity: 'sub-dealer',
  ...subDealer,
});
