import { afterAll, beforeEach, inject } from 'vitest';
import { roomInDay } from './fixed-window.ts';
import { takeMade } from './made-here.ts';

// A test that pays before midnight in Istanbul and looks behind it would look at another day.
beforeEach(() => roomInDay());

// Runs after every file, most of which have no rows: what looks at rows is loaded when there are some.
afterAll(async () => {
  const codes = takeMade();
  if (codes.length === 0) return;
  const { leaveNothing } = await import('./own-rows.ts');
  await leaveNothing(inject('stack'), codes);
});
