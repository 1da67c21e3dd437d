import { inChild } from './child.ts';
import type { Lab } from './lab.ts';
import { heading, table, within } from './report.ts';
import { setScene } from './scene.ts';
import { measure, type StepName, type Trips } from './trips-child.ts';

/** Round trips of a call that finds everything at hand that an instance keeps. */
const warmAims: Partial<Record<StepName, number>> = {
  'get sale': 1,
  'get sale by both': 1,
  'get customer': 1,
  'get customer by both': 1,
  'create link': 1,
  'create link, customer named': 2,
  'create link, limits set': 2,
  'create link, both': 2,
  'page view': 1,
  '3D start': 2,
  '3D finish': 3,
  // One of reads side by side, then the intent and the finish around the bank's call.
  'direct payment': 3,
  'direct payment, limits set': 3,
};

const textOf = ({ operations }: Trips): string =>
  [...new Set(operations)]
    .map((operation) => {
      const times = operations.filter((one) => one === operation).length;
      return times === 1 ? operation : `${times} ${operation}`;
    })
    .join(', ');

/** Counts what every operation asks of DynamoDB, at the wire. */
export async function trips(lab: Lab): Promise<void> {
  const stack = await lab.sharedStack();
  const results = await inChild('trips-child.ts', measure, { stack, scene: await setScene(stack) });
  heading('Round trips to DynamoDB', [
    'Counted at the wire, between the bundled handler and the engine. Calls that are under way at the same time count',
    'as one. Cold is the first call of an instance, warm a later one. A link asked for again is the same OtherTrxCode',
    'with the same request: its cold call made it.',
  ]);
  table(
    ['operation', 'aim', 'warm', 'met', 'from first write', 'warm calls', 'cold', 'cold calls', 'KMS warm', 'KMS cold'],
    results.map(({ name, warm, cold }) => {
      const aim = warmAims[name];
      return [
        name,
        aim === undefined ? '-' : String(aim),
        String(warm.roundTrips),
        aim === undefined ? '-' : within(warm.roundTrips, aim),
        String(warm.fromFirstWrite),
        textOf(warm),
        String(cold.roundTrips),
        textOf(cold),
        String(warm.keyCalls.length),
        String(cold.keyCalls.length),
      ];
    }),
  );
}
