import { createHash } from 'node:crypto';
import { type DayText, istanbulDayOf, istanbulDayRange, monthOf } from '../../domain/calendar.ts';
import type { Sequence } from '../../ports/identifiers.ts';

/**
 * Every key of the one table. Each access pattern of a request is one key or one query; nothing scans.
 *
 * | Access pattern                              | Key                                                   |
 * |---------------------------------------------|-------------------------------------------------------|
 * | the stage's brake                           | STAGE                  STAGE                          |
 * | all dealers, page by page                   | DEALERS                DEALER#c                       |
 * | a dealer with its credentials (1 query)     | DEALER#c               PROFILE, CREDENTIAL#user#id    |
 * | the version of a dealer's set of users      | DEALER#c               USERS                          |
 * | a definition by its id, of any dealer       | DEFINITION#id          DEFINITION                     |
 * | the definition ids of a dealer              | DEALER#c#DEFINITIONS   DEFINITION#id                  |
 * | a sub-dealer                                | DEALER#c#SUB-DEALERS   SUB-DEALER#id                  |
 * | a virtual POS: current and every version    | DEALER#c#VIRTUAL-POS   POS#id, VERSION#id#n           |
 * | a customer by id or by code                 | DEALER#c#CUSTOMER#id   and DEALER#c#CUSTOMER-CODE#h   |
 * | a stored card by its token                  | DEALER#c#CARD#token    CARD                           |
 * | a customer's card by the card's hash        | DEALER#c#CARD-HASH#hash  CARD-HASH                    |
 * | the cards of a customer                     | DEALER#c#CUSTOMER-CARDS#id   CARD#token               |
 * | the cards under a key of the vault (index)  | listPk CARDS#key#-#shard   listSk dealer#token        |
 * | a sale by id or by code                     | DEALER#c#SALE#id       and DEALER#c#SALE-CODE#h       |
 * | what an OtherTrxCode names                  | DEALER#c#CLAIM#h       CLAIM                          |
 * | a link by its address                       | LINK#token             LINK                           |
 * | a link by dealer and id                     | DEALER#c#LINK#id       POINTER                        |
 * | links of a dealer in a month (index)        | listPk LINKS#c#m#shard     listSk time#id             |
 * | payments of a dealer in a month (index)     | listPk CHARGES#c#m#shard   listSk time#order          |
 * | the budget used in a period                 | DEALER#c#LIMIT#day|month#name#currency#shard  BUCKET  |
 * | what a dealer took from a card on a day     | DEALER#c#CARD-DAY#hash#d   BUCKET                     |
 * | an attempt by its reference                 | ATTEMPT#reference      ATTEMPT                        |
 * | the card's day that an attempt took from    | ATTEMPT#reference      CARD#hash                      |
 * | a result by its report's address            | RESULT#reference       RESULT                         |
 * | attempts of a card or address in a window,  |                                                       |
 * | quotes of a link or to an address           | COUNT#scope#id#window  COUNT                          |
 * | attempts that are due (index)               | duePk DUE#BANK#shard   dueSk time#tag#h               |
 * | the bank of a card, by 6 or 8 digits        | BIN#digits             BIN                            |
 * | the next block of ids                       | SEQUENCE#name          SEQUENCE                       |
 * | an operator's command, applied once         | COMMAND#id             AUDIT                          |
 * | audit rows of a month (index)               | listPk AUDIT#-#m#0     listSk time#id                 |
 * | an order of the embedded bank (sandbox)     | BANK#client#ORDER#h    ORDER                          |
 * | a challenge of the embedded bank (sandbox)  | BANK#CHALLENGE#ref     CHALLENGE                      |
 *
 * `h` is the SHA-256 of a code that a caller chose: exact code points, any length, no separator to forge. In the queue
 * it is that of the attempt's reference: operators page by positions, and a link's reference is its callback's secret.
 * `m` is an Istanbul month, `d` a day; a list has as many shards as its dealer's `listingShards` says.
 * `tag` is the beginning of the digest of a gateway's host. Both indexes hold keys alone: who reads them reads the items.
 */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** What the listing index lists by month. */
type ListingKind = 'LINKS' | 'CHARGES' | 'AUDIT';
/** Stands where a list has a dealer's code, or a month, and has none. */
const NOBODY = '-';

const hashed = (code: string): string => createHash('sha256').update(code, 'utf8').digest('base64url');
const ofDealer = (dealerCode: string, rest: string): string => `DEALER#${dealerCode}#${rest}`;

export const dealerPartition = (dealerCode: string): string => `DEALER#${dealerCode}`;
/** Every dealer has a row here, so that all of them are listed without a scan. */
export const ALL_DEALERS = 'DEALERS';
export const PROFILE = 'PROFILE';
export const USERS = 'USERS';
export const SUB_DEALER_PREFIX = 'SUB-DEALER#';
/** Current records only: versions have a prefix of their own, so that a list of POS does not read them all. */
export const VIRTUAL_POS_PREFIX = 'POS#';
export const DEFINITION_PREFIX = 'DEFINITION#';
export const CREDENTIAL_PREFIX = 'CREDENTIAL#';
/** Which card's day an attempt took from: the hash is in the key, beside nothing else of the card (rule 26). */
export const CARD_RESERVATION_PREFIX = 'CARD#';

export const definitionsPartition = (dealerCode: string): string => ofDealer(dealerCode, 'DEFINITIONS');
export const subDealersPartition = (dealerCode: string): string => ofDealer(dealerCode, 'SUB-DEALERS');
export const virtualPosPartition = (dealerCode: string): string => ofDealer(dealerCode, 'VIRTUAL-POS');

export const STORED_CARD_PREFIX = 'CARD#';
export const customerCardsPartition = (dealerCode: string, dealerCustomerId: number): string =>
  ofDealer(dealerCode, `CUSTOMER-CARDS#${dealerCustomerId}`);

/** What is counted in fixed windows of time. */
type CounterScope = 'card' | 'address' | 'quotes-of-link-and-address' | 'quotes-of-link' | 'quotes-of-address';

export const keys = {
  stage: (): Key => ({ pk: 'STAGE', sk: 'STAGE' }),
  listedDealer: (dealerCode: string): Key => ({ pk: ALL_DEALERS, sk: dealerPartition(dealerCode) }),
  dealer: (dealerCode: string): Key => ({ pk: dealerPartition(dealerCode), sk: PROFILE }),
  credential: (dealerCode: string, username: string, credentialId: string): Key => ({
    pk: dealerPartition(dealerCode),
    sk: `${CREDENTIAL_PREFIX}${hashed(username)}#${credentialId}`,
  }),
  /** Every change of a dealer's users replaces this item, so that two at once cannot both pass the limit. */
  users: (dealerCode: string): Key => ({ pk: dealerPartition(dealerCode), sk: USERS }),
  definition: (id: number): Key => ({ pk: `DEFINITION#${id}`, sk: 'DEFINITION' }),
  definitionOfDealer: (dealerCode: string, id: number): Key => ({
    pk: definitionsPartition(dealerCode),
    sk: `${DEFINITION_PREFIX}${id}`,
  }),
  subDealer: (dealerCode: string, id: number): Key => ({
    pk: subDealersPartition(dealerCode),
    sk: `${SUB_DEALER_PREFIX}${id}`,
  }),
  virtualPos: (dealerCode: string, id: string): Key => ({
    pk: virtualPosPartition(dealerCode),
    sk: `${VIRTUAL_POS_PREFIX}${id}`,
  }),
  virtualPosVersion: (dealerCode: string, id: string, version: number): Key => ({
    pk: virtualPosPartition(dealerCode),
    sk: `VERSION#${id}#${String(version).padStart(6, '0')}`,
  }),
  customerById: (dealerCode: string, id: number): Key => ({
    pk: ofDealer(dealerCode, `CUSTOMER#${id}`),
    sk: 'CUSTOMER',
  }),
  customerByCode: (dealerCode: string, code: string): Key => ({
    pk: ofDealer(dealerCode, `CUSTOMER-CODE#${hashed(code)}`),
    sk: 'CUSTOMER',
  }),
  storedCard: (dealerCode: string, token: string): Key => ({ pk: ofDealer(dealerCode, `CARD#${token}`), sk: 'CARD' }),
  /** The hash is in the key, beside nothing but the token (rule 26). */
  storedCardByHash: (dealerCode: string, hash: string): Key => ({
    pk: ofDealer(dealerCode, `CARD-HASH#${hash}`),
    sk: 'CARD-HASH',
  }),
  cardOfCustomer: (dealerCode: string, dealerCustomerId: number, token: string): Key => ({
    pk: customerCardsPartition(dealerCode, dealerCustomerId),
    sk: `${STORED_CARD_PREFIX}${token}`,
  }),
  saleById: (dealerCode: string, id: number): Key => ({ pk: ofDealer(dealerCode, `SALE#${id}`), sk: 'SALE' }),
  saleByCode: (dealerCode: string, code: string): Key => ({
    pk: ofDealer(dealerCode, `SALE-CODE#${hashed(code)}`),
    sk: 'SALE',
  }),
  claim: (dealerCode: string, otherTrxCode: string): Key => ({
    pk: ofDealer(dealerCode, `CLAIM#${hashed(otherTrxCode)}`),
    sk: 'CLAIM',
  }),
  link: (token: string): Key => ({ pk: `LINK#${token}`, sk: 'LINK' }),
  linkPointer: (dealerCode: string, id: number): Key => ({ pk: ofDealer(dealerCode, `LINK#${id}`), sk: 'POINTER' }),
  limitBucket: (
    dealerCode: string,
    bucket: {
      readonly kind: 'day' | 'month';
      readonly name: string;
      readonly currency: string;
      readonly shard: number;
    },
  ): Key => ({
    pk: ofDealer(dealerCode, `LIMIT#${bucket.kind}#${bucket.name}#${bucket.currency}#${bucket.shard}`),
    sk: 'BUCKET',
  }),
  attempt: (reference: string): Key => ({ pk: `ATTEMPT#${reference}`, sk: 'ATTEMPT' }),
  cardReservation: (reference: string, cardHash: string): Key => ({
    pk: `ATTEMPT#${reference}`,
    sk: `${CARD_RESERVATION_PREFIX}${cardHash}`,
  }),
  cardDay: (dealerCode: string, cardHash: string, day: DayText): Key => ({
    pk: ofDealer(dealerCode, `CARD-DAY#${cardHash}#${day}`),
    sk: 'BUCKET',
  }),
  result: (reference: string): Key => ({ pk: `RESULT#${reference}`, sk: 'RESULT' }),
  counter: (scope: CounterScope, id: string, window: number): Key => ({
    pk: `COUNT#${scope}#${id}#${window}`,
    sk: 'COUNT',
  }),
  bin: (bin: string): Key => ({ pk: `BIN#${bin}`, sk: 'BIN' }),
  sequence: (name: Sequence): Key => ({ pk: `SEQUENCE#${name}`, sk: 'SEQUENCE' }),
  command: (commandId: string): Key => ({ pk: `COMMAND#${commandId}`, sk: 'AUDIT' }),
} as const;

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

/** The embedded bank's keys have a prefix of their own: it shares the table of a sandbox stage and nothing else. */
export const bankKeys = {
  order: (clientId: string, orderId: string): Key => ({ pk: `BANK#${clientId}#ORDER#${hashed(orderId)}`, sk: 'ORDER' }),
  challenge: (reference: string): Key => ({ pk: `BANK#CHALLENGE#${reference}`, sk: 'CHALLENGE' }),
  closedDay: (clientId: string): Key => ({ pk: `BANK#${clientId}#DAY`, sk: 'DAY' }),
  everyClosedDay: (): Key => ({ pk: 'BANK#EVERY-MERCHANT#DAY', sk: 'DAY' }),
} as const;

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
