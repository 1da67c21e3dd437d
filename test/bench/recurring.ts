import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { recurringSchema } from '../../infra/settings/recurring-settings.ts';
import { simulateNoon } from '../faults/plan/noon-simulation.ts';
import { aimed, print, type Row, total } from './figures.ts';
import { planCalls } from './plan-calls.ts';
import type { RunSetup } from './run-setup.ts';

const GATEWAYS = ['https://one.example', 'https://two.example', 'https://three.example', 'https://four.example'];
const PLANS = 100_000;
const DEALERS = 40;
const CALL_MS = 2_000;
/** As many charges at once at each bank as let 25,000 plans end in 20 minutes. */
const SETTINGS = recurringSchema.parse({ chargesAtOncePerGateway: 50 });
/** A key takes 1,000 write units a second, and a write in a transaction takes two. */
const WRITES_OF_A_KEY = 500;
const SHOWN_KEYS = 8;
const MEGABYTE = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What the process holds, without what nobody needs any more. */
const heapBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/**
 * Plans that are all due at one noon: how soon they are charged in simulated time, what that writes, and how long this
 * machine takes for the work itself. The use cases and adapters are the real ones, over the table in memory.
 */
export const recurring = async (run: RunSetup): Promise<void> => {
  const { amount } = run;
  await planCalls(run);
  const plans = amount(PLANS);
  const share = plans / PLANS;
  // The rate shrinks with the number of plans, so that a short run draws the same curve.
  const settings = {
    batchesAtOnce: SETTINGS.batchesAtOnce,
    plansPerBatch: Math.max(25, Math.ceil(SETTINGS.plansPerBatch * share)),
    chargesAtOncePerGateway: Math.max(SETTINGS.batchesAtOnce, Math.ceil(SETTINGS.chargesAtOncePerGateway * share)),
  };
  const minutes: Row[] = [];
  let startedAt = 0;
  let lastAt = 0;
  const noon = { plans, dealers: DEALERS, gateways: GATEWAYS, callMs: CALL_MS, settings };
  const report = await simulateNoon(noon, (minute, rows) => {
    const now = performance.now();
    if (minute === 0) startedAt = now;
    if (minute % 5 === 0) {
      const [bytes, stored] = [heapBytes(), rows()];
      const seconds = minute === 0 ? '-' : ((now - lastAt) / 1000).toFixed(1);
      minutes.push([minute, Math.round(bytes / MEGABYTE), stored, Math.round(bytes / stored), seconds]);
    }
    lastAt = performance.now();
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const drained = Math.max(...report.gateways.map((one) => one.drainedAfterMinutes));
  print(
    `${plans} plans that are due at one noon\nSimulated: ${DEALERS} dealers at ${GATEWAYS.length} banks that take ${CALL_MS / 1000} s, ${settings.batchesAtOnce} workers with ${settings.plansPerBatch} plans, ${settings.chargesAtOncePerGateway} charges at once at a bank.`,
    'what, figure, aim, met',
    [
      ['plans paid', report.paid, ...aimed(plans - report.paid, 0)],
      ['charged twice, lost or failing', report.wrong.length, ...aimed(report.wrong.length, 0)],
      ['minutes from noon to the last charge', drained.toFixed(1), ...aimed(drained, 60)],
      ['workers at once, at most', report.mostWorkers, ...aimed(report.mostWorkers, 2 * settings.batchesAtOnce)],
      ['batches', report.batches, '-', '-'],
      [
        'charges at once at a bank, at most',
        Math.max(...report.gateways.map((one) => one.mostAtOnce)),
        ...aimed(Math.max(...report.gateways.map((one) => one.mostAtOnce)), 2 * settings.chargesAtOncePerGateway),
      ],
      ['plans a second that this machine works on', Math.round(plans / seconds), '-', '-'],
      ['writes a second to all keys, at most', report.counts.mostWritesASecond, '-', '-'],
    ],
  );
  print(
    'Memory of the process by minute\nThe table is in it, and grows by payments and next plans. It is flat where a row takes no more than before.',
    'minute, heap in MB, rows stored, bytes a row, seconds of this machine for the minute before',
    minutes,
  );
  print(
    'Writes a second of the busiest partition keys of table and indexes\nThe most in any simulated second, of each kind of key.',
    'key, writes/s, aim, met',
    report.counts
      .busiest()
      .slice(0, SHOWN_KEYS)
      .map(([key, writes]): Row => [key, writes, ...aimed(writes, WRITES_OF_A_KEY)]),
  );
  const { calls } = report.counts;
  print(
    'Calls to the store for each plan\nThose of the lead and of every look are among them.',
    'call, for each plan',
    [
      ...Object.entries(calls).map(([name, count]): Row => [name, (count / plans).toFixed(2)]),
      ['all', (total(Object.values(calls)) / plans).toFixed(2)],
    ],
  );
};
