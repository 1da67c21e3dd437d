import { describe, expect, test } from 'vitest';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { type HostileAnswer, problemsOf } from '../../support/desk/hostile-run.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

const page = (changes: Partial<HostileAnswer> = {}): HostileAnswer => ({
  status: 200,
  headers: HEADERS,
  body: '<p>Nothing changed</p>',
  ...changes,
});

const headersWith = (changes: Readonly<Record<string, string | string[]>>): Pick<HostileAnswer, 'headers'> => ({
  headers: { ...HEADERS, ...changes },
});

const found = (answer: HostileAnswer): readonly string[] => problemsOf(answer, ['Their Store']);

describe('Answers to hostile requests', () => {
  test('a page that escapes what was typed has no problem', () => {
    expect(found(page({ body: '<input value="&lt;hq7z&gt;">&quot; hq7z=&quot;1' }))).toEqual([]);
    expect(
      found(page({ status: 303, body: '', headers: { location: '/desk/links', 'cache-control': 'no-store' } })),
    ).toEqual([]);
  });

  test.each([
    ['a failure', { status: 500 }],
    ['markup', { body: '<p><hq7z autofocus></p>' }],
    ['a script', { body: '<script>alert("hq7z")</script>' }],
    ['an attribute', { body: '<input value="" hq7z="1">' }],
    ['an address of a script', { body: '<a href="javascript:x">' }],
    ['another site', { body: '<a href="https://hq7z.example/">' }],
    ['a template that was carried out', { body: '<p>9801547</p>' }],
    ['a card number', { body: testCard('sample-2').number }],
    ['a card number in groups', { body: testCard('sample-2').number.replaceAll(/(\d{4})/g, '$1 ') }],
    ['something of another dealer', { body: '<h1>Their Store</h1>' }],
    ['a page that may be stored', headersWith({ 'cache-control': 'private' })],
    ['a page that may be framed', headersWith({ 'content-security-policy': "default-src 'none'" })],
    [
      'a policy that lets scripts run',
      headersWith({ 'content-security-policy': `${HEADERS['content-security-policy']}; script-src 'unsafe-inline'` }),
    ],
    ['another address', { status: 303, ...headersWith({ location: '//hq7z.example' }) }],
    ['a cookie that was set by the caller', headersWith({ 'set-cookie': ['desk=hq7z; Path=/'] })],
  ])('%s is found', (_name, changes) => {
    expect(found(page(changes))).not.toEqual([]);
  });
});
