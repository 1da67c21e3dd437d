import type { Buyer } from '../link/payment-request.ts';
import type { MinorUnits } from '../money/money.ts';

/**
 * The fields of a mobile 3D payment as they were read (dealer interface 2.7): absent, null and "" are undefined,
 * numbers are numbers. An unreadable InstallmentNumber is NaN, so that its own rule refuses it.
 */
export interface Mobile3DFields {
  readonly paymentType?: string | undefined;
  readonly amount?: MinorUnits | undefined;
  readonly currency?: string | undefined;
  readonly installmentNumber?: number | undefined;
  readonly clientIp?: string | undefined;
  readonly redirectUrl?: string | undefined;
  readonly redirectType?: number | undefined;
  readonly otherTrxCode?: string | undefined;
  readonly isPoolPayment?: number | undefined;
  readonly integratorId?: number | undefined;
  readonly software?: string | undefined;
  readonly subMerchantName?: string | undefined;
  readonly description?: string | undefined;
  readonly buyer: { readonly [Field in keyof Buyer]?: string | undefined };
}
