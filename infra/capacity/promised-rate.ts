import { directPaymentLoad, extraLoad, type PaymentLoad, paidLinkLoad } from './payment-load.ts';

/** Rate in requests per second and burst in requests. */
export interface Throttle {
  readonly ratePerSecond: number;
  readonly burst: number;
}

/** What DynamoDB gives a new table or index on demand without being asked. */
export const NEW_TABLE = { writeUnitsPerSecond: 4_000, readUnitsPerSecond: 12_000 } as const;
/** What DynamoDB takes for one partition key in a second. */
export const WRITE_UNITS_OF_A_KEY = 1_000;
/** Highest limits of an account's API before its quotas are raised, in requests a second and at once. */
export const API_QUOTA = { ratePerSecond: 10_000, burst: 5_000 } as const;
/** Payers reload pages, and are declined and try again. */
const MORE_REQUESTS = 1.5;
/** The highest rate at which no route needs more than the whole API has. */
export const HIGHEST_PROMISED_RATE = 3_000;

/** The most that a payment asks of each of its routes. */
export const routesOf = ({ requests, mostRequests }: PaymentLoad): Readonly<Record<string, number>> => ({
  ...requests,
  ...mostRequests,
});
const requestsByRoute = { ...routesOf(paidLinkLoad), ...routesOf(directPaymentLoad) };
/** Other forms of the same payment, which any dealer may use instead. */
const SAME_AS: Readonly<Record<string, string>> = {
  'POST /PaymentUserPos/CreateUserPosPaymentMarketPlace': 'POST /PaymentUserPos/CreateUserPosPayment',
  'POST /PaymentDealer/DoDirectPaymentMarketPlace': 'POST /PaymentDealer/DoDirectPayment',
};

/** The throttle that a route needs for so many payments a second. Undefined of a route that no payment needs. */
export const throttleFor = (routeKey: string, paymentsPerSecond: number): Throttle | undefined => {
  const requests = requestsByRoute[SAME_AS[routeKey] ?? routeKey];
  if (requests === undefined) return undefined;
  const ratePerSecond = Math.ceil(requests * paymentsPerSecond * MORE_REQUESTS);
  return { ratePerSecond, burst: Math.min(2 * ratePerSecond, API_QUOTA.burst) };
};

type WarmThroughput = { readonly writeUnitsPerSecond: number; readonly readUnitsPerSecond: number };

const warm = (writeUnitsPerSecond: number, readUnitsPerSecond: number): WarmThroughput | undefined => {
  const wanted = {
    writeUnitsPerSecond: Math.max(writeUnitsPerSecond, NEW_TABLE.writeUnitsPerSecond),
    readUnitsPerSecond: Math.max(readUnitsPerSecond, NEW_TABLE.readUnitsPerSecond),
  };
  return wanted.writeUnitsPerSecond > NEW_TABLE.writeUnitsPerSecond ||
    wanted.readUnitsPerSecond > NEW_TABLE.readUnitsPerSecond
    ? wanted
    : undefined;
};

/**
 * What limits and a webhook added to a payment when a stage's table may have been made warm. They take less by now, but
 * a table cannot be made less warm: CloudFormation refuses a template that asks for it.
 */
const warmedExtra = { table: 14, listing: 1, due: 6 } as const;

/**
 * Warm throughput of the table and its indexes for so many paid links a second, each with limits and a webhook. Undefined
 * where a new table has as much by itself. Requests of payments read no index.
 */
export const warmThroughputFor = (
  paymentsPerSecond: number,
): Readonly<Record<'table' | 'listing' | 'due', WarmThroughput | undefined>> => {
  const writes = (place: 'table' | 'listing' | 'due'): number =>
    paymentsPerSecond * (paidLinkLoad.writeUnits[place] + Math.max(warmedExtra[place], extraLoad.writeUnits[place]));
  const reads = paymentsPerSecond * (paidLinkLoad.readUnits + extraLoad.readUnits);
  return { table: warm(writes('table'), reads), listing: warm(writes('listing'), 0), due: warm(writes('due'), 0) };
};
