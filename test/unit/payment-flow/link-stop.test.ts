import { describe, expect, test } from 'vitest';
import type { PlaceShard } from '../../../shared/domain/reusable-link/places.ts';
import { linkOfRequest, stopOfLink, stopOfRequest } from '../../../shared/payment-flow/link-stop.ts';
import type { LinkWithPlaces } from '../../../shared/ports/reusable-links.ts';
import { reusableLinkWith } from '../../support/link/reusable-links.ts';

const nowMs = Date.UTC(2027, 0, 15, 9);
const shard = (free: number, held: number, paid: number): PlaceShard => ({ shard: 0, free, held, paid });
const OPEN = [shard(1, 0, 0)];
const SOLD = [shard(0, 0, 1)];

describe('Why a reusable link begins nothing (rule 51)', () => {
  test.each([
    ['nothing while a place is free', {}, OPEN, undefined],
    ['nothing where it takes any number of payments', {}, [], undefined],
    ['nothing until the moment it expires', { expiresAtMs: nowMs + 1 }, OPEN, undefined],
    ['its time from that moment on, though places are free', { expiresAtMs: nowMs }, OPEN, 'expired'],
    ['its time, and not its places', { expiresAtMs: nowMs }, SOLD, 'expired'],
    ['its dealer, who switched it off', { active: false }, OPEN, 'inactive'],
    ['its dealer, whatever else holds', { active: false, expiresAtMs: nowMs }, SOLD, 'inactive'],
    ['its places, which are all paid', {}, SOLD, 'sold-out'],
    ['its places, while a charge holds the last one', {}, [shard(0, 1, 0)], 'in-a-moment'],
  ] as const)('is %s', (_, changes, places, stop) => {
    expect(stopOfLink({ link: reusableLinkWith(changes), places }, nowMs)).toBe(stop);
  });
});

describe('The reusable link of a request', () => {
  const link = reusableLinkWith();
  const madeOf = { name: link.name, userPosLinkId: link.userPosLinkId, linkCode: link.linkCode };
  const reading = (found: LinkWithPlaces | undefined) => {
    const names: string[] = [];
    const findByName = async (name: string) => {
      names.push(name);
      return found;
    };
    return { names, deps: { reusableLinks: { findByName }, clock: { now: () => nowMs } } };
  };

  test('is read by its name, and says its address and why it begins nothing now', async () => {
    const { deps, names } = reading({ link, places: SOLD });
    expect(await linkOfRequest({ madeOf }, deps)).toEqual({ stop: 'sold-out', token: link.token });
    expect(await stopOfRequest({ madeOf }, deps)).toBe('sold-out');
    expect(names).toEqual([link.name, link.name]);
  });

  test('stops nothing while it takes payments', async () => {
    const { deps } = reading({ link, places: OPEN });
    expect(await linkOfRequest({ madeOf }, deps)).toEqual({ stop: undefined, token: link.token });
    expect(await stopOfRequest({ madeOf }, deps)).toBeUndefined();
  });

  test('stops the request where it is not there', async () => {
    const { deps } = reading(undefined);
    expect(await linkOfRequest({ madeOf }, deps)).toEqual({ stop: 'inactive', token: undefined });
    expect(await stopOfRequest({ madeOf }, deps)).toBe('inactive');
  });

  test('is none of a request that its dealer made, and nothing is read', async () => {
    const { deps, names } = reading({ link, places: SOLD });
    expect(await linkOfRequest({}, deps)).toBeUndefined();
    expect(await stopOfRequest({}, deps)).toBeUndefined();
    expect(names).toEqual([]);
  });
});
