import type { Currency } from '../money/money.ts';
import { Refusal } from '../refusal.ts';
import type { RefusalReason } from '../refusal-reasons.ts';
import type { LimitShortage } from './limits.ts';

/** An operation's reasons for an amount above what is left of the day's or the month's limit. */
type LimitReasons = Readonly<Record<'day' | 'month', RefusalReason>>;

/**
 * Refuses a payment that does not fit into the limit of today or this month. A currency without a limit setting is
 * refused for the reason of the day.
 */
export const refuseShortLimit = (
  shortage: LimitShortage | undefined,
  { currency, reasons }: { readonly currency: Currency; readonly reasons: LimitReasons },
): void => {
  switch (shortage) {
    case undefined:
      return;
    case 'no-setting':
      throw new Refusal(reasons.day, `Currency cannot be paid: no daily limit is set for this dealer in ${currency}.`);
    case 'day':
      throw new Refusal(reasons.day, "Amount exceeds what is left of the dealer's daily limit.");
    case 'month':
      throw new Refusal(reasons.month, "Amount exceeds what is left of the dealer's monthly limit.");
  }
};
