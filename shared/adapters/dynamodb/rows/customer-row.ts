import * as z from 'zod/mini';
import type { Customer } from '../../../domain/customer.ts';
import { given } from '../../../domain/given.ts';
import { keys } from '../keys.ts';
import { parseRow, storedDay, storedId } from './row.ts';

const customerRow = z.object({
  dealerCode: z.string(),
  dealerCustomerId: storedId,
  customerCode: z.string(),
  version: z.int(),
  sealedPassword: z.optional(z.string()),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  gender: z.optional(z.union([z.literal(1), z.literal(2)])),
  birthDate: z.optional(storedDay),
  gsmNumber: z.optional(z.string()),
  email: z.optional(z.string()),
  address: z.optional(z.string()),
});

export const readCustomerRow = (row: unknown): Customer => given(parseRow('customer', customerRow, row));

/** A customer is written whole under both its identifiers, so that either finds it in one read. */
export const customerItems = (customer: Customer) => {
  const row = { entity: 'customer', ...customer };
  return [
    { ...keys.customerByCode(customer.dealerCode, customer.customerCode), ...row },
    { ...keys.customerById(customer.dealerCode, customer.dealerCustomerId), ...row },
  ] as const;
};
