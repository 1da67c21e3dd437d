import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payment/direct-payments.ts';
import { stateItem } from '../../../shared/adapters/dynamodb/link/state-item.ts';
import { dynamoOperatorPayments } from '../../../shared/adapters/dynamodb/payment/operator-payments.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { orderIdOf } from '../../../shared/domain/payment/payment-name.ts';
import { concludeDeclined } from '../../../shared/payment-flow/conclude.ts';
import { PAYMENT_POSITION, QUEUE_POSITION } from '../../../shared/ports/operator-payments.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { newDealerCode } from '../../support/operator/operators.ts';
import { directAttemptWith, linkAttemptWith } from '../../support/payment/attempts.ts';
import { reversalOf } from '../../support/payment/steps.ts';
import {
  itemsOfAttempt,
  itemsOfDirect,
  itemsOfLink,
  itemsOfReversing,
  itemsOfSteps,
  newPaymentName,
} from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const NOON = Date.UTC(2027, 0, 15, 9);
const DAY = '20270115';

const withoutCard = ({ pendingCard: _waiting, ...attempt }: Attempt) => attempt;

/** Items of a direct payment, or of a link's attempt alone. */
const itemsOfAny = (attempt: Attempt) => (attempt.kind === 'direct' ? itemsOfDirect(attempt) : itemsOfAttempt(attempt));

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
      position: `${String(before.startedAtMs).padStart(15, '0')}#${before.payment}#01`,
      // Only what stores a card reads the card that waits.
      attempt: withoutCard(before),
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
    await putRows(
      direct,
      attempts.flatMap((attempt) => itemsOfDirect(attempt)),
    );
    const expected = attempts
      .toSorted((a, b) => a.startedAtMs - b.startedAtMs || (a.payment < b.payment ? -1 : 1))
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

  test('a payment is found whole by its name, code and order in one trip, by its id in two, by its own dealer alone', async () => {
    const { store, direct, proxy } = world();
    const dealerCode = newDealerCode();
    const names = hmacPaymentNames('test');
    const otherTrxCode = randomUUID();
    const payment = names.nameOf(dealerCode, otherTrxCode);
    const first = directAttemptWith(
      dealerCode,
      { payment, state: 'declined', told: 'failed', next: true },
      { otherTrxCode },
    );
    const { paymentId } = first;
    const second = directAttemptWith(dealerCode, { payment, paymentId, number: 2 }, { otherTrxCode });
    await putRows(direct, [...itemsOfDirect(first), ...itemsOfAttempt(second)]);
    const payments = dynamoPayments(store, names);
    const found = await payments.find(payment);
    expect(found).toMatchObject({ dealerCode, paymentId, otherTrxCode, kind: 'direct', steps: [] });
    expect(found?.attempts).toEqual([first, second].map(withoutCard));
    expect(proxy.count()).toBe(1);
    expect(await payments.findByCode(dealerCode, otherTrxCode)).toEqual(found);
    expect(await payments.findByOrder(dealerCode, second.orderId)).toEqual(found);
    expect(proxy.count()).toBe(3);
    expect(await payments.findById(dealerCode, paymentId)).toEqual(found);
    expect(proxy.count()).toBe(5);
    const other = newDealerCode();
    expect(await payments.findById(other, paymentId)).toBeUndefined();
    expect(await payments.findByOrder(other, second.orderId)).toBeUndefined();
    expect(await payments.findByCode(other, otherTrxCode)).toBeUndefined();
    expect(await payments.findByOrder(dealerCode, orderIdOf({ payment, number: 3 }))).toBeUndefined();
    expect(await payments.find(newPaymentName())).toBeUndefined();
  });

  test('a link is found with its attempts, by its name and by its id', async () => {
    const { direct } = world();
    const link = linkWith({ dealerCode: newDealerCode() });
    const attempts = [1, 2].map((number) => linkAttemptWith(link, { number }));
    await putRows(direct, [...itemsOfLink(link), ...attempts.flatMap(itemsOfAttempt)]);
    const payments = dynamoPayments(direct, hmacPaymentNames('test'));
    const found = await payments.find(link.payment);
    expect(found).toMatchObject({ kind: 'link', link, attempts: attempts.map(withoutCard) });
    expect(await payments.findById(link.dealerCode, link.userPosPaymentId)).toEqual(found);
  });

  test('a payment whose row cannot be read is listed by its order id, and hides no other one', async () => {
    const { direct } = world();
    const dealerCode = newDealerCode();
    const [broken, whole] = [directAttemptWith(dealerCode), directAttemptWith(dealerCode, { startedAtMs: NOON + 1 })];
    await putRows(direct, [...itemsOfDirect(broken), ...itemsOfDirect(whole)]);
    await putRows(direct, [{ ...attemptItem(broken), state: 'nonsense' }]);
    const rows = await dynamoOperatorPayments(direct).pageOfDay({ dealerCode, day: DAY, listingShards: 1, limit: 9 });
    expect(rows.map(({ orderId, attempt }) => [orderId, attempt?.state])).toEqual([
      [broken.orderId, undefined],
      [whole.orderId, 'charging'],
    ]);
  });
};

const queueTests = (world: () => StoreWorld): void => {
  test('the queue of all shards is one list, the longest due first, and no position holds a secret (rule 30)', async () => {
    const { direct } = world();
    const dealerCode = newDealerCode();
    const link = linkWith({ dealerCode });
    const waiting = Array.from({ length: 40 }, (_, index) => {
      const dueAtMs = NOON + ((index * 7) % 40);
      if (index % 4 > 0) return directAttemptWith(dealerCode, { dueAtMs });
      return linkAttemptWith(link, { dueAtMs, number: index + 1 });
    });
    const over = directAttemptWith(dealerCode, { state: 'approved', told: 'paid', dueAtMs: NOON });
    const damaged = directAttemptWith(dealerCode, { dueAtMs: NOON + 40 });
    await putRows(direct, [...itemsOfLink(link), ...[...waiting, over, damaged].flatMap(itemsOfAny)]);
    const { state: _lost, ...damagedRow } = attemptItem(damaged);
    await putRows(direct, [damagedRow]);
    const reversed = directAttemptWith(dealerCode);
    const step = reversalOf(reversed, { dueAtMs: NOON + 41 });
    const reversing = { ...reversed, state: 'reversing', told: 'failed', activeStep: 1 } as const;
    const unread = directAttemptWith(dealerCode);
    await putRows(direct, [
      ...itemsOfDirect(reversing),
      ...itemsOfSteps([step], reversed.pos.gateway),
      ...itemsOfReversing(unread, { dueAtMs: NOON + 42 }).map((item) =>
        item.entity === 'step' ? { ...item, kind: 'nonsense' } : item,
      ),
    ]);
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
    expect(own.map(({ dueAtMs }) => dueAtMs)).toEqual(Array.from({ length: 43 }, (_, index) => NOON + index));
    expect(own[40]).toMatchObject({ orderId: damaged.orderId, unreadTimes: 0 });
    expect(own[40]?.attempt).toBeUndefined();
    // A step stands there with its attempt; one that cannot be read is neither.
    const { pendingCard: _card, ...shown } = reversing;
    expect(own[41]).toMatchObject({ orderId: reversed.orderId, attempt: shown, step });
    expect(own[42]).toMatchObject({ orderId: unread.orderId, unreadTimes: 0 });
    expect([own[42]?.attempt, own[42]?.step]).toEqual([undefined, undefined]);
    const secrets = waiting.flatMap((one) => (one.kind === 'link' ? [one.callbackSecret] : []));
    const secretOfLink = link.token.slice(link.payment.length + 1);
    for (const { position, orderId } of own) {
      expect(position).toMatch(QUEUE_POSITION);
      const [, , payment, number = ''] = position.split('#');
      // A step has a number of three digits; here each is of the first attempt.
      expect(orderId).toBe(`ORDER-${payment}-${number.length === 3 ? '01' : number}`);
      expect([...secrets, secretOfLink].some((secret) => position.includes(secret))).toBe(false);
    }
  });

  test('the links of attempts are read together, and one that cannot be read is left out', async () => {
    const { store, direct, proxy } = world();
    const dealerCode = newDealerCode();
    const [link, broken] = [linkWith({ dealerCode }), linkWith({ dealerCode })];
    await putRows(direct, [...itemsOfLink(link), ...itemsOfLink(broken)]);
    await putRows(direct, [{ ...stateItem(broken), state: 'nonsense' }]);
    const attempts = [
      linkAttemptWith(link, { number: 1 }),
      linkAttemptWith(link, { number: 2 }),
      linkAttemptWith(broken),
      directAttemptWith(dealerCode),
    ];
    const links = await dynamoOperatorPayments(store).linksOf(attempts);
    expect([...links]).toEqual([[link.payment, link]]);
    expect(proxy.count()).toBe(1);
  });
};

/** The contract of the operators' views of payments, on any engine. */
export const operatorPaymentsSuite = (world: () => StoreWorld): void => {
  describe("a dealer's payments of a day", () => listingTests(world));
  describe('the queue of what is not settled', () => queueTests(world));
};
