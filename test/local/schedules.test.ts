import { describe, expect, test } from 'vitest';
import { startSchedules } from '../../infra/local/schedules.ts';

const schedule = { ruleArn: 'arn:rule', functionName: 'settle', everyMs: 60_000 };

/** A timer that a test moves on, and runs that end when it says so. */
const scene = () => {
  const ticks: (() => void)[] = [];
  const runs: { readonly payload: string; readonly end: () => void; readonly fail: () => void }[] = [];
  let stopped = 0;
  const stop = startSchedules([schedule], {
    every: (ms, call) => {
      expect(ms).toBe(60_000);
      ticks.push(call);
      return () => {
        stopped += 1;
      };
    },
    invoke: (_name, payload) =>
      new Promise((resolve, reject) => runs.push({ payload, end: resolve, fail: () => reject(new Error('down')) })),
  });
  return { tick: () => ticks[0]?.(), runs, stop, stopped: () => stopped };
};

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('The schedules of the templates on one machine', () => {
  test('run their target at once after a start, since much may be due after a stop, and then at each tick', async () => {
    const { tick, runs } = scene();
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await settled();
    tick();
    expect(runs).toHaveLength(2);
  });

  test('run their target with a scheduled event', () => {
    const { runs } = scene();
    expect(JSON.parse(runs[0]?.payload ?? '')).toMatchObject({
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      resources: ['arn:rule'],
    });
  });

  test('never overlap, the first run included, and go on after a run has ended or failed', async () => {
    const { tick, runs } = scene();
    tick();
    tick();
    expect(runs).toHaveLength(1);
    runs[0]?.fail();
    await settled();
    tick();
    expect(runs).toHaveLength(2);
  });

  test('stop when told, after the run that is under way', async () => {
    const { runs, stop, stopped } = scene();
    let ended = false;
    const stopping = (async () => {
      await stop();
      ended = true;
    })();
    await settled();
    expect([stopped(), ended]).toEqual([1, false]);
    runs[0]?.end();
    await stopping;
    expect(ended).toBe(true);
  });
});
