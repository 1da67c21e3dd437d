import { aroundEach } from 'vitest';
import { watchMachine } from './machine-calm.ts';

/*
 * A test in memory that waits for something that never comes uses no processor. It ends red after half a minute in which
 * nothing happened here while the machine was calm, not after the long limit that busy machines need.
 */

const WINDOW_MS = 30_000;
/** A worker that waits still has timers. */
const IDLE_UTILIZATION = 0.02;
/** Tests that start no process, no server and no browser. */
const IN_MEMORY = /\/test\/(?:unit|property)\//;

/** The machine's timers, whatever a test puts in their place. */
const { setTimeout, clearTimeout } = globalThis;

/** Rejects once nothing happened for a window. `stop` ends the watch. */
const watchTest = (): { readonly hung: Promise<never>; readonly stop: () => void } => {
  const { promise, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout;
  const watch = (): void => {
    const before = performance.eventLoopUtilization();
    const wasCalm = watchMachine();
    timer = setTimeout(() => {
      const { utilization } = performance.eventLoopUtilization(before);
      if (utilization < IDLE_UTILIZATION && wasCalm()) {
        reject(new Error('Nothing happened for 30 seconds: the test waits for something that does not come.'));
      } else watch();
    }, WINDOW_MS);
  };
  watch();
  return { hung: promise, stop: () => clearTimeout(timer) };
};

aroundEach(async (runTest, { task }) => {
  if (!IN_MEMORY.test(task.file.filepath)) return runTest();
  const { hung, stop } = watchTest();
  try {
    await Promise.race([runTest(), hung]);
  } finally {
    stop();
  }
});
