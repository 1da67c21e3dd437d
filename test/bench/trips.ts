import { startTap, tripsOf, type WireCall, writeUnitsOf } from '../support/wire-tap.ts';
import { aimed, print, type Row, total } from './figures.ts';
import { type Lab, startStack } from './lab.ts';
import { newOperations, type Operations } from './operations.ts';

/** The operations by the round trips of a call that finds at hand what an instance keeps; a payment's are around the bank. */
const AIMS: readonly (readonly [trips: number | undefined, operations: readonly (keyof Operations)[]])[] = [
  [1, ['get sale', 'get sale by both', 'get customer', 'get customer by both', 'create link', 'page view']],
  [2, ['create link, customer named', 'create link, limits set', 'create link, both', '3D start']],
  [3, ['3D finish', 'direct payment', 'direct payment, limits set']],
  [undefined, ['create link again', 'result page']],
];

const textOf = (calls: readonly WireCall[]): string =>
  [...Map.groupBy(calls, ({ operation }) => operation)]
    .map(([operation, { length }]) => (length === 1 ? operation : `${length} ${operation}`))
    .join(', ');

const rowOf = async (lab: Lab, name: keyof Operations, aim: number | undefined): Promise<Row> => {
  const [store, keyService] = [lab.resources.use(await startTap()), lab.resources.use(await startTap())];
  // An app for each operation: its functions have answered nothing yet.
  const call = (await newOperations(await startStack(lab, store, keyService)))[name];
  const ask = async () => {
    const ready = await call();
    for (const tap of [store, keyService]) tap.takeCalls();
    await ready();
    return { calls: store.takeCalls(), keyCalls: keyService.takeCalls().length };
  };
  const cold = await ask();
  await ask();
  const warm = await ask();
  const trips = tripsOf(warm.calls);
  const firstWrite = trips.findIndex((calls) => calls.some((one) => writeUnitsOf(one).length > 0));
  const fromFirstWrite = firstWrite < 0 ? 0 : trips.length - firstWrite;
  const units = total(warm.calls.flatMap(writeUnitsOf).map(([, consumed]) => consumed));
  const warmCells = [trips.length, ...aimed(trips.length, aim), fromFirstWrite, units, textOf(warm.calls)];
  return [name, ...warmCells, tripsOf(cold.calls).length, textOf(cold.calls), warm.keyCalls, cold.keyCalls];
};

/** Counts what every operation asks of DynamoDB and of the key service, at the wire. */
export const trips = async (lab: Lab): Promise<void> => {
  const rows: Row[] = [];
  for (const [aim, names] of AIMS) {
    for (const name of names) {
      await using resources = new AsyncDisposableStack();
      rows.push(await rowOf({ ...lab, resources }, name, aim));
    }
  }
  print(
    'Round trips to DynamoDB',
    'Counted at the wire; calls under way at the same time count as one. Cold is the first call of a new app, warm a\n' +
      'later one, and WRU its write request units. "Again" is the same code and request as in the cold call.',
    'operation, warm, aim, met, from first write, WRU, warm calls, cold, cold calls, KMS, cold',
    rows,
  );
};
