import { describe, expect, test } from 'vitest';
import { classifyList } from '../../../shared/adapters/garanti/order-list.ts';
import { readAnswer } from '../../../shared/adapters/garanti/response-xml.ts';
import { gvpsResponse, type XmlContent } from '../../support/bank/garanti-documents.ts';

const row = (OrderID: string, changes: Readonly<Record<string, string>> = {}) => ({
  OrderID,
  AuthAmount: '10025',
  CurrencyCode: '949',
  ...changes,
});
const documentOf = (list: XmlContent, response = {}): string =>
  gvpsResponse({ response, order: { OrderID: '', OrderListInqResult: { OrderTxnList: list } } });
const listed = (list: XmlContent, page = 1, response = {}) => {
  const answer = readAnswer(documentOf(list, response));
  if (answer === undefined) return 'unreadable document';
  return classifyList(answer, { fromMs: 0, untilMs: 1, page });
};
const pages = (TotalPageCount: string, ActPageNum: string, rows: XmlContent = [row('ORDER-1')]) => ({
  TotalPageCount,
  ActPageNum,
  OrderTxn: rows,
});
const unknown = (cause: string) => ({ kind: 'unknown', cause });

describe('A list of orders', () => {
  test('tells order, amount and currency, and whether it is the last page', () => {
    const one = { orderId: 'ORDER-1', amount: 10_025, currency: 'TL' };
    const dollars = { orderId: 'ORDER-2', amount: 1, currency: 'USD' };
    const rows = [row('ORDER-1'), row('ORDER-2', { AuthAmount: '1', CurrencyCode: '840' })];
    expect(listed(pages('2', '1', rows))).toEqual({ kind: 'orders', orders: [one, dollars], isLastPage: false });
    expect(listed(pages('2', '2', row('ORDER-1')), 2)).toEqual({ kind: 'orders', orders: [one], isLastPage: true });
  });

  test('leaves out what cannot be read of an order', () => {
    const rows = [row('ORDER-1', { AuthAmount: '100.25', CurrencyCode: '0' }), { OrderID: 'x' }];
    const [first, second] = [{ orderId: 'ORDER-1' }, { orderId: 'x' }];
    expect(listed(pages('1', '1', rows))).toEqual({ kind: 'orders', orders: [first, second], isLastPage: true });
  });

  test('may be empty', () => {
    const empty = { kind: 'orders', orders: [], isLastPage: true };
    for (const [total, page] of [
      ['0', '0'],
      ['0', '1'],
      ['1', '1'],
    ] as const) {
      expect(listed({ TotalPageCount: total, ActPageNum: page })).toEqual(empty);
      expect(listed(pages(total, page, ''))).toEqual(empty);
    }
    expect(listed('')).toEqual(empty);
    expect(listed('', 2)).toEqual(unknown('contradictory'));
  });

  test.each([
    ['no page numbers', { OrderTxn: [row('ORDER-1')] }, 'unreadable'],
    ['a page number that is none', pages('1', 'x'), 'unreadable'],
    ['a count that is none', pages('-1', '1'), 'unreadable'],
    ['an order without an id', pages('1', '1', [row('ORDER-1'), row('')]), 'unreadable'],
    ['an order id with a blank', pages('1', '1', [row('OR DER')]), 'unreadable'],
    ['an order id that is too long', pages('1', '1', [row('x'.repeat(37))]), 'unreadable'],
    ['another page', pages('3', '2'), 'contradictory'],
    ['a page behind the last', pages('0', '1'), 'contradictory'],
    ['an empty page before the last', pages('2', '1', ''), 'contradictory'],
  ])('is unknown with %s', (_what, list: XmlContent, cause) => {
    expect(listed(list)).toEqual(unknown(cause));
  });

  test('is unknown where the answer has none', () => {
    for (const order of [{}, { OrderListInqResult: '' }, { OrderListInqResult: { Other: '' } }]) {
      const answer = readAnswer(gvpsResponse({ order }));
      expect(answer && classifyList(answer, { fromMs: 0, untilMs: 1, page: 1 })).toEqual(unknown('unreadable'));
    }
  });

  test('is unknown where the question was not understood', () => {
    for (const response of [{ Code: '92' }, { Message: 'Declined' }]) {
      expect(listed(pages('1', '1'), 1, response)).toEqual(unknown('error-answer'));
    }
  });

  test('has at most five hundred orders on a page', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => row(`ORDER-${index}`));
    expect(listed(pages('1', '1', many(500)))).toMatchObject({ kind: 'orders' });
    expect(listed(pages('1', '1', many(501)))).toBe('unreadable document');
  });
});
