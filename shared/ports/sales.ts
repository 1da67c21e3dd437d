import type { PaymentPlan } from '../domain/sale/payment-plan.ts';
import type { OpenSale, Sale } from '../domain/sale/sale.ts';

interface SaleIdentifiers {
  readonly dealerSaleId?: number | undefined;
  readonly saleCode?: string | undefined;
}

interface SalesFound {
  readonly byId?: Sale | undefined;
  readonly byCode?: Sale | undefined;
}

export interface Sales {
  /** Reads a dealer's sale by either identifier, strongly, in one trip. Throws StoreUnavailable. */
  find(dealerCode: string, identifiers: SaleIdentifiers): Promise<SalesFound>;
}

/** A sale as it is after a change, with what the change makes of its planned step. */
export interface SaleChange {
  readonly sale: Sale;
  /** The step that the schedule plans now; written with its own pointer. */
  readonly planned?: PaymentPlan;
  /** The next version of a step that was planned before: changed, or withdrawn. */
  readonly before?: PaymentPlan;
}

/** Sales as their dealers keep them. A deleted sale is not found. */
export interface SaleBook extends Sales {
  /** A sale by its id with its planned step, in one trip. Throws StoreUnavailable. */
  open(dealerCode: string, dealerSaleId: number): Promise<(OpenSale & { readonly step?: PaymentPlan }) | undefined>;
  /** The newest sales of a dealer, by a list that may be out of date. Two trips. Throws StoreUnavailable. */
  newest(dealerCode: string, limit: number): Promise<readonly Sale[]>;
  /** Registers a sale with its first step. Throws StoreUnavailable. */
  add(change: SaleChange): Promise<'added' | 'code-taken' | 'id-taken' | 'gone'>;
  /**
   * Writes a sale's next version, also a deletion. `changed`: the sale or its planned step has changed since it was read;
   * `gone`: a customer, schedule or product that it names is gone. Throws StoreUnavailable.
   */
  replace(before: OpenSale, change: SaleChange): Promise<'replaced' | 'changed' | 'gone'>;
}
