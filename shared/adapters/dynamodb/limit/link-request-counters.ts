import type { ReusableLinkName } from '../../../domain/reusable-link/link-name.ts';
import {
  addressWindowOf,
  COUNT_SHARDS,
  type CountWindow,
  linkWindowOf,
  MAX_REQUESTS_OF_ADDRESS,
  nearCountOf,
  shareOfShard,
} from '../../../domain/reusable-link/request-limits.ts';
import type { LinkRequestCount, LinkRequestCounters } from '../../../ports/link-request-counters.ts';
import type { Table } from '../engine/table.ts';
import { type Key, keys } from '../keys.ts';

/** Counters outlive their window by so much; nothing depends on when they go. */
const LIFE_BEHIND_WINDOW_S = 600;
/** Links that are remembered as full, for the rest of their minute: bounds the memory of an instance. */
const MAX_REMEMBERED = 1000;

export interface LinkRequestCounterOptions {
  /** The stage's number for each link. */
  readonly requestsPerMinute: number;
  /** A whole number that picks the first shard: payers who come at once have different ones. */
  readonly pick: () => number;
}

/** Counts once more, alone: one write unit. Answers the new count; undefined where there were `most` already. */
const countOnce = async (
  table: Pick<Table, 'transact'>,
  key: Key,
  { most, untilMs }: { readonly most: number; readonly untilMs: number },
): Promise<number | undefined> => {
  const outcome = await table.transact([
    {
      update: key,
      set: {
        expression: 'SET #count = if_not_exists(#count, :zero) + :one, #expiresAt = :expiresAt',
        names: { '#count': 'count', '#expiresAt': 'expiresAt' },
        values: { ':zero': 0, ':one': 1, ':expiresAt': Math.floor(untilMs / 1000) + LIFE_BEHIND_WINDOW_S },
      },
      onlyIf: { expression: 'attribute_not_exists(#count) OR #count < :most', values: { ':most': most } },
      isCount: true,
    },
  ]);
  return outcome.applied ? Number(outcome.item?.count ?? 0) : undefined;
};

/** The shards from the picked one on, each once. */
const shardsFrom = (pick: number): readonly number[] =>
  Array.from({ length: COUNT_SHARDS }, (_, step) => (pick + step) % COUNT_SHARDS);

/**
 * Counts by address in one item of ten minutes, and by link and minute in eight shards. A shard that is full sends the next
 * payer to another one, so a link answers the stage's number to the last. A full link is remembered until its minute is over:
 * who is refused then costs no write of it.
 */
export const dynamoLinkRequestCounters = (
  table: Pick<Table, 'transact'>,
  { requestsPerMinute, pick }: LinkRequestCounterOptions,
): LinkRequestCounters => {
  const fullUntilMs = new Map<ReusableLinkName, number>();

  const countLink = async (link: ReusableLinkName, { startMs, untilMs }: CountWindow): Promise<LinkRequestCount> => {
    const refused = { kind: 'too-many', of: 'link', untilMs } as const;
    if (fullUntilMs.get(link) === untilMs) return refused;
    for (const shard of shardsFrom(pick())) {
      const most = shareOfShard(requestsPerMinute, shard);
      const key = keys.counter('requests-of-link', `${link}#${shard}`, startMs);
      const count = most === 0 ? undefined : await countOnce(table, key, { most, untilMs });
      if (count !== undefined) return { kind: 'counted', isNear: count === nearCountOf(most) };
    }
    if (fullUntilMs.size >= MAX_REMEMBERED) fullUntilMs.clear();
    fullUntilMs.set(link, untilMs);
    return refused;
  };

  return {
    count: async ({ link, addressScope, nowMs }) => {
      const { startMs, untilMs } = addressWindowOf(nowMs);
      const key = keys.counter('requests-of-address', addressScope, startMs);
      const ofAddress = await countOnce(table, key, { most: MAX_REQUESTS_OF_ADDRESS, untilMs });
      if (ofAddress === undefined) return { kind: 'too-many', of: 'address', untilMs };
      return countLink(link, linkWindowOf(nowMs));
    },
  };
};
