import { randomUUID } from 'node:crypto';
import { LOCAL_ACCOUNT, LOCAL_REGION } from './resolver.ts';
import type { LocalSchedule } from './topology.ts';

/** A run that takes longer ends with its worker: it is safe to end anywhere. */
const STOP_WAIT_MS = 3000;

export interface ScheduleOptions {
  /** Runs a function by name; what comes of it is in the functions' log. */
  readonly invoke: (functionName: string, payload: string) => Promise<void>;
  /** Starts a repeated call and answers what ends it; the machine's own timer by default. */
  readonly every?: (ms: number, call: () => void) => () => void;
}

const machineTimer = (ms: number, call: () => void): (() => void) => {
  const timer = setInterval(call, ms);
  return () => clearInterval(timer);
};

/** What EventBridge hands a scheduled target. */
const scheduledEvent = ({ ruleArn }: LocalSchedule) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: LOCAL_ACCOUNT,
  time: new Date().toISOString(),
  region: LOCAL_REGION,
  resources: [ruleArn],
  detail: {},
});

/**
 * Runs each scheduled target at once, since much may be due after a stop, and then at its rate. A target that still runs when its time comes is left out that once: nothing
 * overlaps. Answers what stops it, which waits a while for the runs that are under way.
 */
export const startSchedules = (
  schedules: readonly LocalSchedule[],
  { invoke, every = machineTimer }: ScheduleOptions,
): (() => Promise<void>) => {
  const running = new Map<LocalSchedule, Promise<void>>();
  const run = (schedule: LocalSchedule): void => {
    if (running.has(schedule)) return;
    const ended = invoke(schedule.functionName, JSON.stringify(scheduledEvent(schedule)))
      .catch(() => undefined)
      .finally(() => running.delete(schedule));
    running.set(schedule, ended);
  };
  for (const schedule of schedules) run(schedule);
  const ends = schedules.map((schedule) => every(schedule.everyMs, () => run(schedule)));
  return async () => {
    for (const end of ends) end();
    const patience = new Promise<void>((resolve) => setTimeout(resolve, STOP_WAIT_MS).unref());
    await Promise.race([Promise.all(running.values()), patience]);
  };
};
