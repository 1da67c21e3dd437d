import { describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempts.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payments.ts';
import { dynamoOperatorPayments } from '../../../shared/adapters/dynamodb/operator-payments.ts';
import { attemptItem } from '../../../shared/adapters/dynamodb/rows/attempt-row.ts';
import { linkItem } from '../../../shared/adapters/dynamodb/rows/payment-request-row.ts';
import { concludeDeclined } from '../../../shared/payment-flow/conclude.ts';
import { PAYMENT_POSITION, QUEUE_POSITION } from '../../../shared/ports/operator-payments.ts';
import { directAttemptWith, linkAttemptWith } from '../../support/attempts.ts';
import { newDealerCode } from '../../support/operators.ts';
import { linkWith } from '../../support/records.ts';
import { putRows } from '../../support/store.ts';
import type { StoreWorld } from '../../support/store-world.ts';

const NOON = Date.UTC(2027, 0, 15, 9);
const DAY = '20270115';

const listingTests = (world: () => StoreWorld): void => {
  test('a payment is listed from its intent on, under its Istanbul day, and its place never moves', async () => {
    const { store } = world();
    const [payments, attempts] = [dynamoOperatorPayments(store), dynamoAttempts(store)];
    const dealerCode = newDealerCode();
    // 20:59 and 21:01 in UTC are one minute before and after midnight in Istanbul.
    const before = directAttemptWith(dealerCode, { startedAtMs: Date.UTC(2027, 0, 15, 20, 59) });
    const after = directAttemptWith(dealerCode, { startedAtMs: Date.UTC(2027, 0, 15, 21, 1) });
    for (const attempt of [before, after]) await dynamoDirectPayments(store).begin({ attempt, takes: [] });
    const pageOf = (day: string) => payments.pageOfDay({ dealerCode, day, listingShards: 1, limit: 9 });
    const [listed] = await pageOf(DAY);
    expect(listed).toEqual({
      orderId: before.orderId,
      position: `${String(before.startedAtMs).padStart(15, '0')}#${before.orderId}`,
      attempt: before,
    });
    expect(listed?.position).toMatch(PAYMENT_POSITION);
    expect((await pageOf('20270116')).map(({ orderId }) => orderId)).toEqual([after.orderId]);
    // It ends on the next day, and is listed on the day on which it began.
    const ending = { nowMs: after.startedAtMs + 1, resultReference: '' };
    expect(await concludeDeclined(attempts, before, { code: '005' }, ending)).toBe(true);
    expect(await pageOf(DAY)).toMatchObject([
      { position: listed?.position, attempt: { state: 'declined', version: 2 } },
    ]);
    expect(await pageOf('20270116')).toHaveLength(1);
  });

  test('pages of any size give each payment once, oldest first over all shards', async () => {
    const { direct } = world();
    const dealerCode = newDealerCode();
    const attempts = Array.from({ length: 60 }, (_, index) =>
      // The dealer had one shard at first, and more since: what was listed before stays where it is.
      directAttemptWith(dealerCode, { startedAtMs: NOON + Math.floor(index / 2), listingShards: 1 + (index % 5) }),
    );
    await putRows(direct, attempts.map(attemptItem));
    const expected = attempts
      .toSorted((a, b) => a.startedAtMs - b.startedAtMs || (a.orderId < b.orderId ? -1 : 1))
      .map(({ orderId }) => orderId);
    const payments = dynamoOperatorPayments(direct);
    for (const limit of [7, 30, 100]) {
      const found: string[] = [];
      let after: string | undefined;
      for (let page = 0; page < 20; page += 1) {
        const rows = await payments.pageOfDay({ dealerCode, day: DAY, listingShards: 5, after, limit });
        found.push(...rows.map(({ orderId }) => orderId));
        if (rows.length < limit) break;
        after = rows.at(-1)?.position;
      }
      expect(found).toEqual(expected);
    }
  });

  test('an order is found with its day in one read of the index and one of the table, and by its own dealer alone', async () => {
    const { store, direct, proxy } = world();
    const link = linkWith({ dealerCode: newDealerCode() });
    const attempt = linkAttemptWith(link);
    await putRows(direct, [attemptItem(attempt)]);
    const { dealerCode, orderId } = attempt;
    const payments = dynamoOperatorPayments(store);
    const order = { dealerCode, day: DAY, listingShards: 1, orderId };
    expect(await payments.findOfDay(order)).toEqual(attempt);
    expect(proxy.count()).toBe(2);
    expect(await payments.findOfDay({ ...order, listingShards: 16 })).toEqual(attempt);
    expect(await payments.findOfDay({ ...order, day: '20270116' })).toBeUndefined();
    expect(await payments.findOfDay({ ...order, dealerCode: newDealerCode() })).toBeUndefined();
  });

  test('a payment whose row cannot be read is listed by its order id, and hides no other one', async () => {
    const { direct } = world();
    const dealerCode = newDealerCode();
    const [broken, whole] = [directAttemptWith(dealerCode), directAttemptWith(dealerCode, { startedAtMs: NOON + 1 })];
    await putRows(direct, [{ ...attemptItem(broken), state: 'nonsense' }, attemptItem(whole)]);
    const rows = await dynamoOperatorPayments(direct).pageOfDay({ dealerCode, day: DAY, listingShards: 1, limit: 9 });
    expect(rows.map(({ orderId, attempt }) => [orderId, attempt?.state])).toEqual([
      [broken.orderId, undefined],
      [whole.orderId, 'charging'],
    ]);
  });
};

const queueTests = (world: () => StoreWorld): void => {
  test('the queue of all shards is one list, the longest due first, and no position names a reference (rule 30)', async () => {
    const { direct } = world();
    const dealerCode = newDealerCode();
    const waiting = Array.from({ length: 40 }, (_, index) =>
      directAttemptWith(dealerCode, { dueAtMs: NOON + ((index * 7) % 40) }),
    );
    const over = directAttemptWith(dealerCode, { state: 'approved', told: 'paid', dueAtMs: NOON });
    const { state: _lost, ...damaged } = attemptItem(directAttemptWith(dealerCode, { dueAtMs: NOON + 40 }));
    await putRows(direct, [...waiting.map(attemptItem), attemptItem(over), damaged]);
    const payments = dynamoOperatorPayments(direct);
    const found = [];
    let after: string | undefined;
    for (let page = 0; page < 200; page += 1) {
      const rows = await payments.pageOfQueue({ after, limit: 11 });
      found.push(...rows);
      if (rows.length < 11) break;
      after = rows.at(-1)?.position;
    }
    const own = found.filter((row) => row.dealerCode === dealerCode);
    expect(own.map(({ dueAtMs }) => dueAtMs)).toEqual(Array.from({ length: 41 }, (_, index) => NOON + index));
    expect(own.at(-1)).toMatchObject({ orderId: damaged.orderId, putOffs: 0 });
    expect(own.at(-1)?.attempt).toBeUndefined();
    for (const { position } of own) {
      expect(position).toMatch(QUEUE_POSITION);
      expect(waiting.some(({ reference }) => position.includes(reference))).toBe(false);
    }
  });

  test('the links of attempts are read together, and one that cannot be read is left out', async () => {
    const { store, direct, proxy } = world();
    const dealerCode = newDealerCode();
    const [link, broken] = [linkWith({ dealerCode }), linkWith({ dealerCode })];
    await putRows(direct, [linkItem(link), { ...linkItem(broken), state: 'nonsense' }]);
    const attempts = [
      linkAttemptWith(link),
      linkAttemptWith(link),
      linkAttemptWith(broken),
      directAttemptWith(dealerCode),
    ];
    const links = await dynamoOperatorPayments(store).linksOf(attempts);
    expect([...links]).toEqual([[link.token, link]]);
    expect(proxy.count()).toBe(1);
  });
};

/** The contract of the operators' views of payments, on any engine. */
export const operatorPaymentsSuite = (world: () => StoreWorld): void => {
  describe("a dealer's payments of a day", () => listingTests(world));
  describe('the queue of what is not settled', () => queueTests(world));
};
