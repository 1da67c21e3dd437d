import prices from './prices.json' with { type: 'json' };

/** What something consumes once, as it was counted. `gigabyteSeconds` holds the assumed time of the bank. */
export interface Consumption {
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly apiRequests: number;
  readonly functionCalls: number;
  readonly keyCalls: number;
  readonly gigabyteSeconds: number;
  readonly logBytes: number;
}

export const NOTHING: Consumption = {
  writeUnits: 0,
  readUnits: 0,
  apiRequests: 0,
  functionCalls: 0,
  keyCalls: 0,
  gigabyteSeconds: 0,
  logBytes: 0,
};

export const consumptionNames = Object.keys(NOTHING) as readonly (keyof Consumption)[];

const combined = (one: Consumption, other: Consumption, combine: (a: number, b: number) => number): Consumption =>
  Object.fromEntries(consumptionNames.map((name) => [name, combine(one[name], other[name])])) as unknown as Consumption;

export const sumOf = (parts: readonly Consumption[]): Consumption =>
  parts.reduce((sum, part) => combined(sum, part, (a, b) => a + b), NOTHING);

/** So many times the same. */
export const times = (one: Consumption, factor: number): Consumption =>
  Object.fromEntries(consumptionNames.map((name) => [name, one[name] * factor])) as unknown as Consumption;

/** What one consumes more than the other. Times are measured: one that is shorter with an extra than without it is noise. */
export const moreThan = (one: Consumption, other: Consumption): Consumption =>
  combined(one, other, (a, b) => Math.max(0, a - b));

const { perMillionUsd, perGigabyteUsd } = prices;

/** Dollars for a million times of this, by what is paid for. A million bytes are a thousandth of a gigabyte. */
export const dollarsPerMillion = ({
  logBytes,
  ...counted
}: Consumption): Readonly<Record<keyof Consumption, number>> => ({
  writeUnits: counted.writeUnits * perMillionUsd.writeUnits,
  readUnits: counted.readUnits * perMillionUsd.readUnits,
  apiRequests: counted.apiRequests * perMillionUsd.apiRequests,
  functionCalls: counted.functionCalls * perMillionUsd.functionCalls,
  keyCalls: counted.keyCalls * perMillionUsd.keyCalls,
  gigabyteSeconds: counted.gigabyteSeconds * perMillionUsd.gigabyteSeconds,
  logBytes: (logBytes / 1000) * perGigabyteUsd.logs,
});

export const totalDollars = (consumption: Consumption): number =>
  Object.values(dollarsPerMillion(consumption)).reduce((sum, one) => sum + one, 0);

/** How one call of a function spent its time, on this machine and in what it waited for. */
export interface CallTime {
  readonly memoryMb: number;
  /** Of this machine's processor. */
  readonly ownMs: number;
  readonly storeTrips: number;
  readonly keyCalls: number;
  readonly bankCalls: number;
}

/** Memory buys a share of a processor: less of it makes a call's own time longer, and its waiting cheaper. */
export const gigabyteSecondsOf = ({ memoryMb, ownMs, storeTrips, keyCalls, bankCalls }: CallTime): number => {
  const { bankMs, storeTripMs, keyCallMs, memoryOfOneProcessorMb } = prices.assumed;
  const share = Math.min(1, memoryMb / memoryOfOneProcessorMb);
  const ms = ownMs / share + storeTrips * storeTripMs + keyCalls * keyCallMs + bankCalls * bankMs;
  return (ms / 1000) * (memoryMb / 1024);
};
