import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, istanbulDayOf, istanbulDayRange } from '../../../shared/domain/calendar.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { runOperator } from '../../support/operator/command-line.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { paidAt, refundedAt } from '../../support/payment/paid-payments.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-settlement-'));
const DAY = istanbulDayOf(Date.now() - 4 * DAY_MS);
const noonMs = istanbulDayRange(DAY).firstMs + DAY_MS / 2;
const date = `${DAY.slice(6)}.${DAY.slice(4, 6)}.${DAY.slice(0, 4)}`;

let dealer: TestDealer;
let posId = '';
const orders: Record<string, string> = {};

/** Orders of 100.00 in our records, by what the file says of them. */
beforeAll(async () => {
  const { endpoint, operateFunctionName: functionName } = stackOfTests();
  writeFileSync(join(dataDir, 'operator-endpoint.json'), JSON.stringify({ endpoint, functionName, stage: 'local' }));
  dealer = await newDealer();
  const { store } = dealer;
  const { dealerCode } = dealer.dealer;
  const at = (startedAtMs: number) => ({ startedAtMs, endedAtMs: startedAtMs + 1000 });
  for (const name of ['same', 'lacking', 'less', 'turned']) {
    const attempt = await paidAt(store, dealerCode, at(noonMs));
    orders[name] = attempt.orderId;
    ({ posId } = attempt.pos);
  }
  const before = await paidAt(store, dealerCode, at(noonMs - 3 * DAY_MS));
  orders.refunded = before.orderId;
  await refundedAt(store, before, 4000, at(noonMs));
  // After the bank's day end: it stands in the file of the next day.
  orders.evening = (await paidAt(store, dealerCode, at(noonMs + 11 * 3_600_000))).orderId;
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const compare = async (content: string, ...args: readonly string[]) => {
  const path = join(dataDir, 'settlement.csv');
  writeFileSync(path, content);
  const own = [`dealerCode=${dealer.dealer.dealerCode}`, `posId=${posId}`, '--file', path];
  return runOperator(['compare-settlement', ...own, ...args], { dataDir });
};

const whole = () =>
  [
    '\uFEFF"Order";"Terminal";"Type";"Amount";"Date"',
    `"${orders.same}";"T1";"Satış";"100,00";"${date}"`,
    `"${orders.less}";"T1";"Satış";"99,99";"${date} 12:00"`,
    `"${orders.turned}";"T1";"İade";"100,00";"${date}"`,
    `"${orders.refunded}";"T1";"Satış";"-40,00";"${date}"`,
    `"ORDER-only-the-bank";"T1";"Satış";"1.234,50";"${date}"`,
    '',
  ].join('\r\n');

describe('compare-settlement (decisions: comparison with the bank)', () => {
  test('tells what is missing at the bank or here, and what has another amount or type; and keeps it', async () => {
    const { code, stdout, stderr } = await compare(whole());
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const told = JSON.parse(stdout) as { differences: readonly { orderId: string; kind: string }[] };
    expect(told).toMatchObject({ from: DAY, until: DAY, lines: 5, orders: 6, same: 2 });
    const wanted = [
      `${orders.lacking} missing-at-bank`,
      `${orders.less} other-amount`,
      'ORDER-only-the-bank missing-here',
      `${orders.turned} other-type`,
    ].toSorted();
    expect(told.differences.map(({ orderId, kind }) => `${orderId} ${kind}`).toSorted()).toEqual(wanted);
    expect(told.differences).toContainEqual({
      orderId: 'ORDER-only-the-bank',
      day: DAY,
      kind: 'missing-here',
      ours: { state: 'unknown' },
      bank: { state: 'settled', amount: 1234.5 },
    });
    const { dealerCode } = dealer.dealer;
    const kept = await newOperator().done('list-differences', { day: DAY, dealerCode });
    const rows = kept.differences as readonly { orderId: string; kind: string; source: string }[];
    expect(rows.map(({ orderId, kind }) => `${orderId} ${kind}`).toSorted()).toEqual(wanted);
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['settlement']));
  });

  test('a file that agrees ends with 0 and keeps nothing; --dry-run keeps nothing either', async () => {
    const other = await newDealer();
    const { dealerCode } = other.dealer;
    const { orderId } = await paidAt(other.store, dealerCode, { startedAtMs: noonMs, endedAtMs: noonMs + 1000 });
    const agreeing = `order,amount,type,date,currency\n${orderId},100.00,sale,${DAY},TRY\n`;
    expect(await compare(agreeing, `dealerCode=${dealerCode}`)).toMatchObject({ code: 0 });
    const differing = `order,amount,type,date\n${orderId},1.00,sale,${DAY}\n`;
    const tried = await compare(differing, `dealerCode=${dealerCode}`, '--dry-run');
    expect(JSON.parse(tried.stdout)).toMatchObject({ differences: [{ kind: 'other-amount' }] });
    expect(await newOperator().done('list-differences', { day: DAY, dealerCode })).toMatchObject({ differences: [] });
  });

  test('with calendar days the evening counts on its own day', async () => {
    const { stdout } = await compare(whole(), 'days=calendar days', '--dry-run');
    expect(JSON.parse(stdout)).toMatchObject({
      differences: expect.arrayContaining([
        expect.objectContaining({ orderId: orders.evening, kind: 'missing-at-bank' }),
      ]),
    });
  });

  test.each([
    ['a column that is missing', 'order,amount,type\n', 'must name the columns'],
    ['an amount that may mean two', `order,amount,type,date\nA,1.234,sale,20261123\n`, 'Line 2: amount'],
    ['an unknown type', `order,amount,type,date\nA,1,gift,20261123\n`, 'Line 2: type'],
    ['a capture below zero', 'order,amount,type,date\nA,-1,capture,20261123\n', 'Line 2: a capture below zero'],
    ['an order with other characters', `order,amount,type,date\n"4111 1111",1,sale,20261123\n`, 'Line 2: order'],
    ['no lines', 'order,amount,type,date\n', 'has no lines'],
    ['a quotation mark that does not end', 'order,amount,type,date\n"A,1,sale,20261123\n', 'quotation mark'],
  ])('%s is refused before anything is compared', async (_title, content, problem) => {
    const { code, stderr } = await compare(content);
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
    expect(stderr).not.toContain('4111');
  });
});
