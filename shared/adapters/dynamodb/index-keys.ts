import { hash } from 'node:crypto';
import { type DayText, istanbulDayOf, istanbulDayRange, monthOf } from '../../domain/calendar.ts';
import type { AttemptName, PaymentName } from '../../domain/payment/payment-name.ts';
import { hostOfGateway } from '../../domain/virtual-pos/gateway-address.ts';
import { hashed, type Key } from './keys.ts';
import { PAYMENT_PARTITION_PREFIX } from './payment/payment-keys.ts';

// Keys of the two indexes. The table at the top of keys.ts and shared/docs/data.md tell what each is for.

/** What the listing index lists by month. */
export type ListingKind = 'LINKS' | 'CHARGES' | 'STEPS' | 'AUDIT' | 'DELIVERIES' | 'STATEMENTS' | 'PLANS' | 'TRIES';
/** Stands where a list has a dealer's code, or a month, and has none. */
const NOBODY = '-';

/** Sort key of a listing: time first, so that a page ends at a moment and the next one begins behind it. */
export const listSk = (atMs: number, id: string): string => `${String(atMs).padStart(15, '0')}#${id}`;

/** Keys of an item in the listing index. */
export interface ListingKeys {
  readonly listPk: string;
  readonly listSk: string;
}

/** The first byte of a digest: even over any number of shards up to a few dozen. */
export const spread = (id: string, shards: number): number => hash('sha256', id, 'buffer').readUInt8() % shards;

/** A month of one list. Days are a condition on the sort key, so that a list of a month is one query of each shard. */
export const listingPartition = (kind: ListingKind, owner: string, month: string, shard: number): string =>
  `${kind}#${owner}#${month}#${shard}`;

/** Every shard of a dealer's list that holds items of a day. */
export const listingPartitions = (
  kind: ListingKind,
  { dealerCode, day, listingShards }: { dealerCode: string; day: DayText; listingShards: number },
): readonly string[] =>
  Array.from({ length: listingShards }, (_, shard) => listingPartition(kind, dealerCode, monthOf(day), shard));

/** Sort keys between which all items of a day in Istanbul stand. */
export const listingRangeOf = (day: DayText): { readonly from: string; readonly until: string } => {
  const { firstMs, lastMs } = istanbulDayRange(day);
  return { from: listSk(firstMs, ''), until: listSk(lastMs, '~') };
};

export const listed = (
  kind: ListingKind,
  item: { readonly owner: string; readonly atMs: number; readonly id: string; readonly shards: number },
): ListingKeys => ({
  listPk: listingPartition(kind, item.owner, monthOf(istanbulDayOf(item.atMs)), spread(item.id, item.shards)),
  listSk: listSk(item.atMs, item.id),
});

export const linkIndexKeys = (link: {
  readonly dealerCode: string;
  readonly createdAtMs: number;
  readonly payment: PaymentName;
  readonly listingShards: number;
}): ListingKeys =>
  listed('LINKS', {
    owner: link.dealerCode,
    atMs: link.createdAtMs,
    id: link.payment,
    shards: link.listingShards,
  });

/** How an entry of an index names an attempt. */
export const entryOf = ({ payment, number }: AttemptName): string => `${payment}#${String(number).padStart(2, '0')}`;

export const chargeIndexKeys = (
  attempt: AttemptName & {
    readonly dealerCode: string;
    readonly startedAtMs: number;
    readonly listingShards: number;
  },
): ListingKeys =>
  listed('CHARGES', {
    owner: attempt.dealerCode,
    atMs: attempt.startedAtMs,
    id: entryOf(attempt),
    shards: attempt.listingShards,
  });

/** Attempts have numbers of two digits and steps of three, so that an entry of an index tells which it is. */
const STEP_DIGITS = 3;

export const stepEntryOf = ({ payment, number }: AttemptName): string =>
  `${payment}#${String(number).padStart(STEP_DIGITS, '0')}`;

export const stepIndexKeys = (
  step: AttemptName & { readonly dealerCode: string; readonly startedAtMs: number; readonly listingShards: number },
): ListingKeys =>
  listed('STEPS', {
    owner: step.dealerCode,
    atMs: step.startedAtMs,
    id: stepEntryOf(step),
    shards: step.listingShards,
  });

/** Payment and number that the key of an attempt or step names. */
export const itemOfKey = ({ pk, sk }: Key): AttemptName => ({
  payment: pk.slice(PAYMENT_PARTITION_PREFIX.length),
  number: Number(sk.slice(sk.lastIndexOf('#') + 1)),
});

/** What a position of the listing or the queue names: it is there even where the rest of the row is damaged. */
export const itemOfPosition = (position: string): AttemptName & { readonly kind: 'attempt' | 'step' } => {
  const [payment = '', number = ''] = position.split('#').slice(-2);
  return { payment, number: Number(number), kind: number.length === STEP_DIGITS ? 'step' : 'attempt' };
};

/** Operators' commands are of no one dealer and few: one shard. */
export const auditIndexKeys = (audit: { readonly atMs: number; readonly commandId: string }): ListingKeys =>
  listed('AUDIT', { owner: NOBODY, atMs: audit.atMs, id: audit.commandId, shards: 1 });

export const auditPartition = (day: DayText): string => listingPartition('AUDIT', NOBODY, monthOf(day), 0);

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

/** Customers are few beside payments: four shards for every dealer, which one read looks at side by side. */
const CUSTOMER_SHARDS = 4;

const customerListing = (dealerCode: string, shard: number): string => `CUSTOMERS#${dealerCode}#ALL#${shard}`;

export const customerListings = (dealerCode: string): readonly string[] =>
  Array.from({ length: CUSTOMER_SHARDS }, (_, shard) => customerListing(dealerCode, shard));

export const customerIndexKeys = (customer: {
  readonly dealerCode: string;
  readonly dealerCustomerId: number;
  readonly createdAtMs: number;
}): ListingKeys => {
  const id = String(customer.dealerCustomerId);
  return {
    listPk: customerListing(customer.dealerCode, spread(id, CUSTOMER_SHARDS)),
    listSk: listSk(customer.createdAtMs, id),
  };
};

/** Sales are few beside payments: one list for every dealer. */
export const saleListing = (dealerCode: string): string => `SALES#${dealerCode}#ALL#0`;

export const saleIndexKeys = (sale: {
  readonly dealerCode: string;
  readonly dealerSaleId: number;
  readonly createdAtMs: number;
}): ListingKeys => ({
  listPk: saleListing(sale.dealerCode),
  listSk: listSk(sale.createdAtMs, String(sale.dealerSaleId)),
});

/** BINs are spread by their first digit. Nobody lists them but an import that replaces the directory. */
export const BIN_SHARDS = 10;

export const binListingPartition = (shard: number): string => `BINS#${NOBODY}#ALL#${shard}`;

export const binIndexKeys = (bin: string): ListingKeys => ({
  listPk: binListingPartition(Number(bin.slice(0, 1))),
  listSk: bin,
});

/** Name of the sparse index of everything that is listed. Like the other one it holds keys alone. */
export const LISTING_INDEX = 'listing';

/** Name of the sparse index of everything that still awaits something. */
export const DUE_INDEX = 'due';
export const DUE_SHARDS = 16;

export const duePartition = (shard: number): string => `DUE#BANK#${shard}`;

/** Characters of a digest that tell gateways or dealers apart. */
export const TAG_LENGTH = 6;

/** Names the host of a gateway in the due queue, so that a run can share its time between gateways by keys alone. */
export const gatewayTag = (gateway: string): string => hashed(hostOfGateway(gateway)).slice(0, TAG_LENGTH);

interface Due extends AttemptName {
  readonly gateway: string;
  readonly dueAtMs: number;
}

const dueKeys = ({ payment, gateway, dueAtMs }: Due, entry: string) => ({
  duePk: duePartition(spread(payment, DUE_SHARDS)),
  dueSk: listSk(dueAtMs, `${gatewayTag(gateway)}#${entry}`),
});

export const dueIndexKeys = (attempt: Due) => dueKeys(attempt, entryOf(attempt));

export const stepDueKeys = (step: Due) => dueKeys(step, stepEntryOf(step));

/** Boxes that wait: few, and each for 15 minutes. */
export const BOX_SHARDS = 4;

export const boxPartition = (shard: number): string => `DUE#BOX#${shard}`;

/** No gateway is asked about a box. */
export const boxIndexKeys = (payment: PaymentName, dueAtMs: number) => ({
  duePk: boxPartition(spread(payment, BOX_SHARDS)),
  dueSk: listSk(dueAtMs, `${NOBODY}#${payment}`),
});

/** Links whose expiry somebody is told of. What the release before wrote stands in the first four of them. */
export const LINK_SHARDS = 8;

export const linkDuePartition = (shard: number): string => `DUE#LINK#${shard}`;

export const linkDueKeys = (payment: PaymentName, dueAtMs: number) => ({
  duePk: linkDuePartition(spread(payment, LINK_SHARDS)),
  dueSk: listSk(dueAtMs, `${NOBODY}#${payment}`),
});

/** Events that are not fanned out, and deliveries that are not done. */
export const OUTBOX_SHARDS = 16;
/** The release before knew only the first of them, and its rows stand there (rule 50). */
const OUTBOX_SHARDS_BEFORE = 8;

export const outboxPartition = (shard: number): string => `DUE#OUTBOX#${shard}`;

export const eventDueKeys = (eventId: string, dueAtMs: number) => ({
  duePk: outboxPartition(spread(eventId, OUTBOX_SHARDS)),
  dueSk: listSk(dueAtMs, `${NOBODY}#${eventId}`),
});

const shardOfLane = (lane: string): number => spread(lane, OUTBOX_SHARDS);

/** The shards of a lane: its deliveries stand in one, and those that the release before wrote may stand in another one. */
export const shardsOfLane = (lane: string): readonly number[] => [
  ...new Set([shardOfLane(lane), spread(lane, OUTBOX_SHARDS_BEFORE)]),
];

interface QueuedDelivery {
  readonly eventId: string;
  /** The channel as one text. */
  readonly channel: string;
}

export const deliveryDueKeys = (
  { eventId, channel, lane }: QueuedDelivery & { readonly lane: string },
  dueAtMs: number,
) => ({
  duePk: outboxPartition(shardOfLane(lane)),
  dueSk: listSk(dueAtMs, `${lane}#${eventId}#${channel}`),
});

/** What a position of the outbox's queue names. */
export const outboxEntryOf = (
  position: string,
): { readonly dueAtMs: number; readonly lane: string; readonly eventId: string; readonly channel: string } => {
  const [time = '', lane = '', eventId = '', channel = ''] = position.split('#');
  return { dueAtMs: Number(time), lane, eventId, channel };
};

export const deliveryIndexKeys = (
  delivery: QueuedDelivery & {
    readonly dealerCode: string;
    readonly createdAtMs: number;
    readonly listingShards: number;
  },
): ListingKeys =>
  listed('DELIVERIES', {
    owner: delivery.dealerCode,
    atMs: delivery.createdAtMs,
    id: `${delivery.eventId}#${delivery.channel}`,
    shards: delivery.listingShards,
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
