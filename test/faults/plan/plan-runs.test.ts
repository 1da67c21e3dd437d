import { describe, test } from 'vitest';
import { expectSeeds } from '../seeds-in-tests.ts';

/** Generous: a busy machine makes the runs late, never red. */
const WHILE_IT_TAKES_MS = 600_000;

describe('Recurring sales under crashes, lost answers, pauses and outages of days (decisions: recurring sales)', () => {
  test(
    'each plan is paid once, by card or request, or fails after its tries, is charged in its slots alone, and told once',
    { timeout: WHILE_IT_TAKES_MS },
    () =>
      expectSeeds('plan', {
        seeds: 4,
        meets: [
          'plan paid',
          'plan failed',
          'request paid of a plan paid',
          'dealer: change plan done',
          'told plan.upcoming',
          'told card.expiring',
          'told sale.ended',
          'fault: kill',
          'fault: store ',
          'fault: two workers',
          'bank declined ',
        ],
      }),
  );

  test(
    'the same holds with the bank behind its adapter and the table on the engine',
    { timeout: WHILE_IT_TAKES_MS },
    () => expectSeeds('plan-real', { seeds: 2, meets: ['plan ', 'fault: store ', 'attempt 1 '] }),
  );
});
