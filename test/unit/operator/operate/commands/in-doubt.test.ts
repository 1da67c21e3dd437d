import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { listInDoubt } from '../../../../../functions/operator/operate/commands/in-doubt.ts';
import type { DirectAttempt } from '../../../../../shared/domain/attempt/attempt.ts';
import type { Step } from '../../../../../shared/domain/payment/step.ts';
import type { QueuedPayment } from '../../../../../shared/ports/operator-payments.ts';
import { directAttemptWith } from '../../../../support/payment/attempts.ts';
import { STEP_NOON_MS as NOON_MS, reversalOf } from '../../../../support/payment/steps.ts';

/** Rows that are read at once, and how often in one call. */
const PAGE = 500;
const MAX_PAGES = 10;

const positionOf = (index: number): string => `${String(index).padStart(15, '0')}#AAAAAA#${'a'.repeat(26)}#01`;

type Queued = Omit<QueuedPayment, 'position'>;

const queued = (attempt: DirectAttempt, changes?: Partial<Step>): Queued => ({
  dueAtMs: NOON_MS - 60_000,
  unreadTimes: 0,
  orderId: attempt.orderId,
  attempt,
  ...(changes === undefined ? {} : { step: reversalOf(attempt, changes) }),
});

const stuck = (dealerCode = 'D1') => queued(directAttemptWith(dealerCode, { state: 'reversing' }), { state: 'stuck' });
const waiting = (dealerCode = 'D1') => queued(directAttemptWith(dealerCode, { state: 'in-doubt' }));
const unreadable = (): Queued => ({ dueAtMs: NOON_MS, unreadTimes: 3, orderId: 'ORDER-x', dealerCode: 'D1' });

const scene = (queue: readonly Queued[]) => {
  const rows = queue.map((one, index) => ({ ...one, position: positionOf(index) }));
  let reads = 0;
  const linksOf: unknown[] = [];
  const payments = {
    pageOfQueue: async ({ after = '', limit }: { readonly after?: string; readonly limit: number }) => {
      reads += 1;
      return rows.filter(({ position }) => position > after).slice(0, limit);
    },
    linksOf: async (attempts: readonly unknown[]) => {
      linksOf.push(...attempts);
      return new Map();
    },
  };
  const call = { deps: { payments }, nowMs: NOON_MS } as unknown as CommandCall;
  const show = async (input: object = {}) => {
    const { attempts, next } = await listInDoubt.show(input, call);
    return { orders: (attempts as readonly { orderId: string }[]).map(({ orderId }) => orderId), next, attempts };
  };
  /** The whole list, page by page. */
  const pagesOf = async (input: object) => {
    const pages: (readonly string[])[] = [];
    for (let cursor: unknown; pages.length < 50; ) {
      const { orders, next } = await show({ ...input, ...(cursor === undefined ? {} : { cursor }) });
      pages.push(orders);
      if (next === undefined) return pages;
      cursor = next;
    }
    return expect.unreachable('the list does not end');
  };
  return { show, pagesOf, linksOf, reads: () => reads };
};

const ordersOf = (list: readonly Queued[]): readonly string[] => list.map(({ orderId }) => orderId);

describe('list-in-doubt', () => {
  test.each([1, 2, 3, 4, 5, 7, 9])('by pages of %d shows each once, and first what needs a person', async (limit) => {
    const pressing = [stuck(), stuck(), stuck()];
    const rest = Array.from({ length: 5 }, () => waiting());
    const { pagesOf } = scene([...rest.slice(0, 2), ...pressing, ...rest.slice(2)]);
    const pages = await pagesOf({ limit });
    expect(pages.flat()).toEqual(ordersOf([...pressing, ...rest]));
    expect(Math.max(...pages.map(({ length }) => length))).toBe(Math.min(limit, 8));
  });

  test('shows twenty at once unless it is told otherwise, and no "next" behind the last one', async () => {
    const { show } = scene(Array.from({ length: 21 }, () => waiting()));
    const { orders, next } = await show();
    expect([orders.length, next]).toEqual([20, positionOf(19)]);
    expect((await show({ cursor: next, limit: null })).next).toBeUndefined();
    expect((await show({ limit: 100, cursor: null })).next).toBeUndefined();
  });

  test('finds what needs a person behind many others, in one call', async () => {
    const [one, last] = [waiting(), stuck()];
    const { show } = scene([...Array.from({ length: 3 * PAGE }, () => one), last]);
    expect((await show({ limit: 1 })).orders).toEqual([last.orderId]);
  });

  test('reads a part of a long queue, and says where to go on', async () => {
    const one = waiting();
    const { show, reads } = scene(Array.from({ length: (MAX_PAGES + 1) * PAGE }, () => one));
    expect(await show()).toEqual({ orders: [], attempts: [], next: `first:${positionOf(MAX_PAGES * PAGE - 1)}` });
    expect(reads()).toBe(MAX_PAGES);
  });

  test('shows an unreadable row like one that needs a person, whatever is asked for, and reads no link of it', async () => {
    const { show, linksOf } = scene([waiting(), unreadable()]);
    const { attempts } = await show({ waitsFor: 'stuck', dealerCode: 'D1' });
    expect(attempts).toEqual([
      {
        dealerCode: 'D1',
        orderId: 'ORDER-x',
        unreadable: true,
        attention: true,
        dueAt: '2027-01-15T09:00:00.000Z',
        dueForSeconds: 0,
        postponed: 3,
      },
    ]);
    expect(linksOf).toEqual([]);
  });

  test('leaves out what has ended since, what waits for something else, and what is of others', async () => {
    const [own, other] = [waiting(), waiting('D2')];
    const done = queued(directAttemptWith('D1', { state: 'approved', reportedOutcome: 'paid' }), { state: 'done' });
    const over = queued(directAttemptWith('D1', { state: 'declined', reportedOutcome: 'failed' }));
    const { show } = scene([done, over, own, stuck(), other]);
    expect((await show({ dealerCode: 'D1', waitsFor: 'in-doubt' })).orders).toEqual([own.orderId]);
    expect((await show({ dealerCode: 'D1' })).orders).toHaveLength(2);
    expect((await show({ dealerCode: null, waitsFor: null })).orders).toHaveLength(3);
  });

  test.each([`first: ${positionOf(1)}`, ` ${positionOf(1)}`, `${positionOf(1)} `, 'first:', `last:${positionOf(1)}`])(
    'takes no cursor "%s"',
    async (cursor) => {
      await expect(scene([]).show({ cursor })).rejects.toMatchObject({ code: 'InvalidInput', field: 'cursor' });
    },
  );
});
