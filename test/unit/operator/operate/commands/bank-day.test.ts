import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { closeBankDay } from '../../../../../functions/operator/operate/commands/bank-day.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import type { Step } from '../../../../../shared/domain/payment/step.ts';
import type { QueuedPayment } from '../../../../../shared/ports/operator-payments.ts';
import { posWith } from '../../../../support/dealer/virtual-pos.ts';
import { directAttemptWith } from '../../../../support/payment/attempts.ts';
import { STEP_NOON_MS as NOON_MS, reversalOf } from '../../../../support/payment/steps.ts';

const EMBEDDED = 'https://embedded.example';
const EVERYBODY = 'every merchant';
/** What one command brings forward, and the rows of a page of the queue. */
const MAX_REFUNDS = 15;
const PAGE = 500;

let rows = 0;

/** A refund of a payment at the embedded bank that waits for the end of the bank's day. */
const waiting = (
  changes: Partial<Step> = {},
  { gateway = EMBEDDED, merchant = '190100064' }: { readonly gateway?: string; readonly merchant?: string } = {},
): QueuedPayment => {
  const plain = directAttemptWith('D1', { state: 'approved', reportedOutcome: 'paid' });
  const attempt = { ...plain, pos: { ...plain.pos, gateway, posId: merchant } };
  const step = reversalOf(attempt, { kind: 'refund', dueAtMs: NOON_MS + 36_000_000, ...changes });
  rows += 1;
  const position = String(rows).padStart(6, '0');
  return { position, dueAtMs: step.dueAtMs, unreadTimes: 0, orderId: attempt.orderId, attempt, step };
};

/** The queue of a sandbox stage whose bank ended its last day as given. The id of a virtual POS is its merchant's number. */
const closing = async (
  queue: readonly QueuedPayment[],
  { merchant = EVERYBODY, before }: { merchant?: string; before?: { version: number; closedAtMs: number } } = {},
) => {
  let pages = 0;
  const deps = {
    bankDays: { closedDay: async () => before },
    embeddedBank: EMBEDDED,
    stepping: async () => ({
      posVersions: {
        find: async (_dealer: string, { posId }: { readonly posId: string }) => {
          const { merchant: of } = posWith();
          return posWith({ merchant: { ...of, clientId: posId } });
        },
      },
    }),
    payments: {
      pageOfQueue: async ({ after = '', limit }: { readonly after?: string; readonly limit: number }) => {
        pages += 1;
        return queue.filter(({ position }) => position > after).slice(0, limit);
      },
    },
  };
  const call = { deps, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' } as unknown as CommandCall;
  const planned = await closeBankDay.plan({ merchant }, call);
  const { change } = planned;
  if (change.kind !== 'bank-day') throw new Error('the bank ends no day');
  return { ...planned, record: change.record, refunds: change.refunds, pages };
};

const ordersOf = (refunds: readonly { readonly step: Step }[]) => refunds.map(({ step }) => step.payment);

describe('close-bank-day', () => {
  test('ends the day of every merchant behind this very millisecond, and is the first end of one', async () => {
    expect(await closing([])).toMatchObject({
      record: { of: EVERYBODY, closedAtMs: NOON_MS + 1, version: 1 },
      refunds: [],
      changed: ['closedAt'],
      result: { merchant: EVERYBODY, closedAt: '2027-01-15T09:00:00.001Z', refundsNow: 0 },
    });
  });

  test('ends the day of one merchant alone, as the next version of its end', async () => {
    const { record } = await closing([], { merchant: '190100064', before: { version: 4, closedAtMs: 1 } });
    expect(record).toEqual({ of: { clientId: '190100064' }, closedAtMs: NOON_MS + 1, version: 5 });
  });

  test('reopens no day that a clock ahead of ours has closed', async () => {
    const before = { version: 1, closedAtMs: NOON_MS + 5000 };
    expect((await closing([], { before })).record).toMatchObject({ closedAtMs: NOON_MS + 5000, version: 2 });
  });

  test('brings a refund that waits forward, to be carried out now on the day that ended', async () => {
    const { refunds, changed, result } = await closing([waiting({ amount: minor(2500), version: 3 })]);
    expect(refunds).toMatchObject([
      { gateway: EMBEDDED, step: { dueAtMs: NOON_MS, dayEndedAtMs: NOON_MS + 1, version: 4, amount: 2500 } },
    ]);
    expect(changed).toEqual(['closedAt', 'refunds']);
    expect(result).toMatchObject({ refundsNow: 1 });
  });

  test.each<readonly [string, QueuedPayment]>([
    ['at another bank', waiting({}, { gateway: 'https://bank.example' })],
    ['at another merchant', waiting({}, { merchant: '190100065' })],
    ['that is a void', waiting({ kind: 'void' })],
    ['that is done', waiting({ state: 'done' })],
    ['of which a Credit was sent', waiting({ sent: { credit: { atMs: 1, amount: minor(1), doneBefore: 0 } } })],
    ['that was brought forward before', waiting({ dayEndedAtMs: 1 })],
  ])('leaves a step %s as it is', async (_what, other) => {
    const own = waiting();
    const { refunds } = await closing([other, own], { merchant: '190100064' });
    expect(ordersOf(refunds)).toEqual([own.step?.payment]);
  });

  test('leaves an attempt that waits, and a step whose payment cannot be read, as they are', async () => {
    const [attempt, unread, own] = [waiting(), waiting(), waiting()];
    const { step: _none, ...alone } = attempt;
    const { attempt: _unread, ...lost } = unread;
    for (const merchant of [EVERYBODY, '190100064']) {
      const { refunds } = await closing([alone, lost, own], { merchant });
      expect(ordersOf(refunds)).toEqual([own.step?.payment]);
    }
  });

  test('brings the refunds of every merchant forward where the day of all ends', async () => {
    const both = [waiting(), waiting({}, { merchant: '190100065' })];
    expect(ordersOf((await closing(both)).refunds)).toEqual(both.map(({ step }) => step?.payment));
  });

  test('brings as many forward as one transaction takes, and a repeat the others', async () => {
    const queue = Array.from({ length: MAX_REFUNDS + 3 }, () => waiting());
    const { refunds, pages } = await closing(queue);
    expect(ordersOf(refunds)).toEqual(queue.slice(0, MAX_REFUNDS).map(({ step }) => step?.payment));
    expect(pages).toBe(1);
  });

  test('looks for refunds of the merchant behind those of others, and through a queue without any of them', async () => {
    const others = Array.from({ length: 2 * MAX_REFUNDS }, () => waiting({}, { merchant: '190100065' }));
    const voids = Array.from({ length: PAGE }, () => waiting({ kind: 'void' }));
    const own = waiting();
    const { refunds } = await closing([...others, ...voids, own], { merchant: '190100064' });
    expect(ordersOf(refunds)).toEqual([own.step?.payment]);
  });

  test('ends the day of a stage whose queue is long without reading all of it', async () => {
    const one = waiting({ kind: 'void' });
    const queue = Array.from({ length: 12 * PAGE }, (_, index) => ({
      ...one,
      position: String(index).padStart(6, '0'),
    }));
    expect(await closing(queue)).toMatchObject({ refunds: [], pages: 10 });
  });

  test.each(['19010', '1901000640000000', 'x190100064', '190100064x', 'nobody', ''])(
    'takes no merchant "%s"',
    async (merchant) => {
      await expect(closing([], { merchant })).rejects.toMatchObject({
        code: 'InvalidInput',
        field: 'merchant',
        sentence: expect.stringContaining('6 to 15 digits, or "every merchant"'),
      });
    },
  );

  test.each(['190100', '190100064000000'])('takes the merchant %s', async (merchant) => {
    expect((await closing([], { merchant })).record.of).toEqual({ clientId: merchant });
  });
});
