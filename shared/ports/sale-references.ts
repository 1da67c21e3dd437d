import type { SaleReferenceFile } from '../domain/sale/sale-rules.ts';

/** The records that a sale names. */
interface SaleReferenceNames {
  readonly customerCode?: string | undefined;
  readonly dealerCustomerId?: number | undefined;
  readonly productCode?: string | undefined;
  readonly dealerProductId?: number | undefined;
  /** 0 = none. */
  readonly dealerSaleScheduleId: number;
  readonly dealerCustomerTypeId?: number | undefined;
  readonly cardTokens: readonly string[];
}

export interface SaleReferences {
  /** Reads what a sale of the dealer names, strongly, in one trip. Throws StoreUnavailable. */
  load(dealerCode: string, names: SaleReferenceNames): Promise<SaleReferenceFile>;
}
