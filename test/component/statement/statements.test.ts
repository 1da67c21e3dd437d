import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { subDealerItem } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { DAY_MS, istanbulDayOf, istanbulDayRange } from '../../../shared/domain/calendar.ts';
import { newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { runOperator } from '../../support/operator/command-line.ts';
import { parseCsv } from '../../support/operator/csv.ts';
import { splitWith } from '../../support/payment/attempts.ts';
import { paidAt, refundedAt } from '../../support/payment/paid-payments.ts';
import { subDealerWith } from '../../support/payment/splits.ts';
import { putRows } from '../../support/store/store.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-statements-'));
/** Days that are over, whatever the time is. */
const [FIRST, SECOND] = [istanbulDayOf(Date.now() - 4 * DAY_MS), istanbulDayOf(Date.now() - 3 * DAY_MS)] as const;
const noonOf = (day: string): number => istanbulDayRange(day).firstMs + DAY_MS / 2;
const wireDay = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;

let dealer: TestDealer;
let other: TestDealer;

const operator = (...args: readonly string[]) => runOperator(args, { dataDir });
const ask = (fields: object, of = dealer) => callOperation(of, 'GetStatementList', fields);

/** The members of Data that these tests look at. */
interface Listed {
  readonly StatementList: readonly Readonly<Record<string, unknown>>[];
  readonly PaymentList: readonly Readonly<Record<string, unknown>>[];
}
const listed = async (fields: object): Promise<Listed> => (await ask(fields)).Data as Listed;

beforeAll(async () => {
  const { endpoint, operateFunctionName: functionName } = inject('stack');
  writeFileSync(join(dataDir, 'operator-endpoint.json'), JSON.stringify({ endpoint, functionName, stage: 'local' }));
  [dealer, other] = [await newDealer(), await newDealer()];
  const { store } = dealer;
  const { dealerCode } = dealer.dealer;
  const branches = [7, 8].map((id) => subDealerItem(subDealerWith(id, { dealerCode, name: `Branch ${id}` })));
  await putRows(store, branches);
  const [startedAtMs, endedAtMs] = [noonOf(FIRST), noonOf(FIRST) + 1000];
  await paidAt(store, dealerCode, { startedAtMs, endedAtMs }, { otherTrxCode: 'own' });
  const splits = [splitWith(7), splitWith(8)];
  const shared = await paidAt(store, dealerCode, { startedAtMs: startedAtMs + 1, endedAtMs }, { splits });
  // Asked for on the first day, and done by the bank after its end.
  await refundedAt(store, shared, 4000, { startedAtMs: noonOf(FIRST) + 2000, endedAtMs: noonOf(SECOND) });
  const made = await operator('make-statements', `dealerCode=${dealerCode}`, `day=${SECOND}`);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(made.stdout)).toMatchObject({ made: 6, failed: 0, doneDay: SECOND, isDone: true });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('GetStatementList (decisions: statements)', () => {
  test("tells a day of the dealer's own account: its sale, and what it earns of the shared one", async () => {
    const day = wireDay(FIRST);
    const { StatementList, PaymentList } = await listed({ StatementStartDate: day, StatementEndDate: `${day} 23:59` });
    // Of the shared payment the dealer takes 3.00 and leaves 4.00 to the service.
    expect(StatementList).toMatchObject([
      {
        CurrencyId: 1,
        StatementStartDate: `${day}T00:00:00`,
        StatementEndDate: `${day}T23:59:59.999`,
        SalesCount: 2,
        SalesTotal: 103,
        SalesCommissionTotal: 5.5,
        RefundCount: 0,
        RefundTotal: 0,
        RefundCommissionTotal: 0,
        Status: 1,
        PayoutTotal: 97.5,
        SubDealerId: 0,
      },
    ]);
    expect(PaymentList).toEqual([]);
  });

  test('tells what is owed for a late credit on the day of the credit, and lists what moved in one statement', async () => {
    const { StatementList } = await listed({ SubDealerId: 7 });
    expect(
      StatementList.map(({ RefundCount, RefundTotal, PayoutTotal, OwedAfter }) => [
        RefundCount,
        RefundTotal,
        PayoutTotal,
        OwedAfter,
      ]),
    ).toEqual([
      [1, 20, 0, -19.4],
      [0, 0, 48.5, 0],
    ]);
    const [late] = StatementList;
    const one = await listed({ StatementId: late?.DealerStatementId });
    expect(one.StatementList).toEqual([late]);
    expect(one.PaymentList).toMatchObject([
      {
        TrxType: 4,
        Amount: 20,
        DealerCommissionAmount: 0.6,
        CurrencyCode: 'TL',
        TrxDate: `${wireDay(SECOND)}T12:00:00`,
      },
    ]);
    expect(await listed({ AccountingId: 7 })).toEqual(await listed({ SubDealerId: 7 }));
    const marketPlace = await callOperation(dealer, 'GetStatementListMarketPlace', { SubDealerId: 7 });
    expect(marketPlace.Data).toEqual((await ask({ SubDealerId: 7 })).Data);
  });

  test('tells nothing of another dealer, not even by the id of a statement (rule 37)', async () => {
    const { StatementList } = await listed({ SubDealerId: 7 });
    const id = StatementList[0]?.DealerStatementId;
    for (const fields of [{}, { SubDealerId: 7 }, { StatementId: id }, { AccountingId: 7 }]) {
      expect(await ask(fields, other)).toMatchObject({
        Data: null,
        ResultCode: 'Dealer.GetStatementList.NoDataFound',
      });
    }
    const mismatched = await ask({ StatementId: id, SubDealerId: 8 });
    expect(mismatched.ResultCode).toBe('Dealer.GetStatementList.NoDataFound');
  });
});

describe('operator statement', () => {
  test('writes who is paid what, by day, account and currency, to standard output and to a file', async () => {
    const { dealerCode } = dealer.dealer;
    const args = ['statement', `dealerCode=${dealerCode}`, `from=${FIRST}`, `until=${SECOND}`];
    const { code, stdout } = await operator(...args);
    expect(code).toBe(0);
    const [header = [], ...lines] = parseCsv(stdout);
    const rows = lines.map((line) => Object.fromEntries(line.map((cell, index) => [header[index], cell])));
    const paid = rows.map(({ day, subDealerId, name, currency, payout, owedAfter }) =>
      [day === FIRST ? 'first' : 'second', subDealerId, name, currency, payout, owedAfter].join(' '),
    );
    expect(paid.toSorted()).toEqual([
      `first 0 ${dealer.dealer.name} TL 97.50 0.00`,
      'first 7 Branch 7 TL 48.50 0.00',
      'first 8 Branch 8 TL 48.50 0.00',
      `second 0 ${dealer.dealer.name} TL 0.40 0.00`,
      'second 7 Branch 7 TL 0.00 -19.40',
      'second 8 Branch 8 TL 0.00 -19.40',
    ]);
    const output = join(dataDir, 'statement.csv');
    expect(await operator(...args, '--output', output)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(output, 'utf8')).toBe(stdout);
  });

  test('a day without a statement is a header, and a line beside the file says why', async () => {
    const none = await operator(
      'statement',
      `dealerCode=${dealer.dealer.dealerCode}`,
      'from=20200101',
      'until=20200101',
    );
    expect(none).toMatchObject({ code: 0, stderr: expect.stringMatching(/^No statement of these days: .*\n$/) });
    expect(parseCsv(none.stdout)).toHaveLength(1);
  });

  test('make-statements again makes none, and refuses a day that is not over', async () => {
    const { dealerCode } = dealer.dealer;
    const again = await operator('make-statements', `dealerCode=${dealerCode}`, `day=${SECOND}`);
    expect(JSON.parse(again.stdout)).toMatchObject({ made: 0, isDone: true });
    const early = await operator('make-statements', `dealerCode=${dealerCode}`, `day=${istanbulDayOf(Date.now())}`);
    expect(early.code).toBe(1);
    expect(JSON.parse(early.stderr)).toMatchObject({ error: { code: 'InvalidInput' } });
  });
});
