/**
 * How a dealer names an existing payment: by its own code, by the order id at the bank, or by both. Absent: not given.
 */
export interface PaymentIds {
  readonly otherTrxCode?: string | undefined;
  readonly virtualPosOrderId?: string | undefined;
}
