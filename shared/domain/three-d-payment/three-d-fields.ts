import type { DirectPaymentFields } from '../direct-payment/direct-payment-fields.ts';

/**
 * The fields of a shop's 3D payment as they were read: those of a direct payment, and where and how its payer returns.
 */
export interface ThreeDFields extends DirectPaymentFields {
  readonly returnHash?: number | undefined;
  readonly redirectUrl?: string | undefined;
  readonly redirectType?: number | undefined;
  readonly isTokenized?: number | undefined;
  readonly language?: string | undefined;
}

/** A RedirectUrl as shops write it: without a scheme it is https. */
export const completeRedirectUrl = (text: string): string => {
  if (text.startsWith('//')) return `https:${text}`;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
};
