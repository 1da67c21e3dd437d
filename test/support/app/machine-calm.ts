import { cpus } from 'node:os';

/** A machine is calm in a time of which at least this part of its processors' time was left over. */
const CALM_IDLE_SHARE = 0.25;

/** True where so much processor time was left over that nothing waited for a processor. */
export const isCalm = (idle: number, elapsedMs: number, processors: number): boolean =>
  idle >= CALM_IDLE_SHARE * processors * elapsedMs;

/** How long a reading of the processors serves: many tests take less time than it. */
const READING_SERVES_MS = 500;

interface Reading {
  readonly atMs: number;
  readonly idleMs: number;
  readonly processors: number;
}

/** The machine's clock, whatever a test puts in its place. */
const now = performance.now.bind(performance);

let latest: Reading | undefined;

const readMachine = (): Reading => {
  const atMs = now();
  if (latest === undefined || atMs - latest.atMs > READING_SERVES_MS) {
    const all = cpus();
    latest = { atMs, idleMs: all.reduce((sum, { times }) => sum + times.idle, 0), processors: all.length };
  }
  return latest;
};

/** Begins to watch the machine; the answer tells whether it was calm since, over some seconds or more. */
export const watchMachine = (): (() => boolean) => {
  const before = readMachine();
  return () => {
    const { atMs, idleMs, processors } = readMachine();
    return isCalm(idleMs - before.idleMs, atMs - before.atMs, processors);
  };
};
