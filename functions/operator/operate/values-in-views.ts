import type { LimitSetting, LimitValues } from '../../../shared/domain/limit/limits.ts';
import type { BasketProduct } from '../../../shared/domain/link/payment-request.ts';
import { type MinorUnits, toWireAmount } from '../../../shared/domain/money/money.ts';
import { type Rate, toWireRate } from '../../../shared/domain/money/rate.ts';

/** Amounts, rates and limits in the units of operators: currency units and percent. */

export const shownAmount = <Word extends string>(amount: MinorUnits | Word): number | Word =>
  typeof amount === 'number' ? toWireAmount(amount) : amount;

export const shownRates = (rates: Readonly<Record<string, Rate>>): Record<string, number> =>
  Object.fromEntries(Object.entries(rates).map(([count, rate]) => [count, toWireRate(rate)]));

const shownLimitValues = ({ daily, monthly, shards }: LimitValues) => ({
  daily: shownAmount(daily),
  monthly: shownAmount(monthly),
  shards,
});

export const shownLimit = ({ values, upcoming }: LimitSetting) => ({
  ...shownLimitValues(values),
  ...(upcoming === undefined ? {} : { upcoming: { ...shownLimitValues(upcoming.values), from: upcoming.from } }),
});

export const shownTime = (epochMs: number): string => new Date(epochMs).toISOString();

export const shownBasket = (basket: readonly BasketProduct[]) =>
  basket.map(({ unitPrice, ...line }) => ({
    ...line,
    ...(unitPrice === undefined ? {} : { unitPrice: shownAmount(unitPrice) }),
  }));
