import { describe, test } from 'vitest';
import { expectSeeds } from './seeds-in-tests.ts';

describe('A link under crashes, lost answers and everything at once (rules 1 to 9, 17)', () => {
  test("ends with the bank's books equal to ours, over many seeds", () =>
    expectSeeds('link', {
      atLeast: 300,
      processorSeconds: 6,
      meets: [
        'card stored',
        'attempt approved',
        'attempt stuck',
        'attempt voided',
        'attempt refunded',
        'fault: kill',
        'fault: bank ',
      ],
    }));

  test('ends so through the NestPay adapter, the embedded bank and the embedded engine', () =>
    expectSeeds('link-real', {
      atLeast: 40,
      processorSeconds: 10,
      meets: [
        'card stored',
        'attempt approved',
        'attempt voided',
        'fault: kill',
        'fault: proxy ',
        'fault: store ',
        'charge: ',
      ],
    }));
});
