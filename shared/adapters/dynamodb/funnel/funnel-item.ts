import * as z from 'zod/mini';
import { bankCodes } from '../../../domain/attempt/bank-codes.ts';
import type { DayText } from '../../../domain/calendar.ts';
import {
  addGivenBack,
  type FunnelCounts,
  type GivenBackCounts,
  NO_GIVEN_BACK,
  NO_REQUESTS,
} from '../../../domain/funnel/funnel-counts.ts';
import { type CountedPart, funnelParts } from '../../../domain/funnel/funnel-days.ts';
import type { FunnelEntry, FunnelGroup, FunnelRow } from '../../../domain/funnel/funnel-group.ts';
import { LAST_BIN, type MinuteCounts } from '../../../domain/funnel/minutes.ts';
import { funnelChannels, funnelStages } from '../../../domain/funnel/request-stages.ts';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { ReusableLinkName } from '../../../domain/reusable-link/link-name.ts';
import type { FunnelProgress } from '../../../ports/funnels.ts';
import {
  objectRow,
  optionalText,
  parseRow,
  type RowOf,
  rowSchema,
  storedAmount,
  storedDay,
  storedFlag,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import type { Row } from '../engine/writes.ts';
import { funnelKeys } from './funnel-keys.ts';

const group = { day: storedDay, definition: storedWhole };
const channel = rowSchema(() => z.enum(funnelChannels));

/** Sums by currency: those that are absent are 0. */
const sums = objectRow(
  () =>
    Object.fromEntries(currencies.map((currency) => [currency, z.optional(storedAmount)])) as Record<
      (typeof currencies)[number],
      ReturnType<typeof z.optional<typeof storedAmount>>
    >,
);
const stages = objectRow(
  () =>
    Object.fromEntries(funnelStages.map((stage) => [stage, storedWhole])) as Record<
      (typeof funnelStages)[number],
      typeof storedWhole
    >,
);
const declines = objectRow(
  () =>
    Object.fromEntries(bankCodes.map((code) => [code, z.optional(storedWhole)])) as Record<
      (typeof bankCodes)[number],
      ReturnType<typeof z.optional<typeof storedWhole>>
    >,
);

/** `bin:count` with spaces between: a list of pairs would take twice the bytes. */
const MINUTES = /^(?:\d{1,3}:\d{1,9}(?: (?!$)|$))*$/;

const minutes = rowSchema(() =>
  z.pipe(
    z.string().check(z.regex(MINUTES)),
    z.transform((text): MinuteCounts => {
      const pairs = text === '' ? [] : text.split(' ').map((pair) => pair.split(':').map(Number) as [number, number]);
      return new Map(pairs.filter(([bin]) => bin <= LAST_BIN));
    }),
  ),
);

const minutesText = (counts: MinuteCounts): string =>
  [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([bin, count]) => `${bin}:${count}`)
    .join(' ');

const counts = objectRow(() => ({
  stages: stages(),
  paid: sums(),
  toOpened: minutes(),
  toPaid: minutes(),
  declines: declines(),
}));
const givenBack = objectRow(() => ({ count: storedWhole, sums: sums() }));

const readCounts = (read: RowOf<typeof counts>): FunnelCounts => ({
  ...read,
  paid: omitUndefined(read.paid),
  declines: omitUndefined(read.declines),
});
const readGivenBack = (read: RowOf<typeof givenBack>): GivenBackCounts => ({ ...read, sums: omitUndefined(read.sums) });

const countsOf = ({ toOpened, toPaid, ...rest }: FunnelCounts) => ({
  ...rest,
  toOpened: minutesText(toOpened),
  toPaid: minutesText(toPaid),
});

type Grouped = FunnelGroup & { readonly link?: ReusableLinkName };

const groupOf = ({ day, definition, channel: by }: Grouped) => ({ day, definition, channel: by });

const rowRow = objectRow(() => ({ ...group, channel: channel(), counts: counts() }));

/** The row of a group. It is replaced by each later count. */
export const countsItem = (dealerCode: string, entry: FunnelEntry, countedAtMs: number) => ({
  ...funnelKeys.counts(dealerCode, entry),
  entity: 'funnel-counts',
  ...groupOf(entry),
  countedAtMs,
  counts: countsOf(entry.counts),
});

/** What was given back of a group: up to a day, and on the last day of them, which may be counted twice and counts once. */
export interface GivenBackItem extends FunnelGroup {
  readonly version: number;
  readonly lastDay: DayText;
  readonly before: GivenBackCounts;
  readonly last: GivenBackCounts;
}

const givenBackRow = objectRow(() => ({
  ...group,
  channel: channel(),
  version: storedWhole,
  lastDay: storedDay,
  before: givenBack(),
  last: givenBack(),
}));

export const readGivenBackItem = (row: unknown): GivenBackItem => {
  const { before, last, ...item } = parseRow('funnel given back', givenBackRow, row);
  return { ...item, before: readGivenBack(before), last: readGivenBack(last) };
};

export const givenBackItem = (dealerCode: string, item: GivenBackItem & Grouped) => {
  const { link: _inKey, ...members } = item;
  return { ...funnelKeys.givenBack(dealerCode, item), entity: 'funnel-given-back', ...members };
};

/** A row of either kind, as what it adds to its group. */
export const readFunnelRow = (row: Row): FunnelRow => {
  if (row.entity === 'funnel-given-back') {
    const { before, last, ...item } = readGivenBackItem(row);
    return { ...groupOf(item), counts: NO_REQUESTS, givenBack: addGivenBack(before, last) };
  }
  const { counts: read, ...item } = parseRow('funnel counts', rowRow, row);
  return { ...groupOf(item), counts: readCounts(read), givenBack: NO_GIVEN_BACK };
};

const partRow = objectRow(() => ({
  day: storedDay,
  part: z.enum(funnelParts),
  requests: storedWhole,
  isFinal: storedFlag,
  countedAtMs: storedWhole,
}));

export const readPart = (row: unknown): CountedPart => parseRow('funnel part', partRow, row);

export const partItem = (dealerCode: string, counted: CountedPart) => ({
  ...funnelKeys.part(dealerCode, counted),
  entity: 'funnel-part',
  ...counted,
});

const entryRow = objectRow(() => ({
  ...group,
  channel: channel(),
  link: optionalText,
  counts: counts(),
  givenBack: givenBack(),
}));
const draftRow = objectRow(() => ({ entries: z.array(entryRow()) }));

export const readDraft = (row: unknown): readonly FunnelEntry[] =>
  parseRow('funnel draft', draftRow, row).entries.map((entry) =>
    omitUndefined({ ...entry, counts: readCounts(entry.counts), givenBack: readGivenBack(entry.givenBack) }),
  );

export const draftItem = (
  dealerCode: string,
  { draft, page, expiresAt }: { readonly draft: string; readonly page: number; readonly expiresAt: number },
  entries: readonly FunnelEntry[],
) => ({
  ...funnelKeys.draft(dealerCode, draft, page),
  entity: 'funnel-draft',
  expiresAt,
  entries: entries.map((entry) => ({ ...entry, counts: countsOf(entry.counts) })),
});

const progressRow = objectRow(() => ({
  version: storedWhole,
  sinceDay: storedDay,
  countedUntil: storedDay,
  givenBackUntil: storedDay,
  place: z.optional(
    z.object({
      task: z.enum([...funnelParts, 'given-back']),
      day: storedDay,
      after: storedText,
      draft: storedText,
      entries: storedWhole,
      requests: storedWhole,
      isFinal: storedFlag,
      begunAtMs: storedWhole,
    }),
  ),
  round: z.optional(z.object({ until: storedDay, after: storedText, open: storedWhole })),
}));

export const readProgress = (row: unknown): FunnelProgress => omitUndefined(parseRow('funnel job', progressRow, row));

export const progressItem = (owner: string, progress: FunnelProgress) => ({
  ...funnelKeys.job(owner),
  entity: 'funnel-job',
  ...progress,
});

const busyRow = objectRow(() => ({ sk: storedText, untilMs: storedWhole }));

export const readBusy = (row: unknown): { readonly dealerCode: string; readonly untilMs: number } => {
  const { sk: dealerCode, untilMs } = parseRow('busy dealer', busyRow, row);
  return { dealerCode, untilMs };
};
