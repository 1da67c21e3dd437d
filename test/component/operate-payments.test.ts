import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../shared/adapters/dynamodb/attempts.ts';
import { dynamoDirectPayments } from '../../shared/adapters/dynamodb/direct-payments.ts';
import { attemptItem } from '../../shared/adapters/dynamodb/rows/attempt-row.ts';
import { idempotencyItem, linkItem, linkPointerItem } from '../../shared/adapters/dynamodb/rows/payment-request-row.ts';
import type { DirectAttempt } from '../../shared/domain/attempt/attempt.ts';
import { orderIdOf } from '../../shared/domain/attempt/order-id.ts';
import type { AttemptState } from '../../shared/domain/attempt/states.ts';
import type { DirectPayment } from '../../shared/domain/direct-payment/direct-payment.ts';
import { NO_PROGRESS } from '../../shared/domain/link/payment-request.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { concludeApproved, concludeDeclined } from '../../shared/payment-flow/conclude.ts';
import { directAttemptWith, HIDDEN, linkAttemptWith } from '../support/attempts.ts';
import { type Input, type Operator, operatedDealer } from '../support/operators.ts';
import { linkWith } from '../support/records.ts';
import { putRows } from '../support/store.ts';

const DAY = '20270115';
const NOON = Date.UTC(2027, 0, 15, 9);

type Shown = Readonly<Record<string, unknown>>;
const listOf = (answer: Input, member: string): readonly Shown[] => answer[member] as readonly Shown[];

/**
 * No secret text of an attempt is shown. The order id of a direct payment contains the reference that finds it, so that
 * one is allowed.
 */
const expectNothingHidden = (answer: unknown, ...more: readonly string[]): void => {
  const text = JSON.stringify(answer);
  for (const secret of [...Object.values(HIDDEN), ...more]) expect(text).not.toContain(secret);
};

/**
 * Three attempts of one code, declined, declined and approved, written through the store as the operation writes them.
 */
const paidAtTheThird = async ({ store }: Operator, dealerCode: string, otherTrxCode: string) => {
  const [payments, attempts] = [dynamoDirectPayments(store), dynamoAttempts(store)];
  const begun: DirectAttempt[] = [];
  for (const number of [1, 2, 3]) {
    const before = begun.at(-1);
    const after = before === undefined ? undefined : await attempts.find(before.reference);
    const attempt = directAttemptWith(
      dealerCode,
      { number, startedAtMs: NOON + number * 1000, ...(before === undefined ? {} : { previous: before.reference }) },
      { otherTrxCode, description: 'Order' },
    );
    const claim = {
      otherTrxCode,
      fingerprint: 'f',
      ...(after?.kind !== 'direct' ? {} : { after }),
    };
    const bucket = { kind: 'day', name: DAY, currency: 'TL', shard: 0, share: minor(1_000_000) } as const;
    const take = { ...bucket, amount: attempt.terms.total };
    const outcome = await payments.begin({ attempt, claim, takes: [take] });
    if (outcome.kind !== 'begun') throw new Error(outcome.kind);
    begun.push(outcome.attempt);
    const bank = { authCode: 'A-7', hostReference: 'H-8', transactionId: 'T-9' };
    const ending = { nowMs: NOON + number * 1000 + 500, resultReference: '' };
    const isEnded =
      number === 3
        ? await concludeApproved(attempts, outcome.attempt, bank, ending)
        : await concludeDeclined(attempts, outcome.attempt, { code: '005' }, ending);
    expect(isEnded).toBe(true);
  }
  return begun;
};

/** A link with two successive attempts, and the texts that find it. */
const triedLink = async ({ store }: Operator, dealerCode: string) => {
  const link = linkWith({ dealerCode, createdAtMs: NOON, otherTrxCode: randomUUID() });
  const first = linkAttemptWith(link, {
    state: 'declined',
    told: 'failed',
    bank: { code: '016' },
    endedAtMs: NOON + 9,
  });
  const second = linkAttemptWith(link, {
    number: 2,
    previous: first.reference,
    startedAtMs: NOON + 60_000,
    state: 'authenticating',
  });
  const progress = { ...NO_PROGRESS, attempts: 2, latest: second.reference, activeAttempt: second.reference };
  const stored = { ...link, progress };
  await putRows(store, [
    linkItem(stored),
    linkPointerItem(link),
    idempotencyItem({
      operation: 'CreateUserPosPayment',
      fingerprint: 'f',
      linkToken: link.token,
      dealerCode,
      otherTrxCode: link.otherTrxCode ?? '',
    }),
    attemptItem(first),
    attemptItem(second),
  ]);
  return { link, first, second };
};

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
        { orderId: first?.orderId, number: 1, state: 'declined' },
      ],
    });
    for (const { orderId } of [first, third].filter((one) => one !== undefined)) {
      expect(await done('show-payment', { dealerCode, orderId })).toEqual(byCode);
    }
    // An attempt that has ended waits for nothing.
    expect(JSON.stringify(byCode)).not.toMatch(/"(dueAt|standing)"/);
    expectNothingHidden(byCode);
  });

  test('without an OtherTrxCode is found by its order id, and shows what it awaits', async () => {
    const operator = await operatedDealer({ nowMs: NOON + 3_600_000 });
    const { dealerCode, done, store } = operator;
    const attempt = directAttemptWith(dealerCode, {
      state: 'stuck',
      postponed: 4,
      takeBackSinceMs: NOON,
      said: { state: 'S S', amount: minor(10_000), code: '00', atMs: NOON + 60_000 },
    });
    await putRows(store, [attemptItem(attempt)]);
    const shown = await done('show-payment', { dealerCode, orderId: attempt.orderId });
    expect(shown).toMatchObject({
      attempts: [
        {
          state: 'stuck',
          standing: 'stuck',
          told: 'nobody',
          postponed: 4,
          dueAt: '2027-01-15T09:02:00.000Z',
          answerBy: '2027-01-15T09:00:28.000Z',
          takeBackSince: '2027-01-15T09:00:00.000Z',
          bankSaid: { state: 'S S', amount: 100, code: '00', at: '2027-01-15T09:01:00.000Z' },
        },
      ],
    });
    expect(listOf(shown, 'attempts')).toHaveLength(1);
  });
});

describe('show-payment: a damaged record', () => {
  test('is named by its field, and nothing of it is shown (rule 29)', async () => {
    const { dealerCode, refused, store } = await operatedDealer();
    const attempt = directAttemptWith(dealerCode);
    await putRows(store, [{ ...attemptItem(attempt), told: 'nonsense' }]);
    const error = await refused('show-payment', { dealerCode, orderId: attempt.orderId });
    expect(error).toEqual({
      code: 'NotPossible',
      message: 'This payment cannot be shown: a stored attempt cannot be read: told.',
    });
  });
});

describe('show-payment: a payment link', () => {
  test('is shown by its id, its code, or an order id with its day, without any address (rules 28, 30)', async () => {
    const operator = await operatedDealer({ nowMs: NOON + 120_000 });
    const { dealerCode, done, refused } = operator;
    const { link, first, second } = await triedLink(operator, dealerCode);
    const shown = await done('show-payment', { dealerCode, userPosPaymentId: link.userPosPaymentId });
    expect(shown).toMatchObject({
      paymentRequest: { userPosPaymentId: link.userPosPaymentId, otherTrxCode: link.otherTrxCode, state: 'open' },
      attempts: [
        { orderId: second.orderId, number: 2, state: 'authenticating', standing: 'running' },
        { orderId: first.orderId, number: 1, state: 'declined', bank: { code: '016' } },
      ],
    });
    expect(await done('show-payment', { dealerCode, otherTrxCode: link.otherTrxCode })).toEqual(shown);
    expect(await done('show-payment', { dealerCode, orderId: first.orderId, day: DAY })).toEqual(shown);
    const { token, secrets } = link;
    const hidden = [token, first.reference, second.reference, ...Object.values(secrets)];
    expectNothingHidden(shown, ...hidden);
    expectNothingHidden(await done('show-payment-request', { dealerCode, otherTrxCode: link.otherTrxCode }), ...hidden);
    const withoutDay = await refused('show-payment', { dealerCode, orderId: first.orderId });
    expect(withoutDay).toMatchObject({ code: 'NotFound' });
    expect(withoutDay.message).toContain('needs its day');
    // The reference of a callback is no order id, even for a person who knows it.
    const guessed = await refused('show-payment', { dealerCode, orderId: orderIdOf(second.reference), day: DAY });
    expect(guessed).toMatchObject({ code: 'NotFound' });
  });

  test('that nobody has tried to pay has no attempts', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const { dealerCode, done, store } = operator;
    const link = linkWith({ dealerCode, createdAtMs: NOON });
    await putRows(store, [linkItem(link), linkPointerItem(link)]);
    const { userPosPaymentId } = link;
    expect(await done('show-payment', { dealerCode, userPosPaymentId })).toMatchObject({
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
      { orderId: attempt?.orderId, day: DAY },
      { orderId: first.orderId, day: DAY },
      { otherTrxCode: 'T-1' },
      { otherTrxCode: link.otherTrxCode },
      { userPosPaymentId: link.userPosPaymentId },
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
    ['orderId', { otherTrxCode: 'T', userPosPaymentId: 7 }],
    ['orderId', { orderId: 'T-1' }],
    ['day', { otherTrxCode: 'T', day: DAY }],
    ['day', { orderId: 'ORDER-1', day: '20270230' }],
  ])('a wrong %s is refused by its name: %o', async (field, input) => {
    const { refused, dealerCode } = await operatedDealer();
    expect(await refused('show-payment', { dealerCode, ...input })).toMatchObject({ code: 'InvalidInput', field });
  });
});

const states: readonly AttemptState[] = ['approved', 'declined', 'in-doubt', 'approved'];

const manyPayments = async ({ store }: Operator, dealerCode: string): Promise<readonly DirectAttempt[]> => {
  const attempts = Array.from({ length: 60 }, (_, index) => {
    const direct: Partial<DirectPayment> = { otherTrxCode: `T-${index}` };
    const state = states[index % states.length] ?? 'approved';
    return directAttemptWith(dealerCode, { state, startedAtMs: NOON + Math.floor(index / 2) }, direct);
  });
  await putRows(store, attempts.map(attemptItem));
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
    const { link, first, second } = await triedLink(operator, dealerCode);
    const [direct] = await paidAtTheThird(operator, dealerCode, 'T-1');
    const broken = { ...attemptItem(directAttemptWith(dealerCode, { startedAtMs: NOON + 90_000 })), told: 'nonsense' };
    await putRows(operator.store, [broken]);
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
    expectNothingHidden(answer, link.token, first.reference, second.reference);
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
