import { WRITES_OF_A_KEY } from './contended-store.ts';
import { aimed, print, type Row } from './figures.ts';
import type { RunSetup } from './run-setup.ts';
import { simulateViralMinute, type Viral } from './viral-link.ts';

const PAYERS = 10_000;
const SHOWN_KEYS = 8;

const COMMON = { limitShards: 8, listingShards: 4, requestsPerMinute: PAYERS, instances: 1000 } as const;

const runs = (payers: number): readonly (readonly [string, Viral])[] => [
  ['any number of payments', { ...COMMON, payers, places: undefined }],
  ['places for half of the payers', { ...COMMON, payers, places: payers / 2 }],
  ['limits in 1 bucket', { ...COMMON, payers, places: undefined, limitShards: 1 }],
  ['lists in 1 shard', { ...COMMON, payers, places: undefined, listingShards: 1 }],
  ['300 instances', { ...COMMON, payers, places: undefined, instances: 300 }],
];

/** What one link does that everybody pays by: simulated, by the real use cases. */
export const viral = async ({ amount }: RunSetup): Promise<void> => {
  const payers = amount(PAYERS);
  const rows: Row[] = [];
  for (const [name, size] of runs(payers)) {
    const report = await simulateViralMinute(size);
    const { paid, placesPaid, conflicts, givenUp, mostBusy, throttled, finishP99Ms, busiest, seen } = report;
    const tooMany = size.places === undefined ? 0 : Math.max(0, paid - size.places);
    rows.push([
      name,
      paid,
      placesPaid ?? '-',
      ...aimed(tooMany, 0),
      conflicts,
      givenUp,
      mostBusy,
      throttled,
      finishP99Ms,
    ]);
    print(
      `What ${payers} payers in a minute see: ${name}`,
      'seen, payers',
      Object.entries(seen).toSorted(([, one], [, other]) => other - one),
    );
    print(
      'Busiest keys',
      'key, write units in its busiest second, aim, met',
      busiest.slice(0, SHOWN_KEYS).map(([key, units]): Row => [key, units, ...aimed(units, WRITES_OF_A_KEY)]),
    );
  }
  print(
    `One reusable link, ${payers} payers in a minute\nSimulated.`,
    'run, paid, places paid, too many, met, conflicts, given up, instances, throttled, p99 of the finish in ms',
    rows,
  );
};
