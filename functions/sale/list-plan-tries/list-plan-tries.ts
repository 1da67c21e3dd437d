import type * as z from 'zod/mini';
import { type CutList, cutItems, readList } from '../../../shared/domain/payment-list/list-cut.ts';
import type { ListPeriod, PeriodTexts } from '../../../shared/domain/payment-list/list-period.ts';
import { foundPlan } from '../../../shared/domain/sale/plan-rules.ts';
import { cutListSentence, type PeriodNames, readOpenPeriod, readPeriod } from '../../../shared/http/list-fields.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { tryRecord } from '../../../shared/http/payment-plan-record.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { ListedTry, PlanReading, PlanTries, TryEntry } from '../../../shared/ports/payment-plans.ts';
import type { contract } from './contract.ts';

export interface ListPlanTriesDependencies {
  readonly plans: Pick<PlanReading, 'find'>;
  readonly tries: PlanTries;
  readonly clock: Clock;
}

const NAMES: PeriodNames = { start: 'HistoryDateStart', end: 'HistoryDateEnd' };

interface Asked {
  readonly dealerCode: string;
  readonly listingShards: number;
  readonly texts: PeriodTexts;
}

/** The tries of one plan: its list has no longest period, since one plan has no more tries than one call reads. */
const triesOfPlan = async (
  { plans, tries }: ListPlanTriesDependencies,
  dealerPaymentPlanId: number,
  { dealerCode, texts }: Asked,
): Promise<CutList<ListedTry>> => {
  const { fromMs, untilMs } = readOpenPeriod(texts, NAMES);
  const { plan } = foundPlan(await plans.find(dealerCode, dealerPaymentPlanId));
  const entries = (await tries.ofPlan(plan)).filter(({ atMs }) => atMs >= fromMs && atMs <= untilMs);
  return cutItems(entries);
};

const triesOfPeriod = async (
  { tries, clock }: ListPlanTriesDependencies,
  { texts, ...dealer }: Asked,
): Promise<CutList<ListedTry>> => {
  const reads = {
    entries: (period: ListPeriod, most: number) => tries.entries({ ...dealer, period, most }),
    items: (entries: readonly TryEntry[]) => tries.read(dealer.dealerCode, entries),
  };
  return readList(reads, readPeriod(texts, NAMES, clock.now()), { fill: false });
};

/** Lists tries of payment plans, the newest first (decisions: recurring sales). */
export const listPlanTries =
  (deps: ListPlanTriesDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer: { dealerCode, listingShards }, read }) => {
    const { DealerPaymentPlanId, HistoryDateStart: start, HistoryDateEnd: end } = readValue(read);
    const asked = { dealerCode, listingShards, texts: { start, end } };
    const list =
      DealerPaymentPlanId === undefined
        ? await triesOfPeriod(deps, asked)
        : await triesOfPlan(deps, DealerPaymentPlanId, asked);
    const PaymentPlanHistoryList = list.items.map(tryRecord);
    return {
      data: {
        IsSuccessful: true,
        ResultCode: '00',
        ResultMessage: cutListSentence(list.leftFromMs, NAMES),
        DealerPaymentPlanId: DealerPaymentPlanId ?? 0,
        PaymentPlanHistoryListCount: PaymentPlanHistoryList.length,
        PaymentPlanHistoryList,
      },
    };
  };
