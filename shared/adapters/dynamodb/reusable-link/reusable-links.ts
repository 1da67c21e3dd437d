import type { OutboxEvent } from '../../../domain/outbox/event.ts';
import { expiryDueAtMs } from '../../../domain/outbox/link-due.ts';
import { readAddress } from '../../../domain/payment/payment-name.ts';
import type { ReusableLinkName } from '../../../domain/reusable-link/link-name.ts';
import { newPlaces } from '../../../domain/reusable-link/places.ts';
import type { ReusableLink } from '../../../domain/reusable-link/reusable-link.ts';
import type { PaymentNames } from '../../../ports/identifiers.ts';
import type {
  LinkWithPlaces,
  ReusableLinkChange,
  ReusableLinkReads,
  ReusableLinks,
} from '../../../ports/reusable-links.ts';
import { newestListed } from '../engine/newest-listed.ts';
import { plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import { readAll, type Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Row } from '../engine/writes.ts';
import { linkDueKeys } from '../index-keys.ts';
import type { Key } from '../keys.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { isSecret } from '../payment/secrets.ts';
import { placesShifted } from './place-writes.ts';
import {
  linkInRows,
  placesItem,
  pointerItem,
  readPlacesRow,
  readPointer,
  reusableLinkItem,
} from './reusable-link-item.ts';
import {
  nameOfPartition,
  placesRank,
  reusableLinkKeys,
  reusableLinkListing,
  reusableLinkPartition,
  reusableLinkPosition,
  reusableLinkRanks,
} from './reusable-link-keys.ts';

/** A link and at most eight shards of its places. */
const MOST_ROWS = 9;

const readLink = async (table: Pick<Table, 'query'>, name: ReusableLinkName): Promise<LinkWithPlaces | undefined> =>
  linkInRows(await table.query({ pk: reusableLinkPartition(name), between: reusableLinkRanks, limit: MOST_ROWS }));

/** Reads of a hundred items that are under way at once. */
const READS_AT_ONCE = 20;

/** The items that a link is read from. One with fewer shards, or none, has fewer. */
const keysOfLink = (name: ReusableLinkName): readonly Key[] => [
  reusableLinkKeys.link(name),
  ...Array.from({ length: MOST_ROWS - 1 }, (_, shard) => reusableLinkKeys.places(name, shard)),
];

const rowsOf = (rows: readonly Row[], name: ReusableLinkName): readonly Row[] =>
  rows.filter(({ pk }) => pk === reusableLinkPartition(name));

const ofDealer = (found: LinkWithPlaces | undefined, dealerCode: string): LinkWithPlaces | undefined =>
  found?.link.dealerCode === dealerCode ? found : undefined;

/** For readers that have the name of a link, or its address. */
export const dynamoReusableLinkReads = (table: Pick<Table, 'query'>): ReusableLinkReads => ({
  findByToken: async (token) => {
    const address = readAddress(token);
    const found = address === undefined ? undefined : await readLink(table, address.payment);
    return found !== undefined && isSecret(token, found.link.token) ? found : undefined;
  },

  findByName: (name) => readLink(table, name),

  placesOf: async (name) =>
    (await table.query({ pk: reusableLinkPartition(name), between: placesRank, limit: MOST_ROWS })).map(readPlacesRow),
});

/** The item of a link, in the queue until its expiry where somebody wants to be told of that. */
const queuedItem = async (link: ReusableLink, events: EventWriter) => {
  const { expiresAtMs, dealerCode, name } = link;
  if (expiresAtMs === undefined || !(await events.wants(dealerCode, 'link.expired'))) return reusableLinkItem(link);
  return { ...reusableLinkItem(link), ...linkDueKeys(name, expiryDueAtMs({ expiresAtMs })) };
};

/** What a write of a link is for. `audit` is the entry of an operator's command. */
export type ReusableLinkPurpose = 'code' | 'id' | 'link' | 'places' | 'event' | 'audit';

/** The writes of a new link with its places. */
export const newReusableLinkWrites = async (events: EventWriter, link: ReusableLink, event?: OutboxEvent) => [
  ...plannedFor<ReusableLinkPurpose>('code', [{ put: await queuedItem(link, events), onlyIf: ABSENT }]),
  ...plannedFor<ReusableLinkPurpose>('id', [
    { put: pointerItem(link), onlyIf: ABSENT },
    ...(link.maxPayments === undefined ? [] : newPlaces(link.maxPayments)).map((places) => ({
      put: placesItem(link.name, places),
      onlyIf: ABSENT,
    })),
  ]),
  ...plannedFor<ReusableLinkPurpose>('event', await events.writesOf([event])),
];

/** The writes of a change of a link and its places. */
export const reusableLinkChangeWrites = async (events: EventWriter, { after, shifts, event }: ReusableLinkChange) => [
  ...plannedFor<ReusableLinkPurpose>('link', [
    { put: await queuedItem(after, events), onlyIf: atVersion(after.version - 1) },
  ]),
  ...plannedFor<ReusableLinkPurpose>(
    'places',
    shifts.map((shift) => placesShifted(after.name, shift)),
  ),
  ...plannedFor<ReusableLinkPurpose>('event', await events.writesOf([event])),
];

export const dynamoReusableLinks = (
  table: Table,
  names: Pick<PaymentNames, 'nameOfLink'>,
  events: EventWriter = NOBODY_TOLD,
): ReusableLinks => ({
  ...dynamoReusableLinkReads(table),

  create: async (link, event) => {
    const outcome = await transactPlanned(table, await newReusableLinkWrites(events, link, event));
    if (outcome.applied) return { kind: 'created' };
    const known = outcome.refusalOf('code')?.item;
    const found = known === undefined ? undefined : linkInRows([known]);
    return found === undefined ? { kind: 'id-taken' } : { kind: 'code-known', link: found.link };
  },

  findByCode: async (dealerCode, linkCode) =>
    ofDealer(await readLink(table, names.nameOfLink(dealerCode, linkCode)), dealerCode),

  findById: async (dealerCode, userPosLinkId) => {
    const pointer = await table.get(reusableLinkKeys.pointer(dealerCode, userPosLinkId));
    return pointer === undefined ? undefined : ofDealer(await readLink(table, readPointer(pointer)), dealerCode);
  },

  list: async (dealerCode, { limit, behind }) => {
    const before = behind === undefined ? undefined : reusableLinkPosition(behind);
    const { keys, goesOn } = await newestListed(table, { listPks: [reusableLinkListing(dealerCode)], limit, before });
    const listed = keys.map(({ pk }) => nameOfPartition(pk));
    const rows = await readAll(table, listed.flatMap(keysOfLink), READS_AT_ONCE);
    const links = listed.flatMap((name) => linkInRows(rowsOf(rows, name)) ?? []);
    return { links, isLast: !goesOn };
  },

  change: async (change) => (await transactPlanned(table, await reusableLinkChangeWrites(events, change))).applied,
});
