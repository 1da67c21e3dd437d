import type { MinorUnits } from '../money/money.ts';
import type { Buyer } from './payment-request.ts';

/**
 * The fields of 2.7 as they were read: absent, null and "" are undefined, numbers are numbers. InstallmentNumber is
 * NaN when it could not be read, so that its own rule refuses it.
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
