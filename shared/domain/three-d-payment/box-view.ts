import type { PaymentRequest } from '../link/payment-request.ts';

/** What the page behind the address of a dealer's 3D payment shows, unless it takes the payer to the bank. */
export type BoxView =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'opening'; readonly link: PaymentRequest }
  | { readonly kind: 'at-bank'; readonly link: PaymentRequest }
  /** The bank is being asked. */
  | { readonly kind: 'waiting'; readonly link: PaymentRequest; readonly sinceMs: number }
  | { readonly kind: 'cancelled'; readonly link: PaymentRequest }
  /** The dealer has called again since: nothing is paid or reported at this address any more. */
  | { readonly kind: 'begun-again'; readonly link: PaymentRequest; readonly wasCharged: boolean }
  /** The payment goes on, or its result is reported, at this address. */
  | { readonly kind: 'moved'; readonly location: string };
