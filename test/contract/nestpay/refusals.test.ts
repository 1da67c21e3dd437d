import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { NestPayAccount } from '../../../shared/adapters/nestpay/account.ts';
import { requestRefusalCode } from '../../../shared/nestpay/codes.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { cardOf, chargeOf, gateForm, sandboxPos, soon, startOf } from '../../support/bank/bank-calls.ts';
import { callbackOn, postForm } from '../../support/bank/bank-payer.ts';
import { accountAt, startBank, type TestBank } from '../../support/bank/bank-server.ts';
import { credentialsOf, goodCharge, postBody, postElements } from '../../support/bank/bank-wire.ts';
import { engineTable } from '../../support/store/store.ts';

const ledger = dynamoBankLedger(engineTable(stackOfTests()));
const defects: string[] = [];
const pos = sandboxPos({ reportDefect: (errorCode) => defects.push(errorCode) });
let bank: TestBank;
let account: NestPayAccount;

beforeAll(async () => {
  bank = await startBank(ledger);
  account = accountAt(bank.gateway);
});
afterAll(async () => {
  pos.close();
  await bank.stop();
});

const CARDS = [
  ['refused-number', 'CORE-2012', {}],
  ['refused-past-expiry', 'CORE-2010', {}],
  ['refused-expiry', 'CORE-2011', {}],
  ['refused-cvc', 'CORE-2515', {}],
  ['no-installments', 'CORE-2204', { installments: 3 }],
  ['not-in-installment-table', 'CORE-2603', { installments: 2 }],
  ['lira-only', 'CORE-2105', { currency: 'EUR' }],
] as const;

describe('A refusal by the gateway’s own checks', () => {
  test.each(CARDS)(
    '%s (%s) is a decline that is asked about again, and the bank has no record',
    async (id, error, changes) => {
      const order = chargeOf(id, changes);
      const code = requestRefusalCode(error);
      expect(code).toBeDefined();
      const answer = await pos.charge(account, order, soon());
      expect(answer).toEqual({ kind: 'declined', code, procReturnCode: '99', asksAgain: true });
      expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: 'no-record' });
    },
  );

  test.each(['no-installments', 'not-in-installment-table', 'lira-only'])(
    '%s: is not met by a charge of another kind, which is approved',
    async (id) => {
      expect((await pos.charge(account, chargeOf(id), soon())).kind).toBe('approved');
    },
  );

  test('CORE-2208: without a CVC one card is refused, and the others are charged as stored cards are', async () => {
    const withoutCvc = (id: string) => {
      const { cvc: _cvc, ...card } = cardOf(id);
      return { ...chargeOf(id), card };
    };
    const refused = await pos.charge(account, withoutCvc('cvc-required'), soon());
    expect(refused).toMatchObject({ kind: 'declined', code: '012', asksAgain: true });
    expect((await pos.charge(account, chargeOf('cvc-required'), soon())).kind).toBe('approved');
    expect((await pos.charge(account, withoutCvc('approved'), soon())).kind).toBe('approved');
  });

  test('comes after a passed 3D too', async () => {
    const start = startOf('refused-number');
    const { fields } = callbackOn(await postForm(await gateForm(pos, account, start)));
    const verdict = await pos.verifyCallback(account, start, fields, soon());
    if (verdict.kind !== 'authenticated') throw new Error('not authenticated');
    const order = { ...start.order, authentication: verdict.authentication, payerAddress: '203.0.113.7' };
    expect(await pos.provision(account, order, soon())).toMatchObject({
      kind: 'declined',
      code: '003',
      asksAgain: true,
    });
  });

  test('is answered with its code as text and as number, and neither auth code nor host reference', async () => {
    const answer = await postElements(account, goodCharge(account, { Number: '4111111111111112' }));
    expect(answer).toMatchObject({ Response: 'Error', ProcReturnCode: '99', AuthCode: '', HostRefNum: '' });
    expect(answer.Extra).toMatchObject({ ERRORCODE: 'CORE-2012', NUMCODE: '992012', SETTLEID: '' });
    expect(answer.Extra.TRXDATE).toMatch(/^\d{8} \d{2}:\d{2}:\d{2}$/);
  });
});

const BAD: readonly (readonly [what: string, error: string, changes: Readonly<Record<string, string | undefined>>])[] =
  [
    ['no Name', 'CORE-1011', { Name: undefined }],
    ['no ClientId', 'CORE-1013', { ClientId: '' }],
    ['no Password', 'CORE-2005', { Password: undefined }],
    ['a Mode that is none', 'CORE-1006', { Mode: 'X' }],
    ['an address that is too long', 'CORE-1022', { IPAddress: '1'.repeat(40) }],
    ['no Type', 'CORE-2003', { Type: undefined }],
    ['a Type that is none', 'CORE-2001', { Type: 'Sale' }],
    ['an OrderId with an underscore', 'CORE-2301', { OrderId: 'ORDER_1' }],
    ['an OrderId with a blank', 'CORE-2301', { OrderId: 'ORDER 1' }],
    ['an OrderId of 65 characters', 'CORE-1015', { OrderId: 'x'.repeat(65) }],
    ['no Total', 'CORE-2005', { Total: undefined }],
    ['a Total of zero', 'CORE-2009', { Total: '0.00' }],
    ['a Total of three decimals', 'CORE-2007', { Total: '1.234' }],
    ['a Total in powers of ten', 'CORE-2007', { Total: '1e3' }],
    ['a negative Total', 'CORE-2007', { Total: '-1.00' }],
    ['no Currency', 'CORE-1010', { Currency: undefined }],
    ['a Currency in letters', 'CORE-1010', { Currency: 'TRY' }],
    ['a Currency that the merchant has not', 'CORE-2105', { Currency: '392' }],
    ['a Taksit in letters', 'CORE-1023', { Taksit: 'three' }],
    ['a Taksit of a fraction', 'CORE-1023', { Taksit: '2.5' }],
    ['a Taksit of 99', 'CORE-2603', { Taksit: '99' }],
    ['no Number', 'CORE-2015', { Number: '' }],
    ['a Number that fails its check digit', 'CORE-2012', { Number: '4111111111111112' }],
    ['a Number with blanks', 'CORE-2012', { Number: '4111 1111 1111 1111' }],
    ['no Expires', 'CORE-2502', { Expires: undefined }],
    ['an Expires in the past', 'CORE-2010', { Expires: '01/20' }],
    ['an Expires in the past, of four digits', 'CORE-2010', { Expires: '01/2020' }],
    ['a thirteenth month', 'CORE-2011', { Expires: '13/31' }],
    ['an Expires that is none', 'CORE-2011', { Expires: 'garbage' }],
    ['an Expires the other way round', 'CORE-2011', { Expires: '2031-09' }],
    ['a CVC of two digits', 'CORE-2515', { Cvv2Val: '12' }],
    ['a CVC of four digits on a card of three', 'CORE-2515', { Cvv2Val: '1234' }],
    ['a CVC in letters', 'CORE-2515', { Cvv2Val: 'abc' }],
    ['an md with an expiry', 'CORE-2516', { Number: '411111:x:1:##1' }],
    ['an md that nobody was given', 'CORE-2121', { Number: '411111:x:1:##1', Expires: undefined, Cvv2Val: undefined }],
  ];

describe('A wrong request', () => {
  test.each(BAD)('with %s is refused with %s, and nothing is charged', async (_what, error, changes) => {
    const request = goodCharge(account, changes);
    const answer = await postElements(account, request);
    expect(answer).toMatchObject({ Response: 'Error', ProcReturnCode: '99', AuthCode: '', HostRefNum: '' });
    expect(answer.Extra).toMatchObject({ ERRORCODE: error, NUMCODE: `99${error.replace('CORE-', '')}` });
    const { OrderId: orderId = '' } = request;
    expect(await ledger.findOrder(account.clientId, orderId)).toBeUndefined();
  });

  test('is not what the adapter sends: no charge of it was ever malformed', async () => {
    for (const installments of [1, 2, 12]) await pos.charge(account, chargeOf('approved', { installments }), soon());
    expect(defects).toEqual([]);
  });

  test('of wrong credentials gets an error without a code', async () => {
    const answer = await postElements(account, goodCharge(account, { Password: 'wrong' }));
    expect(answer).toMatchObject({ Response: 'Error', ProcReturnCode: '99', ErrMsg: 'Authentication failed' });
    expect(answer.Extra.ERRORCODE).toBe('');
  });

  test('that is no document, or says a thing twice, cannot be read', async () => {
    const twice = { ...credentialsOf(account), Type: 'Auth' };
    const text = `<CC5Request>${Object.entries(twice)
      .map(([name, value]) => `<${name}>${value}</${name}>`.repeat(2))
      .join('')}</CC5Request>`;
    for (const body of ['', 'garbage', '<CC5Request>', text, '<!DOCTYPE x><CC5Request/>']) {
      expect((await postBody(account, body)).Extra.ERRORCODE).toBe('CORE-2014');
    }
  });
});
