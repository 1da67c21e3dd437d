import { afterAll, beforeEach, inject } from 'vitest';
import { takeMade } from '../store/made-codes.ts';
import { roomInDay } from './fixed-window.ts';
import { useStack } from './stack-of-tests.ts';

// Meant for this worker alone, which has read it: programs that its tests start use the cache.
delete process.env.NODE_DISABLE_COMPILE_CACHE;

useStack(undefined);

// A test that pays just before midnight in Istanbul and checks after it would check another day.
beforeEach(() => roomInDay());

// Runs after every file. Most files make no rows, so the code that checks rows is loaded only if there are some.
afterAll(async () => {
  const codes = takeMade();
  if (codes.length === 0) return;
  const { leaveNothing } = await import('../store/own-rows.ts');
  await leaveNothing(inject('stack'), codes);
});
