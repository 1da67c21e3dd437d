import { afterAll, inject } from 'vitest';
import { takeMade } from './made-here.ts';

// Runs after every file, most of which have no rows: what looks at rows is loaded when there are some.
afterAll(async () => {
  const codes = takeMade();
  if (codes.length === 0) return;
  const { leaveNothing } = await import('./own-rows.ts');
  await leaveNothing(inject('stack'), codes);
});
