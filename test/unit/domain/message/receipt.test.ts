import { describe, expect, test } from 'vitest';
import type { LinkResult } from '../../../../shared/domain/link/payment-request.ts';
import type { Message } from '../../../../shared/domain/message/message.ts';
import { askForReceipt, chargeForReceipt } from '../../../../shared/domain/message/receipt.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Payment } from '../../../../shared/domain/payment/payment.ts';
import { stepKinds } from '../../../../shared/domain/payment/step.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';
import { reversalOf } from '../../../support/payment/steps.ts';
import { paymentWith } from '../../../support/payment/whole-payments.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const HOUR_MS = 3_600_000;
const open = linkWith();
const paid = { state: 'approved', reportedOutcome: 'paid', endedAtMs: NOW } as const;
const charge = linkAttemptWith(open, paid);
const result: LinkResult = { resultReference: 'r', code: '', orderId: charge.orderId, atMs: NOW };
const link = { ...open, state: 'paid' as const, progress: { ...open.progress, result } };
const payment: Payment = { ...paymentWith(), name: open.payment, kind: 'link', link, attempts: [charge], steps: [] };
const to = 'payer@example.com';

const receipt = (round: number, changes: Partial<Message> = {}): Message => ({
  payment: open.payment,
  channel: 'email',
  kind: 'receipt',
  round,
  state: 'sent',
  version: 2,
  to: 'other@example.com',
  handOvers: 1,
  queuedAtMs: NOW,
  ...changes,
});

const ask = (changes: Partial<Parameters<typeof askForReceipt>[0]> = {}) =>
  askForReceipt({ payment, messages: [], to, language: 'tr', nowMs: NOW + 1000, ...changes });

describe('a payer asks for a receipt (rule 43)', () => {
  test('gets a message and the event that makes it leave; its address stands in the message alone', () => {
    const asked = ask();
    expect(asked).toMatchObject({
      kind: 'ask',
      message: { channel: 'email', kind: 'receipt', round: 1, to, state: 'queued', handOvers: 0 },
      event: {
        eventId: `${open.payment}-receipt-1`,
        type: 'receipt.asked',
        facts: { payment: { orderId: charge.orderId }, receipt: { round: 1, language: 'tr' } },
      },
    });
    expect(JSON.stringify(asked.kind === 'ask' && asked.event)).not.toContain(to);
  });

  test.each([
    ['the second of two', { messages: [receipt(1)] }, 'ask'],
    ['a third', { messages: [receipt(1), receipt(2, { state: 'failed' })] }, 'too-many'],
    ['the same form pressed twice', { messages: [receipt(1, { to })] }, 'asked-already'],
    ['the same address later', { messages: [receipt(1, { to })], nowMs: NOW + HOUR_MS }, 'ask'],
    [
      'what brought the link counts not',
      { messages: [receipt(1, { kind: 'link' }), receipt(2, { kind: 'link' })] },
      'ask',
    ],
    ['the last moment', { nowMs: NOW + 24 * HOUR_MS - 1 }, 'ask'],
    ['a moment later', { nowMs: NOW + 24 * HOUR_MS }, 'over'],
    ['a link that is open', { payment: { ...payment, link: open } }, 'over'],
    ['no link at all', { payment: paymentWith() }, 'over'],
    ['a voided payment', { payment: { ...payment, attempts: [{ ...charge, state: 'voided' as const }] } }, 'over'],
  ])('%s', (_what, changes, outcome) => {
    const asked = ask(changes);
    expect(asked.kind === 'refused' ? asked.reason : asked.kind).toBe(outcome);
  });
});

describe('the charge that a receipt may call paid', () => {
  const found = (changes: object, steps: Payment['steps'] = []) =>
    chargeForReceipt({ attempts: [{ ...charge, ...changes }], steps }, charge.orderId) !== undefined;

  test.each([
    ['stands', {}, true],
    ['was captured in part', { captured: minor(500) }, true],
    ['was refunded in part', { refunded: minor(1) }, false],
    ['was voided', { state: 'voided' }, false],
    ['was refunded', { state: 'refunded', refunded: minor(10_000) }, false],
    ['is being reversed', { state: 'reversing', reportedOutcome: 'failed' }, false],
    ['was reported failed', { reportedOutcome: 'failed' }, false],
    ['waits for the bank', { state: 'charging', reportedOutcome: 'nobody' }, false],
    ['has another order', { orderId: 'ORDER-x' }, false],
  ])('%s', (_what, changes, stands) => {
    expect(found(changes)).toBe(stands);
  });

  test.each(stepKinds)('while its %s is under way', (kind) => {
    const step = { ...reversalOf(charge), kind };
    const givesBack = ['void', 'refund', 'reversal'].includes(kind);
    expect(found({ activeStep: step.number }, [step])).toBe(!givesBack);
    expect(found({}, [step])).toBe(true);
  });
});
