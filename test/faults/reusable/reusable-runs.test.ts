import { describe, test } from 'vitest';
import { expectSeeds } from '../seeds-in-tests.ts';

/** Generous: a busy machine makes the runs late, never red. */
const WHILE_IT_TAKES_MS = 1_200_000;

describe('A reusable link that many pay at once (rule 51)', () => {
  test(
    'takes never one payment too many, and as many as it has places, over many seeds',
    { timeout: WHILE_IT_TAKES_MS },
    () =>
      expectSeeds('reusable', {
        seeds: 60,
        meets: [
          'sold out',
          'the same post twice',
          'payer finds the link closed',
          'places changed',
          'link expired',
          'attempt approved',
          'attempt declined',
          'attempt closed',
          'reversal done by credit',
          'fault: kill',
          'fault: store ',
          'fault: bank lost-',
          'fault: bank late',
        ],
      }),
  );

  test('with 50 places and 200 payers at the same moment', { timeout: WHILE_IT_TAKES_MS }, () =>
    expectSeeds('reusable-crowd', { seeds: 2, meets: ['sold out', 'fault: kill', 'attempt approved'] }),
  );

  test('does so through the adapters, the embedded bank and the embedded engine', { timeout: WHILE_IT_TAKES_MS }, () =>
    expectSeeds('reusable-real', { seeds: 4, meets: ['sold out', 'attempt approved', 'fault: kill'] }),
  );
});
