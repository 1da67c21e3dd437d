import type { FromWorker, ToWorker } from './all/worker-messages.ts';

/*
 * A worker for the tests of `npm run faults -- --all`. Seed 3 ends it with kill -9, at seed 5 it falls silent, seed 7
 * fails with a story; all others pass. The kind `closed` cannot begin, and `calm` has no odd seeds.
 */

const tell = (message: FromWorker): void => {
  process.send?.(message);
};

const failure = { message: 'two charges of one link\nand more', story: 'what happened' };

/** False where it falls silent. */
const runSeed = (kind: string, seed: number): boolean => {
  const isOdd = kind !== 'calm';
  if (isOdd && seed === 3) process.kill(process.pid, 'SIGKILL');
  if (isOdd && seed === 5) return false;
  tell({ is: 'seed', outcome: { kind, seed, ms: 1, processorMs: 2, ...(isOdd && seed === 7 ? { failure } : {}) } });
  return true;
};

process.on('message', (message: ToWorker) => {
  if (message.is === 'stop') process.exit(0);
  if (message.is !== 'batch') return;
  const { kind, seeds } = message.batch;
  if (kind === 'closed') tell({ is: 'kind-broken', kind, message: 'no engine' });
  else if (!seeds.every((seed) => runSeed(kind, seed))) return;
  tell({ is: 'idle' });
});
process.on('disconnect', () => process.exit(1));
tell({ is: 'idle' });
