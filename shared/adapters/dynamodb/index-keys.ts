import { createHash } from 'node:crypto';
import { type DayText, istanbulDayOf, istanbulDayRange, monthOf } from '../../domain/calendar.ts';
import { hashed } from './keys.ts';

// Keys of the two indexes. The table at the top of keys.ts and shared/docs/data.md tell what each is for.

/** What the listing index lists by month. */
type ListingKind = 'LINKS' | 'CHARGES' | 'AUDIT';
/** Stands where a list has a dealer's code, or a month, and has none. */
const NOBODY = '-';

/** Sort key of a listing: time first, so that a page ends at a moment and the next one begins behind it. */
const listSk = (atMs: number, id: string): string => `${String(atMs).padStart(15, '0')}#${id}`;

/** Keys of an item in the listing index. */
interface ListingKeys {
  readonly listPk: string;
  readonly listSk: string;
}

/** The first byte of a digest: even over any number of shards up to a few dozen. */
const spread = (id: string, shards: number): number =>
  createHash('sha256').update(id, 'utf8').digest().readUInt8() % shards;

/** A month of one list. Days are a condition on the sort key, so that a list of a month is one query of each shard. */
const listingPartition = (kind: ListingKind, owner: string, month: string, shard: number): string =>
  `${kind}#${owner}#${month}#${shard}`;

/** Every shard of a dealer's list that holds items of a day. */
export const listingPartitions = (
  kind: ListingKind,
  { dealerCode, day, listingShards }: { dealerCode: string; day: DayText; listingShards: number },
): readonly string[] =>
  Array.from({ length: listingShards }, (_, shard) => listingPartition(kind, dealerCode, monthOf(day), shard));

/**
 * The shards that an item of a day may stand in: the dealer may have had any number of them up to today's when the item
 * was written, and never had more.
 */
export const listingPartitionsOf = (
  kind: ListingKind,
  id: string,
  { dealerCode, day, listingShards }: { dealerCode: string; day: DayText; listingShards: number },
): readonly string[] => {
  const shards = new Set(Array.from({ length: listingShards }, (_, index) => spread(id, index + 1)));
  return [...shards].map((shard) => listingPartition(kind, dealerCode, monthOf(day), shard));
};

/** Sort keys between which all items of a day in Istanbul stand. */
export const listingRangeOf = (day: DayText): { readonly from: string; readonly until: string } => {
  const { firstMs, lastMs } = istanbulDayRange(day);
  return { from: listSk(firstMs, ''), until: listSk(lastMs, '~') };
};

const listed = (
  kind: ListingKind,
  item: { readonly owner: string; readonly atMs: number; readonly id: string; readonly shards: number },
): ListingKeys => ({
  listPk: listingPartition(kind, item.owner, monthOf(istanbulDayOf(item.atMs)), spread(item.id, item.shards)),
  listSk: listSk(item.atMs, item.id),
});

export const linkIndexKeys = (link: {
  readonly dealerCode: string;
  readonly createdAtMs: number;
  readonly userPosPaymentId: number;
  readonly listingShards: number;
}): ListingKeys =>
  listed('LINKS', {
    owner: link.dealerCode,
    atMs: link.createdAtMs,
    id: String(link.userPosPaymentId),
    shards: link.listingShards,
  });

export const chargeIndexKeys = (attempt: {
  readonly dealerCode: string;
  readonly startedAtMs: number;
  readonly orderId: string;
  readonly listingShards: number;
}): ListingKeys =>
  listed('CHARGES', {
    owner: attempt.dealerCode,
    atMs: attempt.startedAtMs,
    id: attempt.orderId,
    shards: attempt.listingShards,
  });

/** The order id in a payment's place in the listing: it is there even where the rest of the row is damaged. */
export const orderIdOfListing = (position: string): string => position.slice(position.indexOf('#') + 1);

/** Operators' commands are of no one dealer and few: one shard. */
export const auditIndexKeys = (audit: { readonly atMs: number; readonly commandId: string }): ListingKeys =>
  listed('AUDIT', { owner: NOBODY, atMs: audit.atMs, id: audit.commandId, shards: 1 });

/** The cards under one key of the vault are spread, so that storing cards writes to no one partition. */
export const CARD_KEY_SHARDS = 16;

export const storedCardListingPartition = (keyName: string, shard: number): string =>
  `CARDS#${keyName}#${NOBODY}#${shard}`;

/** A token is random, so its first hexadecimal digit spreads the cards evenly. */
export const storedCardIndexKeys = ({
  keyName,
  dealerCode,
  token,
}: {
  readonly keyName: string;
  readonly dealerCode: string;
  readonly token: string;
}): ListingKeys => ({
  listPk: storedCardListingPartition(keyName, Number.parseInt(token.slice(0, 1), 16) % CARD_KEY_SHARDS),
  listSk: `${dealerCode}#${token}`,
});

/** Name of the sparse index of everything that is listed. Like the other one it holds keys alone. */
export const LISTING_INDEX = 'listing';

/** Name of the sparse index of everything that still awaits something. */
export const DUE_INDEX = 'due';
export const DUE_SHARDS = 16;

export const duePartition = (shard: number): string => `DUE#BANK#${shard}`;

/** Characters of a digest that tell gateways apart. */
const TAG_LENGTH = 6;

/** Names the host of a gateway in the due queue, so that a run can share its time between gateways by keys alone. */
export const gatewayTag = (gateway: string): string =>
  hashed(URL.canParse(gateway) ? new URL(gateway).host : gateway).slice(0, TAG_LENGTH);

export const dueIndexKeys = ({
  reference,
  gateway,
  dueAtMs,
}: {
  readonly reference: string;
  readonly gateway: string;
  readonly dueAtMs: number;
}) => ({
  duePk: duePartition(spread(reference, DUE_SHARDS)),
  dueSk: listSk(dueAtMs, `${gatewayTag(gateway)}#${hashed(reference)}`),
});

/** The tag of the gateway in a position of the due queue. */
export const tagOfPosition = (position: string): string => position.split('#')[1] ?? '';

/** A position of the due queue at another time. */
export const positionAt = (position: string, dueAtMs: number): string =>
  listSk(dueAtMs, position.slice(position.indexOf('#') + 1));

/** Everything of a due partition up to a moment. */
export const dueUntil = (nowMs: number): string => listSk(nowMs, '~');

/** Everything of a due partition, whenever it is due. */
export const END_OF_QUEUE = '~';
