import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyAnswer } from '../../../shared/adapters/garanti/classify.ts';
import { historyAnswerOf, readHistory } from '../../../shared/adapters/garanti/classify-history.ts';
import { classifyInquiry } from '../../../shared/adapters/garanti/classify-inquiry.ts';
import { classifyList } from '../../../shared/adapters/garanti/order-list.ts';
import { readState, statementOf } from '../../../shared/adapters/garanti/order-state.ts';
import { readAnswer, type TransactionTexts } from '../../../shared/adapters/garanti/response-xml.ts';
import { leftToCredit } from '../../../shared/domain/payment/bank-facts.ts';
import { issuerDeclines } from '../../../shared/garanti/codes.ts';
import {
  gvpsResponse,
  historyOf,
  holdOrder,
  readTold,
  rowOf,
  saleOrder,
  stateOf,
} from '../../support/bank/garanti-documents.ts';

/** Texts that the bank writes, texts that it does not write, and any text that XML can hold. */
const word = fc.oneof(
  fc.constantFrom('', '0', '00', '05', '51', '91', '92', '99', '0002', '0651', '0108', '10025', '10026', '500'),
  fc.constantFrom(
    'ORDER-1',
    'ORDER-2',
    'HOST',
    'GVPS',
    'Approved',
    'Declined',
    'approved',
    '233014600123',
    '949',
    '840',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).filter((text) => !/\p{Cc}/u.test(text)),
);
const told = fc.record({
  response: fc.record({
    Source: fc.constantFrom('HOST', 'GVPS', ''),
    Code: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('00', '05', '51', '92', '99') }, word),
    ReasonCode: word,
    Message: fc.constantFrom('Approved', 'Declined', 'Error', ''),
  }),
  transaction: fc.record({ RetrefNum: fc.constantFrom('', '1', 'a b'), AuthCode: fc.constantFrom('', '304919') }),
  order: fc.record({ OrderID: fc.constantFrom('ORDER-1', 'ORDER-2', '') }),
});

const row = fc
  .record({
    Type: fc.constantFrom('sales', 'preauth', 'postauth', 'void', 'refund', 'other'),
    Status: fc.constantFrom('00', '05', ''),
    AuthAmount: fc.constantFrom('10025', '10026', '500', '0', '', 'x'),
    PreAuthAmount: fc.constantFrom('10025', '500', '0', ''),
    VoidDate: fc.constantFrom('', '', '20221101 13:00:00'),
    AuthDate: fc.constantFrom('20221101 12:00:00', '20221101 12:30:00', '', 'x'),
    Settlement: fc.constantFrom('N', 'Y', 'E', ''),
    CurrencyCode: fc.constantFrom('949', '949', '840', '0'),
  })
  .map(rowOf);
const rows = fc.array(row, { maxLength: 5 });
const order = fc.constantFrom(saleOrder, holdOrder).map((one) => ({
  ...one,
  nowMs: Date.UTC(2022, 10, 1, 10),
  dayEndsAt: '23:00',
}));
const state = fc.record({
  Status: fc.constantFrom('APPROVED', 'WAITINGPOSTAUTH', 'DECLINED', '', 'VOID'),
  AuthAmount: fc.constantFrom('10025', '10026', '500', '0', ''),
  PreAuthAmount: fc.constantFrom('10025', '500', '0', ''),
});

const happened = (all: readonly TransactionTexts[], type: string): readonly TransactionTexts[] =>
  all.filter(({ Type, Status }) => Type === type && Status === '00');

describe('Whatever Garanti answers', () => {
  test('a charge is approved only by 00, Approved, our order and a reference, and declined only by the issuer or a defect', () => {
    fc.assert(
      fc.property(told, fc.constantFrom('charge', 'follow-up'), (one, asked) => {
        const answer = readAnswer(gvpsResponse(one));
        fc.pre(answer !== undefined);
        const { kind } = classifyAnswer(answer, saleOrder, asked);
        const { Source, Code, ReasonCode, Message } = one.response;
        const approves = Code === '00' && Message === 'Approved' && one.order.OrderID === 'ORDER-1';
        expect(kind === 'approved').toBe(approves && one.transaction.RetrefNum === '1');
        if (kind !== 'declined') return;
        expect(asked).toBe('charge');
        expect(one.order.OrderID).not.toBe('ORDER-2');
        const byIssuer = Source === 'HOST' && Message === 'Declined' && issuerDeclines.has(Code);
        expect(byIssuer || (Code === '92' && ['0002', '0651', '0752'].includes(ReasonCode))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('money stands only by one charge of ours that happened and is not voided', () => {
    fc.assert(
      fc.property(rows, state, order, (all, about, one) => {
        const read = readState(readTold(stateOf(about)), one);
        if (read.kind !== 'told') return;
        const found = classifyInquiry(read.state, readHistory(readTold(historyOf(all)), one));
        if (found.kind !== 'captured' && found.kind !== 'settled' && found.kind !== 'authorised') return;
        const texts = readTold(historyOf(all)).transactions ?? [];
        const [sales, holds, captures] = ['sales', 'preauth', 'postauth'].map((type) => happened(texts, type));
        if (one.type === 'sale') {
          expect(found.amount).toBe(10_025);
          expect([sales?.length, holds?.length, captures?.length]).toEqual([1, 0, 0]);
          expect(sales?.[0]).toMatchObject({ VoidDate: '', AuthAmount: '10025', CurrencyCode: '949' });
        } else {
          expect([sales?.length, holds?.length]).toEqual([0, 1]);
          expect(holds?.[0]).toMatchObject({ VoidDate: '', PreAuthAmount: '10025', CurrencyCode: '949' });
          const taken = captures?.find(({ VoidDate }) => VoidDate === '');
          expect(found.kind === 'authorised').toBe(taken === undefined);
        }
        expect(happened(texts, 'refund').every(({ VoidDate }) => VoidDate !== '')).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  test('a history tells refunds of a charge that took money alone, each above zero', () => {
    fc.assert(
      fc.property(rows, order, (all, one) => {
        const history = historyAnswerOf(readHistory(readTold(historyOf(all)), one));
        if (history.kind !== 'history') return;
        for (const amount of [history.amount, ...history.credits]) expect(amount).toBeGreaterThan(0);
        if (history.credits.length > 0) expect(['captured', 'settled']).toContain(history.charge);
        expect(history.creditPending).toBe(false);
        expect(leftToCredit(history)).toBeLessThanOrEqual(history.amount);
      }),
      { numRuns: 1000 },
    );
  });

  test('state and history together are never told of less than the history alone', () => {
    fc.assert(
      fc.property(rows, state, order, (all, about, one) => {
        const history = readHistory(readTold(historyOf(all)), one);
        const read = readState(readTold(stateOf(about)), one);
        if (read.kind !== 'told') return;
        const found = classifyInquiry(read.state, history);
        if (found.kind === 'unknown') return;
        if (history.kind !== 'books') throw new Error('no books');
        expect(found.kind).toBe(history.books.credits.length > 0 ? 'credited' : history.books.charge);
      }),
      { numRuns: 1000 },
    );
  });

  test('what is shown to operators has a shape of its own', () => {
    fc.assert(
      fc.property(fc.record({ Status: word, AuthAmount: word, ReturnCode: word }), (about) => {
        const said = statementOf(readTold(stateOf(about)));
        expect(said.state).toMatch(/^(?:[A-Za-z]{1,20}|\?)?$/);
        expect(said.procReturnCode ?? '00').toMatch(/^[0-9A-Za-z]{2}$/);
      }),
    );
  });

  test('a list has orders with ids, or is unknown', () => {
    const listed = fc.record({ OrderID: word, AuthAmount: word, CurrencyCode: word }, { requiredKeys: [] });
    const pages = fc.record({ TotalPageCount: word, ActPageNum: word, OrderTxn: fc.array(listed, { maxLength: 3 }) });
    fc.assert(
      fc.property(pages, fc.integer({ min: 1, max: 3 }), (list, page) => {
        const answer = readAnswer(gvpsResponse({ order: { OrderListInqResult: { OrderTxnList: list } } }));
        fc.pre(answer !== undefined);
        const found = classifyList(answer, { fromMs: 0, untilMs: 1, page });
        if (found.kind !== 'orders') return;
        for (const { orderId, amount } of found.orders) {
          expect(orderId).toMatch(/^[\x21-\x7e]{1,36}$/);
          if (amount !== undefined) expect(Number.isSafeInteger(amount)).toBe(true);
        }
      }),
    );
  });
});
