import { describe, expect, test } from 'vitest';
import {
  linkAfter,
  plannedLinkChange,
  type ReusableLinkChangeFields,
  usedUpBy,
} from '../../../../shared/domain/reusable-link/link-change.ts';
import { newPlaces, type PlaceShard } from '../../../../shared/domain/reusable-link/places.ts';
import { reusableLinkWith } from '../../../support/link/reusable-links.ts';

const nowMs = Date.UTC(2027, 0, 15, 9);
const link = reusableLinkWith({ linkCode: 'BREAD-1', maxPayments: 3, expiresAtMs: nowMs - 1 });
const places = newPlaces(3);
const asked = (changes: Partial<ReusableLinkChangeFields>): ReusableLinkChangeFields => ({
  openAmount: { suggested: [] },
  questions: [],
  subDealers: [],
  ...changes,
});
const planned = (changes: Partial<ReusableLinkChangeFields>, held: readonly PlaceShard[] = places) =>
  plannedLinkChange(asked(changes), { link, places: held }, nowMs);

describe('A change of a reusable link (decisions: reusable links)', () => {
  test('of nothing is none, though the time of what is repeated has passed', () => {
    expect(planned({})).toBeUndefined();
    expect(planned({ isActive: 1, maxPayments: 3, title: link.title })).toBeUndefined();
  });

  test('repeats an expiry that has passed beside what it changes', () => {
    const expired = reusableLinkWith({ expiresAtMs: Date.UTC(2027, 0, 15, 8) });
    const change = asked({ expireDate: '2027-01-15 11:00', description: 'Two hours' });
    expect(plannedLinkChange(change, { link: expired, places: [] }, nowMs)).toMatchObject({
      after: { description: 'Two hours', expiresAtMs: expired.expiresAtMs },
    });
  });

  test.each(['soon', '2027-02-30 10:00', '2027-01-15 11:59'])(
    'to the expiry %j is refused, alone too',
    (expireDate) => {
      expect(() => planned({ expireDate })).toThrow('InvalidRequest');
      const endless = { link: reusableLinkWith(), places: [] };
      expect(() => plannedLinkChange(asked({ expireDate }), endless, nowMs)).toThrow('InvalidRequest');
    },
  );

  test('is a new version, with shifts of places where their number changes', () => {
    expect(planned({ isActive: 0 })).toEqual({ after: { ...link, version: 2, active: false }, shifts: [] });
    expect(planned({ maxPayments: 5 })).toEqual({
      after: { ...link, version: 2, maxPayments: 5 },
      shifts: [{ shard: 0, by: 2 }],
    });
  });

  test('leaves nobody without the place that is held or paid', () => {
    const taken = [{ shard: 0, free: 0, held: 1, paid: 2 }];
    expect(() => planned({ maxPayments: 2 }, taken)).toThrow('MaxPaymentsNotAvailable');
    expect(planned({ maxPayments: 4 }, taken)).toMatchObject({ shifts: [{ shard: 0, by: 1 }] });
  });

  test('that leaves no place to take tells that the link is used up, once, and not while a charge runs', () => {
    const before = { link, places: [{ shard: 0, free: 1, held: 0, paid: 2 }] };
    const change = plannedLinkChange(asked({ maxPayments: 2 }), before, nowMs) ?? expect.unreachable();
    const after = linkAfter(change, before);
    expect(after.places).toEqual([{ shard: 0, free: 0, held: 0, paid: 2 }]);
    expect(usedUpBy(after, before, nowMs).event).toMatchObject({
      eventId: `${link.name}-link-used-up-2`,
      type: 'link.used-up',
      facts: { reusableLink: { linkCode: 'BREAD-1', state: 'used-up', maxPayments: 2 } },
    });
    expect(usedUpBy(after, after, nowMs)).toEqual({});
    const running = { link, places: [{ shard: 0, free: 0, held: 1, paid: 2 }] };
    expect(usedUpBy(running, before, nowMs)).toEqual({});
  });
});
