import { describe, test } from 'vitest';
import { expectSeeds } from './seeds-in-tests.ts';

describe('A link under crashes, lost answers and everything at once (rules 1 to 9, 17)', () => {
  test("ends with the bank's books equal to ours, over many seeds", { timeout: 300_000 }, () =>
    expectSeeds('link', {
      seeds: 500,
      meets: [
        'card stored',
        'attempt approved',
        'attempt stuck',
        'attempt voided',
        'attempt refunded',
        'fault: kill',
        'fault: bank ',
      ],
    }),
  );

  test('ends so through the NestPay adapter, the embedded bank and the embedded engine', { timeout: 300_000 }, () =>
    expectSeeds('link-real', {
      seeds: 60,
      meets: [
        'card stored',
        'attempt approved',
        'attempt voided',
        'fault: kill',
        'fault: proxy ',
        'fault: store ',
        'charge: ',
      ],
    }),
  );
});
