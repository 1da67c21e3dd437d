import { describe, expect, test } from 'vitest';
import type { BankSimulatorDependencies } from '../../../../../functions/sandbox/bank-simulator/dependencies.ts';
import { callbackOf } from '../../../../../functions/sandbox/bank-simulator/garanti/callback.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import {
  CALLBACK_HASH_PARAMS,
  type CallbackHashField,
  callbackHash,
  callbackHashValues,
} from '../../../../../shared/garanti/hashes.ts';
import { testCards } from '../../../../../shared/nestpay/test-cards.ts';
import type { BankChallenge } from '../../../../../shared/ports/bank-ledger.ts';

const STORE_KEY = 'store-key';
const deps = {
  terminalOf: () => ({ storeKey: STORE_KEY }),
  random: { token: () => 'random' },
} as unknown as BankSimulatorDependencies;

const challenge: BankChallenge = {
  reference: 'REFERENCE',
  version: 1,
  kind: 'garanti',
  clientId: '30691298',
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
    ['txnamount', '10025'],
    ['successurl', 'https://shop.example/ok'],
    ['errorurl', 'https://shop.example/fail'],
  ],
  md: 'MD',
  xid: 'XID',
  eci: '05',
  cavv: 'CAVV',
};

const called = (changes: Partial<BankChallenge> = {}) => {
  const { action, fields, copies } = callbackOf(deps, { ...challenge, ...changes });
  const { hash, hashparams, hashparamsval, ...others } = Object.fromEntries(fields);
  return { action, copies, names: fields.map(([name]) => name), hash, hashparams, hashparamsval, fields: others };
};

/** The hash of what a callback says, over the bank's own key. */
const hashOf = (fields: Readonly<Record<string, string>>): string => callbackHash(fields, STORE_KEY);

describe('The callback of Garanti’s gate', () => {
  test('says what was asked, how the authentication ended and what proves it, and signs that', () => {
    const { action, copies, fields, hash, hashparams, hashparamsval } = called();
    expect([action, copies]).toEqual(['https://shop.example/ok', 1]);
    expect(fields).toEqual({
      ...Object.fromEntries(challenge.echoes),
      mdstatus: '1',
      mderrormessage: 'Authenticated',
      errmsg: '',
      txnstatus: 'Y',
      md: 'MD',
      xid: 'XID',
      eci: '05',
      cavv: 'CAVV',
      clientid: '30691298',
      oid: 'ORDER-1',
      authcode: '',
      procreturncode: '',
      response: '',
      hostrefnum: '',
      rnd: Buffer.from('random').toString('base64'),
      MaskedPan: '411111****1111',
    });
    expect([hash, hashparams, hashparamsval]).toEqual([
      hashOf(fields),
      CALLBACK_HASH_PARAMS,
      callbackHashValues(fields as Readonly<Record<CallbackHashField, string>>),
    ]);
  });

  test.each([
    ['1', 'Y', true],
    ['2', 'A', true],
    ['3', 'A', true],
    ['4', 'A', true],
    ['0', 'N', false],
    ['5', 'N', false],
    ['8', 'N', false],
  ])('of mdstatus %s has txnstatus %s, and leads to where it passed: %j', (mdStatus, txnstatus, passed) => {
    const { action, fields, hash } = called({ mdStatus });
    expect([action, fields.mdstatus, fields.txnstatus]).toEqual([
      `https://shop.example/${passed ? 'ok' : 'fail'}`,
      mdStatus,
      txnstatus,
    ]);
    expect([fields.procreturncode, fields.response]).toEqual(passed ? ['', ''] : ['99', 'Error']);
    expect([fields.errmsg === '', fields.mderrormessage]).toEqual([
      passed,
      passed ? 'Authenticated' : 'Not authenticated',
    ]);
    expect(hash).toBe(hashOf(fields));
  });

  test.each([
    ['92', '', '92', true],
    ['99', '7', '99', true],
    ['unsigned', '7', '99', false],
  ])(
    'of a form that the gate refused with %s has mdstatus %j and code %s, signed: %j',
    (gateError, mdstatus, code, isSigned) => {
      const { action, fields, hash, hashparams } = called({ gateError, mdStatus: '' });
      expect(action).toBe('https://shop.example/fail');
      expect(fields).toMatchObject({
        mdstatus,
        procreturncode: code,
        response: 'Error',
        errmsg: expect.stringMatching(/\w/),
      });
      expect(fields.mderrormessage).toBe(fields.errmsg);
      expect([hash, hashparams]).toEqual(isSigned ? [hashOf(fields), CALLBACK_HASH_PARAMS] : [undefined, undefined]);
    },
  );
});

describe('The callback of a card that stands for a fault', () => {
  test.each([
    ['callback-wrong-amount', { txnamount: '10125' }],
    ['callback-wrong-order', { oid: 'ORDER-1X' }],
  ])('%s says something else, and signs it', (cardId, changed) => {
    const { fields, hash } = called({ cardId });
    expect(fields).toEqual({ ...called().fields, ...changed });
    expect(hash).toBe(hashOf(fields));
  });

  test('of a wrong hash says the same under a hash of the same shape', () => {
    const [right, wrong] = [called(), called({ cardId: 'callback-wrong-hash' })];
    expect(wrong.fields).toEqual(right.fields);
    expect(wrong.hash).not.toBe(right.hash);
    expect(wrong.hash?.slice(1)).toBe(right.hash?.slice(1));
  });

  test('that comes twice, or repeats a field, says nothing else', () => {
    expect([called({ cardId: 'callback-twice' }).copies, called({ cardId: 'callback-twice' }).fields]).toEqual([
      2,
      called().fields,
    ]);
    const repeated = called({ cardId: 'callback-repeated-field' });
    expect(repeated.names).toEqual([...called().names, 'mdstatus']);
  });

  test('that moves the boundary between two fields has the hash of the right ones', () => {
    const { id: cardId } = testCards.find(({ garanti }) => garanti === 'moved-boundary') ?? expect.unreachable();
    const [right, moved] = [called(), called({ cardId })];
    expect(moved.fields).toEqual({ ...right.fields, cavv: 'CAVV0', eci: '5' });
    expect(moved.hash).toBe(right.hash);
  });
});
