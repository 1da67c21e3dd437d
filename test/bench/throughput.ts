import { randomUUID } from 'node:crypto';
import { newBankDealer, rowsOf } from '../support/bank-merchants.ts';
import { engineTable, putRows } from '../support/store.ts';
import { CONFLICT, keyOf, startTap, writesIn } from '../support/wire-tap.ts';
import { aimed, fixed, percentile, print, type Row, timed, timeInTurn } from './figures.ts';
import { withNewKeys } from './handlers.ts';
import { type Lab, startStack } from './lab.ts';
import { asking, limitsOf, newOperations, type Operation } from './operations.ts';

const CLIENTS = [1, 8, 32];
const SHARDS = [1, 8];
const ASKED = ['create link', 'get sale', 'get customer', 'direct payment, limits set'] as const;
/** How long a transaction lasts at least where conflicts are measured: an assumption, not a measured value. */
const HOLD_MS = 10;
const LATENCY_RATIO_AIM = 1.1;
const LINKS_AT_ONCE = 6;

/** Has clients ask for a time, each the next question as soon as it has an answer. EX is counted, not refused. */
const ask = async (operation: Operation, clients: number, durationMs: number) => {
  const timesMs: number[] = [];
  let failed = 0;
  const startedAt = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - startedAt < durationMs) {
      try {
        timesMs.push(await timed(await operation()));
      } catch (error) {
        if (!String(error).includes('is EX')) throw error;
        failed += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const perSecond = ((timesMs.length * 1000) / (performance.now() - startedAt)).toFixed(0);
  return { timesMs, failed, perSecond };
};

/** Prints how many requests a second the app answers on this machine. */
export const throughput = async (lab: Lab): Promise<void> => {
  const askingMs = lab.amount(2000);
  const operations = await newOperations(await startStack(lab));
  const rows: Row[] = [];
  for (const name of ASKED) {
    await ask(operations[name], 8, askingMs / 4);
    for (const clients of CLIENTS) {
      const { perSecond, timesMs } = await ask(operations[name], clients, askingMs);
      rows.push([name, clients, perSecond, ...[0.5, 0.99].map((share) => percentile(timesMs, share).toFixed(1))]);
    }
  }
  print(
    'Requests per second over HTTP',
    `The app as \`npm start\` runs it, asked by clients in the same process for ${askingMs / 1000} s each. The direct payments are\n` +
      'of one dealer with limits and one card, and half of their work is the embedded bank. No aim is set.',
    'operation, clients, requests/s, p50 ms, p99 ms',
    rows,
  );
};

/** Prints what a dealer's limit shards change about the payments that are taken in a second. */
export const shards = async (lab: Lab): Promise<void> => {
  const askingMs = lab.amount(2000);
  const tap = lab.resources.use(await startTap(HOLD_MS));
  const stack = await startStack(lab, tap);
  const rows: Row[] = [];
  for (const [clients, count] of CLIENTS.flatMap((one) => SHARDS.map((other) => [one, other] as const))) {
    const dealer = await newBankDealer({ stack, dealer: limitsOf(count) });
    const pay = asking(() => dealer.payDirectly({ OtherTrxCode: randomUUID() }));
    await ask(pay, 1, askingMs / 4);
    tap.takeCalls();
    const { perSecond, timesMs, failed } = await ask(pay, clients, askingMs);
    const paid = timesMs.length;
    const calls = tap.takeCalls().filter(({ operation }) => operation === 'TransactWriteItems');
    const done = calls.filter(({ answer }) => !answer.includes(CONFLICT));
    const taken = done.flatMap(({ body }) => writesIn(body).map(keyOf)).filter((key) => key.includes('#LIMIT#'));
    const buckets = [...Map.groupBy(taken, (key) => key).values()].map(({ length }) => length);
    const shares = [(calls.length - done.length) / (paid + failed), Math.max(0, ...buckets) / paid];
    const [conflicts = '', busiest = ''] = shares.map((share) => share.toFixed(2));
    rows.push([count, clients, perSecond, conflicts, failed, paid, buckets.length, busiest]);
  }
  print(
    "One dealer's payments with one limit shard and with eight",
    `No local engine has conflicts: a tap before it refuses a transaction while another one on one of its items is under\n` +
      `way, which lasts at least ${HOLD_MS} ms, an assumption. EX are payments that conflicted eight times.`,
    'shards, clients, payments/s, conflicts, EX, payments, buckets, write the busiest',
    rows,
  );
};

/** An app with so many links: copies of the rows of one, since the operation would take minutes. */
const appWith = async (lab: Lab, links: number) => {
  const stack = await startStack(lab);
  const operations = await newOperations(stack);
  const before = new Set((await rowsOf(stack)).map(({ pk }) => pk));
  await (await operations['create link']())();
  const rows = (await rowsOf(stack)).filter((row) => !before.has(row.pk));
  const keys = rows.map(({ pk }) => String(pk));
  const newRows = withNewKeys(JSON.stringify(rows), keys);
  const store = engineTable(stack);
  for (let stored = 0; stored < links; stored += LINKS_AT_ONCE) {
    await putRows(store, Array.from({ length: LINKS_AT_ONCE }, () => JSON.parse(newRows()) as never[]).flat());
  }
  return operations;
};

/** Compares the latency of operations on a store with few links and on one with many. */
export const growth = async (lab: Lab): Promise<void> => {
  const [fewLinks, manyLinks, calls] = [lab.amount(1000), lab.amount(100_000), lab.amount(1500)];
  const apps = [await appWith(lab, fewLinks), await appWith(lab, manyLinks)];
  const rows: Row[] = [];
  for (const name of ['create link', 'get customer'] as const) {
    const subjects = apps.map((operations) => async () => timed(await operations[name]()));
    await timeInTurn(subjects, lab.amount(250));
    const times = await timeInTurn(subjects, calls);
    for (const share of [0.5, 0.99]) {
      const [few = Number.NaN, many = Number.NaN] = times.map((ofApp) => percentile(ofApp, share));
      rows.push([`${name} p${share * 100}`, ...fixed(few, many, many / few), ...aimed(many / few, LATENCY_RATIO_AIM)]);
    }
  }
  print(
    `Latency with ${fewLinks} and with ${manyLinks} links stored`,
    `Two apps with their data on disk, asked over HTTP in turn. Milliseconds of ${calls} calls each.`,
    `operation, ${fewLinks} links, ${manyLinks} links, ratio, aim, met`,
    rows,
  );
};
