import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { OperateAnswer } from '../../../functions/operator/operate/contract.ts';
import { type Invocation, readArguments, UsageError } from '../../../infra/operator/arguments.ts';
import { importLostOrdersInParts } from '../../../infra/operator/import-lost-orders.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-links-lost-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const quiet = { write: () => true };

const invocationOf = (text: string, id: string): Invocation => {
  const file = join(folder, 'orders.csv');
  writeFileSync(file, text);
  const words = ['import-lost-orders', 'dealerCode=1001', 'posId=isbank', '--file', file, '--id', id];
  const request = readArguments(words, folder);
  if (request.kind !== 'invoke') throw new Error('no invocation');
  return request;
};

const ID = '9f0b8a52-6d1e-4c3f-8a7b-2d4e6f8091a2';
const listOf = (count: number): string =>
  ['orderId,amount', ...Array.from({ length: count }, (_, index) => `ORDER-${index},1.00`)].join('\n');

/** Imports with a function that notes its calls and may fail at one of them. */
const imported = async (text: string, failsAt = Number.POSITIVE_INFINITY) => {
  const calls: { commandId: string; input: Readonly<Record<string, unknown>> }[] = [];
  const outcome = await importLostOrdersInParts(invocationOf(text, ID), quiet, async ({ commandId }, input) => {
    calls.push({ commandId, input });
    const failed: OperateAnswer = { ok: false, error: { code: 'Unexpected', message: 'no' } };
    return calls.length === failsAt ? failed : { ok: true, commandId, applied: true, result: { lost: 1 } };
  });
  return { outcome, calls };
};

describe('The bank’s list as a file (rule 47)', () => {
  test('goes in parts of sixteen, each a command of its own, and only the last says that the list is complete', async () => {
    const { outcome, calls } = await imported(listOf(33));
    expect(calls.map(({ input }) => [(input.orders as unknown[]).length, input.complete])).toEqual([
      [16, false],
      [16, false],
      [1, true],
    ]);
    expect(new Set(calls.map(({ commandId }) => commandId)).size).toBe(3);
    expect(calls[0]?.input).toMatchObject({ dealerCode: '1001', posId: 'isbank' });
    expect(outcome).toMatchObject({ orders: 33, lost: 3 });
  });

  test('without an order is complete at once', async () => {
    const { calls } = await imported('orderId,amount\n');
    expect(calls.map(({ input }) => [input.orders, input.complete])).toEqual([[[], true]]);
  });

  test('stops where a part fails, without calling the list complete, and a repeat sends the same commands', async () => {
    const broken = await imported(listOf(33), 2);
    expect(broken.outcome).toMatchObject({ orders: 16, error: { code: 'Unexpected' } });
    expect(broken.calls.some(({ input }) => input.complete === true)).toBe(false);
    const again = await imported(listOf(33));
    expect(again.calls.slice(0, 2).map(({ commandId }) => commandId)).toEqual(
      broken.calls.map(({ commandId }) => commandId),
    );
  });

  test.each([
    ['another column', 'orderId,amount,card\nORDER-1,1.00,x'],
    ['no amount', 'orderId\nORDER-1'],
    ['an order twice', 'orderId,amount\nORDER-1,1.00\nORDER-1,1.00'],
    ['a short line', 'orderId,amount\nORDER-1'],
  ])('with %s is refused before anything is sent', async (_what, text) => {
    await expect(imported(text)).rejects.toBeInstanceOf(UsageError);
  });
});
