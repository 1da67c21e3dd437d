import * as z from 'zod/mini';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { OpenSale } from '../../../domain/sale/sale.ts';
import { readSaleRow } from '../customer/sales.ts';
import { optionalId, optionalWhole, parseRow } from '../engine/row.ts';

const openSaleRow = z.object({ plannedStep: optionalId, pausedSinceMs: optionalWhole, deletedAtMs: optionalWhole });

/** The row of a sale by its id, with the step that its schedule has ahead. */
export const readOpenSale = (row: unknown): OpenSale => {
  const { plannedStep, pausedSinceMs, deletedAtMs } = parseRow('sale', openSaleRow, row);
  const sale = { ...readSaleRow(row), ...omitUndefined({ pausedSinceMs, deletedAtMs }) };
  return { sale, ...omitUndefined({ plannedStep }) };
};
