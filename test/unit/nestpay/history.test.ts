import { describe, expect, test } from 'vitest';
import { classifyHistory } from '../../../shared/adapters/nestpay/classify-history.ts';
import { readAnswer } from '../../../shared/adapters/nestpay/response-xml.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { HistoryAnswer } from '../../../shared/ports/bank-answers.ts';
import type { PosOrder } from '../../../shared/ports/bank-order.ts';
import { cc5Response } from '../../support/bank/bank-documents.ts';

const order: PosOrder = { orderId: 'ORDER-1', amount: minor(10_025), currency: 'TL', installments: 1, type: 'sale' };
const found = { Response: 'Approved', ProcReturnCode: '00', ErrMsg: 'Record(s) found for ORDER-1' };

type Texts = Readonly<Record<string, string>>;

const classified = (document: string, of = order): HistoryAnswer => {
  const answer = readAnswer(document);
  return answer === undefined ? { kind: 'unknown', cause: 'unreadable' } : classifyHistory(answer, of);
};

const asked = (rows: readonly string[], extra: Texts = {}, elements: Texts = found): HistoryAnswer => {
  const numbered = Object.fromEntries(rows.map((text, index) => [`TRX${index + 1}`, text]));
  const all = { TERMINALID: '00655020', NUMCODE: '0', ...numbered, TRXCOUNT: String(rows.length), ...extra };
  return classified(cc5Response({ OrderId: 'ORDER-1', ...elements }, all));
};

interface Row {
  readonly amount?: string;
  readonly captured?: string;
  /** Minute of the hour; undefined for a bank that gives no times. */
  readonly at?: number | undefined;
  readonly code?: string;
}

/** A row in the documented form. */
const row = (type: string, state: string, changes: Row = {}): string => {
  const { amount = '10025', captured = amount, code = '' } = changes;
  const at = 'at' in changes ? changes.at : 0;
  const time = at === undefined ? '' : `2026-11-22 14:${String(at).padStart(2, '0')}:09.773`;
  return [type, state, amount, captured, time, time, '', '230300671788', 'P77974', code, '26326OoFB1'].join('\t');
};

const sale = row('S', 'S', { at: 1, code: '00' });
const credit = (state: string, amount: string, at: number, code = ''): string => row('C', state, { amount, at, code });
const told = (charge: string, amount: number, credits: readonly number[] = [], creditPending = false) => ({
  kind: 'history',
  charge,
  amount,
  credits,
  creditPending,
});
const unknown = (cause: string) => ({ kind: 'unknown', cause });

describe('The history of an order', () => {
  test.each([
    ['A', 'authorised'],
    ['C', 'captured'],
    ['S', 'settled'],
    ['V', 'voided'],
    ['R', 'voided'],
    ['CNCL', 'voided'],
    ['D', 'declined'],
    ['ERR', 'declined'],
    ['PN', 'pending'],
    ['NW', 'pending'],
  ])('of one charge in state %s is %s', (state, charge) => {
    expect(asked([row('S', state)])).toEqual(told(charge, 10_025));
    expect(asked([row('S', state, { captured: state === 'C' || state === 'S' ? '10025' : '0' })])).toEqual(
      told(charge, 10_025),
    );
  });

  test.each([
    ['C', [500], false],
    ['S', [500], false],
    ['D', [], false],
    ['V', [], false],
    ['R', [], false],
    ['CNCL', [], false],
    ['ERR', [], false],
    ['PN', [], true],
    ['NW', [], true],
  ])('with a credit in state %s counts %j as gone back', (state, credits: readonly number[], pending) => {
    const rows = [sale, credit(state, '500', 2)];
    expect(asked(rows)).toEqual(told('settled', 10_025, credits, pending));
    expect(asked(rows.toReversed())).toEqual(told('settled', 10_025, credits, pending));
  });

  test('lists the credits oldest first, whichever way round the bank lists them', () => {
    const rows = [
      sale,
      credit('C', '100', 2),
      credit('D', '150', 3, '99'),
      credit('S', '200', 4),
      credit('C', '100', 5),
    ];
    const expected = told('settled', 10_025, [100, 200, 100]);
    expect(asked(rows)).toEqual(expected);
    expect(asked(rows.toReversed())).toEqual(expected);
    expect(asked([2, 0, 4, 1, 3].map((index) => rows[index] ?? ''))).toEqual(expected);
  });

  test('counts two credits of one amount and one moment as two', () => {
    expect(asked([sale, credit('C', '100', 2), credit('C', '100', 2)])).toEqual(told('settled', 10_025, [100, 100]));
  });

  test('tells what a capture took, not what was reserved', () => {
    const rows = [row('S', 'A', { at: 1 }), row('S', 'C', { amount: '10025', captured: '8000', at: 9 })];
    expect(asked(rows)).toEqual(told('captured', 8000));
    expect(asked(rows.toReversed())).toEqual(told('captured', 8000));
    expect(asked([row('S', 'A'), row('S', 'D', { at: 9, code: '05' })])).toEqual(told('authorised', 10_025));
  });

  test('of a captured pre-authorisation in one row is what the capture took, and its credits', () => {
    const reserved: PosOrder = { ...order, type: 'pre-authorisation' };
    const document = (rows: readonly string[]) => {
      const numbered = Object.fromEntries(rows.map((text, index) => [`TRX${index + 1}`, text]));
      return cc5Response({ OrderId: 'ORDER-1', ...found }, { ...numbered, TRXCOUNT: String(rows.length) });
    };
    const captured = row('S', 'S', { captured: '8000', at: 1, code: '00' });
    const parts = [credit('C', '3000', 3), credit('S', '1000', 2)];
    expect(classified(document([...parts, captured]), reserved)).toEqual(told('settled', 8000, [1000, 3000]));
    expect(classified(document([row('S', 'C', { captured: '11000' })]), reserved)).toEqual(told('captured', 11_000));
    // The Void of its capture left the hold.
    expect(classified(document([row('S', 'A', { captured: '' })]), reserved)).toEqual(told('authorised', 10_025));
    // The amount of a capture is never guessed.
    expect(classified(document([row('S', 'C', { captured: '' })]), reserved)).toEqual(unknown('contradictory'));
  });

  test('of an order that was declined first is that of the charge', () => {
    expect(asked([row('S', 'D', { code: '51' }), row('S', 'C', { at: 2 })])).toEqual(told('captured', 10_025));
  });

  test('waits while a charge or void is not decided', () => {
    expect(asked([row('S', 'C'), row('S', 'PN', { at: 2 })])).toEqual(told('pending', 10_025));
    expect(asked([row('S', 'C'), row('V', 'PN', { at: 2 })])).toEqual(told('pending', 10_025));
  });
});

describe('A void in the history', () => {
  test.each([
    ['as the state of the charge', [row('S', 'V', { at: 2 })]],
    ['as another row of the charge', [row('S', 'C', { at: 1 }), row('S', 'V', { at: 2 })]],
    ['as a row of its own', [row('S', 'C', { at: 1 }), row('V', 'V', { at: 2 })]],
    ['as a row of its own that is done', [row('S', 'C', { at: 1 }), row('V', 'C', { at: 2, code: '00' })]],
    ['at the moment of the charge', [row('S', 'C', { at: 1 }), row('V', 'V', { at: 1 })]],
  ])('%s voids it, whichever way round', (_how, rows) => {
    expect(asked(rows)).toEqual(told('voided', 10_025));
    expect(asked(rows.toReversed())).toEqual(told('voided', 10_025));
  });

  test('that failed leaves the charge', () => {
    for (const failed of [row('V', 'D', { at: 2, code: '99' }), row('V', 'ERR', { at: 2 }), row('S', 'D', { at: 2 })]) {
      expect(asked([row('S', 'C', { at: 1 }), failed])).toEqual(told('captured', 10_025));
    }
  });

  test('beside a pre-authorisation may be that of its capture alone: nothing is guessed', () => {
    const extra = { TRX1: row('S', 'A', { at: 1 }), TRX2: row('S', 'V', { at: 2 }), TRXCOUNT: '2' };
    const document = cc5Response({ OrderId: 'ORDER-1', ...found }, extra);
    expect(classified(document, { ...order, type: 'pre-authorisation' })).toEqual(unknown('contradictory'));
    expect(classified(document)).toEqual(told('voided', 10_025));
  });

  test('before a later charge leaves that charge; without times nothing is guessed', () => {
    expect(asked([row('S', 'V', { at: 1 }), row('S', 'C', { at: 2 })])).toEqual(told('captured', 10_025));
    for (const [one, other] of [
      [undefined, 2],
      [1, undefined],
      [undefined, undefined],
    ]) {
      const rows = [row('S', 'C', { at: one }), row('V', 'V', { at: other })];
      expect(asked(rows)).toEqual(unknown('contradictory'));
    }
  });
});

describe('Rows of a history', () => {
  test('order themselves by the last of their times, in both of the bank’s formats', () => {
    const at = (...times: readonly string[]): string =>
      ['S', 'C', '10025', '10025', ...times, '', '', '', ''].join('\t');
    const voidAt = (time: string): string => ['V', 'V', '10025', '', time, '', '', '', '', '', 'T'].join('\t');
    const earlier = voidAt('2026-11-22 14:03:09.5');
    expect(asked([at('2026-11-22 14:03:09.45', '', ''), earlier])).toMatchObject({ charge: 'voided' });
    expect(asked([at('2026-11-22 14:03:09.45', '2026-11-22 14:03:09.6', ''), earlier])).toMatchObject({
      charge: 'captured',
    });
    expect(asked([at('20261122 14:03:10', '', ''), earlier])).toMatchObject({ charge: 'captured' });
    expect(asked([at('22.11.2026 14:03', '', ''), earlier])).toEqual(unknown('contradictory'));
  });

  test('may come as tabs or as references to them, and may lose empty columns at their end', () => {
    const numbered = 'S\tC\t10025\t10025\t2026-11-22 14:03:09.773';
    for (const text of [numbered, numbered.replaceAll('\t', '&#9;'), `${numbered}\t\t\t\t\t\t`, 'S\tC\t10025']) {
      const extra = `<Extra><TRX1>${text}</TRX1><TRXCOUNT>1</TRXCOUNT></Extra>`;
      const document = `<CC5Response><OrderId>ORDER-1</OrderId><Response>Approved</Response><ProcReturnCode>00</ProcReturnCode>${extra}</CC5Response>`;
      expect(classified(document)).toEqual(told('captured', 10_025));
    }
  });

  test.each([
    ['of another type', row('X', 'C')],
    ['without a type', row('', 'C')],
    ['of another state', row('S', 'X')],
    ['of a credit that is authorised', row('C', 'A')],
    ['that succeeded with a code of failure', row('C', 'C', { code: '99' })],
    ['that stands with a code of failure', row('S', 'S', { code: '51' })],
    ['that failed with the code of success', row('C', 'D', { code: '00' })],
    ['with a column too many', `${sale}\tmore`],
    ['without columns', 'S C 10025'],
    ['that is empty', ''],
  ])('%s make the whole unreadable: what is overlooked might be a credit', (_what, text) => {
    expect(asked([sale, text])).toEqual(unknown('unreadable'));
    expect(asked([text, sale])).toEqual(unknown('unreadable'));
  });

  test('must have an amount where money moved', () => {
    for (const amount of ['', '0', '5.00', '-5', '999999999999']) {
      expect(asked([sale, credit('C', amount, 2)])).toEqual(unknown('contradictory'));
      expect(asked([row('S', 'C', { amount })])).toEqual(unknown('contradictory'));
      // A credit that did not happen moved no money.
      expect(asked([sale, credit('D', amount, 2)])).toEqual(told('settled', 10_025));
    }
  });

  test('must be those of one charge', () => {
    expect(asked([credit('C', '500', 2)])).toEqual(unknown('contradictory'));
    expect(asked([row('S', 'C', { at: 1 }), row('S', 'S', { at: 2 })])).toEqual(unknown('contradictory'));
    expect(asked([row('S', 'A', { at: 1 }), row('S', 'A', { at: 2 })])).toEqual(unknown('contradictory'));
  });
});

describe('The count of a history', () => {
  test.each(['0', '1', '3', '', '2.0', '+2', '02', 'two', '-2', '10000'])(
    'of two rows that says %j is unknown',
    (TRXCOUNT) => {
      expect(asked([sale, credit('C', '500', 2)], { TRXCOUNT })).toEqual(unknown('unreadable'));
    },
  );

  test('is needed, and the rows are numbered from one without a gap', () => {
    const answered = (extra: Texts) => classified(cc5Response({ OrderId: 'ORDER-1', ...found }, extra));
    expect(answered({ TRX1: sale })).toEqual(unknown('unreadable'));
    expect(answered({})).toEqual(unknown('unreadable'));
    expect(answered({ TRX1: sale, TRX3: sale, TRXCOUNT: '2' })).toEqual(unknown('unreadable'));
    expect(answered({ TRX0: sale, TRXCOUNT: '1' })).toEqual(unknown('unreadable'));
  });

  test('is at most 100', () => {
    const many = (count: number) => [sale, ...Array.from({ length: count - 1 }, () => credit('C', '1', 2))];
    expect(asked(many(100))).toMatchObject({ kind: 'history', credits: Array<number>(99).fill(1) });
    expect(asked(many(101))).toEqual(unknown('unreadable'));
  });

  test('does not save a row that is there twice', () => {
    const twice = cc5Response({ OrderId: 'ORDER-1', ...found }, { TRX1: sale, TRXCOUNT: '1' });
    expect(classified(twice.replace('<TRX1>', '<TRX1>S</TRX1><TRX1>'))).toEqual(unknown('unreadable'));
  });
});

describe('An answer to the question for the history', () => {
  const none = { Response: 'Declined', ProcReturnCode: '99', ErrMsg: 'No record found for ORDER-1' };

  test('says no record with the sentence, a code of failure and no row', () => {
    for (const Response of ['Declined', 'Error']) {
      for (const OrderId of ['', 'ORDER-1']) {
        for (const ProcReturnCode of ['99', '05']) {
          const outer = { ...none, Response, OrderId, ProcReturnCode };
          expect(asked([], {}, outer)).toEqual({ kind: 'no-record' });
          expect(asked([], { TRXCOUNT: '' }, outer)).toEqual({ kind: 'no-record' });
        }
      }
    }
    expect(asked([], {}, { ...none, ProcReturnCode: '00' })).toEqual(unknown('error-answer'));
    expect(asked([], {}, { ...none, Response: 'Approved', ProcReturnCode: '00' })).toEqual(unknown('contradictory'));
    expect(asked([sale], {}, none)).toEqual(unknown('error-answer'));
    expect(asked([], { TRXCOUNT: '1' }, none)).toEqual(unknown('error-answer'));
    expect(asked([], {}, { ...none, OrderId: 'ORDER-2' })).toEqual(unknown('contradictory'));
    expect(asked([], {}, { ...none, ErrMsg: 'System error' })).toEqual(unknown('error-answer'));
  });

  test('is of our order, and understood the question', () => {
    expect(asked([sale], {}, { ...found, OrderId: 'ORDER-2' })).toEqual(unknown('contradictory'));
    expect(asked([sale], {}, { ...found, OrderId: '' })).toEqual(unknown('contradictory'));
    expect(asked([sale], {}, { ...found, Response: 'Error' })).toEqual(unknown('error-answer'));
    expect(asked([sale], {}, { ...found, ProcReturnCode: '99' })).toEqual(unknown('error-answer'));
  });
});
