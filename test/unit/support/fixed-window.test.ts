import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { roomInDay, roomInWindow } from '../../support/app/fixed-window.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['2026-11-22T20:00:00Z', 0],
  ['2026-11-22T20:58:29Z', 0],
  ['2026-11-22T20:59:00Z', 60_050],
  ['2026-11-22T21:00:00Z', 0],
])('at %s a test waits %i ms for the day in Istanbul', async (moment, waitsMs) => {
  void roomInDay(Date.parse(moment));
  expect(vi.getTimerCount()).toBe(waitsMs === 0 ? 0 : 1);
  await vi.advanceTimersByTimeAsync(waitsMs);
  expect(vi.getTimerCount()).toBe(0);
});

test('a test waits for the end of a window of ten minutes that has too little room', async () => {
  void roomInWindow(600_000, 600_000 - 5000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(50);
  expect(vi.getTimerCount()).toBe(0);
});
