import { type DayText, monthOf } from '../../../domain/calendar.ts';
import type { CountedPart } from '../../../domain/funnel/funnel-days.ts';
import type { FunnelGroup } from '../../../domain/funnel/funnel-group.ts';
import type { ReusableLinkName } from '../../../domain/reusable-link/link-name.ts';
import type { Key } from '../keys.ts';

// Keys of the funnel: rows that the nightly job makes of payment requests. The table at the top of keys.ts tells what each is for.

const PART_PREFIX = 'PART#';
const BACK = '#BACK';

export const funnelPartition = (dealerCode: string): string => `FUNNEL#${dealerCode}`;
/** Rows of a month, so that a question reads its months side by side. */
export const funnelMonth = (dealerCode: string, month: string): string => `FUNNEL#${dealerCode}#${month}`;
export const funnelLinkPartition = (link: ReusableLinkName): string => `FUNNEL-LINK#${link}`;
export const draftPartition = (dealerCode: string): string => `FUNNEL-DRAFT#${dealerCode}`;
/** Dealers whose today the job counts: few, and written by their own questions alone. */
export const BUSY_PARTITION = 'FUNNEL-BUSY';

/** Sort keys of rows of some days, both included. */
export const rowsOfDays = (from: DayText, until: DayText) => ({ from, until: `${until}#~` });
export const partsOfDays = (from: DayText, until: DayText) => ({
  from: `${PART_PREFIX}${from}`,
  until: `${PART_PREFIX}${until}#~`,
});

const rowOf = (dealerCode: string, { day, definition, channel }: FunnelGroup): Key => ({
  pk: funnelMonth(dealerCode, monthOf(day)),
  sk: `${day}#${definition}#${channel}`,
});

const keyOf = (dealerCode: string, entry: FunnelGroup & { readonly link?: ReusableLinkName }): Key =>
  entry.link === undefined
    ? rowOf(dealerCode, entry)
    : { pk: funnelLinkPartition(entry.link), sk: `${entry.day}#${entry.definition}#${entry.channel}` };

export const funnelKeys = {
  /** The row of a group, or its part of one reusable link. */
  counts: keyOf,
  /** What was given back of it later. */
  givenBack: (dealerCode: string, entry: FunnelGroup & { readonly link?: ReusableLinkName }): Key => {
    const { pk, sk } = keyOf(dealerCode, entry);
    return { pk, sk: `${sk}${BACK}` };
  },
  part: (dealerCode: string, { day, part }: Pick<CountedPart, 'day' | 'part'>): Key => ({
    pk: funnelPartition(dealerCode),
    sk: `${PART_PREFIX}${day}#${part}`,
  }),
  /** `owner` is a dealer, or `-` for the stage. */
  job: (owner: string): Key => ({ pk: `JOB#funnel#${owner}`, sk: 'POSITION' }),
  draft: (dealerCode: string, draft: string, page: number): Key => ({
    pk: draftPartition(dealerCode),
    sk: `${draftPrefix(draft)}${String(page).padStart(6, '0')}`,
  }),
  busy: (dealerCode: string): Key => ({ pk: BUSY_PARTITION, sk: dealerCode }),
} as const;

export const draftPrefix = (draft: string): string => `${draft}#`;
