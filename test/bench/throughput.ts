import { randomUUID } from 'node:crypto';
import { newBankDealer, rowsOf } from '../support/bank/bank-merchants.ts';
import { limitsOf, refuseFailure } from '../support/operation-scene.ts';
import { CONFLICT } from '../support/store/fault-proxy.ts';
import { engineTable, putRows } from '../support/store/store.ts';
import { keyOf, writesIn } from '../support/store/written-items.ts';
import { aimed, fixed, inTurn, percentile, print, type Row, timed } from './figures.ts';
import { withNewKeys } from './handlers.ts';
import { type Caller, newCaller, operations } from './operations.ts';
import { newTap, type RunSetup, startStack } from './run-setup.ts';

const CLIENTS = [1, 8, 32];
const SHARDS = [1, 8];
/** How long a transaction lasts at least where conflicts are measured: an assumption, not a measured value. */
const HOLD_MS = 10;
const LATENCY_RATIO_AIM = 1.1;
const LINKS_AT_ONCE = 6;

/** Has clients ask for a time, each the next question as soon as it has an answer. EX is counted, not refused. */
const ask = async (prepare: () => ReturnType<Caller>, clients: number, durationMs: number) => {
  const timesMs: number[] = [];
  let failed = 0;
  const startedAt = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - startedAt < durationMs) {
      try {
        timesMs.push(await timed(await prepare()));
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
export const throughput = async (run: RunSetup): Promise<void> => {
  const askingMs = run.amount(2000);
  const prepare = await newCaller(await startStack(run));
  const rows: Row[] = [];
  for (const [name, { handler }] of operations) {
    // Most of the time of an operation about a payment would be that of the payment.
    if (handler === undefined || (await prepare(name)).names !== undefined) continue;
    await ask(() => prepare(name), 8, askingMs / 4);
    for (const clients of CLIENTS) {
      const { perSecond, timesMs } = await ask(() => prepare(name), clients, askingMs);
      rows.push([name, clients, perSecond, ...[0.5, 0.99].map((share) => percentile(timesMs, share).toFixed(1))]);
    }
  }
  const text = `Requests per second over HTTP
The app as npm start runs it, asked by clients in the same process for ${askingMs / 1000} s each. The direct payments are
of one dealer with limits and one card, and half of their work is the embedded bank. No aim is set.`;
  print(text, 'operation, clients, requests/s, p50 ms, p99 ms', rows);
};

/** Prints what a dealer's limit shards change about the payments that are taken in a second. */
export const shards = async (run: RunSetup): Promise<void> => {
  const askingMs = run.amount(2000);
  const tap = await newTap(run);
  const action = { kind: 'conflict', holdMs: HOLD_MS } as const;
  tap.inject({ on: 'TransactWriteItems', times: Number.POSITIVE_INFINITY, action });
  const stack = await startStack(run, tap);
  const rows: Row[] = [];
  for (const [clients, count] of CLIENTS.flatMap((one) => SHARDS.map((other) => [one, other] as const))) {
    const dealer = await newBankDealer({ stack, dealer: limitsOf(count) });
    const call = async () => refuseFailure(await dealer.payDirectly({ OtherTrxCode: randomUUID() }));
    const pay = async () => call;
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
  const text = `One dealer's payments with one limit shard and with eight
No local engine has conflicts: a tap before it refuses a transaction while another one on one of its items is under
way, which lasts at least ${HOLD_MS} ms, an assumption. EX are payments that conflicted eight times.`;
  print(text, 'shards, clients, payments/s, conflicts, EX, payments, buckets, write the busiest', rows);
};

/** An app with so many links: copies of the rows of one, since the operation would take minutes. */
const appWith = async (run: RunSetup, links: number) => {
  const stack = await startStack(run);
  const prepare = await newCaller(stack);
  const before = new Set((await rowsOf(stack)).map(({ pk }) => pk));
  await (await prepare('create link'))();
  const rows = (await rowsOf(stack)).filter((row) => !before.has(row.pk));
  const keys = rows.map(({ pk }) => String(pk));
  const newRows = withNewKeys(JSON.stringify(rows), keys);
  const store = engineTable(stack);
  for (let stored = 0; stored < links; stored += LINKS_AT_ONCE) {
    await putRows(store, Array.from({ length: LINKS_AT_ONCE }, () => JSON.parse(newRows()) as never[]).flat());
  }
  return prepare;
};

/** Compares the latency of operations on a store with few links and on one with many. */
export const growth = async (run: RunSetup): Promise<void> => {
  const [fewLinks, manyLinks, calls] = [run.amount(1000), run.amount(100_000), run.amount(1500)];
  const apps = [await appWith(run, fewLinks), await appWith(run, manyLinks)];
  const rows: Row[] = [];
  for (const name of ['create link', 'get customer'] as const) {
    const subjects = apps.map((prepare) => async () => timed(await prepare(name)));
    const times = await inTurn(subjects, calls, run.amount(250));
    for (const share of [0.5, 0.99]) {
      const [few = Number.NaN, many = Number.NaN] = times.map((ofApp) => percentile(ofApp, share));
      rows.push([`${name} p${share * 100}`, ...fixed(few, many, many / few), ...aimed(many / few, LATENCY_RATIO_AIM)]);
    }
  }
  const text = `Latency with ${fewLinks} and with ${manyLinks} links stored
Two apps with their data on disk, asked over HTTP in turn. Milliseconds of ${calls} calls each.`;
  print(text, `operation, ${fewLinks} links, ${manyLinks} links, ratio, aim, met`, rows);
};
