import { randomBytes } from 'node:crypto';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import { percentile, print, type Row } from '../bench/figures.ts';
import { arrivalsOf, beginAll, randomBySeed } from './arrivals.ts';
import { finalCheck } from './final-check.ts';
import { type MemorySample, memoryOfTree, memoryTrend } from './memory.ts';
import { type LoadOptions, readOptions } from './options.ts';
import { Records } from './records.ts';
import { type Service, serviceFor } from './service.ts';
import { callsOf } from './shop-calls.ts';
import { trafficOf } from './traffic.ts';

// `npm run load`: mixed traffic against `npm start`, for as long as asked. Ends with 1 where something was answered
// wrong, lost or charged twice, or memory grew.
process.env.TZ = 'UTC';

const SAMPLE_MS = 1000;
const MAX_SAMPLES = 4000;
/** Samples of the memory that are printed. */
const SHOWN_SAMPLES = 13;

const fixed = (value: number): string => value.toFixed(1);

const showTimes = ({ times, errors }: Records): void => {
  const rows = [...times].map(([name, values]): Row => {
    const shares = [0.5, 0.95, 0.99].map((share) => fixed(percentile(values, share)));
    return [name, values.length, ...shares, fixed(values.reduce((most, one) => Math.max(most, one), 0))];
  });
  print(
    'Milliseconds by kind of arrival\nFrom the moment at which it was due; the steps of a payment from their own beginnings.',
    'arrival, count, p50, p95, p99, max',
    rows,
  );
  for (const [code, { count, examples }] of errors) console.log(`\n${count} x ${code}\n  ${examples.join('\n  ')}`);
};

/** Takes a sample a second, and every second one of a long run's away again and again, so that they stay few. */
const sampleMemory = (pid: number | undefined): { readonly samples: () => readonly MemorySample[]; stop(): void } => {
  let samples: MemorySample[] = [];
  const take = (): void => {
    const mb = pid === undefined ? undefined : memoryOfTree(pid);
    if (mb !== undefined) samples.push({ atMs: performance.now(), mb });
    if (samples.length > MAX_SAMPLES) samples = samples.filter((_, index) => index % 2 === 0);
  };
  take();
  const timer = setInterval(take, SAMPLE_MS);
  return { samples: () => samples, stop: () => clearInterval(timer) };
};

/** Prints how memory moved. False where it grew. */
const showMemory = (samples: readonly MemorySample[]): boolean => {
  const trend = memoryTrend(samples);
  if (trend === undefined) {
    console.log('\nMemory was not measured: the run was too short, or the service is not of this run.');
    return true;
  }
  const shown = Array.from({ length: SHOWN_SAMPLES }, (_, index) =>
    samples[Math.round((index * (samples.length - 1)) / (SHOWN_SAMPLES - 1))]?.mb.toFixed(0),
  );
  const verdict = { true: 'flat', false: 'GROWING', undefined: 'too short to tell' }[`${trend.flat}`];
  console.log(`\nMemory of the service and its engine, MB: ${shown.join(' ')}`);
  console.log(`Second half: mean ${fixed(trend.meanMb)} MB, ${fixed(trend.mbPerHour)} MB an hour: ${verdict}`);
  return trend.flat !== false;
};

const runLoad = async (options: LoadOptions, service: Service): Promise<boolean> => {
  const prefix = `load-${randomBytes(4).toString('hex')}`;
  const records = new Records();
  const call = callsOf(service.baseUrl, service.dealer);
  const { serve, payments } = trafficOf({
    call,
    dealer: service.dealer,
    records,
    random: randomBySeed(options.seed + 1),
    prefix,
  });
  const days = new Set([istanbulDayOf(Date.now())]);
  const memory = sampleMemory(service.pid);
  const startedAtMs = performance.now();
  const notBegun = await beginAll(arrivalsOf(options), options.atOnce, async ({ kind, dueMs }) => {
    try {
      await serve[kind]();
      records.took(kind, performance.now() - dueMs);
    } catch (error) {
      records.failed(kind, error);
    }
  });
  const seconds = (performance.now() - startedAtMs) / 1000;
  memory.stop();
  days.add(istanbulDayOf(Date.now()));
  showTimes(records);
  const flat = showMemory(memory.samples());
  const ended = service.ended();
  const violations =
    ended === undefined ? await finalCheck({ service, call, prefix, payments, days: [...days] }) : [ended];
  const told = payments.filter((payment) => payment.told).length;
  const failed = [...records.errors.values()].reduce((sum, { count }) => sum + count, 0);
  console.log(`\n${payments.length} payments begun, ${told} reported paid, ${violations.length} violations`);
  for (const violation of violations) console.log(`  ${violation}`);
  console.log(`${failed} errors, ${notBegun} arrivals not begun, ${seconds.toFixed(0)} s, seed ${options.seed}`);
  return flat && violations.length === 0 && failed === 0 && notBegun === 0;
};

const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  const service = await serviceFor(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void service.stop().finally(() => process.exit(130)));
  }
  try {
    console.log(`${options.rate} arrivals a second at ${service.baseUrl}`);
    if (!(await runLoad(options, service))) process.exitCode = 1;
  } finally {
    await service.stop();
  }
};

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
