import { describe, expect, test } from 'vitest';
import { callbackOf } from '../../../../../functions/sandbox/bank-simulator/nestpay/callback.ts';
import { hashVer3 } from '../../../../../shared/adapters/nestpay/hash-ver3.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import { sandboxMerchant } from '../../../../../shared/nestpay/sandbox-merchant.ts';
import type { BankChallenge } from '../../../../../shared/ports/bank-ledger.ts';
import { calledBankParts } from '../../../../support/bank/called-bank.ts';

const { deps } = calledBankParts();
const STORE_KEY = sandboxMerchant('190100000')?.storeKey ?? '';

const challenge: BankChallenge = {
  reference: 'REFERENCE-1',
  version: 1,
  clientId: '190100000',
  orderId: 'ORDER-1',
  amount: minor(10_025),
  currency: 'TL',
  type: 'Auth',
  cardId: 'approved',
  maskedNumber: '411111******1111',
  oneTimeCode: '123456',
  wrongCodes: 0,
  state: 'answered',
  mdStatus: '1',
  echoes: [
    ['amount', '100.25'],
    ['oid', 'ORDER-1'],
    ['OkUrl', 'https://shop.example/ok'],
    ['failUrl', 'https://shop.example/fail'],
    ['ENCODING', 'ISO-8859-9'],
  ],
  md: 'MD',
  xid: 'XID',
  eci: '05',
  cavv: 'CAVV',
};

const called = (changes: Partial<BankChallenge> = {}) => {
  const { action, fields, copies } = callbackOf(deps, { ...challenge, ...changes });
  const { HASH: hash, ...posted } = Object.fromEntries(fields);
  return { action, copies, hash, posted, fields };
};

const ECHOED = {
  amount: '100.25',
  oid: 'ORDER-1',
  OkUrl: 'https://shop.example/ok',
  failUrl: 'https://shop.example/fail',
};
const MASKED = {
  maskedCreditCard: '4111 11** **** 1111',
  MaskedPan: '411111***1111',
  traceId: 'REFERENC',
  encoding: 'UTF-8',
};
const PASSED = {
  mdStatus: '1',
  md: 'MD',
  xid: 'XID',
  eci: '05',
  cavv: 'CAVV',
  mdErrorMsg: 'Y-status/Authenticated',
  txstatus: 'Y',
  version: '2.0',
  merchantID: '190100000',
  PAResVerified: 'true',
  PAResSyntaxOK: 'true',
};
const { eci: _eci, cavv: _cavv, ...WITHOUT_PROOFS } = PASSED;

describe('The callback of NestPay’s gate', () => {
  test('repeats the form but for what the bank says itself, and signs all of it', () => {
    const { action, copies, posted, hash, fields } = called();
    expect([action, copies]).toEqual(['https://shop.example/ok', 1]);
    expect(posted).toEqual({ ...ECHOED, ...PASSED, ...MASKED });
    expect(hash).toBe(hashVer3(fields.slice(0, -1), STORE_KEY));
  });

  test.each([
    ['2', 'A'],
    ['3', 'A'],
    ['4', 'A'],
  ])('of an attempt (%s) has its proofs, and says that nobody was authenticated', (mdStatus, txstatus) => {
    const { action, posted } = called({ mdStatus });
    expect(action).toBe(ECHOED.OkUrl);
    expect(posted).toMatchObject({ ...PASSED, mdStatus, txstatus, mdErrorMsg: 'N-status/Doğrulama başarısız' });
  });

  test('of a failure has no proofs', () => {
    const { action, posted } = called({ mdStatus: '0' });
    const failed = { mdStatus: '0', txstatus: 'N', PAResVerified: 'false', mdErrorMsg: 'N-status/Doğrulama başarısız' };
    expect(action).toBe(ECHOED.failUrl);
    expect(posted).toEqual({ ...ECHOED, ...WITHOUT_PROOFS, ...failed, ...MASKED });
  });

  test('of a form that the gate refused has no result of an authentication', () => {
    const { action, posted } = called({ mdStatus: '', gateError: 'HPP-1001' });
    const ErrMsg = 'Girilen kart bilgileri doğru değildir. Kontrol ederek tekrar deneyiniz.';
    expect(action).toBe(ECHOED.failUrl);
    expect(posted).toEqual({ ...ECHOED, ...MASKED, Response: 'Error', ErrorCode: 'HPP-1001', ErrMsg });
  });

  test('is wrong in one thing, and signed, by the cards that stand for it', () => {
    const wrongAmount = called({ cardId: 'callback-wrong-amount' });
    expect(wrongAmount.posted).toEqual({ ...called().posted, amount: '101.25' });
    const wrongOrder = called({ cardId: 'callback-wrong-order' });
    expect(wrongOrder.posted).toEqual({ ...called().posted, oid: 'ORDER-1X' });
    for (const { hash, fields } of [wrongAmount, wrongOrder])
      expect(hash).toBe(hashVer3(fields.slice(0, -1), STORE_KEY));
  });

  test('comes with another hash, twice, or with a field repeated, by the cards that stand for it', () => {
    const { hash = '', fields } = called();
    expect(called({ cardId: 'callback-wrong-hash' }).hash).toBe(`0${hash.slice(1)}=`);
    expect(called({ cardId: 'callback-twice' })).toMatchObject({ copies: 2, fields });
    expect(called({ cardId: 'callback-repeated-field' }).fields).toEqual([...fields, ['MDSTATUS', '1']]);
  });
});
