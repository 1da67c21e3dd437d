import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hashVer3 } from '../../../shared/adapters/nestpay/hash-ver3.ts';
import { hashVer3Input } from '../../../shared/nestpay/hash-input.ts';
import { BankCallNotAllowed } from '../../../shared/ports/bank-gateway.ts';
import { gateForm, sandboxPos, soon, standingClock, startOf } from '../../support/bank/bank-calls.ts';
import { accountAt } from '../../support/bank/bank-server.ts';

const pos = sandboxPos({ clock: standingClock(), allowedHosts: ['one.bank.example', 'two.bank.example'] });
const account = accountAt('https://one.bank.example');
const start = startOf('approved');
const form = await gateForm(pos, account, start);
const field = (name: string): string | undefined => form.fields.find(([one]) => one === name)?.[1];

const sources = ['nestpay', 'garanti', 'bank'].flatMap((room) => {
  const folder = new URL(`../../../shared/adapters/${room}/`, import.meta.url);
  return readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
});
const matches = (pattern: RegExp): readonly string[] => sources.flatMap((source) => source.match(pattern) ?? []);

/**
 * Mistakes of public implementations. Those about callbacks are in nestpay-callback.test.ts, more about hashes in
 * nestpay-hash.test.ts.
 */
describe('Mistakes that others made', () => {
  test('the callback’s hash is checked: there is no setting that turns it off', async () => {
    const posted = [...form.fields.filter(([name]) => name !== 'hash'), ['mdStatus', '1']] as const;
    expect(await pos.verifyCallback(account, start, posted as never, soon())).toEqual({
      kind: 'refused',
      reason: 'hash',
    });
  });

  test('mdStatus is read after the hash: a forged failure fails nothing', async () => {
    const posted = [
      ['oid', start.order.orderId],
      ['mdStatus', '0'],
      ['HASH', 'forged'],
    ] as const;
    expect(await pos.verifyCallback(account, start, posted, soon())).toEqual({ kind: 'refused', reason: 'hash' });
  });

  test('hashes are compared in constant time, and nowhere else', () => {
    expect(matches(/timingSafeEqual\(/g)).not.toEqual([]);
    expect(matches(/hash\w*(?:\([^)]*\))? [!=]== (?!undefined)/gi)).toEqual([]);
  });

  test('amount and order of the callback are compared with our own', async () => {
    const fields = [
      ['oid', 'other'],
      ['amount', '1.00'],
      ['currency', '949'],
      ['mdStatus', '1'],
    ] as const;
    const posted = [...fields, ['HASH', hashVer3(fields, account.storeKey)]] as const;
    expect(await pos.verifyCallback(account, start, posted, soon())).toEqual({ kind: 'refused', reason: 'order' });
  });

  test('the backslash is escaped before the bar, and the store key too', () => {
    expect(hashVer3Input([['a', '\\|']], '\\|')).toBe('\\\\\\||\\\\\\|');
  });

  test('TLS verification is never switched off', () => {
    expect(matches(/rejectUnauthorized: (?!true)|checkServerIdentity|NODE_TLS/g)).toEqual([]);
    expect(matches(/rejectUnauthorized: true/g)).not.toEqual([]);
  });

  test('rnd is what the caller drew, not the clock', () => {
    expect(field('rnd')).toBe(start.random);
    expect(matches(/Date\.now|new Date/g)).toEqual([]);
  });

  test('the gateway is the account’s own, whichever bank was served before', async () => {
    const two = { ...account, gateway: 'https://two.bank.example/' };
    expect((await gateForm(pos, two, start)).action).toBe('https://two.bank.example/fim/est3Dgate');
    expect((await gateForm(pos, account, start)).action).toBe('https://one.bank.example/fim/est3Dgate');
    expect(() => pos.start3D({ ...account, gateway: 'https://three.bank.example' }, start, soon())).toThrow(
      BankCallNotAllowed,
    );
  });
});

describe('The form for the gate', () => {
  test('holds the fields of the protocol, signed', () => {
    expect(Object.fromEntries(form.fields)).toEqual({
      clientid: account.clientId,
      storetype: '3d',
      amount: '123.45',
      oid: start.order.orderId,
      okUrl: start.okUrl,
      failUrl: start.failUrl,
      rnd: start.random,
      hashAlgorithm: 'ver3',
      lang: 'en',
      currency: '949',
      islemtipi: 'Auth',
      taksit: '',
      pan: '4111111111111111',
      cv2: '123',
      Ecom_Payment_Card_ExpDate_Month: '09',
      Ecom_Payment_Card_ExpDate_Year: '31',
      hash: hashVer3(form.fields, account.storeKey),
    });
  });

  test('refuses control characters', () => {
    expect(() => pos.start3D(account, { ...start, random: 'a\nb' }, soon())).toThrow(RangeError);
  });

  test('takes test cards only in a sandbox, and any card elsewhere', async () => {
    const other = { ...start, card: { ...start.card, number: '4242424242424242' } };
    expect(() => pos.start3D(account, other, soon())).toThrow(BankCallNotAllowed);
    const production = sandboxPos({ sandbox: false, allowedHosts: ['one.bank.example'] });
    expect((await gateForm(production, account, other)).action).toBe('https://one.bank.example/fim/est3Dgate');
  });
});
