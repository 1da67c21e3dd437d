import type { LimitShortage } from '../../shared/domain/limit/limits.ts';
import type { PaymentTerms } from '../../shared/domain/link/payment-request.ts';
import { Refusal } from '../../shared/domain/refusal.ts';

/** Refuses a link that today's or this month's limit has no room for, or whose currency has no limit setting. */
export const refuseShortLimit = (
  shortage: LimitShortage | undefined,
  { currency }: Pick<PaymentTerms, 'currency'>,
): void => {
  switch (shortage) {
    case undefined:
      return;
    case 'no-setting':
      throw new Refusal('DailyDealerLimitExceeded', `No daily limit is set for this dealer in ${currency}.`);
    case 'day':
      throw new Refusal('DailyDealerLimitExceeded', "Amount exceeds what is left of the dealer's daily limit.");
    case 'month':
      throw new Refusal('MonthlyDealerLimitExceeded', "Amount exceeds what is left of the dealer's monthly limit.");
  }
};
