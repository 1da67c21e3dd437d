import { describe, expect, test } from 'vitest';
import { type AttemptState, attemptStates } from '../../../../shared/domain/attempt/states.ts';
import { type ShopRepeat, shopRepeatOf } from '../../../../shared/domain/three-d-payment/shop-payment.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';

const repeated = (state: 'open' | 'paid' | 'failed', attempts: number, attempt?: AttemptState): ShopRepeat => {
  const link = linkWith({ state, progress: { ...linkWith().progress, attempts } });
  return shopRepeatOf({
    link,
    ...(attempt === undefined ? {} : { attempt: linkAttemptWith(link, { state: attempt, told: 'failed' }) }),
  });
};

describe('What a known code of a 3D payment from a shop gives (rule 10)', () => {
  test('a payment that nobody opened takes another card, an opened one is running, a paid one is paid', () => {
    expect(repeated('open', 1)).toBe('new-box');
    for (const state of attemptStates) expect(repeated('open', 1, state)).toBe('running');
    expect(repeated('paid', 1, 'approved')).toBe('paid');
  });

  test('a payment that failed is tried once more, at most ten times', () => {
    expect(repeated('failed', 1)).toBe('next-call');
    expect(repeated('failed', 9, 'declined')).toBe('next-call');
    expect(repeated('failed', 10, 'declined')).toBe('used-up');
  });

  test.each<AttemptState>(['charging', 'in-doubt', 'reversing'])(
    'no further call begins while its charge may stand: %s',
    (state) => {
      expect(repeated('failed', 1, state)).toBe('running');
    },
  );

  test('an attempt that is still in 3D does not hold it: its lock wants the payment open', () => {
    expect(repeated('failed', 1, 'authenticating')).toBe('next-call');
  });
});
