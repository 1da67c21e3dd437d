import { createHash } from 'node:crypto';
import type { PaymentName } from '../domain/payment/payment-name.ts';

/** The item of a payment that a transaction is: its charge, or a step. */
export type TransactionItem = `attempt ${number}` | `step ${number}`;

/** TrxCode: a GUID that follows from the item, so that it is the same in every answer. */
export const transactionCodeOf = (payment: PaymentName, item: TransactionItem): string => {
  const hex = createHash('sha256').update(`${payment} ${item}`, 'utf8').digest('hex');
  // Version 8 and the variant of RFC 9562: some clients check both.
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0b0011) | 0b1000).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
};
