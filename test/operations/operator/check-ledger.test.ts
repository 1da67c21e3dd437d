import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listedDealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { paymentKeys } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { attemptOfOrder } from '../../../shared/domain/payment/payment-name.ts';
import { nextMillisecond } from '../../support/app/next-millisecond.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { authenticationOf } from '../../support/dealer/dealers.ts';
import { runOperator } from '../../support/operator/command-line.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { putRows } from '../../support/store/store.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-ledger-'));

beforeAll(() => {
  const { endpoint, operateFunctionName: functionName } = stackOfTests();
  writeFileSync(join(dataDir, 'operator-endpoint.json'), JSON.stringify({ endpoint, functionName, stage: 'local' }));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Checked {
  readonly agrees: boolean;
  readonly dealers: readonly Readonly<Record<string, unknown>>[];
}

/** The command as an operator types it, with its exit code. */
const checkLedger = async (
  ...pairs: readonly string[]
): Promise<{ readonly code: number; readonly checked: Checked }> => {
  const { code, stdout } = await runOperator(['check-ledger', ...pairs], { dataDir });
  return { code, checked: JSON.parse(stdout) as Checked };
};

const call = ({ post, account }: BankDealer, operation: string, request: Record<string, unknown>) =>
  post(
    `/PaymentDealer/${operation}`,
    JSON.stringify({ PaymentDealerAuthentication: authenticationOf(account), PaymentDealerRequest: request }),
  );

/** A sale, a sale that is voided, and a pre-authorisation with a part capture. Answers the order id of the capture. */
const dayOf = async (dealer: BankDealer): Promise<string> => {
  await dealer.payDirectly({ OtherTrxCode: 'sale' });
  await dealer.payDirectly({ OtherTrxCode: 'voided' });
  await dealer.payDirectly({ OtherTrxCode: 'reserved', IsPreAuth: 1 });
  expect(await call(dealer, 'DoVoid', { OtherTrxCode: 'voided' })).toMatchObject({ ResultCode: 'Success' });
  await nextMillisecond();
  const captured = await call(dealer, 'DoCapture', { OtherTrxCode: 'reserved', Amount: 20 });
  return (captured.Data as { VirtualPosOrderId: string }).VirtualPosOrderId;
};

const damageStep = async ({ store }: BankDealer, orderId: string): Promise<void> => {
  const name = attemptOfOrder(orderId) ?? expect.unreachable();
  const key = paymentKeys.step({ payment: name.payment, number: 1 });
  const row = (await store.get(key)) ?? expect.unreachable();
  const postings = (row.postings as readonly [string, number][]).map(([account, amount]) => [account, amount + 1]);
  await putRows(store, [{ ...row, ...key, postings }]);
};

describe('check-ledger', () => {
  test('tells the totals of a dealer and day by account, which sum to zero, and exits with 0 where all agrees', async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    await dayOf(dealer);
    const { code, checked } = await checkLedger(`dealerCode=${dealerCode}`);
    expect({ code, checked }).toMatchObject({
      code: 0,
      checked: { agrees: true, dealers: [{ dealerCode, charges: 3, steps: 2, disagreements: [] }] },
    });
    const { TL } = (checked.dealers[0] ?? expect.unreachable()).totals as { TL: Record<string, number> };
    expect(TL.payer).toBe(-47.5);
    expect(Object.values(TL).reduce((sum, amount) => sum + Math.round(amount * 100), 0)).toBe(0);
  });

  test('tells each disagreement with its order and step, and exits with 1', async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    const orderId = await dayOf(dealer);
    await damageStep(dealer, orderId);
    const { code, checked } = await checkLedger(`dealerCode=${dealerCode}`);
    expect(code).toBe(1);
    expect(checked.agrees).toBe(false);
    expect(checked.dealers[0]?.disagreements).toEqual([
      { orderId, step: 1, problem: 'the postings of the step do not sum to zero' },
      { orderId, step: 1, problem: 'the postings of the step are not what the step moves' },
      { problem: 'the totals in TL do not sum to zero' },
    ]);
  });

  test('tells what the bank gave back too much with the step, and so does the payment', async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    const orderId = await dayOf(dealer);
    const name = attemptOfOrder(orderId) ?? expect.unreachable();
    const key = paymentKeys.step({ payment: name.payment, number: 1 });
    const row = (await dealer.store.get(key)) ?? expect.unreachable();
    await putRows(dealer.store, [{ ...row, ...key, excessCredit: 1250 }]);
    const { code, checked } = await checkLedger(`dealerCode=${dealerCode}`);
    expect(code).toBe(1);
    expect(checked.dealers[0]?.disagreements).toEqual([
      { orderId, step: 1, problem: 'the bank gave back more than the steps say', excessCredit: 12.5 },
    ]);
    const shown = await newOperator().done('show-payment', { dealerCode, orderId });
    expect(shown).toMatchObject({ steps: [{ number: 1, excessCredit: 12.5 }] });
  });

  test('a day without payments agrees', async () => {
    const { dealer } = await newBankDealer();
    const { code, checked } = await checkLedger(`dealerCode=${dealer.dealerCode}`, 'day=20200101');
    expect({ code, checked }).toMatchObject({ code: 0, checked: { dealers: [{ charges: 0, steps: 0, totals: {} }] } });
  });

  test('without a dealer it goes from one to the next, each in pages, and a cursor goes on', async () => {
    const { done, store } = newOperator();
    const [one, other] = [await newBankDealer(), await newBankDealer()].toSorted((a, b) =>
      a.dealer.dealerCode < b.dealer.dealerCode ? -1 : 1,
    ) as [BankDealer, BankDealer];
    await putRows(store, [listedDealerItem(one.dealer), listedDealerItem(other.dealer)]);
    await dayOf(one);
    const seen: unknown[] = [];
    let cursor: unknown = `${one.dealer.dealerCode}/`;
    for (let page = 0; page < 1000 && cursor !== undefined; page += 1) {
      const answer = await done('check-ledger', { cursor });
      seen.push(answer.dealerCode);
      cursor = answer.next;
    }
    expect(cursor).toBeUndefined();
    expect(seen.slice(0, 2)).toEqual([one.dealer.dealerCode, one.dealer.dealerCode]);
    expect(seen.filter((code) => code === other.dealer.dealerCode)).toHaveLength(2);
    expect(seen.indexOf(other.dealer.dealerCode)).toBeGreaterThan(1);
  });
});

describe('show-day', () => {
  const showDay = async (...pairs: readonly string[]) => {
    const { code, stdout } = await runOperator(['show-day', ...pairs], { dataDir });
    return { code, shown: JSON.parse(stdout) as Readonly<Record<string, unknown>> };
  };

  test('tells number and amount of payments and steps by kind, state and currency', async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    await dayOf(dealer);
    const { code, shown } = await showDay(`dealerCode=${dealerCode}`);
    expect(code).toBe(0);
    expect(shown).not.toHaveProperty('dealers');
    expect(shown.totals).toEqual([
      { kind: 'sale', state: 'approved', currency: 'TL', count: 1, amount: 27.5 },
      { kind: 'sale', state: 'voided', currency: 'TL', count: 1, amount: 27.5 },
      { kind: 'pre-authorisation', state: 'approved', currency: 'TL', count: 1, amount: 27.5 },
      { kind: 'capture', state: 'done', currency: 'TL', count: 1, amount: 20 },
      { kind: 'void', state: 'done', currency: 'TL', count: 1, amount: 27.5 },
    ]);
    const other = await showDay(`dealerCode=${dealerCode}`, 'day=20200101');
    expect(other).toEqual({ code: 0, shown: { day: '20200101', totals: [] } });
  });

  test('without a dealer it walks through all of them, and ends a slow call with a cursor', async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    await dayOf(dealer);
    const { store } = newOperator();
    await putRows(store, [listedDealerItem(dealer.dealer)]);
    const { shown } = await showDay();
    const [all, own] = [shown.totals, shown.dealers as readonly Readonly<Record<string, unknown>>[]] as const;
    expect(own.filter((one) => one.dealerCode === dealerCode)).toHaveLength(5);
    expect(all).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'void', state: 'done' })]));
    // A store that is slow: the clock is late after the first part.
    const { done, clock } = newOperator({
      through: (plain) => ({
        ...plain,
        list: async (query) => {
          clock.nowMs += 6_000;
          return plain.list(query);
        },
      }),
    });
    const first = await done('show-day', { dealerCode });
    expect(first.next).toBe(`${dealerCode}/steps`);
    const rest = await done('show-day', { dealerCode, cursor: first.next });
    expect(rest.next).toBeUndefined();
    expect([first, rest].map(({ sums }) => (sums as readonly unknown[]).length)).toEqual([3, 2]);
  });
});

describe('Steps of a payment as operators see them', () => {
  test('show-payment tells each step with its postings, and what every account holds', async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    await dayOf(dealer);
    const shown = await newOperator().done('show-payment', { dealerCode, otherTrxCode: 'reserved' });
    const [attempt] = shown.attempts as readonly { readonly ledger: { readonly balances: Record<string, number> } }[];
    expect(attempt?.ledger).toMatchObject({ charged: 20, refunded: 0, balances: { payer: -20 } });
    const { balances } = attempt?.ledger ?? expect.unreachable();
    const [step] = shown.steps as readonly { readonly postings: readonly { account: string; amount: number }[] }[];
    expect(Object.fromEntries(step?.postings.map(({ account, amount }) => [account, amount]) ?? [])).toEqual(balances);
    const voided = await newOperator().done('show-payment', { dealerCode, otherTrxCode: 'voided' });
    expect(voided.attempts).toMatchObject([{ ledger: { charged: 27.5, refunded: 27.5, balances: {} } }]);
  });

  test('export-payments has a row per step of the day behind the payments, and none where a state is asked for', async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    const orderId = await dayOf(dealer);
    const { done } = newOperator();
    const { header, rows } = (await done('export-payments', { dealerCode })) as { header: string; rows: string[] };
    const names = header.split(',');
    const lines = rows.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell])));
    expect(lines.map((line) => [line.row, line.stepKind])).toEqual([
      ['payment', ''],
      ['payment', ''],
      ['payment', ''],
      ['step', 'void'],
      ['step', 'capture'],
    ]);
    const captured = { orderId, otherTrxCode: 'reserved', currency: 'TL', step: '1', stepState: 'done' };
    expect(lines[4]).toMatchObject({ ...captured, stepAmount: '20.00', amount: '', split: '', state: '' });
    const ofState = (await done('export-payments', { dealerCode, state: 'approved' })).rows as readonly string[];
    expect(ofState).toHaveLength(2);
  });
});
