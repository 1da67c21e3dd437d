import type { Customers } from '../../ports/customers.ts';
import type { Table } from './engine/table.ts';
import { keys } from './keys.ts';
import { readCustomerRow } from './rows/customer-row.ts';
import { findByTwo } from './two-identifiers.ts';

export const dynamoCustomers = (table: Table): Customers => ({
  find: (dealerCode, { dealerCustomerId, customerCode }) =>
    findByTwo(table, readCustomerRow, {
      byId: dealerCustomerId === undefined ? undefined : keys.customerById(dealerCode, dealerCustomerId),
      byCode: customerCode === undefined ? undefined : keys.customerByCode(dealerCode, customerCode),
    }),
});
