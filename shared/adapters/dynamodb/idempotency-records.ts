import type { IdempotencyRecords } from '../../ports/idempotency-records.ts';
import type { Table } from './engine/table.ts';
import { keys } from './keys.ts';
import { readIdempotencyRow } from './rows/payment-request-row.ts';

export const dynamoIdempotencyRecords = (table: Table): IdempotencyRecords => ({
  find: async (dealerCode, otherTrxCode) => {
    const row = await table.get(keys.claim(dealerCode, otherTrxCode));
    return row === undefined ? undefined : readIdempotencyRow(row);
  },
});
