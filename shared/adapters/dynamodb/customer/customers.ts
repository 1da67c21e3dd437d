import * as z from 'zod/mini';
import type { Customer } from '../../../domain/customer/customer.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { Customers } from '../../../ports/customers.ts';
import { objectRow, optionalDay, optionalText, parseRow, storedId, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { findByTwo } from '../engine/two-identifiers.ts';
import { customerIndexKeys } from '../index-keys.ts';

import { customerKeys } from './customer-keys.ts';

const customerRow = objectRow(() => ({
  dealerCode: storedText,
  dealerCustomerId: storedId,
  customerCode: storedText,
  version: storedWhole,
  sealedPassword: optionalText,
  firstName: optionalText,
  lastName: optionalText,
  gender: z.optional(z.union([z.literal(1), z.literal(2)])),
  birthDate: optionalDay,
  gsmNumber: optionalText,
  email: optionalText,
  address: optionalText,
  createdAtMs: z.optional(storedWhole),
}));

export const readCustomerRow = (row: unknown): Customer => omitUndefined(parseRow('customer', customerRow, row));

/** A customer is written whole under both its identifiers, so that either finds it in one read. One of the two is listed. */
export const customerItems = (customer: Customer) => {
  const { createdAtMs } = customer;
  const row = { entity: 'customer', ...customer };
  const listed = createdAtMs === undefined ? {} : customerIndexKeys({ ...customer, createdAtMs });
  return [
    { ...customerKeys.byCode(customer.dealerCode, customer.customerCode), ...row },
    { ...customerKeys.byId(customer.dealerCode, customer.dealerCustomerId), ...listed, ...row },
  ] as const;
};

const findCustomer = (
  table: Table,
  dealerCode: string,
  { dealerCustomerId, customerCode }: Parameters<Customers['find']>[1],
): ReturnType<Customers['find']> =>
  findByTwo(table, readCustomerRow, {
    byId: dealerCustomerId === undefined ? undefined : customerKeys.byId(dealerCode, dealerCustomerId),
    byCode: customerCode === undefined ? undefined : customerKeys.byCode(dealerCode, customerCode),
  });

/** A code without the blanks around it, where it has some; undefined where there is nothing to drop. */
export const codeWithoutBlanks = (customerCode: string | undefined): string | undefined => {
  const trimmed = customerCode?.trim();
  return trimmed === customerCode ? undefined : trimmed;
};

export const dynamoCustomers = (table: Table): Customers => ({
  find: async (dealerCode, identifiers) => {
    const found = await findCustomer(table, dealerCode, identifiers);
    const customerCode = codeWithoutBlanks(identifiers.customerCode);
    // Earlier releases kept a code with the blanks around it: it is looked up as it is given first.
    if (customerCode === undefined || found.byCode !== undefined) return found;
    return findCustomer(table, dealerCode, { ...identifiers, customerCode });
  },
});
