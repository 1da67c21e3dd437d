import { aimed, print, type Row, total } from './figures.ts';
import { type Lab, newTap, startStack } from './lab.ts';
import { newOperations, type Operations } from './operations.ts';
import { tripsOf, type WireCall, writeUnitsOf } from './tap.ts';

/** The operations by the round trips of a call that finds everything at hand that an instance keeps. */
const AIMS: readonly (readonly [trips: number | undefined, operations: readonly (keyof Operations)[]])[] = [
  [1, ['get sale', 'get sale by both', 'get customer', 'get customer by both', 'create link']],
  [2, ['create link, customer named', 'create link, limits set', 'create link, both']],
  [undefined, ['create link again']],
  [1, ['page view']],
  [2, ['3D start']],
  [3, ['3D finish']],
  [1, ['result page']],
  // Reads side by side, then the intent and the finish around the bank's call.
  [3, ['direct payment', 'direct payment, limits set']],
];

const textOf = (calls: readonly WireCall[]): string =>
  [...Map.groupBy(calls, ({ operation }) => operation)]
    .map(([operation, { length }]) => (length === 1 ? operation : `${length} ${operation}`))
    .join(', ');

const rowOf = async (lab: Lab, name: keyof Operations, aim: number | undefined): Promise<Row> => {
  const [store, keyService] = [await newTap(lab), await newTap(lab)];
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
  return [
    name,
    trips.length,
    ...aimed(trips.length, aim),
    firstWrite < 0 ? 0 : trips.length - firstWrite,
    total(warm.calls.flatMap(writeUnitsOf).map(([, units]) => units)),
    textOf(warm.calls),
    tripsOf(cold.calls).length,
    textOf(cold.calls),
    warm.keyCalls,
    cold.keyCalls,
  ];
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
    'Counted at the wire; calls under way at the same time count as one. Cold is the first call of an instance, warm a\n' +
      'later one, and WRU its write request units. "Again" is the same code and request as in the cold call.',
    [
      ['operation', 'warm', 'aim', 'met', 'from first write', 'WRU', 'warm calls', 'cold', 'cold calls', 'KMS', 'cold'],
      ...rows,
    ],
  );
};
