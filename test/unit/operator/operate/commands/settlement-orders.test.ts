import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { recordDifferences, showOrders } from '../../../../../functions/operator/operate/commands/settlement.ts';
import type { DirectAttempt } from '../../../../../shared/domain/attempt/attempt.ts';
import type { Payment } from '../../../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../../../shared/domain/payment/step.ts';
import { directAttemptWith } from '../../../../support/payment/attempts.ts';
import { reversalOf } from '../../../../support/payment/steps.ts';

/** Noon in Istanbul of 15 January 2027. */
const NOON_MS = Date.UTC(2027, 0, 15, 9);

/** A call of an operator of a stage that has these payments. */
const callWith = (payments: readonly Payment[] = []): CommandCall => {
  const wholePayments = {
    findByOrder: async (dealerCode: string, orderId: string) =>
      payments.find((one) => one.dealerCode === dealerCode && orderId.includes(one.name)),
  };
  return { deps: { wholePayments }, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' } as unknown as CommandCall;
};

const attemptWith = (changes: Partial<DirectAttempt> = {}): DirectAttempt =>
  directAttemptWith('D1', { state: 'approved', reportedOutcome: 'paid', endedAtMs: NOON_MS, ...changes });

describe('show-orders: what the bank should hold', () => {
  const attempt = attemptWith({ number: 2 });
  const first = { ...attemptWith({ payment: attempt.payment, number: 1, state: 'declined' }) };
  const payment: Payment = {
    name: attempt.payment,
    kind: 'direct',
    operation: 'DoDirectPayment',
    dealerCode: 'D1',
    paymentId: attempt.paymentId,
    createdAtMs: NOON_MS,
    attempts: [first, attempt],
    steps: [],
  };
  const { orderId } = attempt;
  const ordersOf = async (orderIds: readonly string[], changes: Partial<Payment> = {}) => {
    const answer = await showOrders.show({ dealerCode: 'D1', orderIds }, callWith([{ ...payment, ...changes }]));
    return answer.orders;
  };

  test('of each attempt by its own order, in the currency of the order', async () => {
    expect(await ordersOf([orderId, first.orderId])).toEqual([
      {
        orderId,
        currency: 'TL',
        isVoided: false,
        expected: { kind: 'taken', type: 'sale', amount: 10_000, refunded: 0 },
      },
      { orderId: first.orderId, currency: 'TL', isVoided: false, expected: { kind: 'nothing' } },
    ]);
  });

  test.each<readonly [string, Partial<Step>, boolean]>([
    ['a void that is done', { kind: 'void', state: 'done', doneBy: 'void' }, true],
    ['a void of another attempt', { kind: 'void', state: 'done', doneBy: 'void', attempt: 1 }, false],
    ['a void that was refused', { kind: 'void', state: 'refused', doneBy: 'void' }, false],
    ['a refund by a Credit', { kind: 'refund', state: 'done', doneBy: 'credit' }, false],
  ])('after %s it is voided: %#', async (_what, step, isVoided) => {
    const steps = [reversalOf(attempt, step)];
    expect(await ordersOf([orderId], { steps })).toMatchObject([{ isVoided }]);
  });

  test.each([
    ['an id that is none of ours', 'BANK-1', {}],
    ['an order of another dealer', orderId, { dealerCode: 'D2' }],
    ['an attempt that the payment does not have', `${orderId.slice(0, -2)}03`, {}],
  ])('%s is left out', async (_what, asked, changes) => {
    expect(await ordersOf([asked], changes)).toEqual([]);
  });
});

describe('record-differences', () => {
  const sides = { ours: { state: 'taken', amount: '27.50', refunded: '1' }, bank: { state: 'unknown' } };
  const one = { orderId: 'ORDER-of-the-bank', day: '20270115', kind: 'missing-here', ...sides };
  const planOf = (difference: object) =>
    recordDifferences.plan({ dealerCode: 'D1', posId: 'isbank', differences: [difference] }, callWith());

  test('keeps each difference as one of a settlement file of the dealer, in minor units', async () => {
    const about = { dealerCode: 'D1', posId: 'isbank', source: 'settlement', foundAtMs: NOON_MS };
    const { orderId, day, kind } = one;
    const ours = { state: 'taken', amount: 2750, refunded: 100 };
    const record = { orderId, day, kind, ours, bank: { state: 'unknown' }, ...about };
    expect(await planOf(one)).toEqual({
      dealerCode: 'D1',
      change: { kind: 'differences', record: [record] },
      changed: [],
      result: { dealerCode: 'D1', posId: 'isbank', recorded: 1 },
    });
    expect(await planOf({ ...one, currency: 'USD' })).toMatchObject({
      change: { record: [{ ...record, currency: 'USD' }] },
    });
  });

  test.each(['missing-here', 'other-type', 'other-currency', 'missing-at-bank', 'other-amount'])(
    'takes the kind %s',
    async (kind) => {
      await expect(planOf({ ...one, kind })).resolves.toMatchObject({ result: { recorded: 1 } });
    },
  );

  test.each<readonly [string, object, string]>([
    ['a kind that there is not', { kind: 'other' }, 'differences.0.kind'],
    ['an order id with a blank', { orderId: 'OR DER' }, 'differences.0.orderId'],
    ['an order id of 65 characters', { orderId: 'x'.repeat(65) }, 'differences.0.orderId'],
    ['an empty order id', { orderId: '' }, 'differences.0.orderId'],
    ['a side without a state', { bank: { amount: '1' } }, 'differences.0.bank.state'],
    ['an amount that is none', { bank: { state: 'taken', amount: 'x' } }, 'differences.0.bank.amount'],
  ])('refuses %s', async (_what, changes, field) => {
    await expect(planOf({ ...one, ...changes })).rejects.toMatchObject({ code: 'InvalidInput', field });
  });
});
