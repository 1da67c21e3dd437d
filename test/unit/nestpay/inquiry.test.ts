import { describe, expect, test } from 'vitest';
import { classifyInquiry } from '../../../shared/adapters/nestpay/classify-inquiry.ts';
import { readAnswer } from '../../../shared/adapters/nestpay/response-xml.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { InquiryAnswer, PosOrder } from '../../../shared/ports/bank-gateway.ts';
import { cc5Response } from '../../support/bank/bank-documents.ts';

const order: PosOrder = { orderId: 'ORDER-1', amount: minor(10_025), currency: 'TL', installments: 1, type: 'sale' };
const reserved: PosOrder = { ...order, type: 'pre-authorisation' };

type Texts = Readonly<Record<string, string>>;

const asked = (elements: Texts, extra: Texts, of = order): InquiryAnswer => {
  const answer = readAnswer(cc5Response({ OrderId: 'ORDER-1', ...elements }, extra));
  if (answer === undefined) throw new Error('unreadable');
  return classifyInquiry(answer, of);
};
const found = { Response: 'Approved', ProcReturnCode: '00', ErrMsg: 'Record(s) found for ORDER-1' };

const state = (TRANS_STAT: string, CHARGE_TYPE_CD: string, more: Texts = {}): Texts => ({
  TRANS_STAT,
  CHARGE_TYPE_CD,
  ORIG_TRANS_AMT: '10025',
  ...more,
});

/** The kind of an answer, and for an unknown one its cause. */
const outcomeOf = (answer: InquiryAnswer): string => (answer.kind === 'unknown' ? answer.cause : answer.kind);

const STATES = ['A', 'C', 'S', 'V', 'D', 'R', 'CNCL', 'ERR', 'PN', 'NW', 'X', 'a', ' ', 'constructor'] as const;

describe('The state of an order', () => {
  const charge = ['authorised', 'captured', 'settled', 'voided', 'declined', 'voided', 'voided', 'declined'];
  const credit = ['contradictory', 'credited', 'credited', ...Array<string>(5).fill('credit-failed')];
  const pending = ['pending', 'pending'];
  const nonsense = Array<string>(3).fill('contradictory');

  test.each([
    ['S', [...charge, ...pending, ...nonsense]],
    ['C', [...credit, ...pending, ...nonsense]],
    ['', [...Array<string>(12).fill('contradictory'), 'contradictory']],
    ['V', [...Array<string>(12).fill('contradictory'), 'contradictory']],
  ])('of type %j is read as the gateway documents it', (type, outcomes) => {
    const states = STATES.filter((one) => one !== ' ');
    expect(states.map((one) => outcomeOf(asked(found, state(one, type))))).toEqual(outcomes);
    const captured = { CAPTURE_AMT: '10025' };
    expect(states.map((one) => outcomeOf(asked(found, state(one, type, captured), reserved)))).toEqual(outcomes);
  });

  test('is not told by an answer without one', () => {
    expect(asked(found, state('', 'S'))).toMatchObject({ kind: 'unknown', cause: 'error-answer', said: { state: '' } });
    expect(asked(found, {})).toEqual({ kind: 'unknown', cause: 'error-answer', said: { state: '' } });
  });

  test('of a credit never says that the charge is declined or voided', () => {
    for (const one of STATES) expect(['declined', 'voided']).not.toContain(outcomeOf(asked(found, state(one, 'C'))));
  });
});

describe('The amount that a bank holds', () => {
  test.each([
    ['A', {}, 10_025],
    // Some banks show a whole sale as authorised, with an empty captured amount.
    ['A', { CAPTURE_AMT: '' }, 10_025],
    ['A', { CAPTURE_AMT: '0' }, 10_025],
    ['C', {}, 10_025],
    ['C', { CAPTURE_AMT: '' }, 10_025],
    ['C', { CAPTURE_AMT: '500' }, 500],
    ['S', { CAPTURE_AMT: '500' }, 500],
    ['S', { CAPTURE_AMT: '12000' }, 12_000],
    // Not our amount, and reported all the same: what the bank holds must be given back.
    ['S', { ORIG_TRANS_AMT: '10026' }, 10_026],
    ['A', { ORIG_TRANS_AMT: '1' }, 1],
    ['C', { ORIG_TRANS_AMT: '', CAPTURE_AMT: '700' }, 700],
  ])('in state %s with %j is %i', (one, more: Texts, amount) => {
    const answer = asked(found, state(one, 'S', more));
    expect(answer).toMatchObject({ amount, said: { amount } });
  });

  test.each([
    ['A', {}, 10_025],
    ['A', { CAPTURE_AMT: '0' }, 10_025],
    ['C', { CAPTURE_AMT: '10025' }, 10_025],
    // Captured in part, and for more; some banks then repeat what was captured as the original amount.
    ['C', { CAPTURE_AMT: '500' }, 500],
    ['S', { CAPTURE_AMT: '11000' }, 11_000],
    ['S', { CAPTURE_AMT: '500', ORIG_TRANS_AMT: '500' }, 500],
    ['C', { ORIG_TRANS_AMT: '', CAPTURE_AMT: '700' }, 700],
  ])('of a pre-authorisation in state %s with %j is %i', (one, more: Texts, amount) => {
    expect(asked(found, state(one, 'S', more), reserved)).toMatchObject({ amount, said: { amount } });
  });

  test.each(['C', 'S'])('of a captured pre-authorisation in state %s is never the authorised one by default', (one) => {
    for (const CAPTURE_AMT of ['', '0', '5.00']) {
      expect(outcomeOf(asked(found, state(one, 'S', { CAPTURE_AMT }), reserved))).toBe('contradictory');
    }
    expect(outcomeOf(asked(found, state(one, 'S'), reserved))).toBe('contradictory');
  });

  test.each([
    ['A', { ORIG_TRANS_AMT: '' }],
    ['A', { ORIG_TRANS_AMT: '100.25' }],
    ['A', { ORIG_TRANS_AMT: '0' }],
    ['C', { ORIG_TRANS_AMT: '' }],
    ['C', { CAPTURE_AMT: '5.00' }],
    ['C', { CAPTURE_AMT: '-500' }],
    ['S', { CAPTURE_AMT: '0' }],
    ['S', { CAPTURE_AMT: '999999999999' }],
    ['S', { CAPTURE_AMT: '1e3' }],
  ])('in state %s with %j cannot be told, and is never guessed', (one, more: Texts) => {
    expect(outcomeOf(asked(found, state(one, 'S', more)))).toBe('contradictory');
  });
});

describe('A charge that stands beside the return code of a decline', () => {
  test.each([
    ['A', 'authorised'],
    ['C', 'captured'],
    ['S', 'settled'],
  ])('in state %s is a contradiction that says how it stands', (one, shows) => {
    const answer = asked(found, state(one, 'S', { PROC_RET_CD: '05' }));
    expect(answer).toMatchObject({ kind: 'unknown', cause: 'contradictory', shows, said: { procReturnCode: '05' } });
  });

  test.each([
    [found, state('S', 'S', { PROC_RET_CD: '99' })],
    [found, state('D', 'S', { PROC_RET_CD: '00' })],
    [found, state('C', 'C', { PROC_RET_CD: '05' })],
    [{ ...found, Response: 'Declined', ProcReturnCode: '05' }, state('S', 'S', { PROC_RET_CD: '05' })],
    [{ ...found, OrderId: 'ORDER-2' }, state('S', 'S', { PROC_RET_CD: '05' })],
  ])('is not told of what says something else: %#', (outer, texts) => {
    const answer = asked(outer, texts);
    expect(answer).toMatchObject({ kind: 'unknown', cause: 'contradictory' });
    expect(answer).not.toHaveProperty('shows');
  });
});

describe('An answer to an inquiry', () => {
  test('is about our order, or about nothing', () => {
    const taken = state('C', 'S');
    expect(outcomeOf(asked({ ...found, OrderId: 'ORDER-2' }, taken))).toBe('contradictory');
    expect(outcomeOf(asked({ ...found, OrderId: '' }, taken))).toBe('contradictory');
    expect(outcomeOf(asked({ ...found, OrderId: '' }, { ...taken, ORD_ID: 'ORDER-1' }))).toBe('captured');
    expect(outcomeOf(asked(found, { ...taken, ORD_ID: 'ORDER-2' }))).toBe('contradictory');
    expect(outcomeOf(asked(found, { ORDERSTATUS: 'ORD_ID:ORDER-2\tTRANS_STAT:D\tCHARGE_TYPE_CD:S' }))).toBe(
      'contradictory',
    );
  });

  test.each(['A', 'C', 'S', 'V', 'R', 'CNCL'])('that did not understand the question tells no state %s', (one) => {
    for (const outer of [
      { Response: 'Error', ProcReturnCode: '99' },
      { Response: 'Error', ProcReturnCode: '00' },
      { Response: 'Declined', ProcReturnCode: '51' },
      { Response: 'Approved', ProcReturnCode: '99' },
    ]) {
      expect(outcomeOf(asked(outer, state(one, 'S')))).toBe('contradictory');
    }
    expect(outcomeOf(asked({ Response: 'Error', ProcReturnCode: '99' }, state('C', 'C')))).toBe('contradictory');
  });

  test('contradicts itself where a charge stands and its return code is no success', () => {
    for (const one of ['A', 'C', 'S']) {
      expect(outcomeOf(asked(found, state(one, 'S', { PROC_RET_CD: '51' })))).toBe('contradictory');
      expect(outcomeOf(asked(found, state(one, 'S', { PROC_RET_CD: '00' })))).not.toBe('contradictory');
    }
    expect(outcomeOf(asked(found, state('C', 'C', { PROC_RET_CD: '99' })))).toBe('contradictory');
    expect(outcomeOf(asked(found, state('D', 'S', { PROC_RET_CD: '00' })))).toBe('contradictory');
  });

  test('tells the bank’s references, the order’s own before the answer’s', () => {
    const outer = { ...found, AuthCode: 'OUTER', HostRefNum: 'OUTER', TransId: 'OUTER' };
    const own = { AUTH_CODE: 'P90325', HOST_REF_NUM: '230300671788', TRANS_ID: '22303M5IA11136' };
    expect(asked(outer, state('C', 'S', own))).toMatchObject({
      references: { authCode: 'P90325', hostReference: '230300671788', transactionId: '22303M5IA11136' },
    });
    expect(asked(outer, state('V', 'S'))).toMatchObject({
      references: { authCode: 'OUTER', hostReference: 'OUTER', transactionId: 'OUTER' },
    });
  });

  test('repeats what the bank said, and nothing that is no state or code', () => {
    const said = (extra: Texts, elements: Texts = found) => asked(elements, extra).said;
    expect(said(state('S', 'S', { PROC_RET_CD: '00' }))).toEqual({
      state: 'S S',
      amount: 10_025,
      procReturnCode: '00',
    });
    expect(said(state('D', 'S', { PROC_RET_CD: '51' }))).toEqual({
      state: 'D S',
      amount: 10_025,
      procReturnCode: '51',
    });
    expect(said(state('D', 'S'), { Response: 'Declined', ProcReturnCode: '51' })?.procReturnCode).toBe('51');
    expect(said(state('X', ''))?.state).toBe('X');
    expect(said({ TRANS_STAT: '4111111111111111', CHARGE_TYPE_CD: 'S', PROC_RET_CD: '4111' })).toEqual({
      state: '? S',
    });
  });
});

describe('A declined order', () => {
  const code = (extra: Texts, elements: Texts = found) => {
    const answer = asked(elements, extra);
    return answer.kind === 'declined' ? [answer.code, answer.asksAgain] : [answer.kind];
  };

  test.each(['D', 'ERR'])('in state %s tells the code that the order has', (one) => {
    expect(code(state(one, 'S', { PROC_RET_CD: '51' }))).toEqual(['002', undefined]);
    expect(code(state(one, 'S', { PROC_RET_CD: '54' }))).toEqual(['006', undefined]);
    expect(code(state(one, 'S', { PROC_RET_CD: '99' }))).toEqual(['009', undefined]);
    expect(code(state(one, 'S'))).toEqual(['009', undefined]);
    // The bank is still reversing, so it is asked again the next day.
    expect(code(state(one, 'S', { PROC_RET_CD: '92' }))).toEqual(['016', true]);
  });

  test('may be told by an answer that is an error itself, with the order’s code first', () => {
    const declined = { Response: 'Declined', ProcReturnCode: '51' };
    expect(code(state('D', 'S'), declined)).toEqual(['002', undefined]);
    expect(code(state('D', 'S', { PROC_RET_CD: '54' }), declined)).toEqual(['006', undefined]);
    expect(code(state('D', 'S', { PROC_RET_CD: '54' }), { Response: 'Error', ProcReturnCode: '99' })).toEqual([
      '006',
      undefined,
    ]);
    for (const outer of [
      { Response: 'Error', ProcReturnCode: '51' },
      { Response: 'Declined', ProcReturnCode: '99' },
      { Response: 'Declined', ProcReturnCode: '00' },
    ]) {
      expect(code(state('D', 'S'), outer)).toEqual(['009', undefined]);
    }
    expect(code(state('D', 'S'), { Response: 'Declined', ProcReturnCode: '92' })).toEqual(['016', true]);
  });
});

describe('No record', () => {
  const none = { Response: 'Error', ProcReturnCode: '99', ErrMsg: 'No record found for ORDER-1' };
  const emptyLine = ['ORD_ID', 'CHARGE_TYPE_CD', 'ORIG_TRANS_AMT', 'CAPTURE_AMT', 'TRANS_STAT', 'AUTH_DTTM'];

  test('is 99 and the sentence, whichever of Error and Declined, with our order id or none', () => {
    const answered = { kind: 'no-record', said: { state: '' } };
    for (const Response of ['Error', 'Declined']) {
      expect(asked({ ...none, Response }, {})).toEqual(answered);
      expect(asked({ ...none, Response, OrderId: '' }, {})).toEqual(answered);
      const ORDERSTATUS = emptyLine.map((name) => `${name}:`).join('\t');
      expect(asked({ ...none, Response, OrderId: '' }, { ORDERSTATUS, NUMCODE: '0' })).toEqual(answered);
    }
  });

  test('is nothing else', () => {
    expect(outcomeOf(asked({ ...none, ProcReturnCode: '96' }, {}))).toBe('error-answer');
    expect(outcomeOf(asked({ ...none, Response: 'Approved' }, {}))).toBe('error-answer');
    expect(outcomeOf(asked({ ...none, ErrMsg: 'System error' }, {}))).toBe('error-answer');
    expect(outcomeOf(asked({ ...none, OrderId: 'ORDER-2' }, {}))).toBe('contradictory');
    expect(outcomeOf(asked(none, { ORD_ID: 'ORDER-2' }))).toBe('contradictory');
    for (const one of ['C', 'D', 'V']) expect(outcomeOf(asked(none, state(one, 'S')))).toBe('contradictory');
  });
});

describe('Answers in the shape of the manual', () => {
  const line = (fields: Texts): string =>
    Object.entries(fields)
      .map(([name, value]) => `${name}:${value}`)
      .join('\t');
  const settled = {
    ORD_ID: 'ORDER-1',
    CHARGE_TYPE_CD: 'S',
    ORIG_TRANS_AMT: '10025',
    CAPTURE_AMT: '10025',
    TRANS_STAT: 'S',
    AUTH_DTTM: '2026-11-22 14:03:09.773',
    CAPTURE_DTTM: '2026-11-22 14:03:09.773',
    AUTH_CODE: 'P77974',
    TRANS_ID: '26326OoFB10001',
  };
  const expected = {
    kind: 'settled',
    amount: 10_025,
    references: { authCode: 'P77974', hostReference: '', transactionId: '26326OoFB10001' },
    said: { state: 'S S', amount: 10_025 },
  };

  test('may tell the order in the ORDERSTATUS line alone, beside the fields, or in the fields alone', () => {
    const rest = { TERMINALID: '00655020', MERCHANTID: '655000200', NUMCODE: '0', SETTLEID: '' };
    expect(asked(found, { ORDERSTATUS: line(settled), ...rest })).toEqual(expected);
    expect(asked(found, { ORDERSTATUS: line(settled), ...settled, ...rest })).toEqual(expected);
    expect(asked(found, { ...settled, ...rest, PAN: '4355 08** **** 4358' })).toEqual(expected);
  });

  test('contradict themselves where line and fields differ', () => {
    for (const name of ['CHARGE_TYPE_CD', 'ORIG_TRANS_AMT', 'CAPTURE_AMT', 'TRANS_STAT'] as const) {
      const other = { ...settled, [name]: name.endsWith('AMT') ? '999' : 'V' };
      expect(outcomeOf(asked(found, { ...settled, ORDERSTATUS: line(other) }))).toBe('contradictory');
    }
  });

  test('a whole sale that is shown as authorised, with nothing captured yet', () => {
    const open = { ...settled, TRANS_STAT: 'A', CAPTURE_AMT: '', CAPTURE_DTTM: '', PROC_RET_CD: '00' };
    expect(asked(found, { ORDERSTATUS: line(open) })).toMatchObject({ kind: 'authorised', amount: 10_025 });
  });

  test('a voided sale, and a credit after the day end', () => {
    const voided = { ...settled, TRANS_STAT: 'V', VOID_DTTM: '2026-11-22 14:05:00.1' };
    expect(asked(found, { ORDERSTATUS: line(voided) })).toMatchObject({ kind: 'voided', said: { state: 'V S' } });
    const credited = { ...settled, TRANS_STAT: 'C', CHARGE_TYPE_CD: 'C', ORIG_TRANS_AMT: '500', CAPTURE_AMT: '500' };
    expect(asked(found, { ORDERSTATUS: line(credited) })).toMatchObject({ kind: 'credited', said: { state: 'C C' } });
  });
});
