import { describe, test } from 'vitest';
import { expectSeeds } from '../seeds-in-tests.ts';

/** Generous: a busy machine makes the runs late, never red. */
const WHILE_IT_TAKES_MS = 1_200_000;

describe('A link under crashes, lost answers and everything at once (rules 1 to 9, 17)', () => {
  test("ends with the bank's books equal to ours, over many seeds", { timeout: WHILE_IT_TAKES_MS }, () =>
    expectSeeds('link', {
      seeds: 350,
      meets: [
        'card stored',
        'attempt approved',
        'reversal stuck',
        'reversal done by void',
        'reversal done by credit',
        'attempt voided',
        'attempt refunded',
        'attempt superseded',
        'lock against a call: the call won',
        'lock against a call: the lock won',
        'payer closes before the post',
        'payer closes after the post',
        'fault: kill',
        'fault: bank cut-',
        'fault: bank lost-',
        'fault: bank late',
        'fault: bank reversing',
        'fault: bank refused by the gateway',
        'fault: bank two charges',
        'fault: bank other-amount',
        'fault: bank day closed',
        'bank shows sales as authorised',
        'bank shows sales as settled',
      ],
    }),
  );

  test('ends so through the adapters, the embedded bank and the embedded engine', { timeout: WHILE_IT_TAKES_MS }, () =>
    expectSeeds('link-real', {
      seeds: 14,
      meets: [
        'card stored',
        'attempt approved',
        'reversal done by ',
        'fault: kill',
        'fault: proxy ',
        'fault: store ',
        'charge: ',
      ],
    }),
  );
});
