import { type DayText, istanbulDayRange } from '../../../domain/calendar.ts';
import { type ListingKeys, listed, listSk, spread, TAG_LENGTH } from '../index-keys.ts';
import { hashed, type Key, ofDealer, salePartition, sortedId } from '../keys.ts';

// Keys of payment plans in the table and in both indexes. The table at the top of keys.ts tells what each is for.

/** How a payment plan is named. */
export interface PlanName {
  readonly dealerCode: string;
  readonly dealerSaleId: number;
  readonly dealerPaymentPlanId: number;
}

export const PLAN_PREFIX = 'PLAN#';
export const TRY_PREFIX = 'TRY#';
export const planTryPrefix = (dealerPaymentPlanId: number): string => `${TRY_PREFIX}${sortedId(dealerPaymentPlanId)}#`;

/** A plan of a year of trials with three cards has more than a thousand tries. */
const fourDigits = (number: number): string => String(number).padStart(4, '0');

export const planKeys = {
  plan: ({ dealerCode, dealerSaleId, dealerPaymentPlanId }: PlanName): Key => ({
    pk: salePartition(dealerCode, dealerSaleId),
    sk: `${PLAN_PREFIX}${sortedId(dealerPaymentPlanId)}`,
  }),
  try: ({ number, dealerCode, dealerSaleId, dealerPaymentPlanId }: PlanName & { readonly number: number }): Key => ({
    pk: salePartition(dealerCode, dealerSaleId),
    sk: `${planTryPrefix(dealerPaymentPlanId)}${fourDigits(number)}`,
  }),
  pointer: (dealerCode: string, dealerPaymentPlanId: number): Key => ({
    pk: ofDealer(dealerCode, `PLAN#${dealerPaymentPlanId}`),
    sk: 'POINTER',
  }),
} as const;

/** Plans are listed by their due day: changing that day moves the entry. */
export const planIndexKeys = (
  plan: PlanName & { readonly dueDay: DayText; readonly listingShards: number },
): ListingKeys =>
  listed('PLANS', {
    owner: plan.dealerCode,
    atMs: istanbulDayRange(plan.dueDay).firstMs,
    id: String(plan.dealerPaymentPlanId),
    shards: plan.listingShards,
  });

export const planTryIndexKeys = (
  one: PlanName & { readonly number: number; readonly atMs: number; readonly listingShards: number },
): ListingKeys =>
  listed('TRIES', {
    owner: one.dealerCode,
    atMs: one.atMs,
    id: `${one.dealerPaymentPlanId}#${fourDigits(one.number)}`,
    shards: one.listingShards,
  });

/** Payment plans that the engine looks at. A hundred thousand of them may stand at one noon. */
export const PLAN_SHARDS = 16;

export const planDuePartition = (shard: number): string => `DUE#PLAN#${shard}`;

/** The tag names the dealer, so that a run can share its time between dealers by keys alone. */
export const planDueKeys = ({ dealerCode, dealerSaleId, dealerPaymentPlanId }: PlanName, dueAtMs: number) => ({
  duePk: planDuePartition(spread(`${dealerCode}#${dealerSaleId}`, PLAN_SHARDS)),
  dueSk: listSk(dueAtMs, `${hashed(dealerCode).slice(0, TAG_LENGTH)}#${dealerSaleId}#${dealerPaymentPlanId}`),
});

/** What an entry of the queue names: the dealer and sale stand in the key of the plan, the plan in its position. */
export const dueEntryOf = (pk: string, position: string): PlanName => {
  const [, dealerCode = ''] = pk.split('#');
  const [dealerSaleId, dealerPaymentPlanId] = position.split('#').slice(-2).map(Number);
  return { dealerCode, dealerSaleId: dealerSaleId ?? 0, dealerPaymentPlanId: dealerPaymentPlanId ?? 0 };
};
