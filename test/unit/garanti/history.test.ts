import { describe, expect, test } from 'vitest';
import { historyAnswerOf, readHistory } from '../../../shared/adapters/garanti/classify-history.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { HistoryAnswer } from '../../../shared/ports/bank-answers.ts';
import type { PosOrder } from '../../../shared/ports/bank-order.ts';
import {
  CAPTURE_ROW,
  HOLD_ROW,
  historyOf,
  holdOrder,
  readTold,
  rowOf,
  saleOrder,
  type Told,
} from '../../support/bank/garanti-documents.ts';

type Row = Readonly<Record<string, string>>;

/** One o'clock in Istanbul on the day of the rows, long before the bank's day ends. */
const NOW = Date.UTC(2022, 10, 1, 10);
const dayEndsAt = '23:00';

const told = (answer: Told, order: PosOrder, nowMs: number): HistoryAnswer =>
  historyAnswerOf(readHistory(readTold(answer), { ...order, nowMs, dayEndsAt }));
const judged = (rows: readonly Row[], order: PosOrder = saleOrder, nowMs = NOW): HistoryAnswer =>
  told(historyOf(rows), order, nowMs);

const contradictory = { kind: 'unknown', cause: 'contradictory' };
const history = (charge: string, amount = 10_025, credits: readonly number[] = []) => ({
  kind: 'history',
  charge,
  amount,
  credits,
  creditPending: false,
});
const refundOf = (amount: string, changes: Row = {}): Row =>
  rowOf({ Type: 'refund', AuthAmount: amount, AuthDate: '20221102 09:00:00', RetrefNum: `R${amount}`, ...changes });
const voidRow = rowOf({ Type: 'void', AuthAmount: '0', CurrencyCode: '0' });
const failed: Row = { Status: '05', ReturnCode: '51', CurrencyCode: '0' };

describe('The history of a sale', () => {
  test.each([
    ['one sale, day open', [rowOf()], 'captured'],
    ['one sale that the bank settled', [rowOf({ Settlement: 'Y' })], 'settled'],
    ['any value but N and E is settled', [rowOf({ Settlement: '1' })], 'settled'],
    ['the sale was voided', [rowOf({ VoidDate: '20221101 13:00:00' })], 'voided'],
    ['the sale was voided, and the void is a row', [voidRow, rowOf({ VoidDate: '20221101' })], 'voided'],
    ['a void that did not happen', [rowOf(), { ...voidRow, ...failed }], 'captured'],
    ['the sale failed', [rowOf(failed)], 'declined'],
    ['amounts of what failed say nothing', [rowOf({ ...failed, AuthAmount: '99' }), rowOf()], 'captured'],
    ['an unknown type that did not happen', [rowOf({ ...failed, Type: 'other' }), rowOf()], 'captured'],
    ['no time', [rowOf({ AuthDate: '' })], 'captured'],
    ['a time that nobody can read', [rowOf({ AuthDate: '01.11.2022' })], 'captured'],
  ])('%s', (_what, rows: readonly Row[], charge) => {
    expect(judged(rows)).toEqual(history(charge));
  });

  test.each([
    ['two sales', [rowOf(), rowOf()]],
    ['two sales, of which one was voided', [rowOf(), rowOf({ VoidDate: '20221101 13:00:00' })]],
    ['another amount', [rowOf({ AuthAmount: '10026' })]],
    ['an amount of zero', [rowOf({ AuthAmount: '0' })]],
    ['an amount that is no number', [rowOf({ AuthAmount: '100.25' })]],
    ['another currency', [rowOf({ CurrencyCode: '840' })]],
    ['no currency', [rowOf({ CurrencyCode: '0' })]],
    ['settlement in error', [rowOf({ Settlement: 'E' })]],
    ['no settlement', [rowOf({ Settlement: '' })]],
    ['a settlement of two letters', [rowOf({ Settlement: 'NN' })]],
    ['a type that nobody knows', [rowOf(), rowOf({ Type: 'other' })]],
    ['a pre-authorisation beside it', [rowOf(), HOLD_ROW]],
    ['a capture beside it', [rowOf(), CAPTURE_ROW]],
    ['a pre-authorisation in its place', [HOLD_ROW]],
    ['a void of nothing', [rowOf(), voidRow]],
    ['only a void', [voidRow]],
    ['only a failed refund', [refundOf('500', failed)]],
    ['a refund of what was voided', [rowOf({ VoidDate: '20221101 13:00:00' }), refundOf('500')]],
    ['a refund of what failed', [rowOf(failed), refundOf('500')]],
    ['a refund without an amount', [rowOf(), refundOf('')]],
    ['a refund of nothing', [rowOf(), refundOf('0')]],
    ['a refund in another currency', [rowOf(), refundOf('500', { CurrencyCode: '978' })]],
  ])('is unknown with %s', (_what, rows: readonly Row[]) => {
    expect(judged(rows)).toEqual(contradictory);
  });

  test('is settled from the end of the bank’s day on, whatever the bank says', () => {
    const dayEnd = Date.UTC(2022, 10, 1, 20);
    expect(judged([rowOf()], saleOrder, dayEnd - 1)).toMatchObject({ charge: 'captured' });
    expect(judged([rowOf()], saleOrder, dayEnd)).toMatchObject({ charge: 'settled' });
    // A sale behind the day end belongs to the next day.
    const late = rowOf({ AuthDate: '20221101 23:00:00' });
    expect(judged([late], saleOrder, dayEnd + 86_400_000 - 1)).toMatchObject({ charge: 'captured' });
    for (const AuthDate of ['2022-11-01 12:00:00', '2022-11-01 12:00:00.217', '2022-11-01T12:00']) {
      expect(judged([rowOf({ AuthDate })], saleOrder, dayEnd)).toMatchObject({ charge: 'settled' });
    }
    // Of a day alone its last moment is meant, which is behind the day end.
    for (const AuthDate of ['20221101', '2022-11-01']) {
      expect(judged([rowOf({ AuthDate })], saleOrder, dayEnd + 86_400_000 - 1)).toMatchObject({ charge: 'captured' });
      expect(judged([rowOf({ AuthDate })], saleOrder, dayEnd + 86_400_000)).toMatchObject({ charge: 'settled' });
    }
    for (const AuthDate of ['', '20221131', '20221131 12:00:00', '20221101 24:00:00', 'x20221101 12:00:00']) {
      expect(judged([rowOf({ AuthDate })], saleOrder, dayEnd)).toMatchObject({ charge: 'captured' });
    }
  });

  test('tells the refunds that happened, oldest first', () => {
    const settled = rowOf({ Settlement: 'Y' });
    const [first, second] = [refundOf('500'), refundOf('700', { AuthDate: '20221103 09:00:00' })];
    expect(judged([second, first, settled])).toEqual(history('settled', 10_025, [500, 700]));
    expect(judged([settled, refundOf('500', failed), second])).toEqual(history('settled', 10_025, [700]));
    expect(judged([settled, refundOf('500', { VoidDate: '20221102' })])).toEqual(history('settled'));
    expect(judged([settled, second, first])).toEqual(history('settled', 10_025, [500, 700]));
    expect(judged([rowOf(), first])).toEqual(history('captured', 10_025, [500]));
    // Without all times the bank's own order is kept: newest first where refunds stand before their sale.
    expect(judged([second, { ...first, AuthDate: '' }, settled])).toEqual(history('settled', 10_025, [500, 700]));
    expect(judged([settled, second, { ...first, AuthDate: '' }])).toEqual(history('settled', 10_025, [700, 500]));
    const sameDay = [first, { ...second, AuthDate: '20221102' }].map((one) => ({ ...one, AuthDate: '20221102' }));
    expect(judged([...sameDay, settled])).toEqual(history('settled', 10_025, [700, 500]));
    expect(judged([settled, ...sameDay])).toEqual(history('settled', 10_025, [500, 700]));
  });

  test('tells of more refunds than the sale took: an operator hears of what went back too much', () => {
    const twice = [rowOf({ Settlement: 'Y' }), refundOf('10025'), refundOf('10025')];
    expect(judged(twice)).toEqual(history('settled', 10_025, [10_025, 10_025]));
  });
});

describe('The history of a pre-authorisation', () => {
  const voided: Row = { VoidDate: '20221102 13:00:00' };
  const heldDay = Date.UTC(2022, 10, 2, 10);

  test.each([
    ['a hold', [HOLD_ROW], 'authorised', 10_025],
    ['a hold over any number of day ends', [{ ...HOLD_ROW, AuthDate: '20220901 12:00:00' }], 'authorised', 10_025],
    ['a hold that was voided', [{ ...HOLD_ROW, ...voided }], 'voided', 10_025],
    ['a hold that failed', [{ ...HOLD_ROW, ...failed }], 'declined', 10_025],
    ['captured', [HOLD_ROW, CAPTURE_ROW], 'captured', 10_025],
    ['captured in part', [HOLD_ROW, { ...CAPTURE_ROW, AuthAmount: '500' }], 'captured', 500],
    ['captured above it', [HOLD_ROW, { ...CAPTURE_ROW, AuthAmount: '11000' }], 'captured', 11_000],
    ['captured and settled', [HOLD_ROW, { ...CAPTURE_ROW, Settlement: 'Y' }], 'settled', 10_025],
    ['a capture that failed', [HOLD_ROW, { ...CAPTURE_ROW, ...failed }], 'authorised', 10_025],
    ['a capture that was voided leaves the hold', [HOLD_ROW, { ...CAPTURE_ROW, ...voided }], 'authorised', 10_025],
    [
      'a capture and its hold that were voided',
      [{ ...HOLD_ROW, ...voided }, { ...CAPTURE_ROW, ...voided }, voidRow, voidRow],
      'voided',
      10_025,
    ],
  ])('%s', (_what, rows: readonly Row[], charge, amount) => {
    expect(judged(rows, holdOrder, heldDay)).toEqual(history(charge, amount));
  });

  test.each([
    ['two holds', [HOLD_ROW, HOLD_ROW]],
    ['two captures', [HOLD_ROW, CAPTURE_ROW, CAPTURE_ROW]],
    ['two captures, of which one was voided', [HOLD_ROW, CAPTURE_ROW, { ...CAPTURE_ROW, ...voided }]],
    ['a capture of nothing', [CAPTURE_ROW]],
    ['a capture of a hold that failed', [{ ...HOLD_ROW, ...failed }, CAPTURE_ROW]],
    ['a capture of a voided hold', [{ ...HOLD_ROW, ...voided }, CAPTURE_ROW]],
    ['another amount', [{ ...HOLD_ROW, PreAuthAmount: '10026' }]],
    ['an amount in another place', [{ ...HOLD_ROW, PreAuthAmount: '', AuthAmount: '10025' }]],
    ['a capture without an amount', [HOLD_ROW, { ...CAPTURE_ROW, AuthAmount: '' }]],
    ['a capture whose settlement is in error', [HOLD_ROW, { ...CAPTURE_ROW, Settlement: 'E' }]],
    ['a sale beside it', [HOLD_ROW, rowOf()]],
    ['a sale in its place', [rowOf()]],
    ['a refund of a hold', [HOLD_ROW, refundOf('500')]],
    ['more voids than voided rows', [HOLD_ROW, { ...CAPTURE_ROW, ...voided }, voidRow, voidRow]],
  ])('is unknown with %s', (_what, rows: readonly Row[]) => {
    expect(judged(rows, holdOrder, heldDay)).toEqual(contradictory);
  });

  test('begins the bank’s day of a capture with the capture', () => {
    const dayEnd = Date.UTC(2022, 10, 2, 20);
    expect(judged([HOLD_ROW, CAPTURE_ROW], holdOrder, dayEnd - 1)).toMatchObject({ charge: 'captured' });
    expect(judged([HOLD_ROW, CAPTURE_ROW], holdOrder, dayEnd)).toMatchObject({ charge: 'settled' });
  });

  test('has refunds of its capture', () => {
    const rows = [HOLD_ROW, { ...CAPTURE_ROW, AuthAmount: '9000', Settlement: 'Y' }, refundOf('500')];
    expect(judged(rows, holdOrder, heldDay)).toEqual(history('settled', 9000, [500]));
  });
});

describe('An answer to the question for a history', () => {
  const rows = historyOf([rowOf()]);
  const ask = (answer: Told): HistoryAnswer => told(answer, saleOrder, NOW);

  test('about another order, or about none, is contradictory', () => {
    expect(ask({ order: { ...rows.order, OrderID: 'ORDER-2' } })).toEqual(contradictory);
    expect(ask({ order: { ...rows.order, OrderID: '' } })).toEqual(contradictory);
  });

  test.each(['0108', '0110'])('92 with %s is no record', (ReasonCode) => {
    const response = { Source: 'GVPS', Code: '92', ReasonCode, Message: 'Declined' };
    expect(ask({ response })).toEqual({ kind: 'no-record' });
    expect(ask({ response, order: { OrderID: '' } })).toEqual({ kind: 'no-record' });
    expect(ask({ response: { ...response, Code: '91' } })).toEqual({ kind: 'unknown', cause: 'error-answer' });
    expect(ask({ response: { ...response, Source: 'HOST' } })).toEqual({ kind: 'unknown', cause: 'error-answer' });
  });

  test('that is no success proves nothing, whatever rows it has', () => {
    for (const response of [{ Code: '99' }, { Message: 'Declined' }, { Code: '92', ReasonCode: '0651' }]) {
      expect(ask({ ...rows, response })).toEqual({ kind: 'unknown', cause: 'error-answer' });
    }
  });

  test('without a list is contradictory, and with an empty one no record', () => {
    for (const order of [{}, { OrderHistInqResult: '' }, { OrderHistInqResult: { Other: '' } }]) {
      expect(ask({ order })).toEqual(contradictory);
    }
    for (const OrderTxnList of ['', { OrderTxn: '' }, { Other: '' }]) {
      expect(ask({ order: { OrderHistInqResult: { OrderTxnList } } })).toEqual({ kind: 'no-record' });
    }
  });

  test('with more than a hundred transactions is not read', () => {
    const many = (count: number): readonly Row[] => [
      rowOf(),
      ...Array.from({ length: count - 1 }, () => rowOf(failed)),
    ];
    expect(judged(many(100))).toEqual(history('captured'));
    expect(() => judged(many(101))).toThrow('unreadable');
  });

  test('may have one transaction or many', () => {
    expect(ask({ order: { OrderHistInqResult: { OrderTxnList: { OrderTxn: rowOf() } } } })).toEqual(
      history('captured'),
    );
    expect(judged([rowOf(failed), rowOf()])).toEqual(history('captured'));
  });

  test('keeps its amounts as whole minor units', () => {
    const order = { ...saleOrder, amount: minor(99_999_999_999) };
    expect(judged([rowOf({ AuthAmount: '99999999999' })], order)).toMatchObject({ amount: 99_999_999_999 });
  });
});
