import { type Item, isPut, keyOf, writesIn } from '../support/store/written-items.ts';
import { aimed, print, type Row, total } from './figures.ts';
import { leastTrips } from './least-trips.ts';
import { type Caller, newCaller, type OperationName, operations } from './operations.ts';
import { newTap, type RunSetup, startStack } from './run-setup.ts';
import { tripsOf, type WireCall, writeUnitsOf } from './tap.ts';

/** What the service is made for, in payments a second: all dealers together, and one of them. */
const PROMISED = { 'all dealers': 1000, 'one dealer': 100 };
/** DynamoDB takes a thousand write units a second for a partition key, and a write in a transaction takes two. */
const WRITES_OF_A_KEY = 500;
const DEALERS = 4;
/** Warm calls of an operation whose trips are counted, at most, and requests of one that a slowed engine answers late. */
const [WARM_CALLS, MOST_SLOWED] = [4, 1000];
/** Keys of one payer or card, which all payments of the bench share and those of a service do not. */
const OF_A_PAYER = /COUNT#|#CARD-DAY#/;

const textOf = (calls: readonly WireCall[]): string =>
  [...Map.groupBy(calls, ({ operation }) => operation)]
    .map(([operation, { length }]) => (length === 1 ? operation : `${length} ${operation}`))
    .join(', ');

const tripsRow = async (run: RunSetup, name: OperationName, aim: number | undefined): Promise<Row> => {
  const [store, keyService] = [await newTap(run), await newTap(run)];
  // An app for each operation: its functions have answered nothing yet.
  const prepare = await newCaller(await startStack(run, store, keyService));
  let keyCalls = 0;
  const ask = async (slowMs = 0): Promise<readonly WireCall[]> => {
    const call = await prepare(name);
    for (const tap of [store, keyService]) tap.takeCalls();
    if (slowMs > 0) store.inject({ times: MOST_SLOWED, action: { kind: 'slow', ms: slowMs } });
    await call();
    const calls = store.takeCalls();
    store.reset();
    keyCalls = keyService.takeCalls().length;
    return calls;
  };
  const cold = await ask();
  const coldKeyCalls = keyCalls;
  await ask();
  const trips = await leastTrips(ask, { enough: aim, most: WARM_CALLS });
  const warm = trips.flat();
  const firstWrite = trips.findIndex((calls) => calls.some((one) => writeUnitsOf(one).length > 0));
  const fromFirstWrite = firstWrite < 0 ? 0 : trips.length - firstWrite;
  const units = total(warm.flatMap(writeUnitsOf).map(([, consumed]) => consumed));
  const warmCells = [trips.length, ...aimed(trips.length, aim), fromFirstWrite, units, textOf(warm)];
  return [name, ...warmCells, tripsOf(cold).length, textOf(cold), keyCalls, coldKeyCalls];
};

/** Counts what every operation asks of DynamoDB and of the key service, at the wire. */
export const trips = async (run: RunSetup): Promise<void> => {
  const rows: Row[] = [];
  for (const [name, { trips: aim }] of operations) {
    await using resources = new AsyncDisposableStack();
    rows.push(await tripsRow({ ...run, resources }, name, aim));
  }
  const text = `Round trips to DynamoDB
Counted at the wire; calls under way at the same time count as one. Cold is the first call of a new app, warm the one
of several later ones that has the fewest, some of them on a slowed engine, so that reads side by side meet. WRU: its
write request units. "Again" is the same code and request as in the cold call.`;
  print(text, 'operation, warm, aim, met, from first write, WRU, warm calls, cold, cold calls, KMS, cold', rows);
};

/** Answers the keys that a call writes: those of the table and of indexes, which an item enters, changes in or leaves. */
const keysWritten = (): ((call: WireCall) => readonly string[]) => {
  const known = new Map<string, Item>();
  return ({ body }) =>
    writesIn(body).flatMap((item) => {
      const before = known.get(keyOf(item)) ?? {};
      known.set(keyOf(item), isPut(item) ? item : { ...before, ...item });
      const keys = Object.entries({ ...before, ...item }).filter(([name]) => /^pk$|Pk$/.test(name));
      return keys.map(([name, value]) => `${name} ${value.S}`);
    });
};

type KeyWrite = Readonly<Record<'key', string> & Record<'dealer' | 'payment', number>>;

/** The busiest key that payments share, of several dealers or of one alone, and how often it was written. */
const busiest = (written: readonly KeyWrite[], scope: string): readonly [key: string, writes: number] => {
  const shared = [...Map.groupBy(written, ({ key }) => key)].filter(([key, uses]) => {
    const dealers = new Set(uses.map(({ dealer }) => dealer)).size;
    const payments = new Set(uses.map(({ payment }) => payment)).size;
    return !OF_A_PAYER.test(key) && payments > 1 && (scope === 'one dealer' ? dealers === 1 : dealers > 1);
  });
  const counted = shared.map(([key, uses]) => [key, uses.length] as const);
  return counted.toSorted(([, one], [, other]) => other - one)[0] ?? ['-', 0];
};

/** Prints the write units of a payment and of each step, and how many of its writes meet on one key at the promised rates. */
export const writes = async (run: RunSetup): Promise<void> => {
  const payments = run.amount(400);
  const tap = await newTap(run);
  const stack = await startStack(run, tap);
  const dealers: Caller[] = [];
  while (dealers.length < DEALERS) dealers.push(await newCaller(stack));
  const keysOf = keysWritten();
  const [unitRows, keyRows]: [Row[], Row[]] = [[], []];
  for (const [operation, { payment, units: aimOfCall }] of operations) {
    if (payment === undefined && aimOfCall === undefined) continue;
    const [name, aim] = payment ?? [operation, aimOfCall];
    const written: KeyWrite[] = [];
    const units: Record<string, number> = {};
    for (let made = 0; made < payments; made += 1) {
      const dealer = made % DEALERS;
      tap.takeCalls();
      const carryOut = await dealers[dealer]?.(operation);
      if (payment === undefined) tap.takeCalls();
      await carryOut?.();
      for (const call of tap.takeCalls()) {
        if (writeUnitsOf(call).length > 0) written.push(...keysOf(call).map((key) => ({ key, dealer, payment: made })));
        for (const [place, one] of writeUnitsOf(call)) units[place] = (units[place] ?? 0) + one;
      }
    }
    const all = total(Object.values(units)) / payments;
    const places = Object.entries(units).map(([place, ofIt]) => `${place} ${(ofIt / payments).toFixed(1)}`);
    unitRows.push([name, all.toFixed(1), ...aimed(all, aim), places.join(', ')]);
    for (const [scope, rate] of payment === undefined ? [] : Object.entries(PROMISED)) {
      const [key, most] = busiest(written, scope);
      const perSecond = (most / payments) * rate * (scope === 'one dealer' ? DEALERS : 1);
      const shown = key.replace(/DEALER#[^#]+/, 'DEALER#*');
      keyRows.push([
        `${name}, ${scope}`,
        `${rate}/s`,
        shown,
        perSecond.toFixed(0),
        ...aimed(perSecond, WRITES_OF_A_KEY),
      ]);
    }
  }
  const unitText = `Write request units of a payment, and of a step of one
As the engine counts them: mean of ${payments} payments, without the embedded bank's rows.`;
  print(unitText, 'payment, WRU, aim, met, of it', unitRows);
  const keyText = `Writes a second of the busiest partition key at the promised rates
Of the ${payments} payments, as many as would meet on a key of table or index at these rates: a key that payments of
several dealers share, or those of one. Keys of a payer or a card are left out.`;
  print(keyText, 'payments of, rate, busiest key, writes/s, aim, met', keyRows);
};
