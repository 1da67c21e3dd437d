import { existsSync } from 'node:fs';
import { test } from 'vitest';
import { expectSeeds } from './seeds-in-tests.ts';

test(
  'Links whose app is killed with kill -9 keep every promise when it is up again (rules 1, 8)',
  {
    timeout: 180_000,
  },
  () => expectSeeds('link-killed', { seeds: 1, meets: ['kill -9', 'payer told paid', 'attempt approved'] }),
);
