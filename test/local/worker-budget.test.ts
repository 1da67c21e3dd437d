import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WorkerBudget } from '../../infra/local/worker-budget.ts';

const REST_MS = 15_000;

/** A budget with a clock that stands until it is moved, and workers that say their end. */
const setUp = (most: number) => {
  let nowMs = 0;
  const ended: string[] = [];
  const budget = new WorkerBudget({ most, restMs: REST_MS, nowMs: () => nowMs });
  const workers = new Map<string, { end(): void }>();
  const worker = (name: string) => {
    const known = workers.get(name) ?? { end: () => ended.push(name) };
    workers.set(name, known);
    return known;
  };
  return {
    ended,
    works: (name: string) => budget.works(worker(name)),
    rests: (name: string) => budget.rests(worker(name)),
    crashes: (name: string) => budget.ended(worker(name)),
    call: (name: string) => {
      budget.works(worker(name));
      budget.rests(worker(name));
    },
    passes: (ms: number) => {
      nowMs += ms;
    },
  };
};

describe('The budget of workers', () => {
  test('ends the worker that rests longest when there are too many', () => {
    const { call, passes, ended } = setUp(2);
    for (const name of ['a', 'b']) call(name);
    call('a');
    passes(REST_MS);
    call('c');
    expect(ended).toEqual(['b']);
  });

  test('ends none while there are few, however long they rest', () => {
    const { call, passes, ended } = setUp(2);
    for (const name of ['a', 'b']) call(name);
    passes(100 * REST_MS);
    call('a');
    expect(ended).toEqual([]);
  });

  test('ends none that was called a moment ago, for the next call would start it again', () => {
    const { call, passes, ended } = setUp(1);
    for (const name of ['a', 'b', 'c']) call(name);
    passes(REST_MS - 1);
    call('c');
    expect(ended).toEqual([]);
    passes(1);
    call('c');
    expect(ended).toEqual(['a', 'b']);
  });

  test('counts no worker that has crashed', () => {
    const { call, crashes, passes, ended } = setUp(1);
    call('a');
    crashes('a');
    passes(REST_MS);
    call('b');
    expect(ended).toEqual([]);
  });

  test('never ends a worker with a call that has no result yet', () => {
    const step = record({
      name: constantFrom('a', 'b', 'c', 'd'),
      does: constantFrom('works', 'rests'),
      ms: nat(REST_MS),
    });
    assert(
      property(array(step), nat(3), (steps, most) => {
        const { works, rests, passes, ended } = setUp(most);
        const working = new Set<string>();
        for (const { name, does, ms } of steps) {
          passes(ms);
          if (does === 'works') working.add(name);
          else working.delete(name);
          const before = ended.length;
          if (does === 'works') works(name);
          else rests(name);
          expect(ended.slice(before).filter((one) => working.has(one))).toEqual([]);
        }
      }),
    );
  });
});
