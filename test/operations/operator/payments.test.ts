import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import { orderIdOf } from '../../../shared/domain/payment/payment-name.ts';
import { linkWith } from '../../support/dealer/records.ts';
import {
  DAY,
  expectNothingHidden,
  listOf,
  NOON,
  paidAtTheThird,
  triedLink,
} from '../../support/operator/operated-payments.ts';
import { operatedDealer } from '../../support/operator/operators.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfDamaged, itemsOfLink, itemsOfReversing } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

describe('show-payment: a direct payment', () => {
  test('is shown with all its attempts, the last one first, by its code or by the order id of any of them', async () => {
    const operator = await operatedDealer({ nowMs: NOON + 3_600_000 });
    const { dealerCode, done } = operator;
    const [first, second, third] = await paidAtTheThird(operator, dealerCode, 'T-1');
    const byCode = await done('show-payment', { dealerCode, otherTrxCode: 'T-1' });
    expect(byCode).toMatchObject({
      dealerCode,
      direct: {
        operation: 'DoDirectPaymentMarketPlace',
        otherTrxCode: 'T-1',
        commissionScenario: 2,
        pooled: false,
        description: 'Order',
        buyer: { fullName: 'Ada' },
      },
      attempts: [
        {
          orderId: third?.orderId,
          number: 3,
          state: 'approved',
          told: 'paid',
          amount: 100,
          currency: 'TL',
          installments: 1,
          type: 'sale',
          maskedCard: '411111******1111',
          storedCard: true,
          startedAt: '2027-01-15T09:00:03.000Z',
          endedAt: '2027-01-15T09:00:03.500Z',
          bank: { authCode: 'A-7', hostReference: 'H-8', transactionId: 'T-9' },
          virtualPos: { posId: 'isbank', version: 1, bankCode: '64', bankName: 'Isbank' },
          limits: [{ kind: 'day', name: DAY, currency: 'TL', shard: 0, amount: 100 }],
          splits: [
            { subDealerId: 11, amount: 50, commission: 1.5, net: 48.5, topDealerCommission: 2, topDealerIncome: -0.5 },
            { subDealerId: 12 },
          ],
        },
        { orderId: second?.orderId, number: 2, state: 'declined', told: 'failed', bank: { code: '005' }, limits: [] },
        { orderId: first?.orderId, number: 1, state: 'declined', direct: { description: 'First order' } },
      ],
    });
    for (const { orderId } of [first, third].filter((one) => one !== undefined)) {
      expect(await done('show-payment', { dealerCode, orderId })).toEqual(byCode);
    }
    // An attempt that has ended waits for nothing.
    expect(JSON.stringify(byCode)).not.toMatch(/"(dueAt|waitsFor)"/);
    expectNothingHidden(byCode);
  });

  test('without an OtherTrxCode is found by its order id or its DealerPaymentId, and shows what it awaits', async () => {
    const operator = await operatedDealer({ nowMs: NOON + 3_600_000 });
    const { dealerCode, done, store } = operator;
    const attempt = directAttemptWith(dealerCode);
    const said = { state: 'S S', amount: minor(10_000), code: '00', atMs: NOON + 60_000 };
    await putRows(store, itemsOfReversing(attempt, { state: 'stuck', postponed: 4, said }));
    const shown = await done('show-payment', { dealerCode, orderId: attempt.orderId });
    expect(await done('show-payment', { dealerCode, paymentId: attempt.paymentId })).toEqual(shown);
    expect(shown).toMatchObject({
      attempts: [{ number: 1, state: 'reversing', told: 'failed', answerBy: '2027-01-15T09:00:28.000Z' }],
      steps: [
        {
          number: 1,
          attempt: 1,
          kind: 'reversal',
          state: 'stuck',
          waitsFor: 'stuck',
          amount: 100,
          askedBy: 'service',
          startedAt: '2027-01-15T09:00:00.000Z',
          postponed: 4,
          dueAt: '2027-01-15T09:02:00.000Z',
          bankSaid: { state: 'S S', amount: 100, code: '00', at: '2027-01-15T09:01:00.000Z' },
        },
      ],
    });
    // The step stands in the queue in the attempt's place.
    expect(listOf(shown, 'attempts')[0]).not.toHaveProperty('waitsFor');
    expect(listOf(shown, 'attempts')).toHaveLength(1);
  });
});

describe('show-payment: a damaged record', () => {
  test('is named by its field, and nothing of it is shown (rule 29)', async () => {
    const { dealerCode, refused, store } = await operatedDealer();
    const attempt = directAttemptWith(dealerCode);
    await putRows(store, itemsOfDamaged(attempt, { told: 'nonsense' }));
    const error = await refused('show-payment', { dealerCode, orderId: attempt.orderId });
    expect(error).toEqual({
      code: 'NotPossible',
      message: 'This payment cannot be shown: a stored attempt cannot be read: told.',
    });
  });
});

describe('show-payment: a payment link', () => {
  test('is shown by its id, its code, or the order id of any attempt, without any address (rules 28, 30)', async () => {
    const operator = await operatedDealer({ nowMs: NOON + 120_000 });
    const { dealerCode, done, refused } = operator;
    const { link, first, second, secrets } = await triedLink(operator, dealerCode);
    const shown = await done('show-payment', { dealerCode, paymentId: link.userPosPaymentId });
    expect(shown).toMatchObject({
      paymentRequest: { userPosPaymentId: link.userPosPaymentId, otherTrxCode: link.otherTrxCode, state: 'open' },
      attempts: [
        { orderId: second.orderId, number: 2, state: 'authenticating', waitsFor: 'running' },
        { orderId: first.orderId, number: 1, state: 'declined', bank: { code: '016' } },
      ],
    });
    expect(await done('show-payment', { dealerCode, otherTrxCode: link.otherTrxCode })).toEqual(shown);
    for (const { orderId } of [first, second]) {
      expect(await done('show-payment', { dealerCode, orderId })).toEqual(shown);
    }
    const hidden = [...secrets, ...Object.values(link.secrets)];
    expectNothingHidden(shown, ...hidden);
    expectNothingHidden(await done('show-payment-request', { dealerCode, otherTrxCode: link.otherTrxCode }), ...hidden);
    const noAttempt = orderIdOf({ payment: link.payment, number: 3 });
    expect(await refused('show-payment', { dealerCode, orderId: noAttempt })).toMatchObject({ code: 'NotFound' });
    // The secret of a callback is no order id, even for a person who knows it.
    const guessed = await refused('show-payment', { dealerCode, orderId: `ORDER-${second.callbackSecret}` });
    expect(guessed).toMatchObject({ code: 'InvalidInput', field: 'orderId' });
  });

  test('that nobody has tried to pay has no attempts', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const { dealerCode, done, store } = operator;
    const link = linkWith({ dealerCode, createdAtMs: NOON });
    await putRows(store, itemsOfLink(link));
    expect(await done('show-payment', { dealerCode, paymentId: link.userPosPaymentId })).toMatchObject({
      paymentRequest: { state: 'open', amount: 27.5 },
      attempts: [],
    });
  });
});

describe('payments of another dealer', () => {
  test('are found by no identifier and in no list (rule 37)', async () => {
    const [owner, other] = [await operatedDealer({ nowMs: NOON }), await operatedDealer({ nowMs: NOON })];
    const [attempt] = await paidAtTheThird(owner, owner.dealerCode, 'T-1');
    const { link, first } = await triedLink(owner, owner.dealerCode);
    const { dealerCode } = other;
    const attempts = [
      { orderId: attempt?.orderId },
      { orderId: first.orderId },
      { paymentId: attempt?.paymentId },
      { otherTrxCode: 'T-1' },
      { otherTrxCode: link.otherTrxCode },
      { paymentId: link.userPosPaymentId },
    ];
    for (const identifier of attempts) {
      expect(await other.refused('show-payment', { dealerCode, ...identifier })).toMatchObject({ code: 'NotFound' });
    }
    expect(await other.done('list-payments', { dealerCode, day: DAY })).toMatchObject({ payments: [] });
    expect(await other.done('export-payments', { dealerCode, day: DAY })).toMatchObject({ rows: [] });
    expect(await other.done('list-in-doubt', { dealerCode })).toMatchObject({ attempts: [] });
  });

  test.each([
    ['orderId', {}],
    ['orderId', { otherTrxCode: 'T', paymentId: 7 }],
    ['orderId', { orderId: 'T-1' }],
    ['orderId', { orderId: 'ORDER-1' }],
    ['day', { otherTrxCode: 'T', day: DAY }],
  ])('a wrong %s is refused by its name: %o', async (field, input) => {
    const { refused, dealerCode } = await operatedDealer();
    expect(await refused('show-payment', { dealerCode, ...input })).toMatchObject({ code: 'InvalidInput', field });
  });
});
