import { describe, expect, test } from 'vitest';
import {
  type AskedFor,
  answerRowNames,
  answerRowOf,
  classifyAnswer,
  defectIn,
} from '../../../shared/adapters/garanti/classify.ts';
import { readAnswer } from '../../../shared/adapters/garanti/response-xml.ts';
import { issuerDeclines } from '../../../shared/garanti/codes.ts';
import { gvpsResponse, readTold, saleOrder, type Told, xmlDocument } from '../../support/bank/garanti-documents.ts';

const refusedBy = (Source: string, Code: string, ReasonCode = ''): Told => ({
  response: { Source, Code, ReasonCode, Message: 'Declined' },
  transaction: { RetrefNum: '', AuthCode: '' },
});
const classified = (told: Told, asked: AskedFor = 'charge') => classifyAnswer(readTold(told), saleOrder, asked);
/** The rows that the tests below reached. */
const reached = new Set<string>();
const rowOf = (told: Told, asked: AskedFor = 'charge'): string => {
  const { name } = answerRowOf({ answer: readTold(told), orderId: saleOrder.orderId, asked });
  reached.add(name);
  return name;
};
const contradictory = { kind: 'unknown', cause: 'contradictory' };
const open = { kind: 'unknown', cause: 'error-answer' };

describe('An answer to a charge, capture, void or refund', () => {
  test('another order', () => {
    expect(rowOf({ order: { OrderID: 'ORDER-2' } })).toBe('another order');
    expect(classified({ order: { OrderID: 'ORDER-2' } })).toEqual(contradictory);
    expect(classified({ ...refusedBy('HOST', '51'), order: { OrderID: 'ORDER-2' } })).toEqual(contradictory);
    expect(classified({ ...refusedBy('GVPS', '92', '0002'), order: { OrderID: 'ORDER-2' } })).toEqual(contradictory);
  });

  test.each(['charge', 'follow-up'] as const)('approved (%s)', (asked) => {
    expect(rowOf({}, asked)).toBe('approved');
    expect(classified({}, asked)).toEqual({
      kind: 'approved',
      references: { authCode: '304919', hostReference: '233014600123', transactionId: '004951-000101' },
    });
  });

  test.each([
    ['no order id', { order: { OrderID: '' } }],
    ['no RetrefNum', { transaction: { RetrefNum: '' } }],
    ['a RetrefNum that no void could name', { transaction: { RetrefNum: '2330 14600123' } }],
    ['another message', { response: { Message: 'Declined' } }],
    ['no message', { response: { Message: '' } }],
    ['a message in other letters', { response: { Message: 'APPROVED' } }],
    ['another code', { response: { Code: '05' } }],
    ['the code of what is not decided', { response: { Code: '99' } }],
  ])('an approval without its order, its reference or one of its two words: %s', (_what, told: Told) => {
    expect(rowOf(told)).toBe('an approval without its order, its reference or one of its two words');
    expect(classified(told)).toEqual(contradictory);
    expect(classified(told, 'follow-up')).toEqual(contradictory);
  });

  test.each([
    refusedBy('HOST', '51'),
    refusedBy('HOST', '13'),
    refusedBy('GVPS', '92', '0002'),
    refusedBy('GVPS', '92', '0651'),
    refusedBy('GVPS', '92', '0208'),
    refusedBy('GVPS', '92', '0214'),
  ])('a refused capture, void or refund: %j', (told) => {
    expect(rowOf(told, 'follow-up')).toBe('a refused capture, void or refund');
    expect(classified(told, 'follow-up')).toEqual(open);
  });

  test.each([
    ['0002', '009'],
    ['0651', '008'],
    ['0752', '008'],
  ])('a defect of ours or of the account, found before the issuer was asked: %s', (reason, code) => {
    const told = refusedBy('GVPS', '92', reason);
    expect(rowOf(told)).toBe('a defect of ours or of the account, found before the issuer was asked');
    expect(classified(told)).toEqual({ kind: 'declined', code, procReturnCode: '92', asksAgain: true });
    expect(classified({ ...told, order: { OrderID: '' } })).toMatchObject({ kind: 'declined' });
    expect(defectIn(readTold(told))?.reasonCode).toBe(reason);
    // Anything that shows the issuer was asked leaves the charge open.
    for (const transaction of [{ AuthCode: '304919' }, { RetrefNum: '233014600123' }]) {
      expect(classified({ ...told, transaction: { RetrefNum: '', AuthCode: '', ...transaction } })).toEqual(open);
    }
    for (const other of [
      refusedBy('HOST', '92', reason),
      refusedBy('GVPS', '91', reason),
      refusedBy('', '92', reason),
    ]) {
      expect(classified(other)).toEqual(open);
      expect(defectIn(readTold(other))).toBeUndefined();
    }
  });

  test.each([...issuerDeclines])('declined by the issuer: %s is told as %s', (procReturnCode, code) => {
    expect(rowOf(refusedBy('HOST', procReturnCode))).toBe('declined by the issuer');
    expect(classified(refusedBy('HOST', procReturnCode))).toEqual({ kind: 'declined', code, procReturnCode });
    // Declines have a reference of the host too.
    expect(classified({ ...refusedBy('HOST', procReturnCode), transaction: { AuthCode: '' } })).toMatchObject({ code });
    expect(classified(refusedBy('GVPS', procReturnCode))).toEqual(open);
    expect(classified(refusedBy('', procReturnCode))).toEqual(open);
    const { response } = refusedBy('HOST', procReturnCode);
    for (const Message of ['', 'declined', 'Error', 'Reddedildi']) {
      expect(classified({ ...refusedBy('HOST', procReturnCode), response: { ...response, Message } })).toEqual(open);
    }
    expect(classified({ ...refusedBy('HOST', procReturnCode), order: { OrderID: '' } })).toEqual(open);
    expect(classified({ ...refusedBy('HOST', procReturnCode), transaction: { AuthCode: '304919' } })).toEqual(open);
  });

  test.each(['0208', '0214'])(
    'refused by the gateway, which cannot tell the transaction that is meant: %s',
    (reason) => {
      expect(rowOf(refusedBy('GVPS', '92', reason))).toBe(
        'refused by the gateway, which cannot tell the transaction that is meant',
      );
      expect(rowOf(refusedBy('HOST', '92', reason))).toBe('anything else');
      expect(classified(refusedBy('GVPS', '92', reason))).toEqual(open);
      expect(defectIn(readTold(refusedBy('GVPS', '92', reason)))).toBeUndefined();
    },
  );

  test.each(['06', '09', '25', '68', '91', '92', '94', '95', '96', '98', '99', '93', '77'])(
    'anything else: %s of the issuer',
    (code) => expect(classified(refusedBy('HOST', code))).toEqual(open),
  );

  test.each([
    ['92', ''],
    ['92', '0110'],
    ['92', '0001'],
    ['99', ''],
  ])('anything else: %s with %j of the gateway', (code, reason) => {
    expect(rowOf(refusedBy('GVPS', code, reason))).toBe('anything else');
    expect(classified(refusedBy('GVPS', code, reason))).toEqual(open);
  });

  test('meets one row of the table, and every row is met by some answer', () => {
    expect([...reached].toSorted()).toEqual([...answerRowNames].toSorted());
  });

  test('is no defect where it says Approved', () => {
    const response = { Source: 'GVPS', Code: '92', ReasonCode: '0651', Message: 'Approved' };
    expect(defectIn(readTold({ response }))).toBeUndefined();
    expect(classified({ response })).toEqual(contradictory);
  });

  test.each([
    [{ BatchNum: '', SequenceNum: '7' }, { transactionId: '7' }],
    [{ BatchNum: '4', SequenceNum: '' }, { transactionId: '4' }],
    [
      { BatchNum: '<4>', SequenceNum: '7', AuthCode: 'a b' },
      { transactionId: '7', authCode: '' },
    ],
  ])('with %j has the references %j', (transaction, references) => {
    expect(classified({ transaction })).toMatchObject({ kind: 'approved', references });
  });
});

describe('A document', () => {
  const document = gvpsResponse();

  test('is read in either encoding that it declares, with texts of the bank left out', () => {
    for (const encoding of ['UTF-8', 'ISO-8859-9']) {
      expect(readAnswer(gvpsResponse({}, encoding))).toEqual(readTold());
    }
    expect(JSON.stringify(readTold())).not.toMatch(/Türk|428220/);
  });

  test.each([
    ['is no XML', 'down for maintenance'],
    ['is a page', '<html><body>down</body></html>'],
    ['ends early', document.slice(0, -20)],
    ['has a document type', `<!DOCTYPE x>${document}`],
    ['has another root', document.replaceAll('GVPSResponse', 'GVPSRequest')],
    ['has no response', document.replace(/<Response>.*<\/Response>/, '')],
    ['has no code', document.replace('<Code>00</Code>', '')],
    ['has a long code', document.replace('<Code>00</Code>', '<Code>000</Code>')],
    ['has two codes', document.replace('<Code>00</Code>', '<Code>00</Code><Code>00</Code>')],
    ['has two orders', document.replace('<Order>', '<Order><OrderID>ORDER-2</OrderID></Order><Order>')],
    ['has two order ids', document.replace('<OrderID>', '<OrderID>ORDER-2</OrderID><OrderID>')],
    ['has two references', document.replace('<RetrefNum>', '<RetrefNum>1</RetrefNum><RetrefNum>')],
    ['has elements in its code', document.replace('<Code>00</Code>', '<Code><A>00</A></Code>')],
    ['has an endless reference', document.replace('233014600123', '2'.repeat(101))],
  ])('is not read if it %s', (_what, text) => {
    expect(readAnswer(text)).toBeUndefined();
  });

  test('is read without an order, and then proves nothing', () => {
    const answer = readAnswer(document.replace(/<Order>.*<\/Order>/, ''));
    expect(answer).toMatchObject({ orderId: '', state: undefined, transactions: undefined, list: undefined });
    const empty = readAnswer(document.replace(/<Order>.*<\/Order>/, '<Order></Order>'));
    expect(empty).toEqual(answer);
    if (answer !== undefined) expect(classifyAnswer(answer, saleOrder, 'charge')).toEqual(contradictory);
  });

  test('has its numeric references decoded once', () => {
    const text = xmlDocument('GVPSResponse', {
      Order: { OrderID: 'X' },
      Transaction: { Response: { Code: '00', Message: 'Approved' } },
    });
    expect(readAnswer(text.replace('>X<', '>&#x41;&#38;lt;<'))?.orderId).toBe('A&lt;');
  });
});
