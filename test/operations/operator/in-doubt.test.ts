import { describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { readAddress } from '../../../shared/domain/payment/payment-name.ts';
import { concludeDeclined } from '../../../shared/payment-flow/conclude.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { type Input, type Operator, operatedDealer } from '../../support/operator/operators.ts';
import { directAttemptWith, HIDDEN, linkAttemptWith } from '../../support/payment/attempts.ts';
import {
  itemsOfAttempt,
  itemsOfDamaged,
  itemsOfDirect,
  itemsOfLink,
  itemsOfReversing,
} from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

const NOON = Date.UTC(2027, 0, 15, 9);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Shown = Readonly<Record<string, unknown>>;

/** A dealer's part of the queue, page by page. Attempts of other tests are in the same queue. */
const allOf = async ({ done }: Operator, input: Input): Promise<readonly (readonly Shown[])[]> => {
  const pages: (readonly Shown[])[] = [];
  let cursor: unknown;
  for (let page = 0; page < 100; page += 1) {
    const answer = await done('list-in-doubt', { ...input, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(answer.attempts as readonly Shown[]);
    cursor = answer.next;
    if (cursor === undefined) return pages;
  }
  throw new Error('the queue does not end');
};

const scene = async () => {
  const operator = await operatedDealer({ nowMs: NOON });
  const { dealerCode, store } = operator;
  const times = (minutes: number) => ({ startedAtMs: NOON - 2 * MINUTE_MS, dueAtMs: NOON - minutes * MINUTE_MS });
  const link = linkWith({ dealerCode, createdAtMs: NOON });
  const attempts = {
    inDoubt: directAttemptWith(dealerCode, { ...times(9), state: 'in-doubt', postponed: 3 }, { otherTrxCode: 'T-1' }),
    pastAnswerBy: directAttemptWith(dealerCode, { ...times(8), answerByMs: NOON - 1 }),
    inThreeD: linkAttemptWith(link, { ...times(-5), state: 'authenticating' }),
    recheck: directAttemptWith(dealerCode, { ...times(-60), state: 'declined', recheckAtMs: NOON + 60 * MINUTE_MS }),
    approved: directAttemptWith(dealerCode, { ...times(9), state: 'approved', reportedOutcome: 'paid' }),
  } as const;
  const reversing = directAttemptWith(dealerCode, times(0));
  const reversals = { open: reversing, stuck: directAttemptWith(dealerCode, times(0)) } as const;
  const damaged = directAttemptWith(dealerCode, times(5));
  await putRows(store, [
    ...itemsOfLink(link),
    ...Object.values(attempts).flatMap((one) => (one.kind === 'link' ? itemsOfAttempt(one) : itemsOfDirect(one))),
    ...itemsOfReversing(reversals.open, times(7)),
    ...itemsOfReversing(reversals.stuck, { ...times(6), state: 'stuck', postponed: 5 }),
    ...itemsOfDamaged(damaged, { told: 'nonsense', unreadTimes: 2 }),
  ]);
  return { operator, dealerCode, link, attempts, reversals, damaged };
};

describe('list-in-doubt', () => {
  test('tells of everything that is not settled what it waits for, what needs an operator first', async () => {
    const { operator, dealerCode, link, attempts, reversals, damaged } = await scene();
    const found = (await allOf(operator, { dealerCode, limit: 100 })).flat();
    expect(found.map(({ orderId, waitsFor, attention }) => [orderId, waitsFor, attention])).toEqual([
      [reversals.stuck.orderId, 'stuck', true],
      [damaged.orderId, undefined, true],
      [attempts.inDoubt.orderId, 'in-doubt', undefined],
      [attempts.pastAnswerBy.orderId, 'in-doubt', undefined],
      [reversals.open.orderId, 'carrying-out', undefined],
      [attempts.inThreeD.orderId, 'running', undefined],
      [attempts.recheck.orderId, 'recheck', undefined],
    ]);
    expect(found[0]).toMatchObject({
      state: 'reversing',
      told: 'failed',
      step: { number: 1, kind: 'reversal', state: 'stuck', amount: 100 },
      dueForSeconds: 360,
      postponed: 5,
    });
    expect(found[1]).toEqual({
      dealerCode,
      orderId: damaged.orderId,
      unreadable: true,
      attention: true,
      dueAt: '2027-01-15T08:55:00.000Z',
      dueForSeconds: 300,
      postponed: 2,
    });
    expect(found[2]).toMatchObject({
      dealerCode,
      paid: 'direct',
      otherTrxCode: 'T-1',
      state: 'in-doubt',
      told: 'nobody',
      ageSeconds: 120,
      dueAt: '2027-01-15T08:51:00.000Z',
      dueForSeconds: 540,
      postponed: 3,
    });
    expect(found[5]).toMatchObject({ paid: 'link', userPosPaymentId: link.userPosPaymentId, dueForSeconds: 0 });
  });

  test('shows no secret of a callback, no address of a link and no key, nor does its cursor (rules 28, 30)', async () => {
    const { operator, dealerCode, link, attempts } = await scene();
    const linkSecret = readAddress(link.token)?.secret ?? expect.unreachable();
    const secrets = [attempts.inThreeD.callbackSecret, linkSecret, ...Object.values(HIDDEN)];
    let cursor: unknown;
    for (let page = 0; page < 100; page += 1) {
      const input = { dealerCode, limit: 1, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await operator.done('list-in-doubt', input);
      for (const secret of secrets) expect(JSON.stringify(answer)).not.toContain(secret);
      cursor = answer.next;
      if (cursor === undefined) return;
    }
    expect.unreachable('the queue does not end');
  });

  test('is paged over all shards, each row once, the longest due first, and asked for by what it waits for', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const { dealerCode, store } = operator;
    const attempts = Array.from({ length: 45 }, (_, index) =>
      directAttemptWith(dealerCode, { state: 'in-doubt', dueAtMs: NOON + index }),
    );
    const isReversed = (_one: unknown, index: number): boolean => index % 3 === 0;
    const reversed = attempts.filter(isReversed);
    await putRows(
      store,
      attempts.flatMap((attempt, index) =>
        isReversed(attempt, index) ? itemsOfReversing(attempt, { dueAtMs: attempt.dueAtMs }) : itemsOfDirect(attempt),
      ),
    );
    const ids = (pages: readonly (readonly Shown[])[]) => pages.flat().map(({ orderId }) => orderId);
    const pages = await allOf(operator, { dealerCode, limit: 7 });
    expect(ids(pages)).toEqual(attempts.map(({ orderId }) => orderId));
    expect(Math.max(...pages.map(({ length }) => length))).toBe(7);
    const carriedOut = reversed.map(({ orderId }) => orderId);
    expect(ids(await allOf(operator, { dealerCode, waitsFor: 'carrying-out', limit: 4 }))).toEqual(carriedOut);
  });

  test('begins with what needs a person, of the whole queue, though all of it stands behind the rest', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const { dealerCode, store } = operator;
    const waiting = Array.from({ length: 12 }, (_, index) =>
      directAttemptWith(dealerCode, { state: 'in-doubt', dueAtMs: NOON + index }),
    );
    const longAgo = {
      startedAtMs: NOON - 40 * HOUR_MS,
      lastCallAtMs: NOON - 40 * HOUR_MS,
      answerByMs: NOON - 40 * HOUR_MS,
    };
    const said = { state: 'C S', amount: minor(9900), code: '00', atMs: NOON - MINUTE_MS };
    const pressing = [
      directAttemptWith(dealerCode, { state: 'in-doubt', ...longAgo, said, dueAtMs: NOON + 1000 }),
      directAttemptWith(dealerCode, { state: 'reversing', dueAtMs: NOON + 2000 }),
      directAttemptWith(dealerCode, { state: 'charging', ...longAgo, dueAtMs: NOON + 3000 }),
      directAttemptWith(dealerCode, { state: 'reversing', dueAtMs: NOON + 4000 }),
    ];
    await putRows(
      store,
      [...waiting, ...pressing].flatMap((attempt) =>
        attempt.state === 'reversing' ? itemsOfReversing(attempt, { state: 'stuck' }) : itemsOfDirect(attempt),
      ),
    );
    for (const limit of [1, 3, 4, 5, 100]) {
      const shown = (await allOf(operator, { dealerCode, limit })).flat();
      const expected = [...pressing, ...waiting].map(({ orderId }) => orderId);
      expect([limit, shown.map(({ orderId }) => orderId)]).toEqual([limit, expected]);
      expect(shown.map(({ attention }) => attention === true)).toEqual(expected.map((_one, index) => index < 4));
      expect(shown[0]?.bankSaid).toEqual({ state: 'C S', amount: 99, code: '00', at: '2027-01-15T08:59:00.000Z' });
    }
  });

  test('without a dealer lists those of all dealers, and what has been settled leaves it', async () => {
    const [one, other] = [await operatedDealer({ nowMs: NOON }), await operatedDealer({ nowMs: NOON })];
    const mine = directAttemptWith(one.dealerCode, { state: 'in-doubt' });
    const theirs = directAttemptWith(other.dealerCode, { state: 'in-doubt' });
    await putRows(one.store, [...itemsOfDirect(mine), ...itemsOfDirect(theirs)]);
    const everybody = (await allOf(one, { limit: 100 })).flat().map(({ orderId }) => orderId);
    expect(everybody).toEqual(expect.arrayContaining([mine.orderId, theirs.orderId]));
    const ending = { nowMs: NOON, resultReference: '' };
    expect(await concludeDeclined(dynamoAttempts(one.store), mine, { code: '005' }, ending)).toBe(true);
    expect((await allOf(one, { dealerCode: one.dealerCode })).flat()).toEqual([]);
  });

  test.each([
    ['limit', { limit: 0 }],
    ['waitsFor', { waitsFor: 'lost' }],
    ['cursor', { cursor: '000000000000001#ORDER-1' }],
    ['dealerCode', { dealerCode: '#' }],
  ])('a wrong %s is refused by its name', async (field, input) => {
    const { refused } = await operatedDealer();
    expect(await refused('list-in-doubt', input)).toMatchObject({ code: 'InvalidInput', field });
  });
});
