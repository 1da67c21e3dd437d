import { hash } from 'node:crypto';
import type { BreakerName } from '../../domain/breaker/breaker.ts';
import type { PosName } from '../../domain/breaker/breaker-counts.ts';
import type { DayText } from '../../domain/calendar.ts';
import type { SignInCount } from '../../domain/desk/sign-in-limits.ts';
import type { Sequence } from '../../ports/identifiers.ts';

/**
 * Every key of the one table. Each access pattern of a request is one key or one query; nothing scans.
 *
 * | Access pattern                              | Key                                                   |
 * |---------------------------------------------|-------------------------------------------------------|
 * | the stage's brake                           | STAGE                  STAGE                          |
 * | all breakers                                | BREAKERS               GATEWAY#host, POS#host#c#pos   |
 * | what instances counted of a gateway's calls | BREAKER#host           COUNTS#minute#c#pos            |
 * | all dealers, page by page                   | DEALERS                DEALER#c                       |
 * | a dealer with its credentials (1 query)     | DEALER#c               PROFILE, CREDENTIAL#user#id    |
 * | the version of a dealer's set of users      | DEALER#c               USERS                          |
 * | what payers see of a dealer                 | DEALER#c#LOOKS         LOOKS                          |
 * | webhook endpoints of a dealer               | DEALER#c#WEBHOOKS      ENDPOINT#id                    |
 * | a dealer's settings for messages           | DEALER#c#LOOKS         MESSAGING                      |
 * | who wants no more messages on a channel     | OPT-OUT#channel#h      OPT-OUT                        |
 * | messages to a recipient, of a dealer, and   | COUNT#scope#id#window  COUNT                          |
 * | what SMS of a day cost                      |                                                       |
 * | an SMS or e-mail about a link               | PAY#p                  9#MESSAGE#channel#nn           |
 * | a reminder, a receipt                       | PAY#p                  9#MESSAGE#kind-channel#nn      |
 * | the account of a part of the service        | SERVICE-ACCOUNT#owner  ACCOUNT                        |
 * | a definition by its id, of any dealer       | DEFINITION#id          DEFINITION                     |
 * | the definition ids of a dealer              | DEALER#c#DEFINITIONS   DEFINITION#id                  |
 * | a sub-dealer                                | DEALER#c#SUB-DEALERS   SUB-DEALER#id                  |
 * | a virtual POS: current and every version    | DEALER#c#VIRTUAL-POS   POS#id, VERSION#id#n           |
 * | a customer by id or by code                 | DEALER#c#CUSTOMER#id   and DEALER#c#CUSTOMER-CODE#h   |
 * | a stored card by its token                  | DEALER#c#CARD#token    CARD                           |
 * | - one that names the customer               | DEALER#c#CUSTOMER#id   CARD#token                     |
 * | a customer's card by the card's hash        | DEALER#c#CARD-HASH#hash  CARD-HASH                    |
 * | a stored card's hash, to remove it          | DEALER#c#CARD#token    HASH#hash                      |
 * | the cards of a customer, and its sales, by  | DEALER#c#CUSTOMER#id   CARD#token, SALE#id            |
 * | id or by code                               | and DEALER#c#CUSTOMER-CODE#h                          |
 * | customers of a dealer (index)               | listPk CUSTOMERS#c#ALL#shard   listSk time#id         |
 * | the cards under a key of the vault (index)  | listPk CARDS#key#-#shard   listSk dealer#token        |
 * | a sale by id or by code                     | DEALER#c#SALE#id       and DEALER#c#SALE-CODE#h       |
 * | payment plans of a sale, and their tries    | DEALER#c#SALE#id       PLAN#id, TRY#id#nnnn           |
 * | a payment plan by its id                    | DEALER#c#PLAN#id       POINTER                        |
 * | payment plans, tries of a dealer in a month | listPk PLANS#c#m#shard, TRIES#c#m#shard               |
 * | (index)                                     | listSk day's time#plan id, time#plan id#nnnn          |
 * | payment plans that are due (index)          | duePk DUE#PLAN#shard   dueSk time#tag#sale id#plan id  |
 * | sales of a dealer (index)                   | listPk SALES#c#ALL#0   listSk time#id                 |
 * | a product by id or by code, the newest ones | DEALER#c#PRODUCTS      PRODUCT#id, CODE#h             |
 * | how many products a dealer has              | DEALER#c#PRODUCTS      COUNT                          |
 * | the sales that use a product                | DEALER#c#PRODUCT#id    SALE#id                        |
 * | a schedule, all schedules of a dealer       | DEALER#c#SCHEDULES     SCHEDULE#id                    |
 * | how many schedules a dealer has             | DEALER#c#SCHEDULES     COUNT                          |
 * | the sales that use a schedule               | DEALER#c#SCHEDULE#id   SALE#id                        |
 * | a payment: what an OtherTrxCode, order id,  | PAY#p                  1#PAYMENT, 2#STATE,            |
 * | link, callback or result address names      |                        3#ATTEMPT#nn, 6#SUB-DEALERS#nn |
 * | its captures, voids, refunds, pool steps    | PAY#p                  5#STEP#nnn,                    |
 * |                                             |                        6#SUB-DEALERS#S#nnn            |
 * | the secrets of a call of a 3D payment       | PAY#p                  3#SECRETS#nn                   |
 * | a box that waits (itself in another table)  | PAY#p                  9#BOX                          |
 * | a card that waits in an attempt             | PAY#p                  7#WAITING-CARD#nn              |
 * | the card's day that an attempt took from    | PAY#p                  8#CARD-DAY#nn#hash             |
 * | a payment by dealer and id                  | DEALER#c#PAYMENT#id    POINTER                        |
 * | links of a dealer in a month (index)        | listPk LINKS#c#m#shard     listSk time#p              |
 * | a reusable link with its places (1 query)   | LINK#l                 1#LINK, 2#PLACES#nn            |
 * | a reusable link by its id                   | DEALER#c#LINK#id       POINTER                        |
 * | reusable links of a dealer (index)          | listPk REUSABLE-LINKS#c#ALL#0   listSk time#l         |
 * | requests made of a reusable link (index)    | listPk REQUESTS#l#ALL#shard     listSk time#p         |
 * | payments of a dealer in a month (index)     | listPk CHARGES#c#m#shard   listSk time#p#nn           |
 * | payments and steps of a sub-dealer in a     |                                                       |
 * | month                                       | SUB#c#id#m             time#p#nn or time#p#nnn        |
 * | the budget used in a period                 | DEALER#c#LIMIT#day|month#name#currency#shard  BUCKET  |
 * | what a dealer took from a card on a day     | DEALER#c#CARD-DAY#hash#d   BUCKET                     |
 * | when a card was charged for payment plans   | DEALER#c#CARD-TRIES#hash   BUCKET                     |
 * | attempts of a card or address in a window,  |                                                       |
 * | quotes of a link or to an address, cards    |                                                       |
 * | that were added for a customer or a dealer  | COUNT#scope#id#window  COUNT                          |
 * | steps of a dealer in a month (index)        | listPk STEPS#c#m#shard     listSk time#p#nnn          |
 * | what came to count on a day after its own    | LATE#c#d#shard         p#nn or nnn                    |
 * | what moved on a day, account by account      | MOVED#c#d              sub#currency#page              |
 * | statements of a dealer or sub-dealer         | STATEMENTS#c#sub       currency#d, BALANCE#currency   |
 * | a statement by its id                        | DEALER#c#STATEMENT#id  POINTER                        |
 * | statements of a dealer in a month (index)    | listPk STATEMENTS#c#m#0    listSk time#currency#sub   |
 * | how far a dealer's statements are made       | JOB#statements#c       POSITION                       |
 * | how far a dealer's days are compared         | JOB#comparison#c       POSITION                       |
 * | what became of payment requests, by day and  | FUNNEL#c#m             d#definition#channel,          |
 * | group; what was given back of them later     |                        and the same with #BACK        |
 * | the same of one reusable link                | FUNNEL-LINK#l          d#definition#channel, #BACK    |
 * | the parts of days that were counted          | FUNNEL#c               PART#d#part                    |
 * | how far a dealer's funnel is counted, and    | JOB#funnel#c           POSITION                       |
 * | what was counted where a run stopped         | FUNNEL-DRAFT#c         draft#page                     |
 * | dealers whose today the job counts           | FUNNEL-BUSY            c                              |
 * | differences from the banks' books of a day   | DIFFERENCES#d          c#source#pos#order             |
 * | attempts and steps that are due (index)     | duePk DUE#BANK#shard   dueSk time#tag#p#nn or nnn     |
 * | boxes that are due (index)                  | duePk DUE#BOX#shard    dueSk time#-#p                 |
 * | links that are due to be told as expired    | duePk DUE#LINK#shard   dueSk time#-#p                 |
 * | an event to tell, with its deliveries       | OUTBOX#event           EVENT, DELIVERY#channel        |
 * | events and deliveries that are due (index)  | duePk DUE#OUTBOX#shard dueSk time#lane#event#channel  |
 * | deliveries of a dealer in a month (index)   | listPk DELIVERIES#c#m#shard  listSk time#event#channel |
 * | who serves a lane of deliveries now         | LANE#lane              LEASE                          |
 * | the bank of a card, by 6 or 8 digits        | BIN#digits             BIN                            |
 * | all BINs by their first digit (index)       | listPk BINS#-#ALL#digit    listSk bin                 |
 * | the next block of ids                       | SEQUENCE#name          SEQUENCE                       |
 * | orders that the bank made after a restore   |                                                       |
 * | point, and how far their virtual POS is     | DEALER#c#LOST-ORDERS#pos  order id, POS               |
 * | an operator's command, applied once         | COMMAND#id             AUDIT                          |
 * | a user of the desk, its dealers, the        | DESK-USER#u            USER, DEALER#c, DEVICE#device  |
 * | browsers that it signed in with             |                                                       |
 * | users of a dealer's desk, open invitations  | DEALER#c#DESK          USER#u, INVITED#u, CODES       |
 * | a session of the desk                       | DESK-SESSION#digest    SESSION                        |
 * | a sign-in that waits for a code             | DESK-SIGN-IN#digest    SIGN-IN                        |
 * | a mailed link by its secret, a mail         | DESK-LINK#digest LINK, DESK-MAIL#id MAIL              |
 * | commands about a dealer in a month           | AUDIT#c#m              time#id                        |
 * | audit rows of a month (index)               | listPk AUDIT#-#m#0     listSk time#id                 |
 * | an order of the embedded bank (sandbox)     | BANK#client#ORDER#h    ORDER                          |
 * | an order of a Garanti terminal (sandbox)    | BANK#terminal#GVPS#h        ORDER                     |
 * | orders of a Garanti terminal (sandbox)      | BANK#terminal#GVPS-LIST     time#h                    |
 * | a challenge of the embedded bank (sandbox)  | BANK#CHALLENGE#ref     CHALLENGE                      |
 * | the dealer of the demo shop (sandbox)       | SHOP                   SHOP                           |
 * | an order of the demo shop (sandbox)         | SHOP#ORDER#code        ORDER                          |
 *
 * `h` is the SHA-256 of a code that a caller chose: exact code points, any length, no separator to forge.
 * `l` is the name of a reusable link, `p` that of a payment, `nn` the number of one of its attempts. The rank at the front of a payment's sort keys
 * puts first what pages read.
 * `m` is an Istanbul month, `d` a day; a list has as many shards as its dealer's `listingShards` says.
 * A lane is an endpoint, or a channel of a dealer, as the beginning of a digest; an event stands under the lane `-`.
 * `tag` is the beginning of the digest of a gateway's host. Both indexes hold keys alone: who reads them reads the items.
 */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export const hashed = (code: string): string => hash('sha256', code, 'base64url');
/** A recipient of messages without being readable. Mailboxes are the same in small and capital letters. */
export const recipientDigest = (recipient: string): string => hashed(recipient.toLowerCase());
export const ofDealer = (dealerCode: string, rest: string): string => `DEALER#${dealerCode}#${rest}`;

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
export const ENDPOINT_PREFIX = 'ENDPOINT#';

export const definitionsPartition = (dealerCode: string): string => ofDealer(dealerCode, 'DEFINITIONS');
export const webhooksPartition = (dealerCode: string): string => ofDealer(dealerCode, 'WEBHOOKS');
export const lostOrdersPartition = (dealerCode: string, posId: string): string =>
  ofDealer(dealerCode, `LOST-ORDERS#${posId}`);
/** Every order id of ours begins with it (dealer interface 2.2). */
export const LOST_ORDER_PREFIX = 'ORDER-';
export const subDealersPartition = (dealerCode: string): string => ofDealer(dealerCode, 'SUB-DEALERS');
export const virtualPosPartition = (dealerCode: string): string => ofDealer(dealerCode, 'VIRTUAL-POS');

export const PRODUCT_PREFIX = 'PRODUCT#';
export const SCHEDULE_PREFIX = 'SCHEDULE#';
export const productsPartition = (dealerCode: string): string => ofDealer(dealerCode, 'PRODUCTS');
export const schedulesPartition = (dealerCode: string): string => ofDealer(dealerCode, 'SCHEDULES');
export const SALE_USE_PREFIX = 'SALE#';
/** The sales that use a product or a schedule stand apart from the list, which stays as short as it is. */
export const salesOfProductPartition = (dealerCode: string, id: number): string =>
  ofDealer(dealerCode, `PRODUCT#${id}`);
export const salesOfSchedulePartition = (dealerCode: string, id: number): string =>
  ofDealer(dealerCode, `SCHEDULE#${id}`);
/** An id as it stands in a sort key: all of one length, so that keys sort as their ids do, the newest last. */
export const sortedId = (id: number): string => String(id).padStart(10, '0');

/** A sale by its id, its payment plans and their tries. */
export const salePartition = (dealerCode: string, id: number): string => ofDealer(dealerCode, `SALE#${id}`);

/** What is counted in fixed windows of time. */
type CounterScope =
  | 'card'
  | 'address'
  | 'quotes-of-link'
  | 'quotes-of-address'
  | 'requests-of-link'
  | 'requests-of-address'
  | 'cards-of-customer'
  | 'cards-of-dealer'
  | SignInCount['scope'];

const EVENT_PARTITION_PREFIX = 'OUTBOX#';
const EVENT = 'EVENT';
const DELIVERY_PREFIX = 'DELIVERY#';
export const eventPartition = (eventId: string): string => `${EVENT_PARTITION_PREFIX}${eventId}`;

/** Every breaker that opened lately: one query reads them all, those of gateways first. */
export const ALL_BREAKERS = 'BREAKERS';
export const breakerCountsPartition = (host: string): string => `BREAKER#${host}`;
export const breakerCountsPrefix = (minuteMs: number): string => `COUNTS#${minuteMs}#`;
const posEntry = ({ dealerCode, posId }: PosName): string => `${dealerCode}#${posId}`;

export const DESK_DEALER_PREFIX = 'DEALER#';
export const DESK_MEMBER_PREFIX = 'USER#';
export const DESK_INVITATION_PREFIX = 'INVITED#';
/** A user of the desk with its memberships and the browsers that it knows. */
export const deskUserPartition = (userId: string): string => `DESK-USER#${userId}`;
/** What operators and the dealer's people changed in a month of Istanbul. */
export const commandsPartition = (dealerCode: string, month: string): string => `AUDIT#${dealerCode}#${month}`;
/** Whose sign-ins at a dealer's desk need a one-time code. */
export const DESK_CODE_RULE = 'CODES';
/** The users of a dealer's desk and the invitations to it. */
export const deskPartition = (dealerCode: string): string => ofDealer(dealerCode, 'DESK');

export const keys = {
  breaker: ({ host, pos }: BreakerName): Key => ({
    pk: ALL_BREAKERS,
    sk: pos === undefined ? `GATEWAY#${host}` : `POS#${host}#${posEntry(pos)}`,
  }),
  breakerCounts: (host: string, minuteMs: number, pos: PosName): Key => ({
    pk: breakerCountsPartition(host),
    sk: `${breakerCountsPrefix(minuteMs)}${posEntry(pos)}`,
  }),
  stage: (): Key => ({ pk: 'STAGE', sk: 'STAGE' }),
  listedDealer: (dealerCode: string): Key => ({ pk: ALL_DEALERS, sk: dealerPartition(dealerCode) }),
  dealer: (dealerCode: string): Key => ({ pk: dealerPartition(dealerCode), sk: PROFILE }),
  credential: (dealerCode: string, username: string, credentialId: string): Key => ({
    pk: dealerPartition(dealerCode),
    sk: `${CREDENTIAL_PREFIX}${hashed(username)}#${credentialId}`,
  }),
  /** Every change of a dealer's users replaces this item, so that two at once cannot both pass the limit. */
  users: (dealerCode: string): Key => ({ pk: dealerPartition(dealerCode), sk: USERS }),
  serviceAccount: (owner: string): Key => ({ pk: `SERVICE-ACCOUNT#${owner}`, sk: 'ACCOUNT' }),
  lostOrder: (dealerCode: string, posId: string, orderId: string): Key => ({
    pk: lostOrdersPartition(dealerCode, posId),
    sk: orderId,
  }),
  lostOrdersOfPos: (dealerCode: string, posId: string): Key => ({
    pk: lostOrdersPartition(dealerCode, posId),
    sk: 'POS',
  }),
  looks: (dealerCode: string): Key => ({ pk: ofDealer(dealerCode, 'LOOKS'), sk: 'LOOKS' }),
  webhookEndpoint: (dealerCode: string, endpointId: string): Key => ({
    pk: webhooksPartition(dealerCode),
    sk: `${ENDPOINT_PREFIX}${endpointId}`,
  }),
  messaging: (dealerCode: string): Key => ({ pk: ofDealer(dealerCode, 'LOOKS'), sk: 'MESSAGING' }),
  optOut: (channel: string, recipient: string): Key => ({
    pk: `OPT-OUT#${channel}#${recipientDigest(recipient)}`,
    sk: 'OPT-OUT',
  }),
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
  saleById: (dealerCode: string, id: number): Key => ({ pk: salePartition(dealerCode, id), sk: 'SALE' }),
  saleByCode: (dealerCode: string, code: string): Key => ({
    pk: ofDealer(dealerCode, `SALE-CODE#${hashed(code)}`),
    sk: 'SALE',
  }),
  productById: (dealerCode: string, id: number): Key => ({
    pk: productsPartition(dealerCode),
    sk: `${PRODUCT_PREFIX}${sortedId(id)}`,
  }),
  productByCode: (dealerCode: string, code: string): Key => ({
    pk: productsPartition(dealerCode),
    sk: `CODE#${hashed(code)}`,
  }),
  productCount: (dealerCode: string): Key => ({ pk: productsPartition(dealerCode), sk: 'COUNT' }),
  saleOfProduct: (dealerCode: string, id: number, saleId: number): Key => ({
    pk: salesOfProductPartition(dealerCode, id),
    sk: `${SALE_USE_PREFIX}${saleId}`,
  }),
  schedule: (dealerCode: string, id: number): Key => ({
    pk: schedulesPartition(dealerCode),
    sk: `${SCHEDULE_PREFIX}${sortedId(id)}`,
  }),
  scheduleCount: (dealerCode: string): Key => ({ pk: schedulesPartition(dealerCode), sk: 'COUNT' }),
  saleOfSchedule: (dealerCode: string, id: number, saleId: number): Key => ({
    pk: salesOfSchedulePartition(dealerCode, id),
    sk: `${SALE_USE_PREFIX}${saleId}`,
  }),
  paymentPointer: (dealerCode: string, id: number): Key => ({
    pk: ofDealer(dealerCode, `PAYMENT#${id}`),
    sk: 'POINTER',
  }),
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
  cardDay: (dealerCode: string, cardHash: string, day: DayText): Key => ({
    pk: ofDealer(dealerCode, `CARD-DAY#${cardHash}#${day}`),
    sk: 'BUCKET',
  }),
  /** The hash is in the key, beside nothing but times (rule 26). */
  cardTries: (dealerCode: string, cardHash: string): Key => ({
    pk: ofDealer(dealerCode, `CARD-TRIES#${cardHash}`),
    sk: 'BUCKET',
  }),
  counter: (scope: CounterScope, id: string, window: number): Key => ({
    pk: `COUNT#${scope}#${id}#${window}`,
    sk: 'COUNT',
  }),
  event: (eventId: string): Key => ({ pk: eventPartition(eventId), sk: EVENT }),
  delivery: (eventId: string, channel: string): Key => ({
    pk: eventPartition(eventId),
    sk: `${DELIVERY_PREFIX}${channel}`,
  }),
  lane: (lane: string): Key => ({ pk: `LANE#${lane}`, sk: 'LEASE' }),
  messageCounter: (scope: string, id: string, window: string): Key => ({
    pk: `COUNT#${scope}#${id}#${window}`,
    sk: 'COUNT',
  }),
  bin: (bin: string): Key => ({ pk: `BIN#${bin}`, sk: 'BIN' }),
  sequence: (name: Sequence): Key => ({ pk: `SEQUENCE#${name}`, sk: 'SEQUENCE' }),
  deskUser: (userId: string): Key => ({ pk: deskUserPartition(userId), sk: 'USER' }),
  dealerOfDeskUser: (userId: string, dealerCode: string): Key => ({
    pk: deskUserPartition(userId),
    sk: `${DESK_DEALER_PREFIX}${dealerCode}`,
  }),
  deskDevice: (userId: string, deviceId: string): Key => ({
    pk: deskUserPartition(userId),
    sk: `DEVICE#${deviceId}`,
  }),
  deskMember: (dealerCode: string, userId: string): Key => ({
    pk: deskPartition(dealerCode),
    sk: `${DESK_MEMBER_PREFIX}${userId}`,
  }),
  deskInvitation: (dealerCode: string, userId: string): Key => ({
    pk: deskPartition(dealerCode),
    sk: `${DESK_INVITATION_PREFIX}${userId}`,
  }),
  deskCodeRule: (dealerCode: string): Key => ({ pk: deskPartition(dealerCode), sk: DESK_CODE_RULE }),
  deskSession: (sessionId: string): Key => ({ pk: `DESK-SESSION#${sessionId}`, sk: 'SESSION' }),
  pendingSignIn: (pendingId: string): Key => ({ pk: `DESK-SIGN-IN#${pendingId}`, sk: 'SIGN-IN' }),
  mailedLink: (linkId: string): Key => ({ pk: `DESK-LINK#${linkId}`, sk: 'LINK' }),
  deskMail: (mailId: string): Key => ({ pk: `DESK-MAIL#${mailId}`, sk: 'MAIL' }),
  command: (commandId: string): Key => ({ pk: `COMMAND#${commandId}`, sk: 'AUDIT' }),
  commandOfDealer: (dealerCode: string, month: string, position: string): Key => ({
    pk: commandsPartition(dealerCode, month),
    sk: position,
  }),
} as const;
