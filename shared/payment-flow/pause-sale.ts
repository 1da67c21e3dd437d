import { omitUndefined } from '../domain/omit-undefined.ts';
import type { SaleFile } from '../domain/sale/changed-step.ts';
import type { Sale } from '../domain/sale/sale.ts';
import type { Change } from '../ports/operator-changes.ts';

/** A pause or its end: the change that writes it, or why there is nothing to change. */
export type PausingOfSale =
  | { readonly kind: 'change'; readonly sale: Sale; readonly change: Change; readonly changed: readonly string[] }
  | { readonly kind: 'paused-already' }
  | { readonly kind: 'not-paused' };

/** Pauses a recurring sale, or lets it go on: one decision for operators and the desk. Its steps and its schedule stay as they are. */
export const pausingOfSale = (
  stored: SaleFile,
  { pause, nowMs }: { readonly pause: boolean; readonly nowMs: number },
): PausingOfSale => {
  const { pausedSinceMs, ...sale } = stored.sale;
  if (pause && pausedSinceMs !== undefined) return { kind: 'paused-already' };
  if (!pause && pausedSinceMs === undefined) return { kind: 'not-paused' };
  const { plannedStep, plannedThrough } = stored;
  const next: Sale = { ...sale, version: sale.version + 1, ...(pause ? { pausedSinceMs: nowMs } : {}) };
  const record = { sale: next, ...omitUndefined({ plannedStep, plannedThrough }) };
  return { kind: 'change', sale: next, change: { kind: 'sale', record, before: stored }, changed: ['pausedSinceMs'] };
};
