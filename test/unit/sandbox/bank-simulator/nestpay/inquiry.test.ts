import { describe, expect, test } from 'vitest';
import { orderHistory, orderStatus } from '../../../../../functions/sandbox/bank-simulator/nestpay/inquiry.ts';
import {
  captured,
  chargeState,
  creditRefusal,
  mayBeChargedAgain,
  transactionsOf,
  voided,
} from '../../../../../functions/sandbox/bank-simulator/nestpay/order-life.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import { testCard } from '../../../../../shared/nestpay/test-cards.ts';
import type { BankOrder } from '../../../../../shared/ports/bank-ledger.ts';
import { bankOrderWith } from '../../../../support/bank/bank-orders.ts';
import { credentialsOf, documentOf } from '../../../../support/bank/bank-wire.ts';
import { BANK_DAY_MS, calledBank, calledMerchant, textOf } from '../../../../support/bank/called-bank.ts';
import { AT, CLOSED, credit, hold, OPEN, sale } from '../../../../support/bank/nestpay-orders.ts';

describe('What the bank shows', () => {
  test.each([
    ['approved', 'C', 'S', 'D', 'D'],
    ['shown-authorised', 'A', 'S', 'D', 'D'],
    ['shown-settled', 'S', 'S', 'D', 'D'],
    ['settled-at-once', 'S', 'S', 'D', 'D'],
    ['pending-then-charged', 'PN', 'S', 'D', 'D'],
    ['pending-then-reversed', 'PN', 'S', 'PN', 'R'],
    ['issuer-unknown', 'D', 'S', 'D', 'R'],
    ['reversal-fails', 'D', 'S', 'D', 'D'],
    ['declined-and-charged', 'C', 'S', 'D', 'D'],
  ])('of the card %s: a charge %s, then %s; a decline %s, then %s', (cardId, ...states) => {
    const { shown } = testCard(cardId);
    const declined = bankOrderWith({ state: 'declined', authorisedAtMs: AT });
    const seen = [sale, declined].flatMap((one) =>
      [OPEN, CLOSED].map((day) => chargeState(one, shown, day.closedAtMs)),
    );
    expect(seen).toEqual(states);
  });

  const viewOf = (changes: Partial<BankOrder>, { closedAtMs } = OPEN) =>
    transactionsOf({ ...sale, ...changes }, closedAtMs).at(-1);
  const VIEW = { type: 'S', state: 'C', amount: 10_000, atMs: AT, procReturnCode: '00' };
  const REFERENCES = { authCode: '123456', hostReference: '123456789012', transactionId: 'T' };
  const TAKEN = { capturedAmount: 10_000, capturedAtMs: AT };

  test('of a charge is what was taken, and nothing of that while it is undecided or declined', () => {
    expect(viewOf({})).toEqual({ ...VIEW, ...REFERENCES, ...TAKEN });
    const voidedAtMs = AT + 9;
    expect(viewOf({ state: 'voided', voidedAtMs })).toEqual({
      ...VIEW,
      state: 'V',
      ...REFERENCES,
      ...TAKEN,
      voidedAtMs,
    });
    const { capturedAtMs: _at, ...held } = { ...sale, type: 'PreAuth' as const, capturedAmount: minor(0) };
    expect(transactionsOf({ ...held, state: 'voided', voidedAtMs }, 1)).toEqual([
      { ...VIEW, state: 'V', ...REFERENCES, voidedAtMs },
    ]);
    const none = { authCode: '', hostReference: '', transactionId: 'T' };
    expect(viewOf({ cardId: 'pending-then-charged' })).toEqual({ ...VIEW, state: 'PN', procReturnCode: '', ...none });
    const failing = { ...VIEW, state: 'D', ...REFERENCES, procReturnCode: '92', authCode: '' };
    expect(viewOf({ cardId: 'reversal-fails' })).toEqual(failing);
  });

  test('of a charge that was declined has the code of the decline until the second day end', () => {
    const cardId = 'declined-and-charged';
    const wrong = { ...VIEW, ...REFERENCES, ...TAKEN, procReturnCode: '05' };
    expect(viewOf({ cardId })).toEqual(wrong);
    expect(viewOf({ cardId }, CLOSED)).toEqual({ ...wrong, state: 'S' });
    const second = { ...CLOSED, closedAtMs: AT + BANK_DAY_MS + 1 };
    expect(viewOf({ cardId }, second)).toEqual({ ...wrong, state: 'S', procReturnCode: '00' });
    expect(viewOf({ cardId, state: 'voided' })).toMatchObject({ state: 'V', procReturnCode: '00' });
  });

  test('begins with the declines before, and has the void of a credit', () => {
    const declined = { ...hold, state: 'declined' as const, procReturnCode: '51' };
    const order = { ...sale, declinedBefore: [declined], credits: [credit({ state: 'voided', voidedAtMs: AT + 7 })] };
    const rows = transactionsOf(order, 1);
    expect(rows.map(({ state, procReturnCode }) => [state, procReturnCode])).toEqual([
      ['D', '51'],
      ['C', '00'],
      ['V', '00'],
    ]);
    expect(rows.map(({ voidedAtMs }) => voidedAtMs)).toEqual([undefined, undefined, AT + 7]);
  });

  test('decides whether an order number may be charged again', () => {
    const declined = bankOrderWith({ state: 'declined', authorisedAtMs: AT });
    const pending = { ...declined, cardId: 'pending-then-reversed' };
    expect([sale, declined, pending].map((one) => mayBeChargedAgain(one, 1))).toEqual([false, true, false]);
    expect(mayBeChargedAgain(pending, CLOSED.closedAtMs)).toBe(true);
  });
});

describe('A void', () => {
  test('takes back the latest credit of its day alone, and none that the bank did twice', () => {
    const credits = [credit(), credit({ atMs: AT + 6 }), credit({ state: 'declined' })];
    const step = voided({ ...sale, state: 'refunded', credits }, testCard('approved'), {
      nowMs: AT + 9,
      closedAtMs: 1,
    });
    const back = { ...credits[1], state: 'voided', voidedAtMs: AT + 9 };
    expect(step).toEqual({ state: 'captured', credits: [credits[0], back, credits[2]] });
    expect(voided({ ...sale, credits }, testCard('credit-twice'), OPEN)).toEqual({ refused: 'CORE-2008' });
    expect(voided({ ...sale, credits }, testCard('approved'), CLOSED)).toEqual({ refused: 'CORE-2008' });
  });

  test('is busy while the bank has not decided, and possible where the card says so', () => {
    expect(voided(sale, testCard('pending-then-charged'), OPEN)).toEqual({ refused: 'CORE-2304' });
    for (const cardId of ['void-unclear', 'credit-twice']) {
      expect(voided(sale, testCard(cardId), OPEN)).toEqual({ state: 'voided', voidedAtMs: OPEN.nowMs });
    }
    expect(captured(hold, { amount: undefined, named: undefined }, AT)).toMatchObject({ capturedAmount: 10_000 });
  });

  test('leaves a refunded order to credits', () => {
    const order = { ...sale, state: 'refunded' as const };
    expect(
      creditRefusal(order, testCard('approved'), { amount: minor(1), closedAtMs: CLOSED.closedAtMs }),
    ).toBeUndefined();
  });
});

describe('An inquiry', () => {
  const TIME = '2027-01-15 11:00:00.000';

  test('tells of the latest transaction, its void too', () => {
    const order = { ...sale, state: 'voided' as const, voidedAtMs: AT + 7 };
    const { extra, ...answer } = orderStatus('ORDER-1', order, 1);
    expect(answer).toEqual({
      orderId: 'ORDER-1',
      response: 'Approved',
      procReturnCode: '00',
      errorMessage: 'Record(s) found for ORDER-1',
      references: { authCode: '', hostReference: '', transactionId: 'T' },
    });
    const { ORDERSTATUS: line, ...fields } = extra ?? {};
    expect(fields).toEqual({
      ORD_ID: 'ORDER-1',
      CHARGE_TYPE_CD: 'S',
      TRANS_STAT: 'V',
      ORIG_TRANS_AMT: '10000',
      CAPTURE_AMT: '10000',
      AUTH_CODE: '123456',
      AUTH_DTTM: TIME,
      CAPTURE_DTTM: TIME,
      VOID_DTTM: TIME.replace('.000', '.007'),
      HOST_REF_NUM: '123456789012',
      PROC_RET_CD: '00',
      TRANS_ID: 'T',
      PAN: '4111 11** **** 1111',
      SETTLEID: '',
      XID_3D: '',
      ECI_3D: '',
      CAVV_3D: '',
      MDSTATUS: '',
      NUMCODE: '0',
    });
    const facts = ['ORD_ID:ORDER-1', 'CHARGE_TYPE_CD:S', 'ORIG_TRANS_AMT:10000', 'CAPTURE_AMT:10000', 'TRANS_STAT:V'];
    const times = [`AUTH_DTTM:${TIME}`, `CAPTURE_DTTM:${TIME}`, 'AUTH_CODE:123456', 'TRANS_ID:T'];
    expect(line).toBe([...facts, ...times].join('\uE009'));
    expect(orderStatus('ORDER-1', hold, 1).extra).not.toHaveProperty('VOID_DTTM');
  });

  test('finds nothing of an order that nobody knows', () => {
    const names = [
      'ORD_ID',
      'CHARGE_TYPE_CD',
      'ORIG_TRANS_AMT',
      'CAPTURE_AMT',
      'TRANS_STAT',
      'AUTH_DTTM',
      'CAPTURE_DTTM',
      'AUTH_CODE',
    ];
    const none = { response: 'Declined', errorMessage: 'No record found for ORDER-9' };
    expect(orderStatus('ORDER-9', undefined, 1)).toEqual({
      ...none,
      orderId: '',
      procReturnCode: '99',
      extra: { ORDERSTATUS: names.map((name) => `${name}:`).join('\uE009'), NUMCODE: '0' },
    });
    const extra = { TRXCOUNT: '0', NUMCODE: '0' };
    expect(orderHistory('ORDER-9', undefined, 1)).toEqual({ ...none, orderId: 'ORDER-9', procReturnCode: '05', extra });
  });

  test('of the history tells every transaction, the latest first', () => {
    const { extra } = orderHistory('ORDER-1', { ...hold, credits: [credit({ voidedAtMs: AT + 7 })] }, 1);
    const after = TIME.replace('.000', '.005');
    expect(extra).toEqual({
      TERMINALID: '00100000',
      MERCHANTID: '190100000',
      TRXCOUNT: '2',
      TRX1: ['C', 'C', '4000', '4000', after, after, TIME.replace('.000', '.007'), '8', '7', '00', 'C'].join('\uE009'),
      TRX2: ['S', 'A', '10000', '', TIME, '', '', '123456789012', '123456', '00', 'T'].join('\uE009'),
      NUMCODE: '0',
    });
  });

  test.each([
    ['ORDERSTATUS', 'ORD_ID:'],
    ['ORDERHISTORY', '<TRXCOUNT>0</TRXCOUNT>'],
  ])('of the wire: %s', async (name, expected) => {
    const body = documentOf({ ...credentialsOf(calledMerchant), OrderId: 'ORDER-1', Extra: { [name]: 'QUERY' } });
    expect(textOf(await calledBank().send('/fim/api', body))).toContain(expected);
  });
});
