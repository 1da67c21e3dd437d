import type { DayText } from '../../shared/domain/calendar.ts';
import type { Dealer } from '../../shared/domain/dealer.ts';
import { fitsLimit, type LimitValues, limitsInForce } from '../../shared/domain/limits.ts';
import type { PaymentTerms } from '../../shared/domain/payment-request.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { LimitUsage } from '../../shared/ports/limit-usage.ts';

const UNUSED = { daily: 0, monthly: 0 };

const isLimited = ({ daily, monthly }: LimitValues): boolean => daily !== 'unlimited' || monthly !== 'unlimited';

export interface LimitQuestion {
  readonly dealer: Dealer;
  readonly terms: PaymentTerms;
  readonly day: DayText;
}

/** Reads what the dealer has used, unless nothing is limited; undefined where no limit is set for the currency. */
export const usageUnderLimits = async (usage: LimitUsage, { dealer, terms, day }: LimitQuestion) => {
  const setting = dealer.limits[terms.currency];
  if (setting === undefined) return undefined;
  const limits = limitsInForce(setting, day);
  if (!isLimited(limits)) return { limits, used: UNUSED };
  const { dealerCode } = dealer;
  return { limits, used: await usage.used({ dealerCode, currency: terms.currency, day, shards: limits.shards }) };
};

/**
 * Refuses a link that today's or this month's limit has no room for. Nothing is taken: the budget is taken when the
 * card is charged. A currency without a limit setting is refused (rule 18).
 */
export const checkLimits = (found: Awaited<ReturnType<typeof usageUnderLimits>>, { terms }: LimitQuestion): void => {
  if (found === undefined) {
    throw new Refusal('DailyDealerLimitExceeded', `No daily limit is set for this dealer in ${terms.currency}.`);
  }
  const { limits, used } = found;
  if (!fitsLimit(limits.daily, used.daily, terms.amount)) {
    throw new Refusal('DailyDealerLimitExceeded', "Amount exceeds what is left of the dealer's daily limit.");
  }
  if (!fitsLimit(limits.monthly, used.monthly, terms.amount)) {
    throw new Refusal('MonthlyDealerLimitExceeded', "Amount exceeds what is left of the dealer's monthly limit.");
  }
};
