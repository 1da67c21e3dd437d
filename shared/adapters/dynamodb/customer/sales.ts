import * as z from 'zod/mini';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { type Sale, saleCurrencies } from '../../../domain/sale/sale.ts';
import type { Sales } from '../../../ports/sales.ts';
import {
  optionalDay,
  optionalId,
  optionalText,
  parseRow,
  storedAmount,
  storedId,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { findByTwo } from '../engine/two-identifiers.ts';
import { type Key, keys } from '../keys.ts';

const saleRow = z.object({
  dealerCode: storedText,
  version: storedWhole,
  dealerSaleId: storedId,
  saleCode: storedText,
  customerCode: optionalText,
  dealerCustomerId: optionalId,
  productCode: optionalText,
  dealerProductId: optionalId,
  amount: storedAmount,
  currency: z.enum(saleCurrencies),
  installmentNumber: z.int().check(z.minimum(1), z.maximum(12)),
  dealerSaleScheduleId: z.int().check(z.nonnegative()),
  saleDate: optionalDay,
  beginDate: optionalDay,
  endDate: optionalDay,
  howManyTrial: z.int().check(z.nonnegative()),
  description: optionalText,
  planType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  dealerCustomerTypeId: optionalId,
  defaultCard1Token: optionalText,
  defaultCard2Token: optionalText,
  defaultCard3Token: optionalText,
});

export const readSaleRow = (row: unknown): Sale => omitUndefined(parseRow('sale', saleRow, row));

/** A sale is written whole under both its identifiers, so that either finds it in one read. */
export const saleItems = (sale: Sale) => {
  const row = { entity: 'sale', ...sale };
  return [
    { ...keys.saleByCode(sale.dealerCode, sale.saleCode), ...row },
    { ...keys.saleById(sale.dealerCode, sale.dealerSaleId), ...row },
  ] as const;
};

/** Where a customer's partitions say that a sale uses the customer: under both identifiers, as its cards do. */
export const saleOfCustomerKeys = ({
  dealerCode,
  dealerSaleId,
  customerCode,
  dealerCustomerId,
}: Pick<Sale, 'dealerCode' | 'dealerSaleId' | 'customerCode' | 'dealerCustomerId'>): readonly Key[] => [
  ...(dealerCustomerId === undefined ? [] : [keys.saleOfCustomer(dealerCode, dealerCustomerId, dealerSaleId)]),
  ...(customerCode === undefined ? [] : [keys.saleOfCustomerCode(dealerCode, customerCode, dealerSaleId)]),
];

export const dynamoSales = (table: Table): Sales => ({
  find: (dealerCode, { dealerSaleId, saleCode }) =>
    findByTwo(table, readSaleRow, {
      byId: dealerSaleId === undefined ? undefined : keys.saleById(dealerCode, dealerSaleId),
      byCode: saleCode === undefined ? undefined : keys.saleByCode(dealerCode, saleCode),
    }),
});
