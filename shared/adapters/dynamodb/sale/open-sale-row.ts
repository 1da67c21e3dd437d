import * as z from 'zod/mini';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { OpenSale } from '../../../domain/sale/sale.ts';
import { readSaleRow } from '../customer/sales.ts';
import { optionalId, optionalWhole, parseRow } from '../engine/row.ts';

const planningRow = z.object({
  plannedStep: optionalId,
  handPlan: optionalId,
  pausedSinceMs: optionalWhole,
  deletedAtMs: optionalWhole,
});

/** The row of a sale by its id: it holds more than the one by its code, which plans do not need. */
export const readOpenSaleRow = (row: unknown): OpenSale & { readonly handPlan?: number } => {
  const { plannedStep, handPlan, pausedSinceMs, deletedAtMs } = parseRow('sale', planningRow, row);
  const sale = { ...readSaleRow(row), ...omitUndefined({ pausedSinceMs, deletedAtMs }) };
  return { sale, ...omitUndefined({ plannedStep, handPlan }) };
};
