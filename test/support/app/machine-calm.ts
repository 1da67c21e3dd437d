import { cpus } from 'node:os';

/** A machine is calm in a time of which at least this part of its processors' time was left over. */
const CALM_IDLE_SHARE = 0.25;

const idleMs = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);

/** True where so much processor time was left over that nothing waited for a processor. */
export const isCalm = (idle: number, elapsedMs: number, processors: number): boolean =>
  idle >= CALM_IDLE_SHARE * processors * elapsedMs;

/** Begins to watch the machine; the answer tells whether it was calm since. */
export const watchMachine = (): (() => boolean) => {
  const [idleBefore, beganAtMs] = [idleMs(), performance.now()];
  return () => isCalm(idleMs() - idleBefore, performance.now() - beganAtMs, cpus().length);
};
