import { syncBuiltinESMExports } from 'node:module';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';
import type { LocalStageBuild } from '../../infra/local/build-cache.ts';
import { startLocalStack } from '../../infra/local/stack.ts';
import { addressOf, type StackAddress } from '../support/app/stack-address.ts';

// The app in a process of its own that will be killed. Its clock, and the clock of its workers, is ahead of the
// machine's as far as the test says, because the sweeper ignores everything younger than two minutes.

/** Orders of the test to the process, one at a time. */
export type Order =
  | {
      readonly start: { readonly port: number; readonly dataDir: string; readonly synthesized: LocalStageBuild };
      readonly aheadMs: number;
    }
  | { readonly settle: true; readonly aheadMs: number };

export type Report = { readonly running: StackAddress } | { readonly settled: unknown } | { readonly failure: string };

const ahead = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
const now = Date.now;
Date.now = () => now() + (ahead[0] ?? 0);

const inWorker = `import { workerData } from 'node:worker_threads';
const now = Date.now;
Date.now = () => now() + workerData.ahead[0];`;
const preload = ['--import', `data:text/javascript,${encodeURIComponent(inWorker)}`];

/** A worker with the clock of this process. */
class WorkerAhead extends workerThreads.Worker {
  constructor(file: string | URL, { execArgv = [], workerData = {}, ...options }: WorkerOptions = {}) {
    super(file, { ...options, execArgv: [...execArgv, ...preload], workerData: { ...workerData, ahead } });
  }
}
workerThreads.Worker = WorkerAhead;
syncBuiltinESMExports();

let stack: Awaited<ReturnType<typeof startLocalStack>> | undefined;

const carriedOut = async (order: Order): Promise<Report> => {
  ahead[0] = order.aheadMs;
  if ('settle' in order) return { settled: await stack?.invoke('reconcile-payments', {}) };
  stack = await startLocalStack({ ...order.start, schedules: false });
  return { running: addressOf(stack, order.start.dataDir) };
};

process.on('message', (order: Order) => {
  carriedOut(order).then(
    (report) => process.send?.(report),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : 'unknown' }),
  );
});
process.once('disconnect', () => process.exit(0));
