import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { postToGate } from '../../../shared/adapters/bank/server-start.ts';
import type { GarantiAccount } from '../../../shared/adapters/garanti/account.ts';
import { type Garanti, garanti } from '../../../shared/adapters/garanti/garanti.ts';
import { systemClock } from '../../../shared/adapters/runtime/system.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { BankCallNotAllowed } from '../../../shared/ports/bank-gateway.ts';
import { cardOf, soon, startOf } from '../../support/bank/bank-calls.ts';
import { type CannedBank, startCannedBank } from '../../support/bank/canned-bank.ts';
import { garantiAccount } from '../../support/bank/garanti-documents.ts';

const options = { clock: systemClock, allowedHosts: [], sandbox: true, postToGate };
const [pos, nowhere]: readonly [Garanti, Garanti] = [
  garanti({ ...options, ownAddress: '192.0.2.1' }),
  garanti({ ...options, ownAddress: '' }),
];
let bank: CannedBank;
let account: GarantiAccount;

beforeAll(async () => {
  bank = await startCannedBank();
  account = garantiAccount({ gateway: bank.gateway });
});
afterEach(() => {
  bank.requests.length = 0;
});
afterAll(async () => {
  pos.close();
  nowhere.close();
  await bank.stop();
});

describe('The form for the gate', () => {
  const start = startOf('approved', { installments: 3, amount: minor(10_025) });
  const fieldsAt = async (of: GarantiAccount, changes = {}): Promise<Readonly<Record<string, string>>> => {
    const begun = await pos.start3D(of, { ...start, ...changes }, soon());
    return begun.kind === 'form' ? { action: begun.form.action, ...Object.fromEntries(begun.form.fields) } : {};
  };

  test('holds what the gate wants, signed', async () => {
    const { secure3dhash, ...fields } = await fieldsAt(account);
    expect(fields).toEqual({
      action: `${bank.gateway}/servlet/gt3dengine`,
      secure3dsecuritylevel: '3D',
      mode: 'TEST',
      apiversion: '512',
      terminalprovuserid: 'PROVAUT',
      terminaluserid: 'PROVAUT',
      terminalmerchantid: '7000679',
      terminalid: '30691298',
      txntype: 'sales',
      txnamount: '10025',
      txncurrencycode: '949',
      txninstallmentcount: '3',
      orderid: start.order.orderId,
      successurl: start.okUrl,
      errorurl: start.failUrl,
      customeripaddress: '203.0.113.7',
      lang: 'en',
      cardnumber: cardOf('approved').number,
      cardexpiredatemonth: '09',
      cardexpiredateyear: '31',
      cardcvv2: '123',
    });
    expect(secure3dhash).toMatch(/^[0-9A-F]{128}$/);
  });

  test('is signed as the vector is', async () => {
    const order = { ...start.order, orderId: 'order222', installments: 1 };
    const urls = { okUrl: 'https://domain.com/success', failUrl: 'https://domain.com/fail_url' };
    expect(await fieldsAt(account, { order, ...urls })).toMatchObject({
      secure3dhash:
        '372D6CB20B2B699D0A6667DFF46E3AA8CF3F9D8C2BB69A7C411895151FFCFAAB5277CCFE3B3A06035FEEFBFBFD40C79DBE51DBF867D0A24B37335A28F0CEFDE2',
    });
  });

  test('has an empty CVC for a card without one', async () => {
    const { cvc: _none, ...card } = start.card;
    expect(await fieldsAt(account, { card })).toMatchObject({ cardcvv2: '' });
  });

  test('names our own address for a payer with IPv6, and is not made without one', async () => {
    expect(await fieldsAt(account, { payerAddress: '2001:db8::1' })).toMatchObject({ customeripaddress: '192.0.2.1' });
    const unreachable = { ...start, payerAddress: '' };
    expect(await nowhere.start3D(account, unreachable, soon())).toEqual({ kind: 'failed', code: '008' });
    expect(await nowhere.startOnServer(account, { ...unreachable, browser: {} }, soon())).toEqual({
      kind: 'failed',
      code: '024',
      why: { kind: 'not-sent' },
    });
    expect(bank.requests).toEqual([]);
  });

  test('with a character that no form can hold is not made', () => {
    expect(() => pos.start3D(account, { ...start, okUrl: 'https://x\u0000' }, soon())).toThrow(RangeError);
  });

  test('is posted from here for a stored card alone where the virtual POS allows it, and its answer passed on', async () => {
    const page =
      '<form method="post" action="https://acs.example/"><input type="hidden" name="creq" value="abc"></form>';
    bank.answer(page, 'text/html; charset=utf-8');
    const answer = await pos.startOnServer(account, { ...start, browser: {} }, soon());
    expect(answer).toMatchObject({ kind: 'form', form: { action: 'https://acs.example/', fields: [['creq', 'abc']] } });
    expect(bank.requests[0]?.path).toBe('/servlet/gt3dengine');
    const closed = { ...account, serverStart: false };
    expect(() => pos.startOnServer(closed, { ...start, browser: {} }, soon())).toThrow(BankCallNotAllowed);
  });
});
