import { describe, expect, test } from 'vitest';
import type { Elements } from '../../../../../functions/sandbox/bank-simulator/dependencies.ts';
import { orderList } from '../../../../../functions/sandbox/bank-simulator/garanti/order-list.ts';
import type { GvpsRequest } from '../../../../../functions/sandbox/bank-simulator/garanti/request.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import type { TerminalLedger, TerminalOrder } from '../../../../../shared/ports/bank-terminal-ledger.ts';
import { BANK_MORNING, calledBankParts, ledgerWith } from '../../../../support/bank/called-bank.ts';
import { terminalOrderWith, terminalTransaction } from '../../../../support/bank/terminal-orders.ts';

const MINUTE_MS = 60_000;
const [START, END] = ['14/01/2027 10:59', '15/01/2027 11:00'];

/** What the bank lists of these orders, and the period that it looked into. */
const listed = async (orders: readonly TerminalOrder[], asked: Partial<GvpsRequest['order']> = {}, amount = '1') => {
  const periods: Parameters<TerminalLedger['list']>[0][] = [];
  const list: TerminalLedger['list'] = async (period) => {
    periods.push(period);
    return orders;
  };
  const { deps } = calledBankParts({ ledger: ledgerWith({ terminals: { list } }) });
  const order = { id: '', start: START, end: END, page: '1', ...asked };
  const answer = await orderList(deps, { order, amount } as GvpsRequest, '190100062');
  if ('raw' in answer) throw new Error('the answer is broken');
  const result = answer.found?.OrderListInqResult as { readonly OrderTxnList: Elements } | undefined;
  return { answer, periods, list: result?.OrderTxnList };
};

const rowsOf = ({ list }: Awaited<ReturnType<typeof listed>>) => (list?.OrderTxn ?? []) as readonly Elements[];

const sale = terminalTransaction({ atMs: BANK_MORNING, authCode: '111111' });
const failed = terminalTransaction({
  state: 'failed',
  returnCode: '51',
  amount: minor(500),
  atMs: BANK_MORNING,
  hostReference: '100000000004',
  authCode: '',
});
const refund = terminalTransaction({
  type: 'refund',
  amount: minor(700),
  atMs: BANK_MORNING + MINUTE_MS,
  hostReference: '100000000005',
});
const AT = { firstAtMs: BANK_MORNING };

describe('The list of a period', () => {
  test('has one row for an order, with its charge and the time of its latest transaction', async () => {
    const found = await listed([
      terminalOrderWith([failed, sale, refund], { ...AT, installments: 3, currency: 'EUR' }),
    ]);
    expect(found.answer).toMatchObject({ orderId: '', source: 'GVPS', code: '00', message: 'Approved' });
    expect(found.list).toEqual({
      TotalTxnCount: '1',
      TotalPageCount: '1',
      ActPageNum: '1',
      OrderTxn: [
        {
          Id: '1',
          LastTrxDate: '2027-01-15 11:01:00',
          TrxType: 'sales',
          OrderID: 'ORDER-1',
          CardNumberMasked: '400062******0007',
          BatchNum: expect.stringMatching(/^00\d{4}$/),
          AuthCode: '111111',
          RetrefNum: sale.hostReference,
          InstallmentCnt: '3',
          Status: 'APPROVED',
          AuthAmount: '10000',
          CurrencyCode: '978',
        },
      ],
    });
  });

  test.each([
    ['the latest decline', [{ ...failed, authCode: '9' }, failed], 'sales', '500', 'DECLINED'],
    ['a hold', [{ ...sale, type: 'preauth' as const }], 'preauth', '10000', 'WAITINGPOSTAUTH'],
    ['what followed a sale that was voided', [{ ...sale, voidedAtMs: 1 }, refund], 'refund', '700', 'APPROVED'],
  ])('shows %s where no charge stands', async (_what, transactions, TrxType, AuthAmount, Status) => {
    const [row] = rowsOf(await listed([terminalOrderWith(transactions, AT)]));
    const { hostReference: RetrefNum, authCode: AuthCode } = transactions.at(-1) ?? sale;
    expect(row).toMatchObject({ TrxType, AuthAmount, Status, RetrefNum, AuthCode, InstallmentCnt: '0' });
  });

  test('counts no order that reached no issuer, and is empty without orders', async () => {
    const { list } = await listed([terminalOrderWith([], AT)]);
    expect(list).toEqual({ TotalTxnCount: '0', TotalPageCount: '0', ActPageNum: '1' });
  });

  test('has five hundred orders a page, numbered through', async () => {
    const orders = Array.from({ length: 1001 }, () => terminalOrderWith([sale], AT));
    for (const [page, count, first, last] of [
      ['1', 500, '1', '500'],
      ['2', 500, '501', '1000'],
      ['3', 1, '1001', '1001'],
      ['10', 0, undefined, undefined],
    ] as const) {
      const found = await listed(orders, { page });
      expect(found.list).toMatchObject({ TotalTxnCount: '1001', TotalPageCount: '3', ActPageNum: page });
      const ids = rowsOf(found).map(({ Id }) => Id);
      expect([ids.length, ids[0], ids.at(-1)]).toEqual([count, first, last]);
    }
  });

  test('looks into the period with the minute of its end, and lists at most ten pages of it', async () => {
    const { periods } = await listed([]);
    const fromMs = BANK_MORNING - 24 * 60 * MINUTE_MS - MINUTE_MS;
    expect(periods).toEqual([{ terminalId: '190100062', fromMs, untilMs: BANK_MORNING + MINUTE_MS, limit: 5000 }]);
  });

  test.each<readonly [string, Partial<GvpsRequest['order']>, string | undefined]>([
    ['one moment', { start: END }, undefined],
    ['thirty days', { start: '16/12/2026 11:00' }, undefined],
    ['more', { start: '16/12/2026 10:59' }, '0907'],
    ['an end before the start', { end: '14/01/2027 10:58' }, '0907'],
    ['no start', { start: '' }, '0002'],
    ['no end', { end: '' }, '0002'],
    ['a thirteenth month', { end: '15/13/2027 11:00' }, '0002'],
    ['something before it', { start: `1${START}` }, '0002'],
    ['something behind it', { end: `${END}:00` }, '0002'],
    ['the last page of three digits', { page: '999' }, undefined],
    ...['', '0', '01', 'x1', '1x', '1000'].map((page) => [`the page ${page}`, { page }, '0002'] as const),
  ])('of %s is refused with %j: %s', async (_what, asked, reason) => {
    const { answer } = await listed([], asked);
    expect([answer.orderId, answer.reason]).toEqual(['', reason ?? '00']);
  });

  test('without an amount is refused', async () => {
    expect((await listed([], {}, '')).answer.reason).toBe('0002');
  });
});
