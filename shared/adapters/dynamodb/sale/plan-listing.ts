import { istanbulDayOf, istanbulDayRange } from '../../../domain/calendar.ts';
import { MAX_ENTRIES_LISTED } from '../../../domain/payment-list/list-cut.ts';
import { monthsOf } from '../../../domain/payment-list/list-period.ts';
import type { PlanPlace, PlansRead } from '../../../domain/sale/plan-list.ts';
import type { PlanQuery } from '../../../ports/payment-plans.ts';
import { type IndexEntry, itemsOf, listingEntry } from '../engine/listed-items.ts';
import type { Table } from '../engine/table.ts';
import { LISTING_INDEX, listSk } from '../index-keys.ts';
import { momentOfPosition, monthPartitions, rangeOfMoments } from '../list-keys.ts';
import { readPlanItem } from './payment-plan-item.ts';
import { planIndexKeys } from './plan-keys.ts';

/** Reads of a hundred items that are under way at once, as in the lists of payments. */
export const READS_AT_ONCE = 40;

const positionOf = ({ dueDay, dealerPaymentPlanId }: PlanPlace): string =>
  listSk(istanbulDayRange(dueDay).firstMs, String(dealerPaymentPlanId));

const placeOf = (position: string): PlanPlace => ({
  dueDay: istanbulDayOf(momentOfPosition(position)),
  dealerPaymentPlanId: Number(position.slice(position.indexOf('#') + 1)),
});

/** Entries of one shard of one month, the latest day first, and where reading stopped before its end. */
interface Part {
  readonly entries: readonly IndexEntry[];
  readonly end?: string | undefined;
}

const readParts = async (
  table: Pick<Table, 'list'>,
  { dealerCode, listingShards, days, behind, most }: PlanQuery,
): Promise<readonly Part[]> => {
  const period = { fromMs: istanbulDayRange(days.from).firstMs, untilMs: istanbulDayRange(days.until).lastMs };
  const range = rangeOfMoments(period);
  const place = behind === undefined ? undefined : positionOf(behind);
  const between = { from: range.from, until: place === undefined || place > range.until ? range.until : place };
  const partitions = monthPartitions('PLANS', { dealerCode, months: monthsOf(period), listingShards });
  // One more than is wanted, since the entry of the place itself belongs to the list before.
  const limit = 1 + Math.min(most, Math.ceil(MAX_ENTRIES_LISTED / partitions.length));
  return Promise.all(
    partitions.map(async (listPk) => {
      const read = await table.list({ index: LISTING_INDEX, listPk, between, limit, newestFirst: true });
      const entries = read.map(listingEntry).filter(({ position }) => position !== place);
      return { entries, end: read.length < limit ? undefined : entries.at(-1)?.position };
    }),
  );
};

/** Plans of a period, merged from the shards of its months. No plan is listed behind the first place at which a part was cut. */
export const readPlansOfPeriod = async (
  table: Pick<Table, 'list' | 'getMany'>,
  query: PlanQuery,
): Promise<PlansRead> => {
  const parts = await readParts(table, query);
  const stop = parts
    .flatMap(({ end }) => end ?? [])
    .toSorted()
    .at(-1);
  const entries = parts
    .flatMap((part) => part.entries)
    .filter(({ position }) => stop === undefined || position >= stop)
    .toSorted((one, other) => (one.position < other.position ? 1 : -1));
  const wanted = entries.slice(0, query.most);
  const last = entries.length > wanted.length ? wanted.at(-1)?.position : stop;
  const items = await itemsOf(table, wanted, READS_AT_ONCE);
  const plans = items.flatMap(({ position, item }) => {
    const plan = readPlanItem(item);
    // A plan that was moved while its list was read stands on another day by now.
    return planIndexKeys(plan).listSk === position ? [plan] : [];
  });
  return last === undefined ? { plans } : { plans, readUntil: placeOf(last) };
};
