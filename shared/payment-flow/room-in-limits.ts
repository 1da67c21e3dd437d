import type { DayText } from '../domain/calendar.ts';
import type { Dealer } from '../domain/dealer/dealer.ts';
import { type LimitShortage, type LimitValues, limitShortage, limitsInForce } from '../domain/limit/limits.ts';
import type { PaymentTerms } from '../domain/link/payment-request.ts';
import type { LimitUsage } from '../ports/limit-usage.ts';

const UNUSED = { daily: 0, monthly: 0 };

const isLimited = ({ daily, monthly }: LimitValues): boolean => daily !== 'unlimited' || monthly !== 'unlimited';

export interface LimitQuestion {
  readonly dealer: Dealer;
  readonly terms: Pick<PaymentTerms, 'amount' | 'currency'>;
  readonly day: DayText;
}

/**
 * What today's or this month's limit lacks for a payment; undefined where there is room. Nothing is taken: the budget is
 * taken when the card is charged. Used up is read only where something is limited. Throws StoreUnavailable.
 */
export const shortageUnderLimits = async (
  usage: LimitUsage,
  { dealer, terms, day }: LimitQuestion,
): Promise<LimitShortage | undefined> => {
  const { amount, currency } = terms;
  const setting = dealer.limits[currency];
  if (setting === undefined) return limitShortage(undefined, { used: UNUSED, amount });
  const limits = limitsInForce(setting, day);
  const used = isLimited(limits)
    ? await usage.used({ dealerCode: dealer.dealerCode, currency, day, shards: limits.shards })
    : UNUSED;
  return limitShortage(limits, { used, amount });
};
