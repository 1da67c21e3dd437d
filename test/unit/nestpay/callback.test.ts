import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyCallback } from '../../../shared/adapters/nestpay/callback.ts';
import { hashVer3 } from '../../../shared/adapters/nestpay/hash-ver3.ts';
import { provisionRequest } from '../../../shared/adapters/nestpay/request-xml.ts';
import { gateFields } from '../../../shared/adapters/nestpay/three-d-form.ts';
import type { FormField } from '../../../shared/domain/form-field.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { postedForm } from '../../../shared/http/posted-form.ts';
import { hashVer3Input } from '../../../shared/nestpay/hash-input.ts';
import type { CallbackVerdict } from '../../../shared/ports/three-d-gate.ts';
import { startOf } from '../../support/bank/bank-calls.ts';
import { accountAt } from '../../support/bank/bank-server.ts';

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

/** A callback's fields: the echoes, the result, and the changes; undefined leaves a field out. */
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
      mdStatus: 1,
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
    expect(verdictOn(wrong)).toEqual({ kind: 'failed', code: '001', mdStatus: 0 });
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
    expect(verdictOn({ mdStatus })).toEqual({ kind: 'failed', code: '026', mdStatus: Number(mdStatus) });
    expect(verdictOn({ mdStatus, cavv: '', eci: undefined }, lenient)).toMatchObject({
      kind: 'authenticated',
      mdStatus: Number(mdStatus),
    });
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
    const failed = { kind: 'failed', code, mdStatus: Number(mdStatus) };
    expect(verdictOn({ mdStatus })).toEqual(failed);
    expect(verdictOn({ mdStatus }, lenient)).toEqual(failed);
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

/** Fields of a gate that refused the form: signed echoes, and no mdStatus. */
const gateRefusal: Changes = {
  mdStatus: undefined,
  md: undefined,
  xid: undefined,
  eci: undefined,
  cavv: undefined,
  Response: 'Error',
  ErrorCode: 'HPP-1001',
  ErrMsg: 'kart numarası doğru formatta değildir',
};

describe('A gate that refuses the form', () => {
  test.each([
    ['HPP-1001', '003'],
    ['HPP-1002', '025'],
    ['HPP-3000', '025'],
    ['', '025'],
    [undefined, '025'],
  ])('with %s has failed the authentication with %s', (ErrorCode, code) => {
    expect(verdictOn({ ...gateRefusal, ErrorCode })).toEqual({ kind: 'failed', code });
    expect(verdictOn({ ...gateRefusal, ErrorCode, mdStatus: '' }, lenient)).toEqual({ kind: 'failed', code });
  });

  test('is believed only with its hash, our order and our amount', () => {
    const fields = fieldsWith(gateRefusal);
    expect(verifyCallback(account, expected, fields)).toEqual(refused('hash'));
    expect(verifyCallback(account, expected, [...fields, ['HASH', 'x']])).toEqual(refused('hash'));
    expect(verdictOn({ ...gateRefusal, oid: 'other' })).toEqual(refused('order'));
    expect(verdictOn({ ...gateRefusal, amount: '1.00' })).toEqual(refused('amount'));
    expect(verdictOn({ ...gateRefusal, oid: undefined })).toEqual(refused('order'));
    expect(verdictOn({ ...gateRefusal, amount: undefined })).toEqual(refused('amount'));
  });

  test('need not repeat the currency, but may not name another, nor another echo', () => {
    expect(verdictOn({ ...gateRefusal, currency: undefined })).toEqual({ kind: 'failed', code: '003' });
    expect(verdictOn({ ...gateRefusal, currency: '840' })).toEqual(refused('currency'));
    expect(verdictOn({ ...gateRefusal, rnd: 'other' })).toEqual(refused('echo'));
  });

  test('says Error: no other answer without mdStatus proves anything', () => {
    for (const Response of ['Approved', 'Declined', 'error', '', undefined]) {
      expect(verdictOn({ ...gateRefusal, Response })).toEqual(refused('unreadable'));
    }
  });

  test('says so in covered fields: a response beside a mdStatus decides nothing', () => {
    expect(verdictOn({ Response: 'Error', ErrorCode: 'HPP-1001' })).toMatchObject({ kind: 'authenticated' });
    expect(verdictOn({ ...gateRefusal, mdStatus: '0' })).toEqual({ kind: 'failed', code: '001', mdStatus: 0 });
    expect(verdictOn({ ...gateRefusal, mdStatus: '10' })).toEqual(refused('unreadable'));
  });
});

const percent = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** The bytes of ISO-8859-9 that stand for the Turkish letters of the message below. */
const TURKISH: ReadonlyMap<string, number> = new Map([
  ['ğ', 0xf0],
  ['ı', 0xfd],
  ['ş', 0xfe],
  ['İ', 0xdd],
  ['ö', 0xf6],
]);
const latin5 = (text: string): Uint8Array =>
  Uint8Array.from(Array.from(text, (letter) => TURKISH.get(letter) ?? letter.charCodeAt(0)));
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const encodings = { 'UTF-8': utf8, 'ISO-8859-9': latin5 } as const;

/** A body that a browser posts in one encoding, with a hash over the bytes of another. */
const bodyOf = (fields: readonly FormField[], posted: typeof utf8, hashed: typeof utf8): string => {
  const HASH = createHash('sha512')
    .update(hashed(hashVer3Input(fields, account.storeKey)))
    .digest('base64');
  return [...fields, ['HASH', HASH] as const]
    .map(([name, value]) => `${percent(posted(name))}=${percent(posted(value))}`)
    .join('&');
};

describe('A callback in either encoding', () => {
  const fields = fieldsWith({ mdErrorMsg: 'İşlem doğrulandı', note: 'ö|\\ı' });
  const names = ['UTF-8', 'ISO-8859-9'] as const;
  const pairs = names.flatMap((posted) => names.map((hashed) => [posted, hashed] as const));

  test.each(pairs)('posted in %s and hashed over %s is the bank’s', (posted, hashed) => {
    const form = postedForm({ body: bodyOf(fields, encodings[posted], encodings[hashed]) }) ?? [];
    expect(form).toContainEqual(['mdErrorMsg', 'İşlem doğrulandı']);
    expect(verifyCallback(account, expected, form)).toMatchObject({ kind: 'authenticated' });
  });

  test.each(pairs)('posted in %s and hashed over %s is refused when a letter was changed', (posted, hashed) => {
    const body = bodyOf(fields, encodings[posted], encodings[hashed]);
    for (const [from, to] of [
      [percent(encodings[posted]('ş')), percent(encodings[posted]('s'))],
      [percent(encodings[posted]('ğ')), percent(encodings[posted]('ı'))],
    ] as const) {
      expect(body).toContain(from);
      const form = postedForm({ body: body.replace(from, to) }) ?? [];
      expect(verifyCallback(account, expected, form)).toEqual(refused('hash'));
    }
  });

  test('with letters that ISO-8859-9 does not have is hashed over UTF-8 alone', () => {
    const cyrillic = fieldsWith({ mdErrorMsg: 'Ошибка' });
    expect(verifyCallback(account, expected, signed(cyrillic))).toMatchObject({ kind: 'authenticated' });
    const lossy = createHash('sha512')
      .update(hashVer3Input(cyrillic, account.storeKey).replaceAll(/\p{Script=Cyrillic}/gu, '?'))
      .digest('base64');
    expect(verifyCallback(account, expected, [...cyrillic, ['HASH', lossy]])).toEqual(refused('hash'));
  });
});

test('proofs come as banks write them: md with ##, xid and cavv as base64 of 28 characters', () => {
  const authentication = {
    md: '435508:9716234382F9D9B630CC01452A6F160D31A2E1DBD41706C6AF8B8E6F3F:4402:##700655000200',
    xid: 'rsZKWW/oHcWNCo6CNzSoVwdVNpA=',
    eci: '05',
    cavv: 'ABABByABA0AAABEyA0AAAAAAAAA=',
  };
  expect([authentication.xid.length, authentication.cavv.length]).toEqual([28, 28]);
  expect(verdictOn(authentication)).toEqual({ kind: 'authenticated', authentication, mdStatus: 1 });
  const text = provisionRequest(account, { ...expected.order, authentication, payerAddress: '203.0.113.7' });
  expect(text).toContain(`<Number>${authentication.md}</Number><PayerTxnId>${authentication.xid}</PayerTxnId>`);
  expect(text).toContain(`<PayerAuthenticationCode>${authentication.cavv}</PayerAuthenticationCode>`);
});
