import { loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { recurringSchema } from '../../infra/settings/recurring-settings.ts';
import { memoryOfTree } from '../load/memory.ts';
import { aimed, print, type Row, total } from './figures.ts';
import { ANSWERS_MS } from './noon-bank.ts';
import { meanPace, type Pace, recordPlans, replayPlans } from './noon-bare.ts';
import { drainNoon, type NoonDrain } from './noon-drain.ts';
import { startNoonStore } from './noon-store.ts';
import type { RunSetup } from './run-setup.ts';

const GATEWAYS = ['https://one.example', 'https://two.example', 'https://three.example', 'https://four.example'];
const DEALERS = 40;
const [PLANS, QUICK_PLANS] = [100_000, 2_000];
const [RECORDED, QUICK_RECORDED] = [1_000, 200];
const SETTINGS = recurringSchema.parse({});
/** Charges under way at all banks. */
const BARE_AT_ONCE = SETTINGS.chargesAtOncePerGateway * GATEWAYS.length;
const RATIO_AIM = 1.3;
/** A key takes 1,000 write units a second, and a write in a transaction takes two. */
const WRITES_OF_A_KEY = 500;
const SHOWN_KEYS = 6;
const SHARES = [0.1, 0.5, 1];
const MEGABYTE = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const loadNow = (): string => loadavg()[0]?.toFixed(1) ?? '-';

/** The memory of this process and of what it started, now that so many plans were charged. */
const memoryAt = (plans: number): Row => {
  collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  const engine = memoryOfTree(process.pid);
  const ofEngine = engine === undefined ? '-' : Math.round(engine - rss / MEGABYTE);
  return [plans, Math.round(heapUsed / MEGABYTE), Math.round(rss / MEGABYTE), ofEngine];
};

/** What came of it, beside the bare requests of so many plans. */
const rowsOf = (plans: number, drained: NoonDrain, { roundTrips, bare }: { roundTrips: number; bare: Pace }): Row[] => {
  const { use } = drained;
  const ratio = bare.perSecond / drained.perSecond;
  const lost = Math.abs(drained.charges - drained.orders) + Math.abs(plans - drained.orders);
  const units = total(Object.values(use.writeUnits));
  return [
    ['plans paid', drained.paid, ...aimed(plans - drained.paid, 0)],
    ['orders lost or charged twice', lost, ...aimed(lost, 0)],
    ['due still', drained.due, ...aimed(drained.due, 0)],
    ['next plans that are missing', plans - drained.ahead, ...aimed(Math.abs(plans - drained.ahead), 0)],
    ['looks that failed', drained.failing, ...aimed(drained.failing, 0)],
    ['seconds from noon to the end', drained.seconds.toFixed(1), '-', '-'],
    ['plans a second', drained.perSecond.toFixed(1), '-', '-'],
    ['- by bare requests', bare.perSecond.toFixed(1), '-', '-'],
    ['- ratio', ratio.toFixed(2), ...aimed(ratio, RATIO_AIM)],
    ['processor time of a plan in this process, ms', drained.processorMs.toFixed(2), '-', '-'],
    ['- of bare requests', bare.processorMs.toFixed(2), '-', '-'],
    ['workers at once, at most', drained.mostWorkers, ...aimed(drained.mostWorkers, 2 * SETTINGS.batchesAtOnce)],
    ['batches', drained.batches, '-', '-'],
    ['round trips of a plan alone', roundTrips, '-', '-'],
    ['calls to the store, a plan', (use.calls / plans).toFixed(2), '-', '-'],
    ['write units, a plan', (units / plans).toFixed(1), '-', '-'],
    ...Object.entries(use.writeUnits).map(([place, one]): Row => [`- ${place}`, (one / plans).toFixed(1), '-', '-']),
    ['read units, a plan', (use.readUnits / plans).toFixed(1), '-', '-'],
    ['write units a second, at most', use.mostWriteUnitsASecond, '-', '-'],
  ];
};

/**
 * Plans that are all due at one noon, over the embedded engine and in real time: how soon they are charged beside the same
 * requests made by a bare client, and what that takes of the store and of memory.
 */
export const noon = async (run: RunSetup): Promise<void> => {
  const [plans, samples] = run.isQuick ? [QUICK_PLANS, QUICK_RECORDED] : [PLANS, RECORDED];
  const store = await startNoonStore(run);
  const recorded = await recordPlans(run, store, samples);
  const replay = (tableName: string) => replayPlans(store, { recorded, atOnce: BARE_AT_ONCE, tableName });
  const loads = [loadNow()];
  const before = await replay('bare-before');
  const memory: Row[] = [];
  const sampled = SHARES.map((share) => Math.ceil(plans * share));
  const size = { plans, dealers: DEALERS, gateways: GATEWAYS, settings: SETTINGS };
  const drained = await drainNoon(size, store, (charges) => {
    if (sampled.includes(charges)) memory.push(memoryAt(charges));
    // The whole run takes many minutes: somebody may wonder whether it goes on.
    if (charges % Math.ceil(plans / 20) === 0) console.error(`${charges} of ${plans} charged. Load ${loadNow()}.`);
  });
  loads.push(loadNow());
  const after = await replay('bare-after');
  const bare = meanPace([before, after]);
  const errors = Object.entries(drained.errors).map(([event, times]) => `${times} x ${event}`);
  print(
    `${plans} plans that are due at one noon, on this machine
The engine ${store.engine} with its data on disk, ${DEALERS} dealers at ${GATEWAYS.length} banks that answer after ${ANSWERS_MS.from} to ${ANSWERS_MS.from + ANSWERS_MS.spread} ms, ${SETTINGS.batchesAtOnce} workers
in one process. Beside it the requests of ${samples} plans by a bare client, before and after. Load average ${loads.join(', then ')}.${errors.map((one) => `\n${one}`).join('')}`,
    'what, figure, aim, met',
    rowsOf(plans, drained, { roundTrips: recorded.roundTrips, bare }),
  );
  print(
    'Memory when so many plans were charged\nResident, and the heap without what nobody needs any more. The engine keeps its rows on disk.',
    'plans, heap in MB, process in MB, engine in MB',
    memory,
  );
  print(
    'Writes a second of the busiest partition keys of table and indexes\nThe most in any second, of each kind of key.',
    'key, writes/s, aim, met',
    drained.counts
      .busiest()
      .slice(0, SHOWN_KEYS)
      .map(([key, writes]): Row => [key, writes, ...aimed(writes, WRITES_OF_A_KEY)]),
  );
};
