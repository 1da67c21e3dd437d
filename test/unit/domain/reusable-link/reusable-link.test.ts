import { describe, expect, test } from 'vitest';
import { madeOf, reusableLinkStateAt } from '../../../../shared/domain/reusable-link/reusable-link.ts';
import { reusableLinkWith } from '../../../support/link/reusable-links.ts';

const nowMs = Date.UTC(2027, 0, 15, 9);
const FREE = [{ shard: 0, free: 1, held: 0, paid: 0 }];
const HELD = [{ shard: 0, free: 0, held: 1, paid: 1 }];
const SOLD = [{ shard: 0, free: 0, held: 0, paid: 2 }];

describe('The state of a reusable link at a moment', () => {
  test.each([
    ['active while a place is free', {}, FREE, 'active'],
    ['active where it takes any number of payments', {}, [], 'active'],
    ['active while a charge holds the last place: it may fail', {}, HELD, 'active'],
    ['active until it expires', { expiresAtMs: nowMs + 1 }, FREE, 'active'],
    ['used up once every place is paid', {}, SOLD, 'used-up'],
    ['expired from its last moment on', { expiresAtMs: nowMs }, FREE, 'expired'],
    ['expired though it is used up', { expiresAtMs: nowMs - 1 }, SOLD, 'expired'],
    ['inactive whatever else holds', { active: false, expiresAtMs: nowMs - 1 }, SOLD, 'inactive'],
  ] as const)('is %s', (_, changes, places, state) => {
    expect(reusableLinkStateAt(reusableLinkWith(changes), places, nowMs)).toBe(state);
  });
});

test('A request keeps the names of its link, and its shards only where the link counts places', () => {
  const link = reusableLinkWith({ maxPayments: 30 });
  const { name, userPosLinkId, linkCode } = link;
  expect(madeOf(link, 8)).toStrictEqual({ name, userPosLinkId, linkCode, placeShards: 8 });
  const { maxPayments: _, ...endless } = link;
  expect(madeOf(endless, 8)).toStrictEqual({ name, userPosLinkId, linkCode });
});
