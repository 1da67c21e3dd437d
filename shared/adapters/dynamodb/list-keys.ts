import { istanbulDayOf, monthOf } from '../../domain/calendar.ts';
import type { SubDealerEntry } from '../../domain/payment-list/sub-dealer-entry.ts';
import { entryOf, type ListingKind, listingPartition, listSk, stepEntryOf } from './index-keys.ts';
import type { Key } from './keys.ts';

// Keys of lists over months: those of a dealer stand in the listing index, those of a sub-dealer in the table.

/** Every shard of some months of a dealer's list. */
export const monthPartitions = (
  kind: ListingKind,
  {
    dealerCode,
    months,
    listingShards,
  }: { readonly dealerCode: string; readonly months: readonly string[]; readonly listingShards: number },
): readonly string[] =>
  months.flatMap((month) =>
    Array.from({ length: listingShards }, (_, shard) => listingPartition(kind, dealerCode, month, shard)),
  );

/** Sort keys between which everything of a period stands, its first and last moment included. */
export const rangeOfMoments = ({
  fromMs,
  untilMs,
}: {
  readonly fromMs: number;
  readonly untilMs: number;
}): { readonly from: string; readonly until: string } => ({ from: listSk(fromMs, ''), until: listSk(untilMs, '~') });

/** The moment of a position. */
export const momentOfPosition = (position: string): number => Number(position.split('#')[0]);

/** A month of a sub-dealer's list. It has rows of its own: an item has one place in the index, which is its dealer's. */
export const subDealerMonth = (dealerCode: string, subDealerId: number, month: string): string =>
  `SUB#${dealerCode}#${subDealerId}#${month}`;

/** The place of an attempt or step in the list of a sub-dealer. */
export const subDealerEntryKey = (entry: SubDealerEntry): Key => ({
  pk: subDealerMonth(entry.dealerCode, entry.subDealerId, monthOf(istanbulDayOf(entry.atMs))),
  sk: listSk(entry.atMs, entry.kind === 'step' ? stepEntryOf(entry) : entryOf(entry)),
});
