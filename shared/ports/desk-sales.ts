import type { PaymentPlan } from '../domain/sale/payment-plan.ts';
import type { Sale } from '../domain/sale/sale.ts';

/** A sale with its latest plans, the newest first. */
export interface SaleOfCustomer {
  readonly sale: Sale;
  readonly plans: readonly PaymentPlan[];
}

/** Recurring sales as the desk shows them. */
export interface DeskSales {
  /**
   * The newest sales of a customer, at most so many, each with its latest plans; a deleted sale is left out. Two trips. Throws
   * StoreUnavailable and UnreadableRow.
   */
  ofCustomer(dealerCode: string, dealerCustomerId: number, limit: number): Promise<readonly SaleOfCustomer[]>;
}
