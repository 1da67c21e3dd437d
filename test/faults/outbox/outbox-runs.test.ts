import { describe, test } from 'vitest';
import { expectSeeds } from '../seeds-in-tests.ts';

/** Generous: a busy machine makes the runs late, never red. */
const WHILE_IT_TAKES_MS = 1_200_000;

describe('What is told of links, under crashes, lost and repeated records, and receivers that fail (rules 38, 42)', () => {
  test('nothing is lost, nothing untrue is told, no message goes out twice more', { timeout: WHILE_IT_TAKES_MS }, () =>
    expectSeeds('outbox', {
      seeds: 60,
      meets: [
        'link open',
        'link paid',
        'link cancelled',
        'link failed',
        'webhook done',
        'sms refused',
        'reminder done',
        'reminder refused',
        'receipt done',
        'receipt refused',
        'fault: kill',
        'fault: store ',
        'fault: stream loses',
        'fault: stream repeats',
        'receiver lost',
        'joined: webhook',
        'joined: receipt',
        'joined: reminder',
        'joined: sms',
        'message joined: link sent',
        'message joined: link delivered',
        'message separate: link sent',
        'separate: webhook',
        'receiver refuses',
      ],
    }),
  );
});
