import { Refusal } from '../refusal.ts';

/**
 * The refusal of a deletion of what a sale uses, with the sale that was found. A sale that ended meanwhile may not be
 * found any more: then the call can be repeated.
 */
export const recordInUse = (what: 'product' | 'schedule', dealerSaleId: number | undefined): Refusal => {
  const sale = dealerSaleId === undefined ? 'A sale' : `The sale with DealerSaleId ${dealerSaleId}`;
  return new Refusal('InvalidRequest', `${sale} uses this ${what}, so it cannot be deleted.`);
};

/** The refusal of one more record than a dealer may have. */
export const tooManyRecords = (what: 'products' | 'schedules', most: number): Refusal =>
  new Refusal('InvalidRequest', `This dealer has ${most} ${what}, and may not have more.`);
