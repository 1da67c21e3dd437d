import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoLinkRequestCounters } from '../../../shared/adapters/dynamodb/limit/link-request-counters.ts';
import { addressWindowOf, linkWindowOf } from '../../../shared/domain/reusable-link/request-limits.ts';
import type { LinkRequestCount } from '../../../shared/ports/link-request-counters.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const NOON = Date.UTC(2026, 0, 15, 12, 30, 20);
const MINUTE_MS = 60_000;
const newName = (kind: string): string => `${kind}-${randomUUID()}`;

/** The contract of LinkRequestCounters (rule 52), on one engine. */
export const linkRequestCountersSuite = (world: () => StoreWorld): void => {
  const countersOf = (requestsPerMinute: number, pick = () => 0) =>
    dynamoLinkRequestCounters(world().store, { requestsPerMinute, pick });

  describe('counters of requests that payers make of a link', () => {
    test('a hundred of one address in ten minutes, whatever the links, in two calls each', async () => {
      const { store, proxy } = world();
      const counters = countersOf(10_000);
      const addressScope = newName('address');
      const { startMs, untilMs } = addressWindowOf(NOON);
      await putRows(store, [{ ...keys.counter('requests-of-address', addressScope, startMs), count: 98 }]);
      proxy.reset();
      const asked = () => counters.count({ link: newName('link'), addressScope, nowMs: NOON });
      expect([await asked(), await asked()].map(({ kind }) => kind)).toEqual(['counted', 'counted']);
      expect(proxy.count()).toBe(4);
      expect(await asked()).toEqual({ kind: 'too-many', of: 'address', untilMs });
      // A refusal uses nothing of the link: it was not asked.
      expect(proxy.count()).toBe(5);
      expect((await counters.count({ link: newName('link'), addressScope, nowMs: untilMs })).kind).toBe('counted');
    });

    test('the stage’s number of one link in a minute, to the last one, over eight shards', async () => {
      const counters = countersOf(20, () => 3);
      const link = newName('link');
      const counted: LinkRequestCount[] = [];
      for (let one = 0; one < 22; one += 1) {
        counted.push(await counters.count({ link, addressScope: newName('address'), nowMs: NOON }));
      }
      expect(counted.filter(({ kind }) => kind === 'counted')).toHaveLength(20);
      const { untilMs } = linkWindowOf(NOON);
      expect(counted.slice(20)).toEqual([
        { kind: 'too-many', of: 'link', untilMs },
        { kind: 'too-many', of: 'link', untilMs },
      ]);
      const next = await counters.count({ link, addressScope: newName('address'), nowMs: NOON + MINUTE_MS });
      expect(next.kind).toBe('counted');
    });

    test('payers who come at once are counted each, and none too many', async () => {
      let picked = 0;
      const counters = countersOf(16, () => (picked += 1));
      const link = newName('link');
      const counted = await Promise.all(
        Array.from({ length: 40 }, () => counters.count({ link, addressScope: newName('address'), nowMs: NOON })),
      );
      expect(counted.filter(({ kind }) => kind === 'counted')).toHaveLength(16);
    });

    test('a full link costs no write of it until its minute is over', async () => {
      const { proxy } = world();
      const counters = countersOf(8);
      const link = newName('link');
      const ask = () => counters.count({ link, addressScope: newName('address'), nowMs: NOON });
      for (let one = 0; one < 9; one += 1) await ask();
      proxy.reset();
      expect((await ask()).kind).toBe('too-many');
      // That of the address alone.
      expect(proxy.count()).toBe(1);
    });

    test('tells once a shard that four fifths are reached, before anybody is refused', async () => {
      const counters = countersOf(80);
      const link = newName('link');
      const near: number[] = [];
      for (let one = 1; one <= 80; one += 1) {
        const counted = await counters.count({ link, addressScope: newName('address'), nowMs: NOON });
        if (counted.kind === 'counted' && counted.isNear) near.push(one);
      }
      // One shard after the other is filled here: each tells with its eighth of ten.
      expect(near).toEqual([8, 18, 28, 38, 48, 58, 68, 78]);
    });
  });
};
