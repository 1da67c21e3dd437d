import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoDuePlans } from '../../shared/adapters/dynamodb/sale/due-plans.ts';
import { NOON_MS } from '../faults/plan/noon-simulation.ts';
import { engineTable } from '../support/store/store.ts';
import { sendToStore } from './bare-store.ts';
import { aimed, fixed, inTurn, median, percentile, print, type Row, timed, total } from './figures.ts';
import { noonOn } from './noon-plans.ts';
import { newTap, type RunSetup, type Stack, startStack } from './run-setup.ts';
import { readUnitsOf, tripsOf, type WireCall, writeUnitsOf } from './tap.ts';

const PLANS_OF_A_DEALER = 250;
const RATIO_AIM = 1.3;
/** A request for the next block of ids, which serves many plans. */
const takesIds = ({ body }: WireCall): boolean => body.includes('SEQUENCE#');

interface Charged {
  readonly tableName: string;
  readonly plans: number;
  /** The calls of each plan of the first dealer, in the order of their charges. */
  readonly ofFirst: readonly (readonly WireCall[])[];
}

/**
 * Compares the time of a charge with that of its calls, made by a bare client. Both work on a copy of the table as it was
 * before the calls were recorded: the worker charges the plans of one dealer there, and those of the other are charged by
 * what was recorded, so that every condition holds.
 */
const printRatio = async (stack: Stack, { tableName, plans, ofFirst }: Charged): Promise<void> => {
  const table = engineTable(stack);
  const { due, charge, isOfFirst } = await noonOn(table, table, plans);
  const store = new DynamoDBClient({
    endpoint: stack.engineEndpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const waiting = due.filter((plan) => !isOfFirst(plan)).values();
  const recorded = ofFirst.values();
  const chargeNext = async (): Promise<number> => {
    const { value } = waiting.next();
    return value === undefined ? Number.NaN : timed(() => charge(value));
  };
  const replayNext = async (): Promise<number> => {
    const trips = tripsOf(recorded.next().value ?? []).map((trip) =>
      trip.map((call) => ({ ...call, body: call.body.replaceAll(tableName, stack.tableName) })),
    );
    return timed(async () => {
      for (const trip of trips) await Promise.all(trip.map(async (call) => sendToStore(store, call)));
    });
  };
  const warmUp = Math.floor(ofFirst.length / 5);
  const [charges = [], bare = []] = await inTurn([chargeNext, replayNext], ofFirst.length - warmUp, warmUp);
  store.destroy();
  const [own, least] = [median(charges), median(bare)];
  const figures = fixed(least, own, own - least, percentile(charges, 0.99), own / least);
  print(
    `The time of a plan's charge beside its bare requests\nIn one process, in turn, without a bank's or a key's time. Milliseconds, median of ${charges.length} plans.`,
    'operation, bare, charge, more, charge p99, ratio, aim, met',
    [['plan charged at once', ...figures, ...aimed(own / least, RATIO_AIM)]],
  );
};

/** What a plan asks of the real engine from its look to its end, and what the lead asks where nothing is due. */
export const planCalls = async (run: RunSetup): Promise<void> => {
  const plans = 2 * run.amount(PLANS_OF_A_DEALER);
  // The app ends with this section: what follows it leaves the machine no time for its stream.
  await using resources = new AsyncDisposableStack();
  const tap = await newTap({ ...run, resources });
  const stack = await startStack({ ...run, resources });
  const tapped = engineTable({ ...stack, engineEndpoint: tap.inFrontOf(stack.engineEndpoint) });
  const { due, charge, isOfFirst } = await noonOn(engineTable(stack), tapped, plans);
  const seen: { trips: number; writes: number; reads: number; places: Map<string, number> }[] = [];
  const ofFirst: (readonly WireCall[])[] = [];
  for (const plan of due) {
    tap.takeCalls();
    await charge(plan);
    const calls = tap.takeCalls().filter((call) => !takesIds(call));
    if (isOfFirst(plan)) ofFirst.push(calls);
    const units = calls.flatMap(writeUnitsOf);
    const places = Map.groupBy(units, ([place]) => place);
    seen.push({
      trips: tripsOf(calls).length,
      writes: total(units.map(([, one]) => one)),
      reads: total(calls.map(readUnitsOf)),
      places: new Map([...places].map(([place, ofIt]) => [place, total(ofIt.map(([, one]) => one))])),
    });
  }
  const lead = dynamoDuePlans(tapped);
  tap.takeCalls();
  for (let shard = 0; shard < lead.shards; shard += 1) await lead.due(shard, { nowMs: NOON_MS - 1, limit: 250 });
  const ofLead = tap.takeCalls();
  const of = (figure: (one: (typeof seen)[number]) => number): number => median(seen.map(figure));
  const rowsOf: Row[] = [
    ['round trips', of(({ trips }) => trips)],
    ['write request units', of(({ writes }) => writes)],
    ...['table', 'listing', 'due'].map((place): Row => [`- ${place}`, of(({ places }) => places.get(place) ?? 0)]),
    ['read request units', of(({ reads }) => reads)],
    ['a run of the lead with nothing due: calls', ofLead.length],
    ['- read request units', total(ofLead.map(readUnitsOf))],
  ];
  print(
    `A plan from its look to its end, charged at once\nAs the engine counts it: median of ${plans} plans of a daily schedule, blocks of ids left out.`,
    'of a plan, figure',
    rowsOf,
  );
  const copy = await startStack({ ...run, resources });
  await printRatio(copy, { tableName: stack.tableName, plans, ofFirst });
};
