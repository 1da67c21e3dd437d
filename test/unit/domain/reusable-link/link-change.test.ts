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

  test.each([2, -1, 0.5, Number.NaN])('takes 0 or 1 as IsActive, and not %d', (isActive) => {
    expect(() => planned({ isActive })).toThrow(
      expect.objectContaining({ reason: 'InvalidRequest', sentence: 'IsActive must be 0 or 1.' }),
    );
  });

  test('switches a link on again', () => {
    const off = { ...link, active: false };
    expect(plannedLinkChange(asked({ isActive: 0 }), { link: off, places }, nowMs)).toBeUndefined();
    expect(plannedLinkChange(asked({ isActive: 1 }), { link: off, places }, nowMs)?.after).toEqual({
      ...link,
      version: 2,
    });
  });

  test('says how many places are paid and being paid where it would leave too few', () => {
    const taken = [
      { shard: 0, free: 0, held: 1, paid: 4 },
      { shard: 1, free: 0, held: 2, paid: 3 },
    ];
    expect(() => planned({ maxPayments: 9 }, taken)).toThrow(
      expect.objectContaining({
        sentence: 'MaxPayments must not be below what is paid or being paid: 7 are paid, and 3 are being paid.',
      }),
    );
  });

  test('gives no MaxPayments to a link that was made without it, and shifts no place of one', () => {
    const endless = reusableLinkWith();
    const change = (changes: Partial<ReusableLinkChangeFields>) =>
      plannedLinkChange(asked(changes), { link: endless, places: [] }, nowMs);
    expect(() => change({ maxPayments: 5 })).toThrow(
      expect.objectContaining({
        reason: 'InvalidRequest',
        sentence: 'MaxPayments is refused: this link was made without it, and takes any number of payments.',
      }),
    );
    expect(change({ isActive: 0 })).toEqual({ after: { ...endless, version: 2, active: false }, shifts: [] });
  });

  test('shifts no place where MaxPayments stays, though shards are unequally free', () => {
    const unequal = [
      { shard: 0, free: 3, held: 0, paid: 0 },
      { shard: 1, free: 0, held: 0, paid: 0 },
    ];
    expect(planned({ isActive: 0 }, unequal)?.shifts).toEqual([]);
    expect(planned({ isActive: 0, maxPayments: 3 }, unequal)?.shifts).toEqual([]);
  });

  test('brings another description and expiry, and keeps those that it does not name', () => {
    const described = { ...link, description: 'Bring flour.' };
    const change = (changes: Partial<ReusableLinkChangeFields>) =>
      plannedLinkChange(asked(changes), { link: described, places }, nowMs)?.after;
    const expireDate = '2027-02-01 18:00';
    expect(change({ description: 'Bring yeast.' })).toEqual({ ...described, version: 2, description: 'Bring yeast.' });
    expect(change({ expireDate })).toEqual({ ...described, version: 2, expiresAtMs: Date.UTC(2027, 1, 1, 15) });
    expect(change({ description: 'Bring flour.' })).toBeUndefined();
  });

  test('refuses what a new link may not have either', () => {
    expect(() => planned({ maxPayments: 0 })).toThrow(
      expect.objectContaining({ sentence: 'MaxPayments must be a whole number from 1 to 1000000.' }),
    );
    expect(() => planned({ expireDate: '2027-01-15 12:00' })).toThrow(
      expect.objectContaining({ sentence: 'ExpireDate must be in the future.' }),
    );
  });

  test('changes the places of the shards that it names alone', () => {
    const before = {
      link,
      places: [
        { shard: 0, free: 1, held: 0, paid: 0 },
        { shard: 1, free: 2, held: 1, paid: 0 },
        { shard: 2, free: 3, held: 0, paid: 1 },
      ],
    };
    const shifts = [
      { shard: 2, by: -3 },
      { shard: 1, by: 5 },
    ];
    expect(linkAfter({ after: link, shifts }, before).places).toEqual([
      { shard: 0, free: 1, held: 0, paid: 0 },
      { shard: 1, free: 7, held: 1, paid: 0 },
      { shard: 2, free: 0, held: 0, paid: 1 },
    ]);
  });

  test('that repeats an expiry that has passed is checked in all else', () => {
    const ended = { ...link, expiresAtMs: Date.UTC(2027, 0, 15, 8) };
    const change = (changes: Partial<ReusableLinkChangeFields>) =>
      plannedLinkChange(asked({ expireDate: '2027-01-15 11:00', ...changes }), { link: ended, places }, nowMs);
    expect(change({})).toBeUndefined();
    expect(() => change({ maxPayments: 0 })).toThrow(
      expect.objectContaining({ sentence: 'MaxPayments must be a whole number from 1 to 1000000.' }),
    );
    expect(() => change({ description: '4111 1111 1111 1111' })).toThrow(
      expect.objectContaining({ sentence: 'Description must not hold a card number.' }),
    );
  });
});
