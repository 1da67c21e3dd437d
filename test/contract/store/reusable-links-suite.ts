import { describe, expect, test } from 'vitest';
import { linkDueKeys } from '../../../shared/adapters/dynamodb/index-keys.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoDueLinks } from '../../../shared/adapters/dynamodb/outbox/due-links.ts';
import { eventWriter, NOBODY_TOLD } from '../../../shared/adapters/dynamodb/outbox/event-writer.ts';
import { placeWrites } from '../../../shared/adapters/dynamodb/reusable-link/place-writes.ts';
import { reusableLinkItem } from '../../../shared/adapters/dynamodb/reusable-link/reusable-link-item.ts';
import {
  reusableLinkKeys,
  reusableLinkPartition,
} from '../../../shared/adapters/dynamodb/reusable-link/reusable-link-keys.ts';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import type { Rate } from '../../../shared/domain/money/rate.ts';
import type { EventType } from '../../../shared/domain/outbox/event.ts';
import { linkUsedUp } from '../../../shared/domain/outbox/event-of-reusable-link.ts';
import { expiryDueAtMs } from '../../../shared/domain/outbox/link-due.ts';
import { newPlaces, shiftsFor } from '../../../shared/domain/reusable-link/places.ts';
import type { ReusableLink } from '../../../shared/domain/reusable-link/reusable-link.ts';
import { asks, asksNote, openAmount, reusableLinkWith } from '../../support/link/reusable-links.ts';
import { paymentNames } from '../../support/payment/stored-payments.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const newLink = (changes: Parameters<typeof reusableLinkWith>[0] = {}): ReusableLink => {
  const { dealerCode, linkCode, ...link } = reusableLinkWith(changes);
  const name = paymentNames.nameOfLink(dealerCode, linkCode);
  return { ...link, dealerCode, linkCode, name, token: `${name}${link.token.slice(link.token.indexOf('.'))}` };
};

const wanting = (...types: readonly EventType[]) =>
  eventWriter({ wantedBy: () => Promise.resolve({ webhooks: types }) });

/** The contract of reusable links and their places. */
export const reusableLinksSuite = (world: () => Pick<StoreWorld, 'direct'>): void => {
  const linksWith = (events = NOBODY_TOLD) => dynamoReusableLinks(world().direct, paymentNames, events);

  describe('Reusable links', () => {
    test('are found by address, name, code and id, with all that they were made with', async () => {
      const links = linksWith();
      const link = newLink({
        maxPayments: 30,
        expiresAtMs: 2_000_000_000_000,
        description: 'Bring flour.',
        amount: openAmount({ suggested: [2000] }),
        questions: [asks('FullName'), asksNote('Allergies', false)],
        rates: [{ dealerId: 1774, rate: 800_000 as Rate }],
        template: { redirectUrl: 'https://shop.example/result', isThreeD: 1, commissionScenario: 6 },
      });
      expect(await links.create(link)).toEqual({ kind: 'created' });
      const found = { link, places: newPlaces(30) };
      const { dealerCode, linkCode, userPosLinkId, token, name } = link;
      expect(await links.findByToken(token)).toEqual(found);
      expect(await links.findByName(name)).toEqual(found);
      expect(await links.findByCode(dealerCode, linkCode)).toEqual(found);
      expect(await links.findById(dealerCode, userPosLinkId)).toEqual(found);
      expect(await links.placesOf(name)).toEqual(newPlaces(30));
    });

    test('are not found by another secret, another dealer, or an id or code of nobody', async () => {
      const links = linksWith();
      const link = newLink();
      await links.create(link);
      expect(await links.findByToken(`${link.name}.${'A'.repeat(22)}`)).toBeUndefined();
      expect(await links.findByToken('x')).toBeUndefined();
      expect(await links.findById('another', link.userPosLinkId)).toBeUndefined();
      expect(await links.findByCode('another', link.linkCode)).toBeUndefined();
      expect(await links.findById(link.dealerCode, 1)).toBeUndefined();
    });

    test('have one code each, and one id: what is taken is written once', async () => {
      const links = linksWith();
      const link = newLink({ maxPayments: 5 });
      const outcomes = await Promise.all([1, 2, 3].map(() => links.create(link)));
      expect(outcomes.filter(({ kind }) => kind === 'created')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'code-known')).toEqual(
        [1, 2].map(() => ({ kind: 'code-known', link })),
      );
      const { dealerCode, userPosLinkId } = link;
      expect(await links.create(newLink({ dealerCode, userPosLinkId }))).toEqual({ kind: 'id-taken' });
    });

    test('change once a version, and not at all where a place was taken that they would take away', async () => {
      const links = linksWith();
      const link = newLink({ maxPayments: 2 });
      await links.create(link);
      const after = { ...link, version: 2, maxPayments: 1, active: false };
      const shifts = shiftsFor(newPlaces(2), 1) ?? expect.unreachable();
      const take = placeWrites({ place: { kind: 'taken', link: link.name, shard: 0 } });
      for (const _ of [1, 2]) expect((await world().direct.transact(take)).applied).toBe(true);
      expect(await links.change({ after, shifts })).toBe(false);
      expect(await links.findByName(link.name)).toEqual({ link, places: [{ shard: 0, free: 0, held: 2, paid: 0 }] });
      const more = { ...link, version: 2, maxPayments: 4 };
      expect(await links.change({ after: more, shifts: [{ shard: 0, by: 2 }] })).toBe(true);
      expect(await links.change({ after: more, shifts: [{ shard: 0, by: 2 }] })).toBe(false);
      expect(await links.findByName(link.name)).toEqual({
        link: more,
        places: [{ shard: 0, free: 2, held: 2, paid: 0 }],
      });
    });

    test('are listed newest first, page by page, with their places', async () => {
      const links = linksWith();
      const dealerCode = `D${Date.now()}`;
      const all = [1, 2, 3, 4, 5].map((createdAtMs) =>
        newLink({ dealerCode, createdAtMs, maxPayments: createdAtMs * 10 }),
      );
      for (const link of all) await links.create(link);
      const newest = all.toReversed().map((link) => ({ link, places: newPlaces(link.maxPayments ?? 0) }));
      const first = await links.list(dealerCode, { limit: 2 });
      expect(first).toEqual({ links: newest.slice(0, 2), isLast: false });
      const behind = first.links.at(-1)?.link ?? expect.unreachable();
      expect(await links.list(dealerCode, { limit: 2, behind })).toEqual({ links: newest.slice(2, 4), isLast: false });
      const last = newest[3]?.link ?? expect.unreachable();
      expect(await links.list(dealerCode, { limit: 2, behind: last })).toEqual({
        links: newest.slice(4),
        isLast: true,
      });
      expect(await links.list('nobody', { limit: 2 })).toEqual({ links: [], isLast: true });
    });

    test('are told as expired once, at the latest expiry that they were given; one that is switched off is not', async () => {
      const events = wanting('link.expired');
      const links = linksWith(events);
      const due = dynamoDueLinks(world().direct, events);
      const atMs = Date.UTC(2026, 5, 1);
      const [moved, off] = [newLink({ expiresAtMs: atMs }), newLink({ expiresAtMs: atMs })];
      for (const link of [moved, off]) await links.create(link);
      const expiresAtMs = atMs + 3_600_000;
      await links.change({ after: { ...moved, version: 2, expiresAtMs }, shifts: [] });
      await links.change({ after: { ...off, version: 2, active: false }, shifts: [] });
      const dueAt = async (nowMs: number): Promise<readonly string[]> => {
        const shards = Array.from({ length: due.shards }, (_, shard) => due.due(shard, { nowMs, limit: 1000 }));
        return (await Promise.all(shards)).flat();
      };
      const nameOf = ({ name }: ReusableLink): string => reusableLinkPartition(name);
      const [first, second] = [expiryDueAtMs({ expiresAtMs: atMs }), expiryDueAtMs({ expiresAtMs })];
      expect(await dueAt(first)).toContain(nameOf(off));
      expect(await dueAt(first)).not.toContain(nameOf(moved));
      expect(await due.takeUp(nameOf(off), first)).toBe('nothing');
      expect(await due.takeUp(nameOf(moved), first)).toBe('later');
      expect(await dueAt(second)).toContain(nameOf(moved));
      expect(await due.takeUp(nameOf(moved), second)).toBe('told');
      for (const link of [moved, off]) expect(await dueAt(second + 3_600_000)).not.toContain(nameOf(link));
      const told = await world().direct.get(keys.event(`${moved.name}-link-expired-${expiresAtMs}`));
      expect(told).toMatchObject({ type: 'link.expired', facts: { reusableLink: { linkCode: moved.linkCode } } });
      expect(await world().direct.get(keys.event(`${off.name}-link-expired-${atMs}`))).toBeUndefined();
    });

    test('that were queued too early are queued again, until the time at which they expire', async () => {
      const events = wanting('link.expired');
      const due = dynamoDueLinks(world().direct, events);
      const expiresAtMs = Date.UTC(2026, 5, 2);
      const link = newLink({ expiresAtMs });
      const early = { ...reusableLinkItem(link), ...linkDueKeys(link.name, 1000) };
      await world().direct.transact([{ put: early }]);
      expect(await due.takeUp(reusableLinkPartition(link.name), 1000)).toBe('later');
      const queued = await world().direct.get(reusableLinkKeys.link(link.name));
      expect(queued).toEqual({ ...early, ...linkDueKeys(link.name, expiryDueAtMs({ expiresAtMs })) });
      expect(await due.takeUp(reusableLinkPartition(newLink().name), 1000)).toBe('nothing');
    });

    test('and their changes are written together with the event that they make true', async () => {
      const links = linksWith(wanting('link.used-up'));
      const link = newLink({ maxPayments: 2 });
      const usedUp = (maxPayments: number) =>
        linkUsedUp(
          { link: { ...link, maxPayments }, places: [{ shard: 0, free: 0, held: 0, paid: maxPayments }] },
          1000,
        ) ?? expect.unreachable();
      await links.create(link, usedUp(2));
      expect(await links.change({ after: { ...link, version: 2 }, shifts: [], event: usedUp(1) })).toBe(true);
      for (const { eventId } of [usedUp(2), usedUp(1)]) {
        expect(await world().direct.get(keys.event(eventId))).toMatchObject({ type: 'link.used-up' });
      }
    });

    test('that fill a page are the last page where there are no others', async () => {
      const links = linksWith();
      const [one, other] = [newLink({ createdAtMs: 1 }), newLink({ createdAtMs: 2 })];
      const { dealerCode } = one;
      for (const link of [one, newLink({ ...other, dealerCode })]) await links.create(link);
      expect(await links.list(dealerCode, { limit: 2 })).toMatchObject({ links: [{}, {}], isLast: true });
    });

    test('stand in no queue where nobody wants to hear of their expiry', async () => {
      const link = newLink({ expiresAtMs: Date.UTC(2026, 5, 1) });
      await linksWith(wanting('link.used-up')).create(link);
      const due = dynamoDueLinks(world().direct, NOBODY_TOLD);
      const page = { nowMs: Date.UTC(2027, 5, 1), limit: 1000 };
      const found = await Promise.all(Array.from({ length: due.shards }, (_, shard) => due.due(shard, page)));
      expect(found.flat()).not.toContain(reusableLinkPartition(link.name));
    });
  });
};
