import { Refusal } from '../refusal.ts';

/**
 * Refuses to delete a product or schedule that a sale uses. Names the sale, unless it was deleted at the same moment: then
 * the call can be repeated.
 */
export const recordInUse = (what: 'product' | 'schedule', dealerSaleId: number | undefined): Refusal => {
  const sale = dealerSaleId === undefined ? 'A sale' : `The sale with DealerSaleId ${dealerSaleId}`;
  return new Refusal('InvalidRequest', `${sale} uses this ${what}, so it cannot be deleted.`);
};

/** The refusal of one more record than a dealer may have. */
export const tooManyRecords = (what: 'products' | 'schedules', most: number): Refusal =>
  new Refusal('InvalidRequest', `This dealer has ${most} ${what}, and may not have more.`);
