/** How the link of a payment request reaches its payer (decisions: delivery). */
export const deliveryModes = ['none', 'sms', 'email', 'smsAndEmail', 'smsOrEmail', 'any'] as const;
export type DeliveryMode = (typeof deliveryModes)[number];

export const installmentSides = ['dealer', 'payer', 'either'] as const;
type InstallmentSide = (typeof installmentSides)[number];

/**
 * The definition of a payment request (DealerCustomerTypeId, dealer interface 2.8): the rules that a dealer's links
 * follow.
 */
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
  /** The page asks the payer whether to pay with 3D, where it is not mandatory; else every payer goes through it. */
  readonly threeDChoice: boolean;
  /** Counts of 2 to 12 that are allowed; a single payment always is. */
  readonly installmentCounts: readonly number[];
  readonly linkLifeMinutes: number;
  /** Hours before the expiry of a link at which its payer is reminded; absent: nobody is. */
  readonly reminderHours?: number;
  /** CommissionByDealer of requests that do not give it; 12 if the definition does not say. */
  readonly defaultCommissionByDealer: number;
}
