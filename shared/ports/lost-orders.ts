import type { AttemptChange } from '../domain/attempt/attempt-change.ts';
import type { LostOrder, LostOrdersOfPos } from '../domain/payment/lost-order.ts';
import type { AuditEntry } from './operator-changes.ts';

/** An order that is kept, with the approval that makes its payment paid. */
export interface KeptOrder {
  readonly order: LostOrder;
  readonly ofPos?: LostOrdersOfPos | undefined;
  readonly approval: AttemptChange;
  readonly entry: AuditEntry;
}

/** Orders that the bank made after the point to which the table was restored (rule 47). Reads are strongly consistent. */
export interface LostOrders {
  /** Undefined when it was not imported. Throws StoreUnavailable. */
  find(dealerCode: string, posId: string, orderId: string): Promise<LostOrder | undefined>;
  /** A page in the order of their ids, behind `after`. Throws StoreUnavailable. */
  page(
    pos: { readonly dealerCode: string; readonly posId: string },
    query: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<readonly LostOrder[]>;
  /** How far a virtual POS is; undefined before its first import. Throws StoreUnavailable. */
  ofPos(dealerCode: string, posId: string): Promise<LostOrdersOfPos | undefined>;
  /**
   * Writes the next version of an order, and of its virtual POS where that changes with it. False when another call was
   * first. Throws StoreUnavailable.
   */
  write(order: LostOrder, ofPos?: LostOrdersOfPos): Promise<boolean>;
  /**
   * Writes the decision, its audit entry and the approval in one transaction, so that a payment becomes paid only where no
   * other decision was first. False when one was, or when the payment cannot become paid. Throws StoreUnavailable.
   */
  keepPaid(kept: KeptOrder): Promise<boolean>;
}
