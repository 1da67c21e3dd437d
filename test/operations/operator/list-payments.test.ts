import { describe, expect, test } from 'vitest';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { AttemptState } from '../../../shared/domain/attempt/states.ts';
import type { DirectPayment } from '../../../shared/domain/direct-payment/direct-payment.ts';
import {
  DAY,
  expectNothingHidden,
  listOf,
  NOON,
  paidAtTheThird,
  type Shown,
  triedLink,
} from '../../support/operator/operated-payments.ts';
import { type Input, type Operator, operatedDealer } from '../../support/operator/operators.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfDamaged, itemsOfDirect } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

const states: readonly AttemptState[] = ['approved', 'declined', 'in-doubt', 'approved'];

const manyPayments = async ({ store }: Operator, dealerCode: string): Promise<readonly DirectAttempt[]> => {
  const attempts = Array.from({ length: 60 }, (_, index) => {
    const direct: Partial<DirectPayment> = { otherTrxCode: `T-${index}` };
    const state = states[index % states.length] ?? 'approved';
    return directAttemptWith(dealerCode, { state, startedAtMs: NOON + Math.floor(index / 2) }, direct);
  });
  await putRows(
    store,
    attempts.flatMap((attempt) => itemsOfDirect(attempt)),
  );
  return attempts.toSorted((a, b) => a.startedAtMs - b.startedAtMs || (a.orderId < b.orderId ? -1 : 1));
};

/** Reads a whole day page by page, with a bound on the pages. */
const wholeDay = async ({ done }: Operator, input: Input): Promise<readonly Shown[]> => {
  const found: Shown[] = [];
  let cursor: unknown;
  for (let page = 0; page < 40; page += 1) {
    const answer = await done('list-payments', { ...input, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...listOf(answer, 'payments'));
    cursor = answer.next;
    if (cursor === undefined) return found;
  }
  throw new Error('the list does not end');
};

describe('list-payments', () => {
  test('a day is listed oldest first over all shards, page by page, each attempt once, and by state', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const { dealerCode } = operator;
    const attempts = await manyPayments(operator, dealerCode);
    const all = await wholeDay(operator, { dealerCode, limit: 13 });
    expect(all.map(({ orderId }) => orderId)).toEqual(attempts.map(({ orderId }) => orderId));
    for (const state of new Set(states)) {
      const found = await wholeDay(operator, { dealerCode, day: DAY, state, limit: 4 });
      expect(found.map(({ orderId }) => orderId)).toEqual(
        attempts.filter((one) => one.state === state).map(({ orderId }) => orderId),
      );
    }
    expect(await wholeDay(operator, { dealerCode, day: '20270116' })).toEqual([]);
  });

  test('links and direct payments stand side by side, with what they pay and nothing hidden', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const { dealerCode } = operator;
    const { link, first, second, secrets } = await triedLink(operator, dealerCode);
    const [direct] = await paidAtTheThird(operator, dealerCode, 'T-1');
    const broken = directAttemptWith(dealerCode, { startedAtMs: NOON + 90_000 });
    await putRows(operator.store, itemsOfDamaged(broken, { told: 'nonsense' }));
    const answer = await operator.done('list-payments', { dealerCode, limit: 10 });
    const ofLink = { paid: 'link', userPosPaymentId: link.userPosPaymentId, otherTrxCode: link.otherTrxCode };
    expect(answer.payments).toEqual([
      expect.objectContaining({ orderId: first.orderId, ...ofLink, state: 'declined', bankCode: '016' }),
      {
        orderId: direct?.orderId,
        paid: 'direct',
        otherTrxCode: 'T-1',
        number: 1,
        state: 'declined',
        told: 'failed',
        amount: 100,
        currency: 'TL',
        installments: 1,
        maskedCard: '411111******1111',
        bankCode: '005',
        startedAt: '2027-01-15T09:00:01.000Z',
        endedAt: '2027-01-15T09:00:01.500Z',
      },
      expect.objectContaining({ number: 2, state: 'declined' }),
      expect.objectContaining({ number: 3, state: 'approved' }),
      expect.objectContaining({ orderId: second.orderId, ...ofLink, number: 2, state: 'authenticating' }),
      { orderId: broken.orderId, unreadable: true },
    ]);
    expectNothingHidden(answer, ...secrets);
    // An unreadable attempt may be in any state, so every state's list holds it.
    const approved = await operator.done('list-payments', { dealerCode, state: 'approved' });
    expect(listOf(approved, 'payments').map(({ state }) => state)).toEqual(['approved', undefined]);
  });

  test.each([
    ['limit', { limit: 101 }],
    ['state', { state: 'lost' }],
    ['day', { day: 'today' }],
    ['cursor', { cursor: '000000000000001#7' }],
  ])('a wrong %s is refused by its name', async (field, input) => {
    const { refused, dealerCode } = await operatedDealer();
    expect(await refused('list-payments', { dealerCode, ...input })).toMatchObject({ code: 'InvalidInput', field });
  });
});
