import { describe, expect, test } from 'vitest';
import { verifyCallback } from '../../shared/adapters/nestpay/callback.ts';
import { hashVer3 } from '../../shared/adapters/nestpay/hash-ver3.ts';
import { gateFields } from '../../shared/adapters/nestpay/three-d-form.ts';
import { minor } from '../../shared/domain/money.ts';
import type { FormField } from '../../shared/domain/nestpay-hash-input.ts';
import type { CallbackVerdict } from '../../shared/ports/virtual-pos.ts';
import { startOf } from '../support/bank-calls.ts';
import { accountAt } from '../support/bank-server.ts';

const account = accountAt('https://gateway.bank.example', { attemptedThreeDAllowed: false });
const lenient = { ...account, attemptedThreeDAllowed: true };
const expected = startOf('approved', { installments: 3 });
const proof: readonly FormField[] = [
  ['md', 'MD-1'],
  ['xid', 'XID-1'],
  ['eci', '05'],
  ['cavv', 'CAVV-1'],
];

type Changes = Readonly<Record<string, string | undefined>>;

/** A callback's fields: what was sent, the result, and the changes; undefined leaves a field out. */
const fieldsWith = (changes: Changes = {}): readonly FormField[] => {
  const fields = new Map<string, string>([...gateFields(account, expected), ['mdStatus', '1'], ...proof]);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) fields.delete(name);
    else fields.set(name, value);
  }
  return [...fields];
};
const signed = (fields: readonly FormField[]): readonly FormField[] => [
  ...fields,
  ['HASH', hashVer3(fields, account.storeKey)],
];
const verdictOn = (changes: Changes, of = account): CallbackVerdict =>
  verifyCallback(of, expected, signed(fieldsWith(changes)));
const refused = (reason: string) => ({ kind: 'refused', reason });

describe('A callback', () => {
  test('that is the bank’s and ours is authenticated by mdStatus 1', () => {
    expect(verdictOn({})).toEqual({
      kind: 'authenticated',
      authentication: { md: 'MD-1', xid: 'XID-1', eci: '05', cavv: 'CAVV-1' },
    });
  });

  test('without a hash, or with another one, is refused whatever it says', () => {
    expect(verifyCallback(account, expected, fieldsWith())).toEqual(refused('hash'));
    for (const hash of ['', 'x', hashVer3(fieldsWith(), 'other key')]) {
      expect(verifyCallback(account, expected, [...fieldsWith(), ['HASH', hash]])).toEqual(refused('hash'));
    }
  });

  test('is checked by its hash before anything else is looked at', () => {
    const wrong = { oid: 'other', amount: '1.00', currency: '840', mdStatus: '0', lang: 'fr' };
    expect(verifyCallback(account, expected, [...fieldsWith(wrong), ['HASH', 'x']])).toEqual(refused('hash'));
  });

  test('is compared in the order hash, order, amount, currency, echoes, mdStatus', () => {
    const wrong: Record<string, string> = { oid: 'o', amount: '1.00', currency: '840', lang: 'fr', mdStatus: '0' };
    for (const [name, reason] of [
      ['oid', 'order'],
      ['amount', 'amount'],
      ['currency', 'currency'],
      ['lang', 'echo'],
    ] as const) {
      expect(verdictOn(wrong)).toEqual(refused(reason));
      delete wrong[name];
    }
    expect(verdictOn(wrong)).toEqual({ kind: 'failed', code: '001' });
  });

  test.each(['oid', 'amount', 'currency'])('needs %s', (name) => {
    expect(verdictOn({ [name]: undefined })).toEqual(refused(name === 'oid' ? 'order' : name));
  });

  test.each(['clientid', 'taksit', 'okUrl', 'failUrl', 'rnd', 'storetype', 'lang', 'islemtipi', 'hashAlgorithm'])(
    'may leave out %s, and is refused when it differs (rule 19)',
    (name) => {
      expect(verdictOn({ [name]: undefined }).kind).toBe('authenticated');
      expect(verdictOn({ [name]: '7' })).toEqual(refused('echo'));
    },
  );

  test('may echo the type as TranType, which must be ours as well', () => {
    expect(verdictOn({ islemtipi: undefined, TranType: 'Auth' }).kind).toBe('authenticated');
    expect(verdictOn({ islemtipi: undefined, TranType: 'PreAuth' })).toEqual(refused('echo'));
  });

  test('may write the amount another way, and no other amount', () => {
    expect(verdictOn({ amount: '123.450' }).kind).toBe('authenticated');
    for (const amount of ['123.46', '12345', '123,45', '', '1e9', '123.45 ']) {
      expect(verdictOn({ amount })).toEqual(refused('amount'));
    }
  });

  test.each(['mdStatus', 'MDSTATUS', 'Oid', 'hash', 'eNcoding'])('with %s a second time is refused', (name) => {
    const fields = signed([...fieldsWith(), ...(name === 'eNcoding' ? [['encoding', 'UTF-8'] as const] : [])]);
    expect(verifyCallback(account, expected, [...fields, [name, '1']])).toEqual(refused('repeated-field'));
  });

  test('hides nothing in fields that the hash leaves out', () => {
    const fields: readonly FormField[] = [...signed(fieldsWith({ mdStatus: undefined })), ['encoding', '1']];
    expect(verifyCallback(account, expected, fields)).toEqual(refused('unreadable'));
  });

  test.each(['md', 'xid', 'eci', 'cavv'])('with mdStatus 1 needs %s', (name) => {
    for (const value of [undefined, '', 'with\nline end', 'with space', 'x'.repeat(501)]) {
      expect(verdictOn({ [name]: value })).toEqual(refused('unreadable'));
    }
  });

  test.each(['2', '3', '4'])('with mdStatus %s is 026 unless the virtual POS allows attempts', (mdStatus) => {
    expect(verdictOn({ mdStatus })).toEqual({ kind: 'failed', code: '026' });
    expect(verdictOn({ mdStatus, cavv: '', eci: undefined }, lenient)).toMatchObject({ kind: 'authenticated' });
    expect(verdictOn({ mdStatus, md: '' }, lenient)).toEqual(refused('unreadable'));
  });

  test.each([
    ['0', '001'],
    ['5', '025'],
    ['6', '025'],
    ['7', '025'],
    ['8', '003'],
    ['9', '025'],
  ])('with mdStatus %s has failed with %s, whatever the virtual POS allows', (mdStatus, code) => {
    expect(verdictOn({ mdStatus })).toEqual({ kind: 'failed', code });
    expect(verdictOn({ mdStatus }, lenient)).toEqual({ kind: 'failed', code });
  });

  test.each(['', '10', '-1', '01', ' 1', '1 ', 'x', 'constructor', undefined])(
    'with mdStatus %j proves nothing',
    (mdStatus) => {
      expect(verdictOn({ mdStatus })).toEqual(refused('unreadable'));
    },
  );

  test('of an endless form is not read', () => {
    const many = Array.from({ length: 200 }, (_, index): FormField => [`x${index}`, '']);
    expect(verifyCallback(account, expected, signed([...fieldsWith(), ...many]))).toEqual(refused('unreadable'));
    expect(verdictOn({ note: 'x'.repeat(4001) })).toEqual(refused('unreadable'));
  });

  test('of another amount in our own record is refused', () => {
    const other = { ...expected, order: { ...expected.order, amount: minor(1) } };
    expect(verifyCallback(account, other, signed(fieldsWith()))).toEqual(refused('amount'));
  });
});
