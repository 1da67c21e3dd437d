import type { Context } from 'aws-lambda';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answeringInTime } from '../../../shared/http/deadline.ts';
import { lambdaContext } from '../../support/app/api-event.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const withLeft = (leftMs: number): Context => ({ ...lambdaContext, getRemainingTimeInMillis: () => leftMs });

/** What an endless call has answered so far. */
const startedWith = (leftMs: number): (() => string) => {
  let answer = 'nothing yet';
  const answers = answeringInTime(
    () => new Promise<string>(() => undefined),
    () => 'late',
  );
  void answers('event', withLeft(leftMs)).then((text) => {
    answer = text;
  });
  return () => answer;
};

test.each([2000, 10_000, 28_000])(
  'work that does not end is answered a second before the end of %i ms',
  async (leftMs) => {
    const answer = startedWith(leftMs);
    await vi.advanceTimersByTimeAsync(leftMs - 1001);
    expect(answer()).toBe('nothing yet');
    await vi.advanceTimersByTimeAsync(1);
    expect(answer()).toBe('late');
  },
);

test('an invocation that begins with less than a second left is answered at once', async () => {
  const answer = startedWith(500);
  await vi.advanceTimersByTimeAsync(0);
  expect(answer()).toBe('late');
});

test('work that ends in time answers for itself, and leaves no timer behind', async () => {
  const answers = answeringInTime(
    async () => 'done',
    () => 'late',
  );
  expect(await answers('event', withLeft(10_000))).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});
