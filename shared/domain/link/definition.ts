/** How the link of a payment request reaches its payer (wire facts, "Delivery"). */
export const deliveryModes = ['none', 'sms', 'email', 'smsAndEmail', 'smsOrEmail', 'any'] as const;
export type DeliveryMode = (typeof deliveryModes)[number];

export const installmentSides = ['dealer', 'payer', 'either'] as const;
type InstallmentSide = (typeof installmentSides)[number];

/** A payment-request definition (DealerCustomerTypeId of 2.8): the rules that a dealer's links follow. */
export interface Definition {
  readonly dealerCustomerTypeId: number;
  readonly dealerCode: string;
  readonly version: number;
  readonly displayName: string;
  readonly deliveryMode: DeliveryMode;
  readonly installmentsSetBy: InstallmentSide;
  readonly preAuthorisation: boolean;
  readonly directPayment: boolean;
  readonly pooledPayment: boolean;
  readonly cardStorage: boolean;
  readonly threeDMandatory: boolean;
  /** Counts of 2 to 12 that are allowed; a single payment always is. */
  readonly installmentCounts: readonly number[];
  readonly linkLifeMinutes: number;
  /** CommissionByDealer of requests that do not say; 12 when the definition names none. */
  readonly defaultCommissionByDealer: number;
}
