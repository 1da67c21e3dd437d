import type { SaleSchedule } from '../domain/sale/schedule-rules.ts';

/** Dealers' schedules of recurring sales. Reads are strongly consistent. */
export interface SaleSchedules {
  /** Throws StoreUnavailable. */
  find(dealerCode: string, dealerSaleScheduleId: number): Promise<SaleSchedule | undefined>;
  /** All schedules of a dealer, the newest first. One trip. Throws StoreUnavailable. */
  all(dealerCode: string): Promise<readonly SaleSchedule[]>;
  /** Adds a schedule. `too-many`: the dealer has as many as one may have. Throws StoreUnavailable. */
  add(schedule: SaleSchedule): Promise<'added' | 'id-taken' | 'too-many'>;
  /** Writes a schedule's next version. False if it has changed or gone since it was read. Throws StoreUnavailable. */
  replace(schedule: SaleSchedule): Promise<boolean>;
  /**
   * Removes a schedule that no sale uses. `usedBy`: a sale uses it, and this is one of them; undefined if that one has ended
   * meanwhile. A sale that begins to use it at the same moment wins or is refused, never both. Throws StoreUnavailable.
   */
  remove(
    dealerCode: string,
    dealerSaleScheduleId: number,
  ): Promise<'removed' | 'not-there' | { readonly usedBy: number | undefined }>;
}
