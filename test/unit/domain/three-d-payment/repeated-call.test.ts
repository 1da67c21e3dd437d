import { describe, expect, test } from 'vitest';
import { type AttemptState, attemptStates } from '../../../../shared/domain/attempt/states.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import {
  MAX_CALLS_PER_CODE,
  type NumberedCall,
  type RepeatedCall,
  repeatedCallOf,
} from '../../../../shared/domain/three-d-payment/repeated-call.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 12);
const MOST_ATTEMPTS = 10;
const SHOP = { signed: true };

interface Called {
  readonly asks?: string;
  readonly card?: string;
  readonly attempt?: AttemptState;
  /** Seconds ago. */
  readonly replaced?: number;
  readonly ended?: number;
}

interface Scene {
  readonly calls: readonly Called[];
  readonly state?: PaymentRequest['state'];
  /** Seconds since the latest call ended. */
  readonly ended?: number;
  readonly mobile?: boolean;
  readonly expired?: boolean;
}

const secondsAgo = (seconds: number): number => NOW_MS - seconds * 1000;

/** What a request for `A` with card `C` gets. */
const gets = ({
  calls: called,
  state = 'open',
  ended = 3600,
  mobile = false,
  expired = false,
}: Scene): RepeatedCall => {
  const result = { resultReference: 'R', code: '005', orderId: '', atMs: secondsAgo(ended) } as const;
  const base = linkWith();
  const link = linkWith({
    state,
    expiresAtMs: NOW_MS + (expired ? -1 : 1),
    progress: { ...base.progress, attempts: called.length, ...(state === 'failed' ? { result } : {}) },
    ...(mobile ? { source: 'mobile-3d' } : { source: 'three-d', shop: SHOP }),
  });
  const calls = called.map(
    ({ asks = 'A', card = 'C', attempt, replaced = 3600, ended: attemptEnded }, index): NumberedCall => {
      const number = index + 1;
      const times = attemptEnded === undefined ? {} : { endedAtMs: secondsAgo(attemptEnded) };
      return {
        number,
        fingerprint: asks,
        card: { maskedCard: card },
        token: `T${number}`,
        sealedCodeForHash: `S${number}`,
        replacedAtMs: secondsAgo(replaced),
        attempts:
          attempt === undefined
            ? []
            : [linkAttemptWith(link, { number, state: attempt, reportedOutcome: 'failed', ...times })],
      };
    },
  );
  return repeatedCallOf(
    { link, calls },
    {
      isSameRequest: ({ fingerprint }) => fingerprint === 'A',
      isSameCard: ({ card }) => card?.maskedCard === 'C',
    },
    { nowMs: NOW_MS, mostAttempts: MOST_ATTEMPTS },
  );
};

const kindOf = (scene: Scene): string => {
  const found = gets(scene);
  return found.kind === 'again' ? `again ${found.call.number}` : found.kind;
};

describe('What a call gets whose code is known (rule 10)', () => {
  test('a changed request is the next call where nobody opened the one before, and takes nobody’s place', () => {
    expect(gets({ calls: [{ asks: 'B' }] })).toEqual({ kind: 'next', waiting: [] });
  });

  test('an equal request for a payment that nobody opened puts another card into its box', () => {
    expect(kindOf({ calls: [{}] })).toBe('unopened');
    expect(kindOf({ calls: [{ card: 'D' }] })).toBe('unopened');
  });

  test.each([{ asks: 'B' }, { card: 'D' }, {}])(
    'a payer who waits at the bank is superseded, also by an equal request: %o',
    (call) => {
      const found = gets({ calls: [{ ...call, attempt: 'authenticating' }] });
      expect(found).toMatchObject({ kind: 'next', waiting: [{ state: 'authenticating', number: 1 }] });
    },
  );

  test('a payer who goes back twice is not sent to the address that was superseded first', () => {
    const calls = [{ attempt: 'closed', replaced: 5 }, { attempt: 'authenticating' }] as const;
    expect(kindOf({ calls })).toBe('next');
  });

  test.each(attemptStates)('an attempt binds its code while it may be charged or is being reversed: %s', (attempt) => {
    const binds = ['charging', 'in-doubt', 'reversing'].includes(attempt);
    for (const calls of [[{ attempt }], [{ attempt }, { asks: 'B' }]]) {
      expect(kindOf({ calls: [...calls, { asks: 'X' }] })).toBe(binds ? 'undecided' : 'next');
    }
  });

  test('a paid code keeps its request for ever', () => {
    expect(kindOf({ calls: [{ attempt: 'voided' }], state: 'paid' })).toBe('paid');
    expect(kindOf({ calls: [{ attempt: 'approved' }, { asks: 'B' }], state: 'paid' })).toBe('paid');
  });

  test.each([
    [{ ended: 59 }, 'again 1'],
    [{ ended: 60 }, 'next'],
  ])(
    'an equal request gets the answer again of a call that ended less than a minute ago: %o',
    ({ ended }, expected) => {
      expect(kindOf({ calls: [{ attempt: 'declined' }], state: 'failed', ended })).toBe(expected);
      expect(kindOf({ calls: [{}], state: 'failed', ended })).toBe(expected);
      expect(kindOf({ calls: [{ card: 'D', attempt: 'declined' }], state: 'failed', ended })).toBe('next');
      expect(kindOf({ calls: [{ asks: 'B', attempt: 'declined' }], state: 'failed', ended })).toBe('next');
    },
  );

  test.each([
    [59, 'again 1'],
    [60, 'next'],
  ])(
    'a delayed repeat of an earlier call takes the place of a later one only after a minute: %i s',
    (replaced, expected) => {
      for (const attempt of [undefined, 'authenticating'] as const) {
        const later = attempt === undefined ? {} : { attempt };
        expect(
          kindOf({
            calls: [
              { attempt: 'closed', replaced },
              { asks: 'B', ...later },
            ],
          }),
        ).toBe(expected);
        expect(kindOf({ calls: [{ replaced }, { asks: 'B', ...later }] })).toBe(expected);
      }
    },
  );

  test('a charge in doubt has not ended, though its call was reported failed a moment ago', () => {
    expect(kindOf({ calls: [{ attempt: 'in-doubt' }], state: 'failed', ended: 1 })).toBe('undecided');
    const later = [
      { attempt: 'declined', replaced: 9 },
      { asks: 'B', attempt: 'charging' },
    ] as const;
    expect(kindOf({ calls: later })).toBe('again 1');
  });

  test('a code has ten attempts and twenty calls', () => {
    const asks = 'B';
    const failed = (count: number) => Array.from({ length: count }, () => ({ asks, attempt: 'declined' }) as const);
    expect(kindOf({ calls: failed(MOST_ATTEMPTS - 1), state: 'failed' })).toBe('next');
    expect(kindOf({ calls: failed(MOST_ATTEMPTS), state: 'failed' })).toBe('used-up');
    const unopened = (count: number) => Array.from({ length: count }, () => ({ asks }));
    expect(kindOf({ calls: unopened(MAX_CALLS_PER_CODE - 1) })).toBe('next');
    expect(kindOf({ calls: unopened(MAX_CALLS_PER_CODE) })).toBe('used-up');
  });

  test('a mobile payment ends with its hour as well; a box that nobody opened is filled again at any time', () => {
    const calls = [{ asks: 'A' }];
    expect(kindOf({ calls, mobile: true, expired: true })).toBe('again 1');
    expect(kindOf({ calls, expired: true })).toBe('unopened');
  });
});
