import { describe, expect, test } from 'vitest';
import { orderHistory, orderState } from '../../../../../functions/sandbox/bank-simulator/garanti/inquiries.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import type { TerminalOrder } from '../../../../../shared/ports/bank-terminal-ledger.ts';
import { BANK_DAY_MS, BANK_MORNING, calledBankParts } from '../../../../support/bank/called-bank.ts';
import { terminalOrderWith, terminalTransaction } from '../../../../support/bank/terminal-orders.ts';

const { deps } = calledBankParts();
const AT = '2027-01-15 11:00:00';
const MINUTE_MS = 60_000;
const BATCH = expect.stringMatching(/^00\d{4}$/);

const sale = terminalTransaction({ atMs: BANK_MORNING, hostReference: '100000000001', authCode: '111111' });
const hold = terminalTransaction({
  type: 'preauth',
  atMs: BANK_MORNING,
  hostReference: '100000000002',
  authCode: '222222',
});
const capture = terminalTransaction({
  type: 'postauth',
  amount: minor(8000),
  atMs: BANK_MORNING + MINUTE_MS,
  hostReference: '100000000003',
  authCode: '333333',
  originalReference: hold.hostReference,
});
const failed = terminalTransaction({
  state: 'failed',
  returnCode: '51',
  amount: minor(500),
  atMs: BANK_MORNING,
  hostReference: '100000000004',
  authCode: '',
});
const refund = terminalTransaction({ type: 'refund', amount: minor(700), atMs: BANK_MORNING + MINUTE_MS });
const cancelled = { voidedAtMs: BANK_MORNING + 2 * MINUTE_MS };

const foundOf = (order: TerminalOrder): unknown => {
  const answer = orderState(deps, order.orderId, order);
  return 'raw' in answer ? answer : answer.found?.OrderInqResult;
};

describe('The state of an order', () => {
  test('tells of a sale whole, in the words of the bank', () => {
    expect(orderState(deps, 'ORDER-1', terminalOrderWith([sale], { installments: 3 }))).toEqual({
      orderId: 'ORDER-1',
      source: 'GVPS',
      code: '00',
      reason: '00',
      message: 'Approved',
      text: '',
      found: {
        OrderInqResult: {
          ChargeType: 'S',
          PreAuthAmount: '0',
          PreAuthDate: '',
          AuthAmount: '10000',
          AuthDate: `${AT}.000`,
          RecurringInfo: 'N',
          RecurringStatus: '',
          Status: 'APPROVED',
          RemainingBNSAmount: '0',
          UsedFBBAmount: '0',
          UsedChequeType: '',
          UsedChequeCount: '0',
          UsedChequeAmount: '0',
          UsedBnsAmount: '0',
          InstallmentCnt: '3',
          CardNumberMasked: '400062******0007',
          CardRef: '',
          Code: '00',
          ReasonCode: '00',
          SysErrMsg: '',
          RetrefNum: '100000000001',
          GPID: '',
          AuthCode: '111111',
          BatchNum: BATCH,
          SequenceNum: '000001',
          ProvDate: AT,
        },
      },
    });
  });

  const NONE = { PreAuthAmount: '0', PreAuthDate: '', AuthAmount: '0', AuthDate: '' };
  const HELD = { ...NONE, PreAuthAmount: '10000', PreAuthDate: `${AT}.000` };
  const SOLD = {
    ...NONE,
    AuthAmount: '10000',
    AuthDate: `${AT}.000`,
    RetrefNum: sale.hostReference,
    InstallmentCnt: '0',
  };

  test.each([
    ['a sale behind a decline', [failed, sale], SOLD],
    [
      'a sale that was voided',
      [{ ...sale, ...cancelled }, terminalTransaction({ type: 'void', amount: minor(1) })],
      SOLD,
    ],
    ['a sale that was refunded', [sale, refund], SOLD],
    ['a sale before a decline', [sale, failed], SOLD],
    ['a hold', [hold], { ...HELD, RetrefNum: hold.hostReference, Status: 'WAITINGPOSTAUTH' }],
    [
      'a hold that was captured',
      [hold, capture],
      { ...HELD, AuthAmount: '8000', AuthDate: '2027-01-15 11:01:00.000', RetrefNum: capture.hostReference },
    ],
    [
      'a hold whose capture was voided',
      [hold, { ...capture, ...cancelled }],
      { ...HELD, RetrefNum: hold.hostReference, Status: 'WAITINGPOSTAUTH' },
    ],
    [
      'a hold that was declined',
      [{ ...hold, state: 'failed' as const, returnCode: '05' }],
      { ...NONE, AuthAmount: '10000', AuthDate: `${AT}.000`, Status: 'DECLINED', Code: '05', ReasonCode: '05' },
    ],
    [
      'the latest of two declines',
      [failed, { ...failed, returnCode: '05', amount: minor(600) }],
      { ...NONE, AuthAmount: '600', AuthDate: `${AT}.000`, Code: '05', ReasonCode: '05' },
    ],
  ])('tells of %s', (_what, transactions, expected) => {
    expect(foundOf(terminalOrderWith(transactions))).toMatchObject(expected);
  });

  test.each([undefined, terminalOrderWith([])])('of an order without a transaction (%o) is none', (order) => {
    expect(orderState(deps, 'ORDER-1', order)).toMatchObject({ orderId: 'ORDER-1', reason: '0110' });
  });
});

const LATER = { nowMs: BANK_MORNING + BANK_DAY_MS, closedAtMs: BANK_MORNING + BANK_DAY_MS };

const rowsOf = (order: TerminalOrder): unknown => {
  const answer = orderHistory(deps, order.orderId, { order, day: LATER });
  return 'raw' in answer ? answer : answer.found?.OrderHistInqResult;
};

describe('The history of an order', () => {
  const ROW = {
    Type: 'sales',
    Status: '00',
    PreAuthAmount: '0',
    AuthAmount: '10000',
    PreAuthDate: '',
    AuthDate: '20270115',
    VoidDate: '',
    RetrefNum: '100000000001',
    AuthCode: '111111',
    ReturnCode: '00',
    BatchNum: BATCH,
    RemainingBNSAmount: '0',
    UsedFBBAmount: '0',
    UsedChequeType: '',
    UsedChequeCount: '0',
    UsedChequeAmount: '0',
    CurrencyCode: '949',
    Settlement: 'Y',
  };
  const HOLD_ROW = {
    ...ROW,
    Type: 'preauth',
    PreAuthAmount: '10000',
    AuthAmount: '0',
    PreAuthDate: '20270115',
    AuthDate: '',
    RetrefNum: hold.hostReference,
    AuthCode: hold.authCode,
    Settlement: 'N',
  };
  const FAILED_ROW = {
    ...ROW,
    Status: '51',
    AuthAmount: '500',
    RetrefNum: failed.hostReference,
    AuthCode: '',
    ReturnCode: '51',
    CurrencyCode: '0',
    Settlement: 'N',
  };

  test('tells of every transaction, the oldest first', () => {
    expect(rowsOf(terminalOrderWith([failed, hold, { ...sale, ...cancelled }]))).toEqual({
      OrderTxnList: { OrderTxn: [FAILED_ROW, HOLD_ROW, { ...ROW, VoidDate: '20270115' }] },
    });
  });

  test('shows another amount than the charge’s, and no other, by the card that stands for it', () => {
    const order = terminalOrderWith([sale, refund], { cardId: 'garanti-other-sum' });
    expect(rowsOf(order)).toMatchObject({
      OrderTxnList: { OrderTxn: [{ AuthAmount: '10100' }, { AuthAmount: '700' }] },
    });
  });

  test('shows what happened as done, whatever its return code says', () => {
    const order = terminalOrderWith([{ ...sale, returnCode: '05' }], { cardId: 'declined-and-charged' });
    expect(rowsOf(order)).toEqual({ OrderTxnList: { OrderTxn: [{ ...ROW, ReturnCode: '05' }] } });
  });

  test('is the bank’s own approval, and refused for an order that it does not know', () => {
    const order = terminalOrderWith([sale]);
    expect(orderHistory(deps, 'ORDER-1', { order, day: LATER })).toMatchObject({ source: 'GVPS', code: '00' });
    expect(orderHistory(deps, 'ORDER-1', { order: undefined, day: LATER })).toMatchObject({ reason: '0108' });
  });
});
