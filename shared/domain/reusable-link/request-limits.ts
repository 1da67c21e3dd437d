import { windowStartOf } from '../link/attempt-count.ts';

/** Most requests that one address makes of reusable links in ten minutes, whatever the links (rule 52). */
export const MAX_REQUESTS_OF_ADDRESS = 100;

const TEN_MINUTES_MS = 600_000;
const MINUTE_MS = 60_000;

/** A fixed window of time that requests count in. */
export interface CountWindow {
  readonly startMs: number;
  readonly untilMs: number;
}

export const addressWindowOf = (nowMs: number): CountWindow => {
  const startMs = windowStartOf(nowMs);
  return { startMs, untilMs: startMs + TEN_MINUTES_MS };
};

export const linkWindowOf = (nowMs: number): CountWindow => {
  const startMs = nowMs - (nowMs % MINUTE_MS);
  return { startMs, untilMs: startMs + MINUTE_MS };
};

/** The requests of a link are counted in so many items: one takes 1,000 writes a second. */
export const COUNT_SHARDS = 8;

/** How many requests a minute one shard counts: together they are the stage's number. */
export const shareOfShard = (requestsPerMinute: number, shard: number): number =>
  Math.floor(requestsPerMinute / COUNT_SHARDS) + (shard < requestsPerMinute % COUNT_SHARDS ? 1 : 0);

/** The count at which a shard is four fifths full: an alarm rings before the first payer is refused. */
export const nearCountOf = (share: number): number => Math.ceil(share * 0.8);
