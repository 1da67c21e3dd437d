import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type Account,
  accountFindings,
  checkKeyFindings,
  type KnownAccount,
} from '../../../infra/local/front/check-key-findings.ts';

const demo: KnownAccount = { called: 'the demo dealer', dealerCode: '1001', username: 'apiuser', password: 'apipass' };
const sent: Account = { dealerCode: '1001', username: 'apiuser', password: 'apipass' };
const other = { ...sent, password: 'Öther-Pass' };
const sha256 = (text: string | Buffer, encoding: 'hex' | 'base64' = 'hex') =>
  createHash('sha256').update(text).digest(encoding);
const RIGHT = '1001MKapiuserPDapipass';

const foundFor = (account: Account, checkKey: string) => checkKeyFindings({ ...account, checkKey }, [demo]).findings;

describe('Which part of a CheckKey differs', () => {
  test('the published vector is right, in either case', () => {
    expect(foundFor(sent, sha256(RIGHT))).toEqual([]);
    expect(foundFor(sent, sha256(RIGHT).toUpperCase())).toEqual([]);
  });

  test.each([
    [sha256('1001apiuserapipass'), 'without MK and PD'],
    [sha256('1001mkapiuserpdapipass'), 'they are capital letters'],
    [sha256('1001MKapiuserPD'), 'without the password'],
    [sha256('1001PDapiuserMKapipass'), 'MK and PD are swapped'],
    [sha256('apiuserMK1001PDapipass'), 'DealerCode and Username are swapped'],
    [sha256(`${RIGHT}\n`), 'A line end'],
    [sha256(`"${RIGHT}"`), 'Quotation marks'],
    [sha256(Buffer.from(RIGHT, 'utf16le')), 'UTF-16'],
    [sha256(sha256(RIGHT)), 'hashed twice'],
    [sha256(RIGHT, 'base64'), 'in base64'],
    [` ${sha256(RIGHT)}`, 'blanks around it'],
    [createHash('md5').update(RIGHT).digest('hex'), 'as long as an MD5'],
    [createHash('sha512').update(RIGHT).digest('hex'), 'as long as a SHA-512'],
    ['abc', 'has 3 characters'],
    ['z'.repeat(64), 'not hexadecimal'],
    ['', 'is empty'],
    ['0'.repeat(64), 'No usual mistake'],
  ])('CheckKey %.24s: %s', (checkKey, words) => expect(foundFor(sent, checkKey).join(' ')).toContain(words));

  test.each([
    [{ ...sent, password: 'another' }, 'Password differs'],
    [{ ...sent, username: 'somebody' }, 'Username differs'],
    [{ ...sent, dealerCode: '1002' }, 'DealerCode differs'],
    [{ ...sent, dealerCode: '1002', username: 'somebody' }, 'DealerCode and Username differ:'],
  ])('a CheckKey of the demo dealer beside %o: %s', (account, words) => {
    expect(foundFor(account, sha256(RIGHT)).join(' ')).toContain(words);
  });

  test('a password with letters outside ASCII that was hashed in Latin-1 is told', () => {
    const text = Buffer.from(`1001MKapiuserPD${other.password}`, 'latin1');
    expect(foundFor(other, sha256(text)).join(' ')).toContain('Latin-1');
  });

  test('the text that was to be hashed is shown as it is, but for the password', () => {
    const { hashed, findings } = checkKeyFindings({ ...other, checkKey: '0'.repeat(64) }, [demo]);
    expect(hashed).toBe('1001MKapiuserPD••••••••');
    expect(JSON.stringify(findings)).not.toContain(other.password);
    expect(findings[0]).toBe('Password in the body is not that of the demo dealer.');
  });

  test('without a known account, and with an empty password, it still tells what to hash', () => {
    const { hashed, findings } = checkKeyFindings({ ...sent, password: '', checkKey: '0'.repeat(64) }, []);
    expect([hashed, findings.length]).toEqual(['1001MKapiuserPD', 1]);
  });
});

test.each([
  [{ ...sent, username: '' }, ['Username is empty.']],
  [{ ...sent, dealerCode: '77' }, ['DealerCode is none of the demo']],
  [{ ...sent, password: 'x' }, ['Password is not that of the demo dealer']],
  [sent, []],
])('what is unknown of the account %o is told', (account, words) => {
  const found = accountFindings(account, [demo]);
  expect(found).toHaveLength(words.length);
  for (const [index, word] of words.entries()) expect(found[index]).toContain(word);
});
