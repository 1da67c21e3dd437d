import { DUE_SHARDS, OUTBOX_SHARDS } from '../../shared/adapters/dynamodb/index-keys.ts';
import { dueUnits, extraLoad, type PaymentLoad } from './payment-load.ts';
import { API_QUOTA, NEW_TABLE, WRITE_UNITS_OF_A_KEY } from './promised-rate.ts';

/** Something that a payment takes a part of in its second. */
export interface Bottleneck {
  readonly what: string;
  /** How much of it one payment takes. */
  readonly perPayment: number;
  readonly limit: number;
  readonly unit: string;
  /** What to raise before payments reach the limit, as shared/docs/capacity.md explains it. */
  readonly raise: string;
}

/** Default quotas of an account in eu-central-1. */
const TABLE_WRITE_QUOTA = 40_000;
const CONCURRENCY_QUOTA = 1_000;
const KEY_QUOTA = 10_000;

/** Assumed: how long a bank takes to answer, and a call that asks none, its trips to DynamoDB included. */
const BANK_SECONDS = 2;
const CALL_SECONDS = 0.04;
/** How long a call waits for a bank that does not answer. */
const HUNG_BANK_SECONDS = 20;

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

const requestsOf = ({ requests }: PaymentLoad): number => sum(Object.values(requests));

const concurrencyOf = (load: PaymentLoad, bankSeconds: number): number => requestsOf(load) * CALL_SECONDS + bankSeconds;

/** What all payments of a stage share. */
export const bottlenecksOf = (load: PaymentLoad): readonly Bottleneck[] => [
  {
    what: 'functions at once, a bank hanging',
    perPayment: concurrencyOf(load, HUNG_BANK_SECONDS),
    limit: CONCURRENCY_QUOTA,
    unit: 'functions',
    raise: 'concurrency, reserved',
  },
  {
    what: 'new table on demand, not warmed',
    perPayment: load.writeUnits.table,
    limit: NEW_TABLE.writeUnitsPerSecond,
    unit: 'units',
    raise: 'promised rate',
  },
  {
    what: 'functions at once',
    perPayment: concurrencyOf(load, BANK_SECONDS),
    limit: CONCURRENCY_QUOTA,
    unit: 'functions',
    raise: 'concurrency',
  },
  {
    what: 'table with its indexes',
    perPayment: sum(Object.values(load.writeUnits)),
    limit: TABLE_WRITE_QUOTA,
    unit: 'units',
    raise: 'table',
  },
  {
    what: 'table, with limits and a webhook',
    perPayment: sum([...Object.values(load.writeUnits), ...Object.values(extraLoad.writeUnits)]),
    limit: TABLE_WRITE_QUOTA,
    unit: 'units',
    raise: 'table',
  },
  {
    what: 'requests to the API',
    perPayment: requestsOf(load),
    limit: API_QUOTA.ratePerSecond,
    unit: 'requests',
    raise: 'API',
  },
  {
    what: 'shard of `OUTBOX`, two events each',
    perPayment: dueUnits.OUTBOX / OUTBOX_SHARDS,
    limit: WRITE_UNITS_OF_A_KEY,
    unit: 'units',
    raise: '`OUTBOX_SHARDS`',
  },
  {
    what: 'shard of `BANK`',
    perPayment: load.writeUnits.due / DUE_SHARDS,
    limit: WRITE_UNITS_OF_A_KEY,
    unit: 'units',
    raise: '`DUE_SHARDS`',
  },
  ...(load.keyCalls === 0
    ? []
    : [
        {
          what: 'KMS (card hash)',
          perPayment: load.keyCalls,
          limit: KEY_QUOTA,
          unit: 'calls',
          raise: 'KMS',
        },
      ]),
];

/** Most shards of a limit's buckets, and what transactions one bucket carries before they conflict: assumed. */
const LIMIT_SHARDS = 8;
const TRANSACTIONS_OF_A_BUCKET = 50;
/** A delivery enters the queue and leaves it; its lease leaves it where it is. All of an endpoint stand in one shard. */
const QUEUE_UNITS_OF_A_DELIVERY = 2;

/** What the payments of one dealer share. */
export const bottlenecksOfDealer = (): readonly Bottleneck[] => [
  {
    what: 'bucket of a limit, 1 shard',
    perPayment: 1,
    limit: TRANSACTIONS_OF_A_BUCKET,
    unit: 'transactions',
    raise: '`shards`',
  },
  {
    what: `buckets of a limit, ${LIMIT_SHARDS} shards`,
    perPayment: 1,
    limit: LIMIT_SHARDS * TRANSACTIONS_OF_A_BUCKET,
    unit: 'transactions',
    raise: 'second DealerCode',
  },
  {
    what: 'webhook endpoint, one event each',
    perPayment: QUEUE_UNITS_OF_A_DELIVERY,
    limit: WRITE_UNITS_OF_A_KEY,
    unit: 'units',
    raise: 'second endpoint',
  },
  {
    what: 'list of payments, `listingShards` 1',
    // Links and their charges stand in lists of their own.
    perPayment: 1,
    limit: WRITE_UNITS_OF_A_KEY,
    unit: 'units',
    raise: '`listingShards`',
  },
];

/** Payments a second at which a bottleneck is full. */
export const fullAt = ({ perPayment, limit }: Bottleneck): number => limit / perPayment;
