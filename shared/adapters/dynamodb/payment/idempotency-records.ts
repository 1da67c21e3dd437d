import type { IdempotencyRecords } from '../../../ports/idempotency-records.ts';
import type { PaymentNames } from '../../../ports/identifiers.ts';
import type { Table } from '../engine/table.ts';
import { idempotencyRecordOf } from './payment-item.ts';
import { paymentKeys } from './payment-keys.ts';

export const dynamoIdempotencyRecords = (table: Table, names: PaymentNames): IdempotencyRecords => ({
  find: async (dealerCode, otherTrxCode) => {
    const row = await table.get(paymentKeys.payment(names.nameOf(dealerCode, otherTrxCode)));
    return row === undefined ? undefined : idempotencyRecordOf(row);
  },
});
