import { existsSync } from 'node:fs';
import { describe, test } from 'vitest';
import { expectSeeds } from './seeds-in-tests.ts';

describe('An app that is killed with kill -9 under its payers', () => {
  // The engine's process is found by its command line, in /proc.
  test.runIf(existsSync('/proc'))(
    "keeps every promise when it is up again, and ends with the bank's books equal to ours (rules 1, 8)",
    { timeout: 300_000 },
    () => expectSeeds('link-killed', { seeds: 1, meets: ['kill -9', 'payer told paid', 'attempt approved'] }),
  );
});
