import type { LimitShortage } from '../../shared/domain/limit/limits.ts';
import type { PaymentTerms } from '../../shared/domain/link/payment-request.ts';
import { Refusal } from '../../shared/domain/refusal.ts';

/**
 * Refuses a mobile payment that the limits would refuse behind the challenge. The interface has no code for it, so it is
 * InvalidRequest with the reason.
 */
export const refuseShortLimit = (
  shortage: LimitShortage | undefined,
  { currency }: Pick<PaymentTerms, 'currency'>,
): void => {
  switch (shortage) {
    case undefined:
      return;
    case 'no-setting':
      throw new Refusal(
        'InvalidRequest',
        `Currency cannot be paid: no daily limit is set for this dealer in ${currency}.`,
      );
    case 'day':
      throw new Refusal('InvalidRequest', "Amount exceeds what is left of the dealer's daily limit.");
    case 'month':
      throw new Refusal('InvalidRequest', "Amount exceeds what is left of the dealer's monthly limit.");
  }
};
