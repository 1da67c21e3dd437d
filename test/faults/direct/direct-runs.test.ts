import { describe, test } from 'vitest';
import { expectSeeds } from '../seeds-in-tests.ts';

/** Generous: a busy machine makes the runs late, never red. */
const WHILE_IT_TAKES_MS = 1_200_000;

describe('Direct payments under crashes, lost answers and everything at once (rules 1 to 11, 17, 18, 26)', () => {
  test(
    "end with the bank's books equal to ours and every promise kept, over many seeds",
    { timeout: WHILE_IT_TAKES_MS },
    () =>
      expectSeeds('direct', {
        seeds: 160,
        meets: [
          'attempt approved',
          'reversal stuck',
          'reversal done by void',
          'reversal done by credit',
          'attempt voided',
          'attempt refunded',
          'attempt number 10 of a code',
          'caller heard refused AttemptsUsedUp',
          'code of two requests, the last one approved',
          'code of two requests, the last one declined',
          'caller heard refused DailyDealerLimitExceeded',
          'caller heard refused DailyCardLimitExceeded',
          'fault: kill',
          'fault: freeze',
          'fault: bank cut-',
          'fault: bank lost-',
          'fault: bank late',
          'fault: bank pending',
          'fault: bank reversing',
          'fault: bank refused by the gateway',
          'fault: bank two charges',
          'fault: bank other-amount',
          'fault: bank day closed',
          'bank shows sales as authorised',
          'bank shows sales as settled',
          'fault: vault ',
          'fault: stage paused',
          'fault: two to ten at once',
          'seed that charged splits',
          'seed that charged a token',
          'seed that stored a card',
        ],
      }),
  );

  test('end so through the adapters, the embedded bank and the embedded engine', { timeout: WHILE_IT_TAKES_MS }, () =>
    expectSeeds('direct-real', {
      seeds: 4,
      meets: ['attempt approved', 'attempt declined', 'fault: kill', 'fault: proxy ', 'fault: store ', 'charge: '],
    }),
  );
});
