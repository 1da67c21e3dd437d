import { describe, expect, test } from 'vitest';
import { chargingTimes } from '../../../shared/domain/attempt/timing.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { newAttempt } from '../../../shared/payment-flow/new-attempt.ts';
import { posWith } from '../../support/virtual-pos.ts';

const NOW = 1_000_000;

const intentAfter = (before: { readonly count: number; readonly latest?: string }) => ({
  reference: 'R',
  orderId: 'ORDER-R',
  dealerCode: '1001',
  listingShards: 3,
  pos: posWith({ posId: 'isbank', bankCode: '64', isDefault: true }),
  terms: { total: minor(10_000), currency: 'TL', installments: 1, type: 'sale' } as const,
  maskedCard: '415565******0000',
  payerAddress: '203.0.113.7',
  before,
  nowMs: NOW,
});

describe('The intent of a charge', () => {
  test('that begins at once names when the bank answers and when the attempt is in doubt (rules 5, 8)', () => {
    const attempt = newAttempt(intentAfter({ count: 0 }), 'charging');
    expect(attempt).toMatchObject({ state: 'charging', startedAtMs: NOW, ...chargingTimes(NOW) });
    expect(chargingTimes(NOW)).toEqual({ lastCallAtMs: NOW, answerByMs: NOW + 28_000, dueAtMs: NOW + 120_000 });
  });

  test('that waits for 3D has 15 minutes, and no call has left (rule 15)', () => {
    const attempt = newAttempt(intentAfter({ count: 0 }), 'authenticating');
    expect(attempt).toMatchObject({ state: 'authenticating', dueAtMs: NOW + 15 * 60_000 });
    expect(attempt).not.toHaveProperty('lastCallAtMs');
    expect(attempt).not.toHaveProperty('answerByMs');
  });

  test('is the next of its chain, told to nobody, without budget', () => {
    const first = newAttempt(intentAfter({ count: 0 }), 'charging');
    expect(first).toMatchObject({
      listingShards: 3,
      number: 1,
      told: 'nobody',
      version: 1,
      postponed: 0,
      reservations: [],
    });
    expect(first).not.toHaveProperty('previous');
    const fourth = newAttempt(intentAfter({ count: 3, latest: 'Q' }), 'charging');
    expect(fourth).toMatchObject({ number: 4, previous: 'Q' });
    expect(fourth).not.toHaveProperty('before');
  });
});
