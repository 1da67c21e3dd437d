import type { DayText } from '../../../shared/domain/calendar.ts';
import {
  addEntries,
  entriesOfGivenBack,
  type FunnelEntries,
  NO_ENTRIES,
} from '../../../shared/domain/funnel/funnel-group.ts';
import { givenBackOn } from '../../../shared/domain/funnel/given-back.ts';
import { type CountPartDependencies, readRequest } from '../../../shared/links/count-part.ts';
import { inGroups } from '../../../shared/payment-flow/in-groups.ts';
import type { StatementMaking } from '../../../shared/ports/statements.ts';

export interface GivenBackDependencies extends Pick<CountPartDependencies, 'payments' | 'messages' | 'clock'> {
  readonly lists: Pick<StatementMaking, 'countedOn'>;
}

/** A day of a dealer on which money was given back, and the first day whose requests are counted. */
export interface GivenBackDay {
  readonly dealerCode: string;
  readonly listingShards: number;
  readonly day: DayText;
  readonly sinceDay: DayText;
}

/** What was read of the day, and where to go on. */
export interface GivenBackRead {
  readonly entries: FunnelEntries;
  readonly after?: string;
}

const PAGE = 100;
const READS_AT_ONCE = 25;

/**
 * Reads one page of the steps that ended on a day. A payment with two steps of the day stands in two places of the lists: the
 * one with the lowest number counts for both, so that it counts once whatever the pages are.
 */
export const readGivenBack = async (
  deps: GivenBackDependencies,
  { dealerCode, listingShards, day, sinceDay }: GivenBackDay,
  { entries, after }: GivenBackRead,
): Promise<GivenBackRead> => {
  const page = { dealerCode, listingShards, day, after, limit: PAGE, stepsOnly: true } as const;
  const { items, next } = await deps.lists.countedOn(page);
  const steps = items.filter(({ kind }) => kind === 'step');
  const found = await inGroups(steps, READS_AT_ONCE, async ({ payment: name, number }) => {
    const { payment, stages } = await readRequest(name, deps);
    const given = givenBackOn(payment, day);
    if (given === undefined || given.firstStep !== number) return [];
    return stages === undefined || stages.day < sinceDay ? [] : entriesOfGivenBack(stages, given);
  });
  const counted = addEntries(entries, addEntries(NO_ENTRIES, found.flat()).values());
  return { entries: counted, ...(next === undefined ? {} : { after: next }) };
};
