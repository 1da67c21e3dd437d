import { describe, expect, test } from 'vitest';
import { actionsOf, type SeenPayment } from '../../../shared/desk/payment/payment-actions.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { type DeskRole, deskRoles } from '../../../shared/domain/desk/roles.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { Delivery } from '../../../shared/domain/outbox/delivery.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { reversalOf } from '../../support/payment/steps.ts';
import { paymentWith } from '../../support/payment/whole-payments.ts';

/** Noon of the charge's day in Istanbul, and noon of the next day. */
const SAME_DAY_MS = Date.UTC(2027, 0, 15, 9, 30);
const NEXT_DAY_MS = SAME_DAY_MS + 86_400_000;
const NOTHING_SENT = { messages: [], deliveries: [] };

const every = ['directPayment', 'mobile3D', 'paymentRequest'] as const;
const permitted = dealerWith({
  dealerCode: 'D1',
  voidChannels: every,
  refundChannels: every,
  captureChannels: every,
  poolApprovalChannels: every,
});

const actions = (
  payment: Payment,
  {
    role = 'manager',
    nowMs = SAME_DAY_MS,
    dealer = permitted,
  }: { role?: DeskRole; nowMs?: number; dealer?: Dealer } = {},
) => {
  const [attempt] = payment.attempts;
  if (attempt === undefined) throw new Error('the payment has an attempt');
  const seen: SeenPayment = { payment, attempt, dealer, role, nowMs };
  return actionsOf(seen, NOTHING_SENT);
};

const sale = paymentWith();
const terms = directAttemptWith('D1').terms;
const authorised = paymentWith({}, { terms: { ...terms, type: 'pre-authorisation' } });
const pooled = paymentWith({}, {}, { pooled: true });

const withStep = (of: Payment, changes: Partial<Step>, attemptChanges: Partial<DirectAttempt> = {}): Payment => {
  const [attempt] = of.attempts;
  if (attempt?.kind !== 'direct') throw new Error('the payment is direct');
  const changed = { ...attempt, ...attemptChanges };
  return { ...of, attempts: [changed], steps: [reversalOf(changed, changes)] };
};

const webhook = (state: Delivery['state']): Delivery => ({
  eventId: 'e',
  dealerCode: 'D1',
  channel: { kind: 'webhook', endpointId: 'shop' },
  state,
  version: 1,
  tries: 10,
  createdAtMs: SAME_DAY_MS,
  dueAtMs: SAME_DAY_MS,
  listingShards: 1,
});

describe('What a role can do with a payment (rules 53, 54)', () => {
  test.each([
    ['viewer', []],
    ['cashier', ['void']],
    ['manager', ['void', 'refund']],
  ] as const)('a %s can do %j with a sale on its day', (role, expected) => {
    expect(actions(sale, { role })).toEqual(expected);
  });

  test.each([
    ['viewer', []],
    ['cashier', []],
    ['manager', ['refund']],
  ] as const)('a %s can do %j with a sale of yesterday, whose bank day is over', (role, expected) => {
    expect(actions(sale, { role, nowMs: NEXT_DAY_MS })).toEqual(expected);
  });

  test('a manager captures or voids a pre-authorisation, and refunds nothing of it', () => {
    expect(actions(authorised)).toEqual(['void', 'capture']);
  });

  test('a cashier voids no pre-authorisation of another day, though the bank still would', () => {
    expect(actions(authorised, { role: 'cashier', nowMs: NEXT_DAY_MS })).toEqual([]);
    expect(actions(authorised, { nowMs: NEXT_DAY_MS })).toEqual(['void', 'capture']);
  });

  test('pooled money is approved, and an approval is undone while no statement has it', () => {
    expect(actions(pooled)).toEqual(['void', 'refund', 'approve']);
    const approved = withStep(pooled, {
      kind: 'pool-approval',
      state: 'done',
      amount: minor(0),
      endedAtMs: SAME_DAY_MS,
    });
    expect(actions(approved)).toContain('undo');
    expect(actions(approved)).not.toContain('approve');
  });

  test('nothing begins while a step of the payment runs', () => {
    const running = withStep(sale, { kind: 'refund', state: 'in-doubt', amount: minor(4000) }, { activeStep: 1 });
    expect(actions(running)).toEqual([]);
  });

  test.each(['charging', 'in-doubt', 'declined', 'voided'] as const)(
    'nothing begins with a payment that is %s',
    (state) => {
      const reportedOutcome = state === 'voided' ? 'paid' : 'nobody';
      expect(actions(paymentWith({}, { state, reportedOutcome }))).toEqual([]);
    },
  );

  test('nothing begins with a payment that was refunded in full', () => {
    const refund = { kind: 'refund', state: 'done', amount: minor(10_000), endedAtMs: SAME_DAY_MS } as const;
    expect(actions(withStep(sale, refund, { state: 'refunded', refunded: minor(10_000) }))).toEqual([]);
  });

  test('the desk opens no step that the dealer has no permission for', () => {
    const dealer = dealerWith({ dealerCode: 'D1', voidChannels: [], refundChannels: ['mobile3D'] });
    expect(actions(sale, { dealer })).toEqual([]);
  });
});

describe('Which deliveries are sent again', () => {
  const of = (state: Delivery['state'], role: DeskRole) => {
    const [attempt] = sale.attempts;
    if (attempt === undefined) throw new Error('the payment has an attempt');
    const seen: SeenPayment = { payment: sale, attempt, dealer: permitted, role, nowMs: NEXT_DAY_MS };
    return actionsOf(seen, { messages: [], deliveries: [webhook(state)] }).includes('webhooks');
  };

  test.each(deskRoles)('a webhook whose every try failed: by %s', (role) => {
    expect(of('dead', role)).toBe(role !== 'viewer');
  });

  test.each(['waiting', 'done'] as const)('none that is %s', (state) => {
    expect(of(state, 'manager')).toBe(false);
  });
});
