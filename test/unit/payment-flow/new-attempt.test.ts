import { describe, expect, test } from 'vitest';
import { chargingTimes } from '../../../shared/domain/attempt/timing.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { newAttempt } from '../../../shared/payment-flow/new-attempt.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';

const NOW = 1_000_000;

const P = 'abcdefghijklmnopqrstuvw234';

const intent = (number: number) => ({
  payment: P,
  number,
  paymentId: 7,
  trxId: 8,
  dealerCode: '1001',
  listingShards: 3,
  pos: posWith({ posId: 'isbank', bankCode: '64', isDefault: true }),
  terms: {
    total: minor(10_000),
    currency: 'TL',
    installments: 1,
    type: 'sale',
    commission: { payer: minor(0), dealer: minor(150) },
  } as const,
  maskedCard: '415565******0000',
  payerAddress: '203.0.113.7',
  preAuthorisationDays: 7,
  nowMs: NOW,
});

describe('The intent of a charge', () => {
  test('that begins at once names when the bank answers and when the attempt is in doubt (rules 5, 8)', () => {
    const attempt = newAttempt(intent(1), 'charging');
    expect(attempt).toMatchObject({ state: 'charging', startedAtMs: NOW, ...chargingTimes(NOW) });
    expect(chargingTimes(NOW)).toEqual({ lastCallAtMs: NOW, answerByMs: NOW + 28_000, dueAtMs: NOW + 120_000 });
  });

  test('that waits for 3D has 15 minutes, and no call has left (rule 15)', () => {
    const attempt = newAttempt(intent(1), 'authenticating');
    expect(attempt).toMatchObject({ state: 'authenticating', dueAtMs: NOW + 15 * 60_000 });
    expect(attempt).not.toHaveProperty('lastCallAtMs');
    expect(attempt).not.toHaveProperty('answerByMs');
  });

  test('names its order by payment and number, is reported to nobody, and holds no budget', () => {
    const first = newAttempt(intent(1), 'charging');
    expect(first).toMatchObject({
      payment: P,
      number: 1,
      reference: `${P}.01`,
      orderId: `ORDER-${P}-01`,
      paymentId: 7,
      trxId: 8,
      listingShards: 3,
      reportedOutcome: 'nobody',
      version: 1,
      postponed: 0,
      reservations: [],
    });
    // Nothing followed it yet.
    expect(first).not.toHaveProperty('next');
    const fourth = newAttempt(intent(4), 'charging');
    expect(fourth).toMatchObject({ number: 4, reference: `${P}.04`, orderId: `ORDER-${P}-04`, paymentId: 7 });
  });
});
