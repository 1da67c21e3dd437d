import { describe, test } from 'vitest';
import { expectSeeds } from './seeds-in-tests.ts';

describe('Direct payments under crashes, lost answers and everything at once (rules 1 to 11, 17, 18, 26)', () => {
  test("end with the bank's books equal to ours and every promise kept, over many seeds", () =>
    expectSeeds('direct', {
      atLeast: 300,
      processorSeconds: 10,
      meets: [
        'attempt approved',
        'attempt stuck',
        'attempt voided',
        'attempt refunded',
        'attempt number 10 of a code',
        'caller heard refused DailyDealerLimitExceeded',
        'caller heard refused DailyCardLimitExceeded',
        'fault: kill',
        'fault: freeze',
        'fault: bank ',
        'fault: vault ',
        'fault: stage paused',
        'fault: two to ten at once',
        'seed that charged splits',
        'seed that charged a token',
        'seed that stored a card',
      ],
    }));

  test('end so through the NestPay adapter, the embedded bank and the embedded engine', () =>
    expectSeeds('direct-real', {
      atLeast: 6,
      processorSeconds: 6,
      meets: ['attempt approved', 'attempt declined', 'fault: kill', 'fault: proxy ', 'fault: store ', 'charge: '],
    }));
});
