import { describe, expect, test } from 'vitest';
import { readHistory } from '../../../shared/adapters/garanti/classify-history.ts';
import { classifyInquiry } from '../../../shared/adapters/garanti/classify-inquiry.ts';
import { readState, statementOf } from '../../../shared/adapters/garanti/order-state.ts';
import type { InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import type { PosOrder } from '../../../shared/ports/bank-order.ts';
import {
  CAPTURE_ROW,
  HOLD_ROW,
  historyOf,
  holdOrder,
  readTold,
  rowOf,
  saleOrder,
  stateOf,
} from '../../support/bank/garanti-documents.ts';

type Row = Readonly<Record<string, string>>;

const NOW = Date.UTC(2022, 10, 1, 10);
const TAKEN: Row = { Status: 'APPROVED', AuthAmount: '10025', PreAuthAmount: '0' };
const HELD: Row = { Status: 'WAITINGPOSTAUTH', AuthAmount: '0', PreAuthAmount: '10025' };

const found = (state: Row, rows: readonly Row[], order: PosOrder = saleOrder): InquiryAnswer => {
  const read = readState(readTold(stateOf(state)), order);
  if (read.kind !== 'told') return read;
  const judged = { ...order, nowMs: NOW, dayEndsAt: '23:00' };
  return classifyInquiry(read.state, readHistory(readTold(historyOf(rows)), judged));
};

const contradictory = { kind: 'unknown', cause: 'contradictory' };
const references = { authCode: '304919', hostReference: '233014600123', transactionId: '' };
const voided: Row = { VoidDate: '20221101 13:00:00' };
const failed: Row = { Status: '05', ReturnCode: '51', CurrencyCode: '0' };
const refund = rowOf({ Type: 'refund', AuthAmount: '500', RetrefNum: 'R9' });

describe('A charge', () => {
  test('is taken where APPROVED with our amount and the history agree', () => {
    expect(found(TAKEN, [rowOf()])).toEqual({ kind: 'captured', amount: 10_025, references });
    expect(found(TAKEN, [rowOf({ Settlement: 'Y' })])).toEqual({ kind: 'settled', amount: 10_025, references });
  });

  test('is held where WAITINGPOSTAUTH with our amount and the history agree', () => {
    const held = { kind: 'authorised', amount: 10_025, references: { ...references, hostReference: 'R1' } };
    expect(found(HELD, [HOLD_ROW], holdOrder)).toEqual(held);
  });

  test('has the references of the row that took the money: the capture’s', () => {
    const captured = { kind: 'captured', amount: 9000, references: { ...references, hostReference: 'R2' } };
    const rows = [HOLD_ROW, { ...CAPTURE_ROW, AuthAmount: '9000', AuthDate: '20221101 12:30:00' }];
    expect(found({ ...TAKEN, AuthAmount: '9000' }, rows, holdOrder)).toEqual(captured);
  });

  test('has the references of the hold again, once its capture was voided', () => {
    const held = { kind: 'authorised', amount: 10_025, references: { ...references, hostReference: 'R1' } };
    const rows = [HOLD_ROW, { ...CAPTURE_ROW, ...voided }];
    for (const state of [HELD, { Status: 'VOID' }, TAKEN]) expect(found(state, rows, holdOrder)).toEqual(held);
  });

  test.each([
    ['APPROVED with another amount', { ...TAKEN, AuthAmount: '10026' }, [rowOf()], saleOrder],
    ['APPROVED without an amount', { ...TAKEN, AuthAmount: '' }, [rowOf()], saleOrder],
    ['APPROVED, and the history shows a decline', TAKEN, [rowOf(failed)], saleOrder],
    ['APPROVED, and the history shows a hold alone', TAKEN, [HOLD_ROW], holdOrder],
    ['APPROVED, and the history shows two charges', TAKEN, [rowOf(), rowOf()], saleOrder],
    ['APPROVED, and the history shows another sum', TAKEN, [rowOf({ AuthAmount: '1' })], saleOrder],
    ['APPROVED, and the history shows a settlement in error', TAKEN, [rowOf({ Settlement: 'E' })], saleOrder],
    ['WAITINGPOSTAUTH with another amount', { ...HELD, PreAuthAmount: '1' }, [HOLD_ROW], holdOrder],
    ['WAITINGPOSTAUTH, and the history shows a capture', HELD, [HOLD_ROW, CAPTURE_ROW], holdOrder],
    ['WAITINGPOSTAUTH of a sale', HELD, [rowOf()], saleOrder],
    ['WAITINGPOSTAUTH, and the history shows a decline', HELD, [{ ...HOLD_ROW, ...failed }], holdOrder],
    ['another state, and the history shows a charge alone', { Status: 'DECLINED' }, [rowOf()], saleOrder],
    ['no state, and the history shows a charge alone', { Status: '' }, [rowOf()], saleOrder],
    ['another state, and the history shows a hold alone', { Status: 'DECLINED' }, [HOLD_ROW], holdOrder],
    ['any state, and no rows', TAKEN, [], saleOrder],
  ] as const)('is unknown, with an alarm: %s', (_what, state: Row, rows: readonly Row[], order) => {
    const shows = new Map([
      ['APPROVED', { shows: 'captured' }],
      ['WAITINGPOSTAUTH', { shows: 'authorised' }],
    ]).get(state.Status ?? '');
    expect(found(state, rows, order)).toEqual({ ...contradictory, ...shows });
  });

  test('stands whatever its state is, once something else was asked of it that did not happen', () => {
    const rows = [rowOf(), { ...refund, ...failed }];
    for (const Status of ['DECLINED', '', 'ERROR']) {
      expect(found({ Status }, rows)).toEqual({ kind: 'captured', amount: 10_025, references });
    }
  });

  test('is voided where the history says so, whatever its state is', () => {
    for (const state of [TAKEN, HELD, { Status: 'VOID' }, { Status: '' }]) {
      expect(found(state, [rowOf(voided)])).toEqual({ kind: 'voided', references });
    }
  });

  test('is credited once a refund happened, and not by one that did not', () => {
    const settled = rowOf({ Settlement: 'Y' });
    for (const state of [TAKEN, { ...TAKEN, AuthAmount: '9525' }, { Status: 'REFUND' }]) {
      expect(found(state, [settled, refund])).toEqual({ kind: 'credited', references });
    }
    expect(found(TAKEN, [settled, { ...refund, ...failed }])).toMatchObject({ kind: 'settled' });
  });

  test('is declined with the code of its row, and asked about again where that code leaves it open', () => {
    const declined = { kind: 'declined', references };
    const state = { Status: 'DECLINED' };
    expect(found(state, [rowOf(failed)])).toEqual({ ...declined, code: '002' });
    expect(found(state, [rowOf({ ...failed, ReturnCode: '91' })])).toEqual({
      ...declined,
      code: '016',
      asksAgain: true,
    });
    expect(found(state, [rowOf({ ...failed, ReturnCode: '' })])).toEqual({ ...declined, code: '009', asksAgain: true });
    const last = [rowOf({ ...failed, ReturnCode: '54' }), rowOf(failed), { ...refund, ...failed, ReturnCode: '05' }];
    expect(found(state, last)).toEqual({ ...declined, code: '002' });
  });

  test('has no reference where the bank’s is malformed', () => {
    expect(found(TAKEN, [rowOf({ RetrefNum: 'a b', AuthCode: '<>' })])).toMatchObject({
      references: { authCode: '', hostReference: '' },
    });
  });
});

describe('The answer about an order’s state', () => {
  const refusal = (ReasonCode: string, changes: Row = {}) => ({
    response: { Source: 'GVPS', Code: '92', ReasonCode, Message: 'Declined', ...changes },
    order: { OrderID: '' },
  });

  test('is no record with 92 and 0108 or 0110 of the gateway', () => {
    for (const reason of ['0108', '0110']) {
      expect(readState(readTold(refusal(reason)), saleOrder)).toEqual({ kind: 'no-record' });
    }
    for (const told of [
      refusal('0109'),
      refusal('0110', { Code: '99' }),
      refusal('0110', { Source: 'HOST' }),
      refusal('0110', { Message: 'Approved' }),
      { ...refusal('0110'), order: { OrderID: '', OrderInqResult: TAKEN } },
    ]) {
      expect(readState(readTold(told), saleOrder)).toEqual({ kind: 'unknown', cause: 'error-answer' });
    }
    expect(readState(readTold({ ...refusal('0110'), order: { OrderID: 'ORDER-2' } }), saleOrder)).toEqual(
      contradictory,
    );
  });

  test('is contradictory about another order, and without a state or an order', () => {
    for (const order of [
      { OrderID: 'ORDER-2', OrderInqResult: TAKEN },
      { OrderID: '', OrderInqResult: TAKEN },
      { OrderID: 'ORDER-1' },
      { OrderID: 'ORDER-1', OrderInqResult: '' },
    ]) {
      expect(readState(readTold({ order }), saleOrder)).toEqual(contradictory);
    }
  });

  test('proves nothing unless the question was understood', () => {
    for (const response of [{ Code: '99' }, { Message: 'Declined' }, { Code: '92', ReasonCode: '0651' }]) {
      expect(readState(readTold({ ...stateOf(TAKEN), response }), saleOrder)).toEqual({
        kind: 'unknown',
        cause: 'error-answer',
      });
    }
  });

  test('is shown to operators only as far as it is well-formed', () => {
    const said = (texts: Row) => statementOf(readTold(stateOf(texts)));
    expect(said(TAKEN)).toEqual({ state: 'APPROVED', amount: 10_025 });
    expect(said({ ...TAKEN, Code: '00' })).toEqual({ state: 'APPROVED', amount: 10_025, procReturnCode: '00' });
    expect(said({ ...HELD, ReturnCode: '51' })).toEqual({
      state: 'WAITINGPOSTAUTH',
      amount: 10_025,
      procReturnCode: '51',
    });
    expect(said({ Status: '4282209004348015', AuthAmount: 'x', ReturnCode: '4282' })).toEqual({ state: '?' });
    expect(said({})).toEqual({ state: '' });
  });
});
