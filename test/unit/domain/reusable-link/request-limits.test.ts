import { describe, expect, test } from 'vitest';
import {
  addressWindowOf,
  COUNT_SHARDS,
  linkWindowOf,
  nearCountOf,
  shareOfShard,
} from '../../../../shared/domain/reusable-link/request-limits.ts';

const noonMs = Date.UTC(2027, 0, 15, 12);

describe('Counts of the requests that payers make of reusable links (rule 52)', () => {
  test.each([
    ['its first moment', noonMs],
    ['its last moment', noonMs + 599_999],
  ])('an address is counted in windows of ten minutes: %s', (_, nowMs) => {
    expect(addressWindowOf(nowMs)).toEqual({ startMs: noonMs, untilMs: noonMs + 600_000 });
  });

  test.each([
    ['its first moment', noonMs],
    ['its last moment', noonMs + 59_999],
  ])('a link is counted in windows of a minute: %s', (_, nowMs) => {
    expect(linkWindowOf(nowMs)).toEqual({ startMs: noonMs, untilMs: noonMs + 60_000 });
  });

  test.each([
    [6000, [750, 750, 750, 750, 750, 750, 750, 750]],
    [11, [2, 2, 2, 1, 1, 1, 1, 1]],
    [0, [0, 0, 0, 0, 0, 0, 0, 0]],
  ])('the shards of a link share %i requests a minute', (requestsPerMinute, shares) => {
    expect(Array.from({ length: COUNT_SHARDS }, (_, shard) => shareOfShard(requestsPerMinute, shard))).toEqual(shares);
  });

  test.each([
    [750, 600],
    [751, 601],
    [1, 1],
  ])('of %i requests, number %i is near the limit', (share, count) => {
    expect(nearCountOf(share)).toBe(count);
  });
});
