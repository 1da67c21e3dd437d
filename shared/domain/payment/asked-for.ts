import type { DirectPayment } from '../direct-payment/direct-payment.ts';
import type { LinkCaller } from '../link/payment-request.ts';

/**
 * What a call asked for beside the terms of its attempts: whether the money is pooled, and what is shown. Another call
 * with the same code may ask for something else (rule 10).
 */
export interface AskedFor extends Pick<DirectPayment, 'pooled' | 'buyer' | 'description'> {
  readonly caller?: LinkCaller;
}
