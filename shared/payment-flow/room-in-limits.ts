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
 * Which limit has no room for a payment; undefined when there is room. Nothing is reserved: that happens when the card
 * is charged. The used amounts are read only when there is a limit. Throws StoreUnavailable.
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
