import { describe, expect, test } from 'vitest';
import { classifyHistory } from '../../../shared/adapters/nestpay/classify-history.ts';
import { classifyInquiry } from '../../../shared/adapters/nestpay/classify-inquiry.ts';
import { readAnswer } from '../../../shared/adapters/nestpay/response-xml.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { ChargeType, PosOrder } from '../../../shared/ports/bank-order.ts';
import { cc5Response } from '../../support/bank/bank-documents.ts';

type Texts = Readonly<Record<string, string>>;

const orderOf = (type: ChargeType): PosOrder => ({
  orderId: 'ORDER-1',
  amount: minor(10_025),
  currency: 'TL',
  installments: 1,
  type,
});
const FOUND = { Response: 'Approved', ProcReturnCode: '00', ErrMsg: 'Record(s) found for ORDER-1' };
const NO_RECORD = { Response: 'Error', ProcReturnCode: '99', ErrMsg: 'No record found for ORDER-1' };

const answerOf = (elements: Texts, extra: Texts) => {
  const answer = readAnswer(cc5Response({ OrderId: 'ORDER-1', ...elements }, extra));
  if (answer === undefined) throw new Error('the answer is read');
  return answer;
};

const asked = (
  rows: readonly string[],
  { elements = FOUND, extra, type = 'sale' }: { elements?: Texts; extra?: Texts; type?: ChargeType } = {},
) => {
  const numbered = Object.fromEntries(rows.map((text, index) => [`TRX${index + 1}`, text]));
  return classifyHistory(
    answerOf(elements, { ...numbered, ...(extra ?? { TRXCOUNT: String(rows.length) }) }),
    orderOf(type),
  );
};

interface Row {
  readonly amount?: string;
  readonly captured?: string;
  /** Seconds and their fraction within one minute; undefined for a row without a time. */
  readonly at?: string | undefined;
  readonly code?: string;
  readonly host?: string;
}

const row = (type: string, state: string, changes: Row = {}): string => {
  const { amount = '10025', captured = amount, code = '', host = '230300671788' } = changes;
  const at = 'at' in changes ? changes.at : '01';
  const time = at === undefined ? '' : `2026-11-22 14:03:${at}`;
  return [type, state, amount, captured, time, '', '', host, 'P77974', code, '26326OoFB1'].join('\t');
};

const CONTRADICTORY = { kind: 'unknown', cause: 'contradictory' };
const UNREADABLE = { kind: 'unknown', cause: 'unreadable' };

describe('a void and a charge of one history', () => {
  const stateAfter = (chargedAt: string | undefined, ...voidedAt: readonly (string | undefined)[]) => {
    const read = asked([row('S', 'S', { at: chargedAt }), ...voidedAt.map((at) => row('V', 'V', { at }))]);
    return read.kind === 'history' ? read.charge : read;
  };

  test('the charge stands only if it is later than every void', () => {
    expect(stateAfter('05', '01', '03')).toBe('settled');
    expect(stateAfter('05', '01', '09')).toBe('voided');
    expect(stateAfter('05', '09', '01')).toBe('voided');
  });

  test('nothing is known where the time of one of them is missing', () => {
    expect(stateAfter('05', '01', undefined)).toEqual(CONTRADICTORY);
    expect(stateAfter(undefined, '01')).toEqual(CONTRADICTORY);
  });

  test.each([
    ['09', '09.0'],
    ['09.50', '09.5'],
    ['09.500', '09.50'],
  ])('a charge at %s is not later than a void at %s', (chargedAt, voidedAt) => {
    expect(stateAfter(chargedAt, voidedAt)).toBe('voided');
  });

  test('parts of a second count', () => {
    expect(stateAfter('09.5', '09.25')).toBe('settled');
    expect(stateAfter('09.5', '09')).toBe('settled');
  });

  test.each(['05x', 'x05', '05 05'])('what is no time is none: %s', (at) => {
    expect(stateAfter(at, '01')).toEqual(CONTRADICTORY);
    const before = asked([row('S', 'S').replace('2026-11-22', 'x2026-11-22'), row('V', 'V', { at: '00' })]);
    expect(before).toEqual(CONTRADICTORY);
  });

  test('a number that looks like a time is none', () => {
    const charge = row('S', 'S', { at: '05', host: '20261122 23:59:59' });
    expect(asked([charge, row('V', 'V', { at: '09' })])).toMatchObject({ charge: 'voided' });
  });

  test.each(['V', 'C', 'S'])('a void of its own in state %s took effect', (state) => {
    expect(asked([row('S', 'C', { at: '01' }), row('V', state, { at: '05' })])).toMatchObject({ charge: 'voided' });
  });

  test.each([
    ['D', 'captured'],
    ['ERR', 'captured'],
    ['PN', 'pending'],
    ['NW', 'pending'],
  ])('one in state %s leaves the charge %s', (state, charge) => {
    expect(asked([row('S', 'C', { at: '01' }), row('V', state, { at: '05' })])).toMatchObject({ charge });
  });

  test('the amount is that of the voided charge, else of the first one', () => {
    const declined = row('S', 'D', { amount: '1' });
    expect(asked([declined, row('S', 'V')])).toMatchObject({ charge: 'voided', amount: 10_025 });
    expect(asked([declined, row('V', 'V', { amount: '7' })])).toMatchObject({ charge: 'voided', amount: 1 });
  });

  test('two charges that stand contradict each other, with a void and without', () => {
    expect(asked([row('S', 'S'), row('S', 'C')])).toEqual(CONTRADICTORY);
    expect(asked([row('S', 'S', { at: '05' }), row('S', 'C', { at: '06' }), row('V', 'V', { at: '01' })])).toEqual(
      CONTRADICTORY,
    );
  });
});

describe('the money of a history', () => {
  test.each(['C', 'S'])('of a pre-authorisation in state %s is what its capture took', (state) => {
    const read = (changes: Row) => asked([row('S', state, changes)], { type: 'pre-authorisation' });
    expect(read({ amount: '12000', captured: '10025' })).toMatchObject({ amount: 10_025 });
    expect(read({ amount: '12000', captured: '' })).toEqual(CONTRADICTORY);
  });

  test('credits are in the order of their times, and in the bank’s own where one has none', () => {
    const credits = (...rows: readonly (readonly [string, string | undefined])[]) => {
      const read = asked([row('S', 'S', { at: '00' }), ...rows.map(([amount, at]) => row('C', 'C', { amount, at }))]);
      return read.kind === 'history' ? read.credits : read;
    };
    expect(credits(['100', '05'], ['200', '03'], ['300', '04'])).toEqual([200, 300, 100]);
    expect(credits(['100', '05'], ['200', '03'], ['300', undefined])).toEqual([100, 200, 300]);
  });

  test('blanks around columns are nothing', () => {
    expect(asked([row('S', 'S').split('\t').join(' \t ')])).toMatchObject({ charge: 'settled', amount: 10_025 });
  });

  test.each([
    ['A', '05'],
    ['C', '05'],
    ['ERR', '00'],
    ['D', '00'],
  ])('a charge in state %s with the return code %s is not read', (state, code) => {
    expect(asked([row('S', state, { code })])).toEqual(UNREADABLE);
  });
});

describe('no record of a history', () => {
  const known = row('S', 'S');

  test('is the sentence without rows', () => {
    for (const extra of [{ TRXCOUNT: '0' }, { TRXCOUNT: '' }, {}] satisfies readonly Texts[]) {
      expect(asked([], { elements: NO_RECORD, extra })).toEqual({ kind: 'no-record' });
    }
  });

  test.each<[string, readonly string[], Texts, Texts]>([
    ['beside a row', [known], NO_RECORD, { TRXCOUNT: '0' }],
    ['beside a count of rows', [], NO_RECORD, { TRXCOUNT: '1' }],
    ['in an approval', [], { ...NO_RECORD, Response: 'Approved' }, { TRXCOUNT: '0' }],
    ['with the code of success', [], { ...NO_RECORD, ProcReturnCode: '00' }, { TRXCOUNT: '0' }],
    ['without the sentence', [], { ...NO_RECORD, ErrMsg: 'General error' }, { TRXCOUNT: '0' }],
  ])('is not believed %s', (_where, rows, elements, extra) => {
    expect(asked(rows, { elements, extra })).toEqual({ kind: 'unknown', cause: 'error-answer' });
  });
});

describe('what an inquiry says beside the state', () => {
  const inquired = (elements: Texts, extra: Texts) => {
    const { said: _said, ...answer } = classifyInquiry(answerOf(elements, extra), orderOf('sale'));
    return answer;
  };
  const state = (TRANS_STAT: string, CHARGE_TYPE_CD: string, PROC_RET_CD = ''): Texts => ({
    TRANS_STAT,
    CHARGE_TYPE_CD,
    ORIG_TRANS_AMT: '10025',
    PROC_RET_CD,
  });

  test.each(['PN', 'NW'])('a transaction in state %s is not decided', (pending) => {
    expect(inquired(FOUND, state(pending, 'S'))).toEqual({ kind: 'unknown', cause: 'pending' });
    expect(inquired(FOUND, state(pending, 'C'))).toEqual({ kind: 'unknown', cause: 'pending' });
  });

  test('the sentence of no record means nothing in an approval', () => {
    expect(inquired({ ...FOUND, ErrMsg: NO_RECORD.ErrMsg }, state('S', 'S'))).toMatchObject({ kind: 'settled' });
    expect(inquired(NO_RECORD, state('D', 'S', '05'))).toEqual(CONTRADICTORY);
  });

  test('a credit that failed is believed from an error too, as a decline is', () => {
    const error = { Response: 'Error', ProcReturnCode: '99', ErrMsg: 'General error' };
    expect(inquired(error, state('D', 'C', '00'))).toMatchObject({ kind: 'credit-failed' });
    expect(inquired(error, state('D', 'S', '05'))).toMatchObject({ kind: 'declined' });
    expect(inquired(error, state('S', 'S'))).toEqual(CONTRADICTORY);
  });

  test('a void is believed whatever return code its order has', () => {
    expect(inquired(FOUND, state('V', 'S', '05'))).toMatchObject({ kind: 'voided' });
    expect(inquired(FOUND, state('S', 'S', '05'))).toEqual({ ...CONTRADICTORY, shows: 'settled' });
  });

  test.each([
    ['CNCL', 'S', 'CNCL S'],
    ['1S', 'S', '? S'],
    ['S1', 'S', '? S'],
    ['ABCDEFGHI', 'S', '? S'],
  ])('a state %s is shown to operators as %s %s', (TRANS_STAT, type, shown) => {
    const { said } = classifyInquiry(answerOf(FOUND, state(TRANS_STAT, type)), orderOf('sale'));
    expect(said).toMatchObject({ state: shown });
  });
});
