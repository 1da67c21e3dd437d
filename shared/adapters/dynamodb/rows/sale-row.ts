import * as z from 'zod/mini';
import { given } from '../../../domain/given.ts';
import { type Sale, saleCurrencies } from '../../../domain/sale.ts';
import { keys } from '../keys.ts';
import { parseRow, storedAmount, storedDay, storedId } from './row.ts';

const saleRow = z.object({
  dealerCode: z.string(),
  version: z.int(),
  dealerSaleId: storedId,
  saleCode: z.string(),
  customerCode: z.optional(z.string()),
  dealerCustomerId: z.optional(storedId),
  productCode: z.optional(z.string()),
  dealerProductId: z.optional(storedId),
  amount: storedAmount,
  currency: z.enum(saleCurrencies),
  installmentNumber: z.int().check(z.minimum(1), z.maximum(12)),
  dealerSaleScheduleId: z.int().check(z.nonnegative()),
  saleDate: z.optional(storedDay),
  beginDate: z.optional(storedDay),
  endDate: z.optional(storedDay),
  howManyTrial: z.int().check(z.nonnegative()),
  description: z.optional(z.string()),
  planType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  dealerCustomerTypeId: z.optional(storedId),
  defaultCard1Token: z.optional(z.string()),
  defaultCard2Token: z.optional(z.string()),
  defaultCard3Token: z.optional(z.string()),
});

export const readSaleRow = (row: unknown): Sale => given(parseRow('sale', saleRow, row));

/** A sale is written whole under both its identifiers, so that either finds it in one read. */
export const saleItems = (sale: Sale) => {
  const row = { entity: 'sale', ...sale };
  return [
    { ...keys.saleByCode(sale.dealerCode, sale.saleCode), ...row },
    { ...keys.saleById(sale.dealerCode, sale.dealerSaleId), ...row },
  ] as const;
};
