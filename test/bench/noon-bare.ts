import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { table } from '../../shared/adapters/dynamodb/engine/table.ts';
import { setNoonScene } from '../faults/plan/noon-scene.ts';
import { NOON_MS } from '../faults/plan/noon-simulation.ts';
import { sdkClient } from '../support/store/store.ts';
import { sendToStore } from './bare-store.ts';
import { median, total } from './figures.ts';
import { bankTime } from './noon-bank.ts';
import { noonOn, SCENE_OF_NOON } from './noon-plans.ts';
import type { NoonStore } from './noon-store.ts';
import { newTap, type RunSetup } from './run-setup.ts';
import { tripsOf, type WireCall } from './tap.ts';

/** The requests of plans that were charged one after the other, each plan's by round trip. */
export interface RecordedPlans {
  readonly tableName: string;
  readonly plans: readonly (readonly (readonly WireCall[])[])[];
  readonly roundTrips: number;
}

/** Plans a second, and what a plan takes of this process's processor. */
export interface Pace {
  readonly perSecond: number;
  readonly processorMs: number;
}

/** Measures how fast plans are worked on. */
export const paceOf = async (plans: number, work: () => Promise<void>): Promise<Pace> => {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: (plans * 1000) / (performance.now() - startedAt),
    processorMs: (user + system) / 1000 / plans,
  };
};

/** Records what plans ask of the store, each charged alone. */
export const recordPlans = async (run: RunSetup, store: NoonStore, plans: number): Promise<RecordedPlans> => {
  await using resources = new AsyncDisposableStack();
  const tap = await newTap({ ...run, resources });
  const tableName = 'recorded';
  const direct = await store.newTable(tableName);
  const client = sdkClient(tap.inFrontOf(store.endpoint), {});
  resources.defer(() => client.destroy());
  const { due, charge } = await noonOn(direct, table(client, tableName), plans);
  const recorded: (readonly (readonly WireCall[])[])[] = [];
  for (const plan of due) {
    tap.takeCalls();
    await charge(plan);
    recorded.push(tripsOf(tap.takeCalls()));
  }
  return { tableName, plans: recorded, roundTrips: median(recorded.map(({ length }) => length)) };
};

/** Has the recorded requests made once more on a copy of the table as it was before, so many plans at once. */
export const replayPlans = async (
  store: NoonStore,
  { recorded, atOnce, tableName }: { recorded: RecordedPlans; atOnce: number; tableName: string },
): Promise<Pace> => {
  await setNoonScene(await store.newTable(tableName), {
    ...SCENE_OF_NOON,
    plans: recorded.plans.length,
    noonMs: NOON_MS,
  });
  const client = new DynamoDBClient({
    endpoint: store.endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler: { httpAgent: { maxSockets: atOnce } },
  });
  const plans = recorded.plans.map((trips) =>
    trips.map((trip) =>
      trip.map((call) => ({ ...call, body: call.body.replaceAll(`"${recorded.tableName}"`, `"${tableName}"`) })),
    ),
  );
  const waiting = plans.entries();
  const serve = async (): Promise<void> => {
    for (const [number, trips] of waiting) {
      const intent = trips.findIndex((trip) => trip.some(({ operation }) => operation === 'TransactWriteItems'));
      for (const [index, trip] of trips.entries()) {
        await Promise.all(trip.map(async (call) => sendToStore(client, call)));
        if (index === intent) await bankTime(number);
      }
    }
  };
  const pace = await paceOf(plans.length, async () => {
    await Promise.all(Array.from({ length: atOnce }, serve));
  });
  client.destroy();
  return pace;
};

/** The mean of two paces, measured before and after something else. */
export const meanPace = (paces: readonly Pace[]): Pace => ({
  perSecond: total(paces.map(({ perSecond }) => perSecond)) / paces.length,
  processorMs: total(paces.map(({ processorMs }) => processorMs)) / paces.length,
});
