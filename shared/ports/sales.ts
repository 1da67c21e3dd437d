import type { Customer } from '../domain/customer/customer.ts';
import type { SaleFile } from '../domain/sale/changed-step.ts';
import type { PaymentPlan, PlanTry } from '../domain/sale/payment-plan.ts';
import type { OpenSale, Sale } from '../domain/sale/sale.ts';

interface SaleIdentifiers {
  readonly dealerSaleId?: number | undefined;
  readonly saleCode?: string | undefined;
}

interface SalesFound {
  readonly byId?: Sale | undefined;
  readonly byCode?: Sale | undefined;
}

/** Reads sales. A deleted sale is not found. */
export interface Sales {
  /** Reads a dealer's sale by either identifier, strongly, in one trip. Throws StoreUnavailable. */
  find(dealerCode: string, identifiers: SaleIdentifiers): Promise<SalesFound>;
}

/** A sale as it is after a change, with what the change makes of its planned step. */
export interface SaleChange extends OpenSale {
  /** A step that the schedule plans now; written with its own pointer. */
  readonly planned?: PaymentPlan;
  /** The next version of a step that was planned before: changed, or withdrawn. */
  readonly before?: PaymentPlan;
  /**
   * The next version of a customer whom the sale begins to use. It makes a removal fail that read the customer before the
   * sale was written.
   */
  readonly customer?: Customer;
}

/** A sale with its latest plans and their latest tries, each newest first. */
export interface SaleHistory {
  readonly file: SaleFile;
  readonly plans: readonly PaymentPlan[];
  readonly tries: readonly PlanTry[];
}

/** A page of sales, the newest first. `goesOnBehind`: the one that the list goes on behind; absent where it has ended. */
export interface NewestSales {
  readonly sales: readonly Sale[];
  readonly goesOnBehind?: number;
}

/** Keeps the sales of dealers. Reads are strongly consistent, except for the list. */
export interface SaleBook extends Sales {
  /** A sale by its id with its planned step, in two trips. Throws StoreUnavailable. */
  open(dealerCode: string, dealerSaleId: number): Promise<SaleFile | undefined>;
  /**
   * The newest sales of a dealer, or the newest of those before one of them, by a list that may be out of date. That one may
   * have been deleted since. Undefined where it was never in the list. Two trips, three with `beforeId`. Throws
   * StoreUnavailable.
   */
  newest(dealerCode: string, limit: number, beforeId?: number): Promise<NewestSales | undefined>;
  /**
   * A sale by its id, also a deleted one, with its latest plans and tries, at most `limit` of each, in two trips; undefined
   * where there never was one. Throws StoreUnavailable.
   */
  history(dealerCode: string, dealerSaleId: number, limit: number): Promise<SaleHistory | undefined>;
  /**
   * Registers a sale with its first step. `changed`: a customer, schedule or product that it names has changed or is gone
   * since it was read. Throws StoreUnavailable.
   */
  add(change: SaleChange): Promise<'added' | 'code-taken' | 'id-taken' | 'changed'>;
  /**
   * Writes a sale's next version, also a deletion. False: the sale, its planned step, or what it names has changed or is
   * gone since it was read. Throws StoreUnavailable.
   */
  replace(before: OpenSale, change: SaleChange): Promise<boolean>;
}
