import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CALLBACK_HASH_PARAMS, callbackHash, formHash, requestHash, security } from '../../../shared/garanti/hashes.ts';

const user = { terminalId: '30691298', password: '123qweASD/' };
const hex = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex').toUpperCase();

describe('The hashes of Garanti', () => {
  test('security is the SHA-1 of the password and the terminal in nine digits', () => {
    expect(security(user)).toBe(hex('sha1', '123qweASD/030691298'));
    expect(security({ ...user, terminalId: '123456789' })).toBe(hex('sha1', '123qweASD/123456789'));
  });

  test('HashData of a request without a card is that of the vector', () => {
    expect(requestHash(user, { orderId: 'order222', amount: 10_025, currencyCode: '949' })).toBe(
      '0CFE09F107274C6A07292DA061A4EECAB0F5F0CF87F831F2D3626A3346A941126C52D1D95A3B77ADF5AC348B3D25C76BA5D8D98A29557D087D3367BFFACCD25C',
    );
  });

  test('HashData takes the card number between terminal and amount', () => {
    const request = { orderId: 'order222', cardNumber: '4282209004348015', amount: 10_025, currencyCode: '949' };
    const text = `order22230691298428220900434801510025949${security(user)}`;
    expect(requestHash(user, request)).toBe(hex('sha512', text));
  });

  test('secure3dhash is that of the vector', () => {
    const fields = new Map([
      ['orderid', 'order222'],
      ['txnamount', '10025'],
      ['txncurrencycode', '949'],
      ['successurl', 'https://domain.com/success'],
      ['errorurl', 'https://domain.com/fail_url'],
      ['txntype', 'sales'],
      ['txninstallmentcount', ''],
      ['terminalid', '30691298'],
      ['lang', 'tr'],
    ]);
    const expected =
      '372D6CB20B2B699D0A6667DFF46E3AA8CF3F9D8C2BB69A7C411895151FFCFAAB5277CCFE3B3A06035FEEFBFBFD40C79DBE51DBF867D0A24B37335A28F0CEFDE2';
    expect(formHash({ ...user, storeKey: '12345678' }, fields)).toBe(expected);
    fields.delete('txninstallmentcount');
    expect(formHash({ ...user, storeKey: '12345678' }, fields)).toBe(expected);
    fields.set('txninstallmentcount', '3');
    expect(formHash({ ...user, storeKey: '12345678' }, fields)).not.toBe(expected);
  });

  test('the hash of a callback joins the values in the order of hashparams, then the store key', () => {
    expect(CALLBACK_HASH_PARAMS).toBe('clientid:oid:authcode:procreturncode:response:mdstatus:cavv:eci:md:rnd:');
    const fields = {
      rnd: 'j',
      md: 'i',
      eci: 'h',
      cavv: 'g',
      mdstatus: 'f',
      response: 'e',
      procreturncode: 'd',
      authcode: 'c',
      oid: 'b',
      clientid: 'a',
    };
    expect(callbackHash(fields, 'KEY')).toBe(hex('sha512', 'abcdefghijKEY'));
  });
});
