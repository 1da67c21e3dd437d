import { describe, expect, test } from 'vitest';
import type { LinkAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import { type LifeSources, lifeOf, lifeStateOf } from '../../../../shared/domain/desk/payment-life.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import type { Message } from '../../../../shared/domain/message/message.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Delivery } from '../../../../shared/domain/outbox/delivery.ts';
import type { Payment } from '../../../../shared/domain/payment/payment.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';
import { reversalOf } from '../../../support/payment/steps.ts';

const HOUR_MS = 3_600_000;
const MADE_MS = Date.UTC(2027, 0, 15, 6);
const NOW_MS = MADE_MS + 10 * HOUR_MS;

const open = linkWith({ createdAtMs: MADE_MS, expiresAtMs: MADE_MS + 24 * HOUR_MS });

const paymentOf = (link: PaymentRequest, attempts: readonly LinkAttempt[], steps: Payment['steps'] = []): Payment => ({
  name: link.payment,
  kind: 'link',
  operation: 'CreateUserPosPayment',
  dealerCode: link.dealerCode,
  paymentId: link.userPosPaymentId,
  createdAtMs: link.createdAtMs,
  link,
  attempts,
  steps,
});

const attemptAt = (hours: number, changes: Partial<LinkAttempt> = {}): LinkAttempt =>
  linkAttemptWith(open, { startedAtMs: MADE_MS + hours * HOUR_MS, ...changes });

const life = (payment: Payment, changes: Partial<LifeSources> = {}) =>
  lifeOf({ payment, messages: [], deliveries: [], nowMs: NOW_MS, ...changes });

const outcomeOf = (changes: Partial<LinkAttempt>, link = open) => {
  const line = life(paymentOf(link, [attemptAt(1, changes)])).find(({ kind }) => kind === 'try');
  return line?.kind === 'try' ? line.outcome : undefined;
};

const sms: Message = {
  payment: open.payment,
  channel: 'sms',
  kind: 'link',
  round: 1,
  state: 'delivered',
  version: 2,
  to: '5321112233',
  handOvers: 1,
  queuedAtMs: MADE_MS + 1000,
};

const delivery: Delivery = {
  eventId: 'e',
  dealerCode: open.dealerCode,
  channel: { kind: 'webhook', endpointId: 'shop' },
  state: 'done',
  version: 2,
  tries: 1,
  createdAtMs: MADE_MS + 4 * HOUR_MS,
  dueAtMs: 0,
  listingShards: 1,
};

describe('The life of a payment', () => {
  test('is told from the oldest to the newest: made, sent, opened, declined, paid, told, refunded', () => {
    const link: PaymentRequest = {
      ...open,
      state: 'paid',
      progress: { ...open.progress, openedAtMs: MADE_MS + HOUR_MS },
    };
    const declined = attemptAt(2, { state: 'declined', reportedOutcome: 'failed', bank: { code: '002' } });
    const paid = attemptAt(3, { number: 2, state: 'approved', reportedOutcome: 'paid' });
    const refund = reversalOf(paid, {
      kind: 'refund',
      state: 'done',
      amount: minor(500),
      startedAtMs: MADE_MS + 5 * HOUR_MS,
      endedAtMs: MADE_MS + 5 * HOUR_MS,
    });
    const lines = life(paymentOf(link, [declined, paid], [refund]), {
      messages: [sms],
      deliveries: [{ type: 'link.paid', delivery }],
    });
    expect(lines.map(({ kind }) => kind)).toEqual(['made', 'message', 'opened', 'try', 'try', 'told', 'step']);
    expect(lines[3]).toMatchObject({ outcome: 'declined', code: '002' });
    expect(lines[4]).toMatchObject({ outcome: 'paid' });
  });

  test.each([
    ['a 3D page that is open', { state: 'authenticating' }, 'in-3d'],
    ['a call within its time', { state: 'charging', answerByMs: NOW_MS + 1 }, 'charging'],
    ['a call without an answer', { state: 'charging', answerByMs: NOW_MS }, 'in-doubt'],
    ['a doubt', { state: 'in-doubt' }, 'in-doubt'],
    ['a doubt that was told as failed', { state: 'in-doubt', reportedOutcome: 'failed' }, 'unanswered'],
    ['a payer who left 3D', { state: 'closed' }, 'left-3d'],
    ['a late charge that is given back', { state: 'reversing', reportedOutcome: 'failed' }, 'given-back'],
    ['a refused charge', { state: 'declined' }, 'declined'],
    ['a payment that was refunded since', { state: 'refunded', reportedOutcome: 'paid' }, 'paid'],
  ] as const)('tells %s', (_name, changes, outcome) => {
    expect(outcomeOf(changes)).toBe(outcome);
  });

  test('tells a pre-authorisation as authorised', () => {
    const { terms } = attemptAt(1);
    const changes = {
      state: 'approved',
      reportedOutcome: 'paid',
      terms: { ...terms, type: 'pre-authorisation' },
    } as const;
    expect(outcomeOf(changes)).toBe('authorised');
  });

  test('tells a 3D page as left once its link is closed', () => {
    expect(outcomeOf({ state: 'authenticating' }, { ...open, state: 'cancelled' })).toBe('left-3d');
  });

  test.each([
    [{ state: 'cancelled' }, NOW_MS, 'cancelled'],
    [{ state: 'failed' }, NOW_MS, 'failed'],
    [{}, MADE_MS + 24 * HOUR_MS, 'expired'],
  ] as const)('tells how a link ended: %j', (changes, nowMs, how) => {
    expect(life(paymentOf({ ...open, ...changes }, []), { nowMs }).at(-1)).toMatchObject({ kind: 'link-over', how });
  });

  test('tells an open link without an end', () => {
    expect(life(paymentOf(open, [])).map(({ kind }) => kind)).toEqual(['made']);
  });

  test.each([
    [{ state: 'done', tries: 1 }, 'done'],
    [{ state: 'waiting', tries: 0 }, 'waiting'],
    [{ state: 'waiting', tries: 3 }, 'failing'],
    [{ state: 'dead', tries: 10 }, 'dead'],
  ] as const)('tells a webhook that is %j as %s', (changes, state) => {
    const told = { type: 'link.paid', delivery: { ...delivery, ...changes } } as const;
    expect(life(paymentOf(open, []), { deliveries: [told] }).at(-1)).toMatchObject({ kind: 'told', state });
  });

  test('leaves deliveries of messages to the messages', () => {
    const told = { type: 'link.created', delivery: { ...delivery, channel: { kind: 'sms', round: 1 } } } as const;
    expect(life(paymentOf(open, []), { deliveries: [told] }).some(({ kind }) => kind === 'told')).toBe(false);
  });
});

describe('How far a step came', () => {
  const attempt = attemptAt(1);

  test.each([
    [{ kind: 'refund', state: 'intended' }, 'waits'],
    [{ kind: 'refund', state: 'intended', lastCallAtMs: NOW_MS }, 'unclear'],
    [{ kind: 'void', state: 'intended', lastCallAtMs: NOW_MS }, 'unclear'],
    [{ kind: 'capture', state: 'in-doubt' }, 'unclear'],
    [{ kind: 'refund', state: 'stuck' }, 'stuck'],
    [{ kind: 'refund', state: 'refused' }, 'refused'],
    [{ kind: 'void', state: 'done' }, 'done'],
  ] as const)('%j is told as %s', (changes, state) => {
    const { lastCallAtMs: _none, ...step } = reversalOf(attempt, { kind: changes.kind });
    expect(lifeStateOf({ ...step, ...changes }, NOW_MS)).toBe(state);
  });
});
