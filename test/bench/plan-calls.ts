import { dynamoDuePlans } from '../../shared/adapters/dynamodb/sale/due-plans.ts';
import { HAND_OUT_MS } from '../../shared/domain/sale/hand-out.ts';
import type { BankGateway } from '../../shared/ports/bank-gateway.ts';
import { FakeClock } from '../fakes/clock.ts';
import { setNoonScene } from '../faults/plan/noon-scene.ts';
import { NOON_MS } from '../faults/plan/noon-simulation.ts';
import { noonWorker } from '../faults/plan/noon-worker.ts';
import { engineTable } from '../support/store/store.ts';
import { median, print, type Row, total } from './figures.ts';
import { newTap, type RunSetup, startStack } from './run-setup.ts';
import { readUnitsOf, tripsOf, type WireCall, writeUnitsOf } from './tap.ts';

const WORKER_LIFE_MS = 95_000;
const REFERENCES = { authCode: '123456', hostReference: '600100000001', transactionId: 'T-1' } as const;

const notAsked = (): never => {
  throw new Error('only charges are measured');
};

const bank: BankGateway = {
  charge: async () => ({ kind: 'approved', references: REFERENCES }),
  provision: notAsked,
  start3D: notAsked,
  verifyCallback: notAsked,
  inquire: notAsked,
  inquireHistory: notAsked,
  followUp: notAsked,
};

/** A request for the next block of ids, which serves many plans. */
const takesIds = ({ body }: WireCall): boolean => body.includes('SEQUENCE#');

/** What a plan asks of the real engine from its look to its end, and what the lead asks where nothing is due. */
export const planCalls = async (run: RunSetup): Promise<void> => {
  const plans = run.amount(40);
  // The app ends with this section: what follows it leaves the machine no time for its stream.
  await using resources = new AsyncDisposableStack();
  const tap = await newTap({ ...run, resources });
  const stack = await startStack({ ...run, resources });
  const direct = engineTable(stack);
  const tapped = engineTable({ ...stack, engineEndpoint: tap.inFrontOf(stack.engineEndpoint) });
  const clock = new FakeClock(NOON_MS + 1000);
  const gateways = ['https://one.example'];
  const scene = await setNoonScene(direct, { plans, dealers: 2, gateways, noonMs: NOON_MS });
  const charge = noonWorker({ table: tapped, scene, clock, bank, metrics: { charged: () => undefined } });
  const duePlans = dynamoDuePlans(direct);
  const rows = await Promise.all(
    Array.from({ length: duePlans.shards }, (_, shard) => duePlans.due(shard, { nowMs: clock.now(), limit: 250 })),
  );
  const seen: { trips: number; writes: number; reads: number; places: Map<string, number> }[] = [];
  for (const { dueAtMs: _dueAtMs, ...plan } of rows.flat()) {
    tap.takeCalls();
    const event = { plans: [plan], beginUntilMs: clock.now() + HAND_OUT_MS, chargesAtOnce: 1 };
    const report = await charge(event, clock.now() + WORKER_LIFE_MS);
    if (report.paid !== 1) throw new Error(`a plan was not paid: ${JSON.stringify(report)}`);
    const calls = tap.takeCalls().filter((call) => !takesIds(call));
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
};
