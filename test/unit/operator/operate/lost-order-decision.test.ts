import { describe, expect, test } from 'vitest';
import {
  askBank,
  attemptOf,
  keepCharge,
  keepPaid,
  leaveToSweeper,
  type OrderAtBank,
} from '../../../../functions/operator/operate/lost-order-decision.ts';
import type { Attempt } from '../../../../shared/domain/attempt/attempt.ts';
import type { LostOrder, LostOrdersOfPos } from '../../../../shared/domain/payment/lost-order.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../../support/payment/attempts.ts';
import { CALL_MS, CHARGED, orderWith, references } from './order-at-bank-scene.ts';

const CHANGED = { code: 'NotPossible', sentence: expect.stringMatching(/^Another command works on this order/) };
const NOT_KEPT = { code: 'NotPossible', sentence: expect.stringContaining('cannot become paid any more') };

test('the bank is asked about the order as a single sale, and for six seconds', async () => {
  const { at, called, booked, nowMs } = orderWith();
  expect(await askBank(at)).toEqual(CHARGED);
  expect(called).toEqual([['inquire', booked, { answerBy: nowMs + CALL_MS }]]);
});

test('the attempt of an order is the one of its number', async () => {
  const [first, second] = [1, 2].map((number) => directAttemptWith('D1', { payment: 'a'.repeat(26), number }));
  if (first === undefined || second === undefined) return expect.unreachable();
  expect(await attemptOf(orderWith({ attempts: [first, second] }).at)).toBe(second);
  expect(await attemptOf(orderWith({ attempts: [first, second], order: { orderId: 'ORDER-x' } }).at)).toBeUndefined();
});

describe('A lost order that is kept', () => {
  test('becomes paid by the references of the bank, and a card that waits is dropped', async () => {
    const attempt = directAttemptWith('D1', { state: 'charging', version: 3 });
    expect(await keepCharge(orderWith({ attempts: [attempt] }).at)).toMatchObject({
      attempt: { state: 'approved', reportedOutcome: 'paid', bank: references },
      fromVersion: 3,
      dropsPendingCard: true,
    });
  });

  test('of a link whose charge runs becomes paid without another lock, and one before its charge is locked first', async () => {
    const link = linkWith({ dealerCode: 'D1' });
    const running = orderWith({ attempts: [linkAttemptWith(link, { state: 'charging' })] });
    expect(await keepCharge(running.at)).toMatchObject({ attempt: { state: 'approved' }, approves: true });
    expect(running.changes).toEqual([]);
    const away = orderWith({ attempts: [linkAttemptWith(link, { state: 'authenticating' })] });
    expect(await keepCharge(away.at)).toMatchObject({ attempt: { state: 'approved' }, fromVersion: 2 });
    expect(away.changes).toMatchObject([{ attempt: { state: 'charging' }, fromVersion: 1 }]);
  });

  test('is refused where its attempt was locked by somebody else, or ended, meanwhile', async () => {
    const link = linkWith({ dealerCode: 'D1' });
    const taken = orderWith({ attempts: [linkAttemptWith(link, { state: 'authenticating' })], takes: false });
    await expect(keepCharge(taken.at)).rejects.toMatchObject(NOT_KEPT);
    const told = linkAttemptWith(link, { state: 'authenticating', reportedOutcome: 'failed' });
    for (const ended of [
      told,
      linkAttemptWith(link, { state: 'closed' }),
      directAttemptWith('D1', { state: 'declined' }),
    ]) {
      await expect(keepCharge(orderWith({ attempts: [ended] }).at)).rejects.toMatchObject(NOT_KEPT);
    }
  });

  test('needs nothing where its attempt is paid or missing: the bank is not asked', async () => {
    const paid = directAttemptWith('D1', { state: 'approved', reportedOutcome: 'paid', recheckAtMs: 1 });
    for (const attempts of [[paid], []]) {
      const { at, called, changes } = orderWith({ attempts });
      expect(await keepCharge(at)).toBeUndefined();
      expect([called, changes]).toEqual([[], []]);
    }
  });

  test('of an ended attempt ends its recheck, if there is one', async () => {
    const ended = directAttemptWith('D1', { state: 'declined' });
    const order = { kind: 'ended' } as const;
    const without = orderWith({ attempts: [ended], order });
    expect(await keepCharge(without.at)).toBeUndefined();
    expect(without.changes).toEqual([]);
    const attempts = [{ ...ended, recheckAtMs: 1 }];
    const asked = orderWith({ attempts, order });
    expect(await keepCharge(asked.at)).toBeUndefined();
    expect(asked.changes).toHaveLength(1);
    await expect(keepCharge(orderWith({ attempts, order, takes: false }).at)).rejects.toMatchObject(CHANGED);
  });
});

describe('A kept order that cannot be written', () => {
  const attempt = directAttemptWith('D1', { version: 3 });
  const { at } = orderWith({ attempts: [attempt] });
  const order = { ...at.order, version: 5 };
  const ofPos: LostOrdersOfPos = {
    dealerCode: 'D1',
    posId: 'isbank',
    version: 8,
    tableName: 't',
    imported: 1,
    undecided: 0,
    complete: true,
  };
  const asRead = { order: { ...order, version: 4 }, marks: { ...ofPos, version: 7 }, attempts: [attempt] } as const;
  interface Now {
    readonly order?: LostOrder | undefined;
    readonly marks?: LostOrdersOfPos | undefined;
    readonly attempts?: readonly Attempt[];
  }
  const keeping = async (now: Now, withMarks = true, isWritten = false) => {
    const approval = await keepCharge(at);
    if (approval === undefined) return expect.unreachable();
    const deps = {
      ...at.deps,
      wholePayments: { findByOrder: async () => ({ attempts: now.attempts }) },
      lostOrders: { keepPaid: async () => isWritten, find: async () => now.order, ofPos: async () => now.marks },
    } as unknown as OrderAtBank['deps'];
    return keepPaid({ order, approval, entry: {} as never, ...(withMarks ? { ofPos } : {}) }, deps);
  };

  test('is told as a link that is closed, where nothing else has changed', async () => {
    await expect(keeping(asRead)).rejects.toMatchObject(NOT_KEPT);
    await expect(keeping({ ...asRead, marks: undefined }, false)).rejects.toMatchObject(NOT_KEPT);
    await expect(keeping({}, true, true)).resolves.toBeUndefined();
  });

  test.each<readonly [string, Now]>([
    ['the order', { order }],
    ['the order, which is gone', { order: undefined }],
    ['the mark of its virtual POS', { marks: ofPos }],
    ['the mark, which is gone', { marks: undefined }],
    ['the attempt', { attempts: [{ ...attempt, version: 4 }] }],
    ['the attempt, which is gone', { attempts: [] }],
  ])('is told as changed by another command, where that changed %s', async (_what, now) => {
    await expect(keeping({ ...asRead, ...now })).rejects.toMatchObject(CHANGED);
  });
});

describe('An open attempt that is left to the sweeper', () => {
  const link = linkWith({ dealerCode: 'D1' });

  test.each<readonly [string, Attempt, number]>([
    ['of a link is reported failed', linkAttemptWith(link, { state: 'charging' }), 1],
    [
      'of a link that was reported failed before needs nothing',
      linkAttemptWith(link, { state: 'charging', reportedOutcome: 'failed' }),
      0,
    ],
    ['of a link whose payer is at the bank needs nothing', linkAttemptWith(link, { state: 'authenticating' }), 0],
    ['of a direct payment needs nothing', directAttemptWith('D1', { state: 'charging' }), 0],
  ])('%s', async (_what, attempt, count) => {
    const { at, changes } = orderWith({ attempts: [attempt] });
    await leaveToSweeper(attempt, at);
    expect(changes).toMatchObject(Array.from({ length: count }, () => ({ attempt: { reportedOutcome: 'failed' } })));
  });

  test('is not decided on where it changed meanwhile', async () => {
    const attempt = linkAttemptWith(link, { state: 'charging' });
    await expect(leaveToSweeper(attempt, orderWith({ takes: false }).at)).rejects.toMatchObject(CHANGED);
  });
});
