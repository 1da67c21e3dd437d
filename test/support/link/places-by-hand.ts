import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { placeWrites } from '../../../shared/adapters/dynamodb/reusable-link/place-writes.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { systemClock } from '../../../shared/adapters/runtime/system.ts';
import { madeOf, type ReusableLink } from '../../../shared/domain/reusable-link/reusable-link.ts';
import { withPlace } from '../../../shared/payment-flow/place.ts';

const LONGEST_MS = 60_000;

/** Takes a place of a link as a charge's lock does, and pays it where asked. False where there is none. */
export const lockedPlace = async (
  store: Table,
  link: ReusableLink,
  until: 'held' | 'paid' = 'held',
): Promise<boolean> => {
  const reusableLinks = dynamoReusableLinkReads(store);
  const shards = (await reusableLinks.placesOf(link.name)).length;
  const need = { madeOf: madeOf(link, shards), pick: Date.now(), untilMs: Date.now() + LONGEST_MS };
  const placed = await withPlace(need, { reusableLinks, clock: systemClock }, async (place) => {
    if (place === undefined) throw new Error('a link without places');
    const taken = await store.transact(placeWrites({ place: { kind: 'taken', ...place } }));
    if (!taken.applied) return { kind: 'place-taken' } as const;
    if (until === 'paid') await store.transact(placeWrites({ place: { kind: 'paid', ...place } }));
    return { kind: 'locked' } as const;
  });
  return placed.kind === 'done';
};
