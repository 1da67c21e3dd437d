import { describe, test } from 'vitest';
import { expectSeeds } from '../seeds-in-tests.ts';

/** Generous: a busy machine makes the runs late, never red. */
const WHILE_IT_TAKES_MS = 1_200_000;

describe('The lock of an attempt against a call that supersedes it (rules 2, 10)', () => {
  test('is won by one of them, and the payer can pay in the end', { timeout: WHILE_IT_TAKES_MS }, () =>
    expectSeeds('supersede', {
      seeds: 60,
      meets: ['the call won', 'the lock won', 'mobile', 'shop', 'payment paid', 'fault: kill', 'fault: store '],
    }),
  );
});
