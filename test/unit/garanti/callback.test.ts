import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { GarantiAccount } from '../../../shared/adapters/garanti/account.ts';
import { verifyCallback } from '../../../shared/adapters/garanti/callback.ts';
import type { FormField } from '../../../shared/domain/form-field.ts';
import { callbackHash } from '../../../shared/garanti/hashes.ts';
import type { CallbackVerdict } from '../../../shared/ports/three-d-gate.ts';
import { startOf } from '../../support/bank/bank-calls.ts';
import {
  type Changes,
  fieldsOfCallback,
  PROOFS,
  signedCallback,
  signedPart,
} from '../../support/bank/garanti-callback.ts';
import { garantiAccount } from '../../support/bank/garanti-documents.ts';

const account = garantiAccount();
const lenient = garantiAccount({ attemptedThreeDAllowed: true });
const expected = startOf('approved', { installments: 3 });
const called = { account, expected };

const verdictOn = (posted: readonly FormField[], of: GarantiAccount = account): CallbackVerdict =>
  verifyCallback({ account: of, expected, sandbox: true }, posted);
const signed = (changes: Changes = {}): readonly FormField[] =>
  signedCallback(fieldsOfCallback(called, changes), account.storeKey);
const verdict = (changes: Changes, of: GarantiAccount = account): CallbackVerdict => verdictOn(signed(changes), of);
const without = (name: string): readonly FormField[] => signed().filter(([one]) => one !== name);
const refused = (reason: string) => ({ kind: 'refused', reason });
const passed = { kind: 'authenticated', authentication: PROOFS, mdStatus: 1 };

describe('A callback', () => {
  test('that is the bank’s and ours is authenticated by mdstatus 1', () => {
    expect(verdict({})).toEqual(passed);
    expect(verdict({ authcode: '304919', procreturncode: '00', response: 'Approved' })).toEqual(passed);
  });

  test('is read whatever the case of its names', () => {
    const posted = signed().map(([name, value]): FormField => [name.toUpperCase(), value]);
    expect(verdictOn(posted)).toEqual(passed);
  });

  test('in which a name stands twice is refused, whatever its case', () => {
    for (const name of ['mdstatus', 'MdStatus', 'HASH', 'txnAmount', 'xid']) {
      expect(verdictOn([...signed(), [name, '1']])).toEqual(refused('repeated-field'));
    }
  });

  test('of more fields or longer ones than any bank’s is not read', () => {
    const many = Array.from({ length: 150 }, (_, index): FormField => [`x${index}`, '']);
    expect(verdictOn([...signed(), ...many])).toEqual(refused('unreadable'));
    expect(verdictOn([...signed(), ['x', 'x'.repeat(4001)]])).toEqual(refused('unreadable'));
    expect(verdictOn([...signed(), ['x'.repeat(101), '']])).toEqual(refused('unreadable'));
  });
});

describe('The hash of a callback', () => {
  test('is needed, whatever the callback says', () => {
    for (const changes of [{}, { mdstatus: '0' }, { mdstatus: '7', procreturncode: '99', response: 'Error' }]) {
      const fields = fieldsOfCallback(called, changes);
      expect(verdictOn([...fields])).toEqual(refused('hash'));
      const part = signedPart(fields);
      for (const hash of ['', 'x', callbackHash(part, 'other'), callbackHash(part, account.storeKey).toLowerCase()]) {
        const posted = signedCallback(fields, account.storeKey).map(
          ([name, value]): FormField => [name, name === 'hash' ? hash : value],
        );
        expect(verdictOn(posted)).toEqual(refused('hash'));
      }
    }
  });

  test('counts only over the known list of names, in its order', () => {
    const names = 'clientid:oid:authcode:procreturncode:response:mdstatus:cavv:eci:md:rnd:';
    const values = fieldsOfCallback(called);
    for (const list of [
      '',
      'clientid:oid:rnd:',
      names.slice(0, -1),
      names.toUpperCase(),
      'oid:clientid:authcode:procreturncode:response:mdstatus:cavv:eci:md:rnd:',
      `${names}xid:`,
    ]) {
      // Right over the names that it lists: a payer who knows one hash of fewer fields must not get past this.
      const joined = list
        .toLowerCase()
        .split(':')
        .map((name) => values.get(name) ?? '')
        .join('');
      const hash = createHash('sha512').update(`${joined}${account.storeKey}`).digest('hex').toUpperCase();
      expect(verdictOn([...values, ['hashparams', list], ['hash', hash]])).toEqual(refused('hash'));
    }
    expect(verdictOn(without('hashparams'))).toEqual(refused('hash'));
  });

  test('is made from the posted fields and not from hashparamsval', () => {
    expect(verdictOn(without('hashparamsval'))).toEqual(passed);
    const changed = signed().map(([name, value]): FormField => [name, name === 'mdstatus' ? '0' : value]);
    expect(verdictOn(changed)).toEqual(refused('hash'));
  });

  test('is under the store key of the account', () => {
    expect(verdict({}, garantiAccount({ storeKey: '12345679' }))).toEqual(refused('hash'));
  });
});

describe('What comes back', () => {
  test.each([
    ['oid', 'order'],
    ['orderid', 'order'],
    ['txnamount', 'amount'],
    ['txncurrencycode', 'currency'],
    ['txntype', 'echo'],
    ['txninstallmentcount', 'echo'],
    ['clientid', 'echo'],
  ])('must have %s as it was sent', (name, reason) => {
    expect(verdict({ [name]: undefined })).toEqual(refused(reason));
    for (const value of ['', '1', 'x', 'sales ']) expect(verdict({ [name]: value })).toEqual(refused(reason));
  });

  test.each([
    'mode',
    'apiversion',
    'secure3dsecuritylevel',
    'terminalid',
    'terminalmerchantid',
    'terminalprovuserid',
    'terminaluserid',
    'successurl',
    'errorurl',
    'lang',
  ])('may lack %s, and must not change it', (name) => {
    expect(verdict({ [name]: undefined })).toEqual(passed);
    expect(verdict({ [name]: 'other' })).toEqual(refused('echo'));
  });

  test('has an amount that nothing signs: another one is refused although the hash is right', () => {
    expect(verdict({ txnamount: String(expected.order.amount + 1) })).toEqual(refused('amount'));
  });

  test('may hold what decides nothing in any form', () => {
    for (const name of ['mderrormessage', 'txnstatus', 'errmsg', 'hostrefnum', 'MaskedPan', 'customeripaddress']) {
      expect(verdict({ [name]: undefined })).toEqual(passed);
      expect(verdict({ [name]: '<b>' })).toEqual(passed);
    }
  });
});

describe('The shape of a signed field', () => {
  test.each([
    ['authcode', ['1234567', '12-4', ' ']],
    ['procreturncode', ['0', '000', 'AB']],
    ['response', ['approved', 'Onay', 'Approved ']],
    ['mdstatus', ['11', 'x', ' ', '-1']],
    ['eci', ['', '5', '005', 'ab']],
    ['cavv', ['', 'YWJj', `${PROOFS.cavv}YWJj`, 'x'.repeat(27), '-'.repeat(28)]],
    ['md', ['', 'abc', 'ab=c', 'a b=', `${'AAAA'.repeat(128)}AAAA`]],
    ['rnd', ['', 'abc', '====', '0.8']],
  ])('%s is kept to', (name, values) => {
    for (const value of values) {
      const changes = { authcode: '304919', procreturncode: '00', response: 'Approved', [name]: value };
      expect([value, verdict(changes).kind]).toEqual([value, 'refused']);
    }
  });

  test('md and rnd may be long', () => {
    const long = 'AAAA'.repeat(128);
    expect(verdict({ md: long, rnd: long })).toMatchObject({ kind: 'authenticated', authentication: { md: long } });
  });

  test('xid is passed on, unsigned, only as letters, digits, hyphens and base64', () => {
    for (const xid of ['', 'a-B9+/=', 'x'.repeat(64)]) {
      expect(verdict({ xid })).toMatchObject({ authentication: { xid } });
    }
    expect(verdict({ xid: undefined })).toMatchObject({ authentication: { xid: '' } });
    for (const xid of ['x'.repeat(65), 'a b', '<', 'ç']) expect(verdict({ xid })).toEqual(refused('unreadable'));
  });

  test('a return code or an authorisation code comes with a result word alone', () => {
    expect(verdict({ procreturncode: '00' })).toEqual(refused('unreadable'));
    expect(verdict({ authcode: '304919' })).toEqual(refused('unreadable'));
    expect(verdict({ authcode: '304919', procreturncode: '00' })).toEqual(refused('unreadable'));
  });

  test('a result word is no part of what follows it', () => {
    // Signed: response Error and mdstatus 7. Posted: the word as an authorisation code, or inside of the proof.
    const rest = { cavv: '', eci: '', md: 'AAAA', rnd: 'BBBB' };
    const posted = signed({ ...rest, response: 'Error', mdstatus: '7' });
    const moved = (changes: Changes): readonly FormField[] =>
      posted.map(([name, value]) => [name, changes[name] ?? value]);
    expect(verdictOn(posted)).toEqual({ kind: 'failed', code: '025', mdStatus: 7 });
    expect(verdictOn(moved({ authcode: 'Error', response: '' }))).toEqual(refused('unreadable'));
  });

  test('two result words where either could be the result are refused, however the fields are cut', () => {
    // Signed: Error, then a proof. Posted: the word as an authorisation code, then Approved out of the proof.
    const proof = `0Approved${'0'.repeat(19)}`;
    const posted = signed({ response: 'Error', mdstatus: '', cavv: proof, eci: '00', md: '', rnd: '0'.repeat(52) });
    const cut = { authcode: 'Error0', response: 'Approved', mdstatus: '0', cavv: '', eci: '', rnd: '0'.repeat(72) };
    const moved = posted.map(([name, value]): FormField => [name, (cut as Changes)[name] ?? value]);
    expect(verdictOn(posted)).toEqual(refused('unreadable'));
    expect(verdictOn(moved)).toEqual(refused('unreadable'));
  });

  test('a result word at its place is the result, and no start of a token', () => {
    const cavv = 'A'.repeat(28);
    const posted = signed({ procreturncode: '22', response: 'Approved', cavv, eci: '02', md: 'AAAA', rnd: 'BBBB' });
    expect(verdictOn(posted, lenient)).toMatchObject({ kind: 'authenticated', mdStatus: 1 });
    // The same values joined: an attempted authentication without proofs, and a token that the bank never made.
    const token = `2Approved1${cavv}02AAAA`;
    const moved = { procreturncode: '', response: '', mdstatus: '2', cavv: '', eci: '', md: token };
    const others = posted.map(([name, value]): FormField => [name, (moved as Changes)[name] ?? value]);
    expect(verdictOn(others, lenient)).toEqual(refused('unreadable'));
  });
});

describe('mdstatus', () => {
  const none = { cavv: '', eci: '' };

  test.each([
    ['0', '001'],
    ['2', '026'],
    ['3', '026'],
    ['4', '026'],
    ['5', '025'],
    ['6', '025'],
    ['7', '025'],
    ['8', '003'],
    ['9', '025'],
  ])('%s fails with %s', (mdstatus, code) => {
    expect(verdict({ mdstatus })).toEqual({ kind: 'failed', code, mdStatus: Number(mdstatus) });
    expect(verdict({ mdstatus, ...none, md: '' })).toEqual({ kind: 'failed', code, mdStatus: Number(mdstatus) });
  });

  test.each(['2', '3', '4'])('%s is charged where the virtual POS allows it, with both proofs or none', (mdstatus) => {
    expect(verdict({ mdstatus }, lenient)).toEqual({ ...passed, mdStatus: Number(mdstatus) });
    expect(verdict({ mdstatus, ...none }, lenient)).toEqual({
      kind: 'authenticated',
      authentication: { ...PROOFS, ...none },
      mdStatus: Number(mdstatus),
    });
    expect(verdict({ mdstatus, eci: '' }, lenient)).toEqual(refused('unreadable'));
    expect(verdict({ mdstatus, cavv: '' }, lenient)).toEqual(refused('unreadable'));
    expect(verdict({ mdstatus, md: '' }, lenient)).toEqual(refused('unreadable'));
  });

  test.each(['md', 'eci', 'cavv', 'rnd'])('1 needs %s', (name) => {
    expect(verdict({ [name]: '' }, lenient)).toEqual(refused('unreadable'));
    expect(verdict({ [name]: undefined }, lenient)).toEqual(refused('unreadable'));
  });

  test.each(['Error', 'Declined'])('1 beside %s contradicts itself', (response) => {
    expect(verdict({ response, procreturncode: '99' }, lenient)).toEqual(refused('unreadable'));
    expect(verdict({ mdstatus: '2', response }, lenient)).toEqual(refused('unreadable'));
  });

  test('is absent where a gate refused the form: signed, it fails the authentication', () => {
    const refusal = { ...none, md: '', response: 'Error', mdstatus: '' };
    for (const procreturncode of ['99', '92', '']) {
      expect(verdict({ ...refusal, procreturncode })).toEqual({ kind: 'failed', code: '025' });
      expect(verdict({ ...refusal, procreturncode, mdstatus: '7' })).toMatchObject({ kind: 'failed', mdStatus: 7 });
    }
    expect(verdict({ ...refusal, response: '' })).toEqual(refused('unreadable'));
    expect(verdict({ ...refusal, response: 'Approved' })).toEqual(refused('unreadable'));
  });

  test('of a refusal that nothing signs changes nothing', () => {
    for (const mdstatus of ['7', '']) {
      const refusal = { ...none, md: '', rnd: undefined, response: 'Error', procreturncode: '99', mdstatus };
      expect(verdictOn([...fieldsOfCallback(called, refusal)])).toEqual(refused('hash'));
    }
  });
});
