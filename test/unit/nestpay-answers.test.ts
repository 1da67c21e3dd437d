import { describe, expect, test } from 'vitest';
import { classifyAnswer, classifyInquiry } from '../../shared/adapters/nestpay/classify.ts';
import { readAnswer } from '../../shared/adapters/nestpay/response-xml.ts';
import { writeXml } from '../../shared/adapters/nestpay/xml-writer.ts';
import { minor } from '../../shared/domain/money.ts';
import type { PosOrder } from '../../shared/ports/virtual-pos.ts';

const order: PosOrder = { orderId: 'ORDER-1', amount: minor(10_025), currency: 'TL', installments: 1, type: 'sale' };

const answerWith = (elements: Readonly<Record<string, string>>, extra: Readonly<Record<string, string>> = {}) => {
  const document = writeXml({ CC5Response: { OrderId: 'ORDER-1', ...elements, Extra: { ...extra } } });
  const answer = readAnswer(document);
  if (answer === undefined) throw new Error('unreadable');
  return answer;
};
const classified = (elements: Readonly<Record<string, string>>, extra = {}, afterThreeD = false) =>
  classifyAnswer(answerWith(elements, extra), order, afterThreeD);

describe('An answer (rule 3)', () => {
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

  test('that names another amount in minor units is contradictory', () => {
    const approved = { Response: 'Approved', ProcReturnCode: '00' };
    expect(classified(approved, { ORIG_TRANS_AMT: '10025' }).kind).toBe('approved');
    expect(classified(approved, { ORIG_TRANS_AMT: '10026' }).kind).toBe('unknown');
    expect(classified(approved, { ORIG_TRANS_AMT: '100.25' }).kind).toBe('unknown');
  });

  test('declined with a code beside the table is 009, and 024 after a passed 3D; 59 is 028', () => {
    const declined = (ProcReturnCode: string, afterThreeD: boolean) =>
      classified({ Response: 'Declined', ProcReturnCode }, {}, afterThreeD);
    expect(declined('93', false)).toMatchObject({ code: '009', procReturnCode: '93' });
    expect(declined('93', true)).toMatchObject({ code: '024' });
    expect(declined('59', true)).toMatchObject({ code: '028' });
    expect(declined('51', true)).toMatchObject({ code: '002' });
  });

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

const state = (TRANS_STAT: string, CHARGE_TYPE_CD: string, more = {}) => ({
  TRANS_STAT,
  CHARGE_TYPE_CD,
  ORIG_TRANS_AMT: '10025',
  ...more,
});

describe('The answer to an inquiry', () => {
  const asked = (elements: Readonly<Record<string, string>>, extra = {}, of = order) =>
    classifyInquiry(answerWith(elements, extra), of);
  const found = { Response: 'Approved', ProcReturnCode: '00' };

  test.each([
    ['C', 'S', 'captured'],
    ['A', 'S', 'authorised'],
    ['V', 'S', 'voided'],
    ['D', 'S', 'declined'],
    ['C', 'C', 'refunded'],
    // A credit that was declined or voided leaves the charge standing: never "declined" or "voided".
    ['D', 'C', 'unknown'],
    ['V', 'C', 'unknown'],
    ['A', 'C', 'unknown'],
    ['X', 'S', 'unknown'],
    ['C', '', 'unknown'],
    ['', 'S', 'unknown'],
  ])('%s %s is %s', (status, type, kind) => {
    expect(asked(found, state(status, type)).kind).toBe(kind);
  });

  test('says no record only with 99, the sentence and no state', () => {
    const none = { Response: 'Error', ProcReturnCode: '99', ErrMsg: 'No record found for ORDER-1' };
    expect(asked(none)).toEqual({ kind: 'no-record' });
    expect(asked({ ...none, OrderId: '' })).toEqual({ kind: 'no-record' });
    expect(asked({ ...none, ProcReturnCode: '96' }).kind).toBe('unknown');
    expect(asked({ ...none, Response: 'Approved' }).kind).toBe('unknown');
    expect(asked({ ...none, ErrMsg: 'System error' }).kind).toBe('unknown');
    expect(asked({ ...none, OrderId: 'ORDER-2' }).kind).toBe('unknown');
    expect(asked(none, state('C', 'S')).kind).toBe('unknown');
  });

  test('is trusted only with Approved and 00, our order id and our amount', () => {
    expect(asked({ ...found, ProcReturnCode: '99' }, state('C', 'S')).kind).toBe('unknown');
    expect(asked({ ...found, Response: 'Error' }, state('C', 'S')).kind).toBe('unknown');
    expect(asked({ ...found, OrderId: '' }, state('C', 'S')).kind).toBe('unknown');
    expect(asked({ ...found, OrderId: 'ORDER-2' }, state('C', 'S')).kind).toBe('unknown');
    expect(asked(found, state('C', 'S', { ORIG_TRANS_AMT: '10026' })).kind).toBe('unknown');
    expect(asked(found, state('C', 'S', { ORIG_TRANS_AMT: '' })).kind).toBe('unknown');
  });

  test('tells what was captured: all of a sale, any part of a pre-authorisation', () => {
    const reserved: PosOrder = { ...order, type: 'pre-authorisation' };
    const part = state('C', 'S', { CAPTURE_AMT: '500' });
    expect(asked(found, part).kind).toBe('unknown');
    expect(asked(found, part, reserved)).toMatchObject({ kind: 'captured', amount: 500 });
    expect(asked(found, state('C', 'S', { CAPTURE_AMT: '5.00' }), reserved).kind).toBe('unknown');
    expect(asked(found, state('C', 'S', { CAPTURE_AMT: '10025' }))).toMatchObject({ kind: 'captured', amount: 10_025 });
  });

  test('of a declined order tells the code where the bank does', () => {
    expect(asked({ Response: 'Declined', ProcReturnCode: '51' }, state('D', 'S'))).toMatchObject({ code: '002' });
    expect(asked(found, state('D', 'S'))).toMatchObject({ kind: 'declined', code: '009' });
    expect(asked({ Response: 'Declined', ProcReturnCode: '51' }, state('C', 'S')).kind).toBe('unknown');
  });
});
