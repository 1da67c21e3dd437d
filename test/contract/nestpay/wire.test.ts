import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { NestPayAccount } from '../../../shared/adapters/nestpay/account.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { standingClock } from '../../support/bank/bank-calls.ts';
import { accountAt, startBank, type TestBank } from '../../support/bank/bank-server.ts';
import { credentialsOf, documentOf, goodCharge, postBody, postElements } from '../../support/bank/bank-wire.ts';
import { engineTable } from '../../support/store/store.ts';

/** 15 January 2027, 11:00 in Istanbul. */
const MORNING = 1_800_000_000_000;
const TRANSACTION_ID = '[A-Za-z0-9_-]{22}';

const ledger = dynamoBankLedger(engineTable(stackOfTests()));
const clock = standingClock(MORNING);
let bank: TestBank;
let account: NestPayAccount;

beforeAll(async () => {
  bank = await startBank(ledger, undefined, { clock, dayEnd: 22 * 60 });
  account = accountAt(bank.gateway);
});
afterAll(() => bank.stop());

const ask = (orderId: string, question: 'ORDERSTATUS' | 'ORDERHISTORY') =>
  postElements(account, { ...credentialsOf(account), OrderId: orderId, Extra: { [question]: 'QUERY' } });

const charged = async (changes = {}): Promise<string> => {
  const request = goodCharge(account, changes);
  await postElements(account, request);
  return request.OrderId ?? '';
};

describe('A request of a public client', () => {
  test.each([
    ['raw', (document: string) => document],
    ['in a form field', (document: string) => `DATA=${document}`],
    ['in an encoded form field', (document: string) => `DATA=${encodeURIComponent(document)}`],
    ['in a form as browsers encode it', (document: string) => new URLSearchParams({ DATA: document }).toString()],
  ])('is taken %s', async (_how, body) => {
    const request = goodCharge(account);
    const answer = await postBody(account, body(documentOf(request)), 'application/x-www-form-urlencoded');
    expect(answer).toMatchObject({ Response: 'Approved', ProcReturnCode: '00', OrderId: request.OrderId });
  });

  test.each([
    ['a Total with a comma', { Total: '123,45' }],
    ['an Expires with a whole year', { Expires: '09/2031' }],
    ['no Mode, Taksit or IPAddress', { Mode: undefined, Taksit: undefined, IPAddress: undefined }],
    ['no CVC', { Cvv2Val: undefined }],
    ['the CVC 000', { Cvv2Val: '000' }],
    ['a Taksit of 1', { Taksit: '1' }],
  ])('is taken with %s', async (_what, changes) => {
    const orderId = await charged(changes);
    expect(await ledger.findOrder(account.clientId, orderId)).toMatchObject({ state: 'captured', amount: 12_345 });
  });

  test('gets an order number where it names none', async () => {
    const one = await postElements(account, goodCharge(account, { OrderId: undefined }));
    const other = await postElements(account, goodCharge(account, { OrderId: '' }));
    expect(one).toMatchObject({ Response: 'Approved', OrderId: expect.stringMatching(/^ORDER-[A-Za-z0-9-]+$/) });
    expect(other.OrderId).not.toBe(one.OrderId);
    expect((await ask(one.OrderId, 'ORDERSTATUS')).Extra.TRANS_STAT).toBe('C');
  });

  test('captures the whole pre-authorisation where it names no Total', async () => {
    const orderId = await charged({ Type: 'PreAuth' });
    const capture = { ...credentialsOf(account), Type: 'PostAuth', OrderId: orderId };
    expect(await postElements(account, capture)).toMatchObject({ Response: 'Approved', ProcReturnCode: '00' });
    expect((await ask(orderId, 'ORDERSTATUS')).Extra).toMatchObject({ TRANS_STAT: 'C', CAPTURE_AMT: '12345' });
  });
});

describe('An answer in the manual’s shape', () => {
  test('approves with terminal, settlement, brand and issuer', async () => {
    const answer = await postElements(account, goodCharge(account));
    expect(answer).toMatchObject({
      AuthCode: expect.stringMatching(/^\d{6}$/),
      HostRefNum: expect.stringMatching(/^\d{12}$/),
    });
    expect(answer.Extra).toMatchObject({
      SETTLEID: expect.stringMatching(/^\d{1,4}$/),
      TRXDATE: '20270115 11:00:00',
      ERRORCODE: '',
      NUMCODE: '00',
      TERMINALID: `00${account.clientId.slice(-6)}`,
      CARDBRAND: 'VISA',
      CARDISSUER: 'GÖMÜLÜ BANKA A.Ş.',
    });
  });

  test('declines with the issuer’s code, its host reference and no auth code', async () => {
    const answer = await postElements(account, goodCharge(account, { Number: '4111110000000039' }));
    expect(answer).toMatchObject({ Response: 'Declined', ProcReturnCode: '51', AuthCode: '' });
    expect(answer.HostRefNum).toMatch(/^\d{12}$/);
    expect(answer.Extra).toMatchObject({ ERRORCODE: 'ISO8583-51', NUMCODE: '51' });
  });

  test('tells a sale by every field, and all of them again in one line', async () => {
    const orderId = await charged();
    const { Extra, ErrMsg, ...answer } = await ask(orderId, 'ORDERSTATUS');
    expect(answer).toMatchObject({ Response: 'Approved', ProcReturnCode: '00', OrderId: orderId });
    expect(ErrMsg).toBe(`Record(s) found for ${orderId}`);
    const at = '2027-01-15 11:00:00.000';
    expect(Extra).toMatchObject({
      ORD_ID: orderId,
      TRANS_STAT: 'C',
      CHARGE_TYPE_CD: 'S',
      ORIG_TRANS_AMT: '12345',
      CAPTURE_AMT: '12345',
      AUTH_DTTM: at,
      CAPTURE_DTTM: at,
      PAN: '4111 11** **** 1111',
      PROC_RET_CD: '00',
      TRANS_ID: answer.TransId,
    });
    const { AUTH_CODE } = Extra;
    expect(Extra.ORDERSTATUS).toBe(
      `ORD_ID:${orderId}\tCHARGE_TYPE_CD:S\tORIG_TRANS_AMT:12345\tCAPTURE_AMT:12345\tTRANS_STAT:C\tAUTH_DTTM:${at}\tCAPTURE_DTTM:${at}\tAUTH_CODE:${AUTH_CODE}\tTRANS_ID:${answer.TransId}`,
    );
    expect(answer.text).not.toContain('4111111111111111');
  });

  test('tells a decline by an Approved answer with the order’s own code', async () => {
    const orderId = await charged({ Number: '4111110000000039' });
    const answer = await ask(orderId, 'ORDERSTATUS');
    expect(answer).toMatchObject({ Response: 'Approved', ProcReturnCode: '00' });
    expect(answer.Extra).toMatchObject({ TRANS_STAT: 'D', PROC_RET_CD: '51', CAPTURE_AMT: '' });
  });

  test('tells of no record with an empty OrderId and an empty line', async () => {
    const answer = await ask('nobody', 'ORDERSTATUS');
    expect(answer).toMatchObject({ Response: 'Declined', ProcReturnCode: '99', OrderId: '' });
    expect(answer.ErrMsg).toBe('No record found for nobody');
    expect(answer.Extra.ORDERSTATUS).toMatch(/^ORD_ID:\tCHARGE_TYPE_CD:\t/);
    expect(await ask('nobody', 'ORDERHISTORY')).toMatchObject({ Response: 'Declined', Extra: { TRXCOUNT: '0' } });
  });

  test('tells the history the latest first, by eleven values between tabs', async () => {
    const orderId = await charged();
    clock.advance(1234);
    await postElements(account, {
      ...credentialsOf(account),
      Type: 'Credit',
      OrderId: orderId,
      Total: '1.00',
      Currency: '949',
    });
    clock.advance(-1234);
    const { Extra } = await ask(orderId, 'ORDERHISTORY');
    expect(Extra).toMatchObject({ TRXCOUNT: '2', NUMCODE: '0', MERCHANTID: account.clientId });
    const at = '2027-01-15 11:00:00.000';
    const later = '2027-01-15 11:00:01.234';
    // The day is open, so the credit was refused. The history shows it all the same.
    expect(Extra.TRX1).toMatch(new RegExp(`^C\tD\t100\t100\t${later}\t${later}\t\t\t\t99\t${TRANSACTION_ID}$`));
    expect(Extra.TRX2).toMatch(
      new RegExp(`^S\tC\t12345\t12345\t${at}\t${at}\t\t\\d{12}\t\\d{6}\t00\t${TRANSACTION_ID}$`),
    );
  });

  test('refuses what is asked of an order that it does not know, each in its own words', async () => {
    const errorOf = async (Type: string) => {
      const request = { ...credentialsOf(account), Type, OrderId: 'nobody', Total: '1.00', Currency: '949' };
      const { OrderId, Extra } = await postElements(account, request);
      return [OrderId, Extra.ERRORCODE];
    };
    expect(await errorOf('Void')).toEqual(['', 'CORE-2008']);
    expect(await errorOf('Credit')).toEqual(['', 'CORE-2123']);
    expect(await errorOf('PostAuth')).toEqual(['', 'CORE-2509']);
  });
});
