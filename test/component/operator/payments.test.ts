import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payment/direct-payments.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { AttemptState } from '../../../shared/domain/attempt/states.ts';
import type { DirectPayment } from '../../../shared/domain/direct-payment/direct-payment.ts';
import { NO_PROGRESS } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { orderIdOf, readAddress } from '../../../shared/domain/payment/payment-name.ts';
import { concludeApproved, concludeDeclined } from '../../../shared/payment-flow/conclude.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { type Input, type Operator, operatedDealer } from '../../support/operator/operators.ts';
import { directAttemptWith, HIDDEN, linkAttemptWith } from '../../support/payment/attempts.ts';
import {
  itemsOfAttempt,
  itemsOfDamaged,
  itemsOfDirect,
  itemsOfLink,
  itemsOfReversing,
  paymentNames,
} from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

const DAY = '20270115';
const NOON = Date.UTC(2027, 0, 15, 9);

type Shown = Readonly<Record<string, unknown>>;
const listOf = (answer: Input, member: string): readonly Shown[] => answer[member] as readonly Shown[];

/** No secret text of an attempt is shown. Its order id names it and opens nothing, so that one is allowed. */
const expectNothingHidden = (answer: unknown, ...more: readonly string[]): void => {
  const text = JSON.stringify(answer);
  for (const secret of [...Object.values(HIDDEN), ...more]) expect(text).not.toContain(secret);
};

/**
 * Three attempts of one code, declined, declined and approved, written through the store as the operation writes them. The
 * first one was another request.
 */
const paidAtTheThird = async ({ store }: Operator, dealerCode: string, otherTrxCode: string) => {
  const [payments, attempts] = [dynamoDirectPayments(store), dynamoAttempts(store)];
  const payment = paymentNames.nameOf(dealerCode, otherTrxCode);
  const begun: DirectAttempt[] = [];
  for (const number of [1, 2, 3]) {
    const before = begun.at(-1);
    const after = before === undefined ? undefined : await attempts.find(before.reference);
    const ofCode = { payment, paymentId: before?.paymentId ?? randomInt(100_000, 2_147_483_647) };
    const attempt = directAttemptWith(
      dealerCode,
      { ...ofCode, number, startedAtMs: NOON + number * 1000, ...(number === 1 ? { fingerprint: 'E' } : {}) },
      { otherTrxCode, description: number === 1 ? 'First order' : 'Order' },
    );
    const bucket = { kind: 'day', name: DAY, currency: 'TL', shard: 0, share: minor(1_000_000) } as const;
    const take = { ...bucket, amount: attempt.terms.total };
    const outcome = await payments.begin({
      attempt,
      takes: [take],
      ...(after?.kind === 'direct' ? { after } : {}),
    });
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
  const otherTrxCode = randomUUID();
  const payment = paymentNames.nameOf(dealerCode, otherTrxCode);
  const link = linkWith({ dealerCode, createdAtMs: NOON, payment, otherTrxCode });
  const first = linkAttemptWith(link, {
    next: true,
    state: 'declined',
    told: 'failed',
    bank: { code: '016' },
    endedAtMs: NOON + 9,
  });
  const second = linkAttemptWith(link, {
    number: 2,
    startedAtMs: NOON + 60_000,
    state: 'authenticating',
  });
  const progress = { ...NO_PROGRESS, attempts: 2, latest: second.reference, activeAttempt: second.reference };
  const stored = { ...link, progress };
  await putRows(store, [...itemsOfLink(stored, 'f'), ...itemsOfAttempt(first), ...itemsOfAttempt(second)]);
  /** What opens a page or the bank's way back: neither is told to an operator. */
  const secrets = [link.token, readAddress(link.token)?.secret ?? '', first.callbackSecret, second.callbackSecret];
  return { link, first, second, secrets };
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
