import { describe, expect, test } from 'vitest';
import { writeXml } from '../../../shared/adapters/bank/xml-writer.ts';
import { type AskedFor, classifyAnswer } from '../../../shared/adapters/nestpay/classify.ts';
import { readAnswer } from '../../../shared/adapters/nestpay/response-xml.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { PosOrder } from '../../../shared/ports/bank-order.ts';

const order: PosOrder = { orderId: 'ORDER-1', amount: minor(10_025), currency: 'TL', installments: 1, type: 'sale' };

const answerWith = (elements: Readonly<Record<string, string>>, extra: Readonly<Record<string, string>> = {}) => {
  const document = writeXml({ CC5Response: { OrderId: 'ORDER-1', ...elements, Extra: { ...extra } } });
  const answer = readAnswer(document);
  if (answer === undefined) throw new Error('unreadable');
  return answer;
};
const classified = (elements: Readonly<Record<string, string>>, extra = {}, asked: AskedFor = 'charge') =>
  classifyAnswer(answerWith(elements, extra), order, asked);

describe('An answer', () => {
  test.each([
    [{ Response: 'Approved', ProcReturnCode: '00' }, 'approved'],
    [{ Response: 'Approved', ProcReturnCode: '00', Total: '100.25' }, 'approved'],
    [{ Response: 'Approved', ProcReturnCode: '00', Total: '100.26' }, 'contradictory'],
    [{ Response: 'Approved', ProcReturnCode: '00', OrderId: 'ORDER-2' }, 'contradictory'],
    [{ Response: 'Approved', ProcReturnCode: '00', OrderId: '' }, 'contradictory'],
    [{ Response: 'Approved', ProcReturnCode: '05' }, 'contradictory'],
    [{ Response: 'Approved', ProcReturnCode: '99' }, 'error-answer'],
    [{ Response: 'Declined', ProcReturnCode: '05' }, 'declined'],
    [{ Response: 'Declined', ProcReturnCode: '05', OrderId: '' }, 'declined'],
    [{ Response: 'Declined', ProcReturnCode: '05', OrderId: 'ORDER-2' }, 'contradictory'],
    [{ Response: 'Declined', ProcReturnCode: '00' }, 'contradictory'],
    [{ Response: 'Declined', ProcReturnCode: '99' }, 'error-answer'],
    [{ Response: 'Error', ProcReturnCode: '00' }, 'error-answer'],
    [{ Response: 'Error', ProcReturnCode: '05' }, 'error-answer'],
    [{ Response: 'Error', ProcReturnCode: '99', ErrMsg: 'Order number exists already' }, 'error-answer'],
    [{ Response: 'Error', ProcReturnCode: '99', ErrMsg: 'No record found' }, 'error-answer'],
  ])('%j is %s', (elements, outcome) => {
    const answer = classified(elements);
    expect(answer.kind === 'unknown' ? answer.cause : answer.kind).toBe(outcome);
  });

  test('that approves carries the references of its transaction', () => {
    const references = { AuthCode: 'P90325', HostRefNum: '230300671788', TransId: '22303M5IA11136' };
    for (const asked of ['charge', 'charge-after-3d', 'follow-up'] as const) {
      expect(classified({ Response: 'Approved', ProcReturnCode: '00', ...references }, {}, asked)).toEqual({
        kind: 'approved',
        references: { authCode: 'P90325', hostReference: '230300671788', transactionId: '22303M5IA11136' },
      });
    }
  });

  test('that names another amount in minor units is contradictory', () => {
    const approved = { Response: 'Approved', ProcReturnCode: '00' };
    expect(classified(approved, { ORIG_TRANS_AMT: '10025' }).kind).toBe('approved');
    expect(classified(approved, { ORIG_TRANS_AMT: '10026' }).kind).toBe('unknown');
    expect(classified(approved, { ORIG_TRANS_AMT: '100.25' }).kind).toBe('unknown');
  });

  test('to a capture or credit may name the order’s own amount, and no other total', () => {
    const approved = { Response: 'Approved', ProcReturnCode: '00' };
    expect(classified(approved, { ORIG_TRANS_AMT: '20000' }, 'follow-up').kind).toBe('approved');
    expect(classified({ ...approved, Total: '200.00' }, {}, 'follow-up').kind).toBe('unknown');
  });

  test('declined with a code beside the table is 009, and 024 after a passed 3D; 59 is 028', () => {
    const declined = (ProcReturnCode: string, asked: AskedFor) =>
      classified({ Response: 'Declined', ProcReturnCode }, {}, asked);
    expect(declined('93', 'charge')).toEqual({ kind: 'declined', code: '009', procReturnCode: '93' });
    expect(declined('93', 'follow-up')).toMatchObject({ code: '009' });
    expect(declined('93', 'charge-after-3d')).toMatchObject({ code: '024' });
    expect(declined('59', 'charge-after-3d')).toMatchObject({ code: '028' });
    expect(declined('51', 'charge-after-3d')).toMatchObject({ code: '002' });
  });

  test.each(['charge', 'charge-after-3d', 'follow-up'] as const)(
    'declined with 92 is 016 and is asked about again: the bank is still reversing (%s)',
    (asked) => {
      const still = classified({ Response: 'Declined', ProcReturnCode: '92' }, {}, asked);
      expect(still).toEqual({ kind: 'declined', code: '016', procReturnCode: '92', asksAgain: true });
      expect(classified({ Response: 'Declined', ProcReturnCode: '91' }, {}, asked)).not.toHaveProperty('asksAgain');
    },
  );

  test.each([
    '<CC5Response><Response>Approved</Response></CC5Response>',
    '<CC5Response><ProcReturnCode>00</ProcReturnCode></CC5Response>',
    '<CC5Response><Response>approved</Response><ProcReturnCode>00</ProcReturnCode></CC5Response>',
    '<CC5Response><Response>Approved</Response><ProcReturnCode>000</ProcReturnCode></CC5Response>',
    '<CC5Response><Response>Approved</Response><Response>Declined</Response><ProcReturnCode>00</ProcReturnCode></CC5Response>',
    '<CC5Response><Response>Approved</Response><ProcReturnCode><x/>00</ProcReturnCode></CC5Response>',
    '<CC5Response>Approved</CC5Response>',
    '<Other><Response>Approved</Response><ProcReturnCode>00</ProcReturnCode></Other>',
  ])('%s cannot be read', (text) => {
    expect(readAnswer(text)).toBeUndefined();
  });
});

describe('A refusal by the gateway’s own checks of the request', () => {
  const refused = { Response: 'Error', ProcReturnCode: '99', AuthCode: '', HostRefNum: '', TransId: '26326OoFB10001' };

  test.each([
    ['CORE-2012', '003'],
    ['HPP-1001', '003'],
    ['CORE-2010', '006'],
    ['CORE-2011', '006'],
    ['CORE-2515', '015'],
    ['CORE-2208', '012'],
    ['CORE-2204', '007'],
    ['CORE-2603', '007'],
    ['CORE-2105', '007'],
    ['CORE-2013', '009'],
    ['CORE-2014', '009'],
    ['CORE-2015', '009'],
    ['CORE-1001', '009'],
    ['CORE-1006', '009'],
    ['CORE-1999', '009'],
  ])('%s declines a charge with %s, which is asked about once more', (ERRORCODE, code) => {
    const declined = { kind: 'declined', code, procReturnCode: '99', asksAgain: true };
    expect(classified(refused, { ERRORCODE, NUMCODE: '992012' })).toEqual(declined);
    expect(classified(refused, { ERRORCODE }, 'charge-after-3d')).toEqual(declined);
    expect(classified({ ...refused, Response: 'Declined' }, { ERRORCODE })).toEqual(declined);
    expect(classified({ ...refused, OrderId: '' }, { ERRORCODE })).toEqual(declined);
  });

  test.each(['CORE-2012', 'CORE-1001', 'CORE-2508'])(
    '%s leaves a capture, void or credit open: nothing tells that none was carried out before',
    (ERRORCODE) => {
      expect(classified(refused, { ERRORCODE }, 'follow-up')).toEqual({ kind: 'unknown', cause: 'error-answer' });
    },
  );

  test.each([
    '',
    'CORE-1000',
    'CORE-2000',
    'CORE-2009',
    'CORE-2016',
    'CORE-2250',
    'CORE-2507',
    'CORE-20120',
    'core-2012',
    'HPP-1002',
    'constructor',
  ])('%j is not on the list: the charge stays unknown', (ERRORCODE) => {
    expect(classified(refused, { ERRORCODE })).toEqual({ kind: 'unknown', cause: 'error-answer' });
  });

  test.each([
    ['an authorisation code', { AuthCode: 'P90325' }, {}],
    ['a reference of the host', { HostRefNum: '230300671788' }, {}],
    ['an authorisation code among the extras', {}, { AUTH_CODE: 'P90325' }],
    ['a reference of the host among the extras', {}, { HOST_REF_NUM: '230300671788' }],
    ['the code of a success', { ProcReturnCode: '00' }, {}],
    ['an approval', { Response: 'Approved' }, {}],
  ])('with %s may have reached the issuer: unknown', (_what, elements, extra) => {
    expect(classified({ ...refused, ...elements }, { ERRORCODE: 'CORE-2012', ...extra }).kind).toBe('unknown');
  });

  test('of another order says nothing of ours', () => {
    const other = classified({ ...refused, OrderId: 'ORDER-2' }, { ERRORCODE: 'CORE-2012' });
    expect(other).toEqual({ kind: 'unknown', cause: 'contradictory' });
  });
});
