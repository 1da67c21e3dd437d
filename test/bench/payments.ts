import { newBankDealer } from '../support/bank-merchants.ts';
import type { TransactionTally } from './conflict-tap.ts';
import { ask } from './http.ts';
import type { Lab, RunningStack } from './lab.ts';
import { heading, table } from './report.ts';
import { directPayment, limitsOf } from './scene.ts';
import { percentile } from './statistics.ts';

const WARM_UP_MS = 500;
/** How long a transaction lasts at least where conflicts are measured: an assumption, not a measured value. */
const CONFLICT_HOLD_MS = 10;
const SHARDS = [1, 8] as const;
const MANY_CLIENTS = 8;

async function perSecond(lab: Lab): Promise<void> {
  const stack = await lab.sharedStack();
  const request = directPayment(await newBankDealer({ stack, dealer: limitsOf(1) }));
  const { baseUrl } = stack;
  const durationMs = lab.plan.httpMs;
  await ask({ baseUrl, request, clients: MANY_CLIENTS, durationMs: Math.min(WARM_UP_MS, durationMs) });
  const rows: string[][] = [];
  for (const clients of lab.plan.clients) {
    const { perSecond: rate, timesMs } = await ask({ baseUrl, request, clients, durationMs });
    const [p50, p99] = [percentile(timesMs, 0.5).toFixed(1), percentile(timesMs, 0.99).toFixed(1)];
    rows.push([String(clients), rate.toFixed(0), p50, p99]);
  }
  heading('Direct payments per second over HTTP', [
    'The app as `npm start` runs it, bank included: DoDirectPayment without sub-dealers, each with a code of its own, of',
    'one dealer with limits and one card. Half of the work is the embedded bank, which keeps its ledger in the same',
    `engine on the same machine. ${durationMs / 1000} s for each number of clients. No aim is set.`,
  ]);
  table(['clients', 'payments/s', 'p50 ms', 'p99 ms'], rows);
}

async function tallyOf({ tallyAddress = '' }: RunningStack): Promise<TransactionTally> {
  return (await (await fetch(tallyAddress)).json()) as TransactionTally;
}

interface ShardLoad {
  readonly shards: number;
  readonly clients: number;
  readonly durationMs: number;
}

async function shardRow(stack: RunningStack, { shards, clients, durationMs }: ShardLoad): Promise<string[]> {
  const { limits } = limitsOf(shards);
  const request = directPayment(await newBankDealer({ stack, dealer: { limits } }));
  const asking = { baseUrl: stack.baseUrl, request, countsFailures: true } as const;
  await ask({ ...asking, clients: 1, durationMs: WARM_UP_MS });
  await tallyOf(stack);
  const { perSecond: rate, timesMs, failed } = await ask({ ...asking, clients, durationMs });
  const { conflicts, writes } = await tallyOf(stack);
  const paid = timesMs.length;
  const buckets = Object.entries(writes).filter(([key]) => key.includes('#LIMIT#'));
  const busiest = Math.max(0, ...buckets.map(([, count]) => count));
  const conflictShare = (conflicts / (paid + failed)).toFixed(2);
  const cells = [String(clients), rate.toFixed(0), conflictShare, String(failed), String(paid)];
  return [String(shards), ...cells, String(buckets.length), (busiest / paid).toFixed(2)];
}

async function byShards(lab: Lab): Promise<void> {
  const stack = await lab.startStack({ conflictHoldMs: CONFLICT_HOLD_MS });
  const rows: string[][] = [];
  for (const clients of lab.plan.clients) {
    for (const shards of SHARDS) rows.push(await shardRow(stack, { shards, clients, durationMs: lab.plan.httpMs }));
  }
  heading("One dealer's payments with one limit shard and with eight", [
    'Neither local engine has conflicts of transactions, so a proxy before the engine refuses a transaction while another',
    `one on one of its items is under way, as DynamoDB does, and has each last at least ${CONFLICT_HOLD_MS} ms, which is an`,
    'assumption. The store adapter repeats what conflicts, eight times at most; EX are the payments that conflicted every',
    "time and were not made. No limit by card. Beside the payments per second, which end where this machine's processors",
    'do: conflicts per payment, and how many of the payments write the busiest bucket.',
  ]);
  table(['shards', 'clients', 'payments/s', 'conflicts', 'EX', 'payments', 'buckets', 'write the busiest'], rows);
}

/** Prints how many payments the app takes in a second, and what a dealer's limit shards change about it. */
export async function payments(lab: Lab): Promise<void> {
  await perSecond(lab);
  await byShards(lab);
}
