import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { contract as actAtDesk } from '../../../functions/desk/act-at-desk/contract.ts';
import { contract as changeDeskAccount } from '../../../functions/desk/change-desk-account/contract.ts';
import { contract as showDesk } from '../../../functions/desk/show-desk/contract.ts';
import { contract as signInAtDesk } from '../../../functions/desk/sign-in-at-desk/contract.ts';
import { formTokenOf, newSecret } from '../../../shared/desk/call/secrets.ts';
import { voidForm } from '../../support/desk/void-form.ts';
import { formTokenIn, madeUpForm, type WholeDealer, wholeDealer } from '../../support/desk/whole-dealer.ts';

const ROUTES = [...actAtDesk.routes, ...changeDeskAccount.routes, ...showDesk.routes, ...signInAtDesk.routes];

const LOOKS = '/desk/settings/looks';
/** Posts that would change something if they were taken: one of each function, and one that moves money. */
const POSTS = (of: WholeDealer): readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] => [
  ['/desk/links', { amount: '5', description: 'x' }],
  [`/desk/links/${of.linkId}/cancel`, {}],
  [`/desk/sales/${of.saleId}/pause`, {}],
  ['/desk/users/codes', { 'codes-for': 'everybody', 'codes-version': '0' }],
  [LOOKS, { displayName: 'Mine', do: 'save', version: '1' }],
  ['/desk/sign-out', {}],
];

const scene = async () => {
  const dealer = await wholeDealer();
  const person = await dealer.signedIn();
  const token = await formTokenIn(person);
  const { origin } = new URL(dealer.dealer.stack.baseUrl);
  return { dealer, person, token, origin };
};

/** One request as it is written, without what a fetch refuses to send. */
const raw = (
  { origin, secret }: { readonly origin: string; readonly secret: string },
  {
    method,
    path,
    headers = {},
    body = '',
  }: { method: string; path: string; headers?: Record<string, string>; body?: string },
): Promise<{ readonly status: number; readonly body: string }> =>
  new Promise((resolve, reject) => {
    const sent = {
      cookie: `desk=${secret}`,
      'accept-language': 'en',
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    };
    const asking = request(`${origin}${path}`, { method, headers: sent, agent: false, timeout: 60_000 }, (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((read) => resolve({ status, body: read }), reject);
    });
    asking.once('error', reject);
    asking.once('timeout', () => asking.destroy(new Error(`${method} ${path} was not answered`)));
    asking.end(body);
  });

describe('A forged post (rule 54)', () => {
  test('changes nothing: without a token, with another one, from elsewhere, or without an Origin', async () => {
    const { dealer, person, token, origin } = await scene();
    const voided = await voidForm(person, `/desk/payments/${dealer.paymentId}/void`);
    const before = await dealer.rows();
    const forged: readonly (readonly [string, Readonly<Record<string, string>>, Readonly<Record<string, string>>])[] = [
      ['no token', { token: '' }, {}],
      ['a token of nobody', { token: formTokenOf(newSecret()) }, {}],
      ['a token cut short', { token: token.slice(1) }, {}],
      ['a cookie for a token', { token: person.secret }, {}],
      ['another site', { token }, { origin: 'https://evil.example' }],
      ['another port', { token }, { origin: `${origin}1` }],
      ['another scheme', { token }, { origin: origin.replace('http:', 'https:') }],
      ['a name that begins like ours', { token }, { origin: `${origin}.evil.example` }],
      ['an opaque origin', { token }, { origin: 'null' }],
      ['two origins', { token }, { origin: `${origin} https://evil.example` }],
      ['an empty origin', { token }, { origin: '' }],
    ];
    for (const [name, fields, headers] of forged) {
      for (const [path, typed] of POSTS(dealer)) {
        const answer = await person.browser.post(madeUpForm(dealer, path, { ...typed, ...fields }), {}, headers);
        expect([name, path, answer.status]).toEqual([name, path, 403]);
        expect(answer.text).toContain('Nothing changed');
      }
      expect((await person.browser.post(voided, fields, headers)).status).toBe(403);
    }
    for (const [path, typed] of POSTS(dealer)) {
      const body = new URLSearchParams({ ...typed, token, once: randomUUID() }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', referer: `${origin}/desk` };
      expect((await raw({ origin, secret: person.secret }, { method: 'POST', path, headers, body })).status).toBe(403);
    }
    expect(await dealer.rows()).toEqual(before);
    expect(await dealer.dealer.charges()).toHaveLength(1);
    expect((await person.browser.get('/desk')).status).toBe(200);
  });

  test('changes nothing as JSON or in parts, whatever it says it is', async () => {
    const { dealer, person, token, origin } = await scene();
    const before = await dealer.rows();
    const parts = (fields: Readonly<Record<string, string>>): string =>
      `${Object.entries(fields)
        .map(([name, value]) => `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join('')}--cut--\r\n`;
    for (const [path, typed] of POSTS(dealer)) {
      const fields = { ...typed, token, once: randomUUID() };
      for (const [type, body] of [
        ['application/json', JSON.stringify(fields)],
        ['text/plain', JSON.stringify(fields)],
        ['application/x-www-form-urlencoded', JSON.stringify(fields)],
        ['multipart/form-data; boundary=cut', parts(fields)],
        ['text/plain', parts(fields)],
        ['', ''],
      ] as const) {
        // The one form with a file is posted in parts.
        if (path === LOOKS && type.startsWith('multipart/')) continue;
        const headers = { origin, ...(type === '' ? {} : { 'content-type': type }) };
        const { status } = await raw({ origin, secret: person.secret }, { method: 'POST', path, headers, body });
        expect([path, type, status]).toEqual([path, type, 403]);
      }
    }
    expect(await dealer.rows()).toEqual(before);
  });
});

describe('A form that is posted again (rule 54)', () => {
  test('does once what it does, five times at once and later again', async () => {
    const { dealer, person, token } = await scene();
    const posts = POSTS(dealer).filter(([path]) => path !== '/desk/sign-out');
    for (const [path, typed] of posts) {
      const form = madeUpForm(dealer, path, { ...typed, token });
      const answers = await Promise.all(Array.from({ length: 5 }, () => person.browser.post(form)));
      const done = answers.filter(({ status }) => status === 303);
      expect([path, done.length > 0]).toEqual([path, true]);
      // The others came while it was being written: they say that nothing changed, or lead to what became of the first.
      expect([path, new Set(done.map(({ location }) => location)).size]).toEqual([path, 1]);
      for (const { status } of answers) expect([path, status]).toEqual([path, expect.toBeOneOf([303, 409, 422])]);
      const after = await dealer.rows();
      expect([path, (await person.browser.post(form)).location]).toEqual([path, done[0]?.location]);
      expect(await dealer.rows()).toEqual(after);
    }
    const made = (await dealer.rows()).filter((row) =>
      row.startsWith(`DEALER#${dealer.dealer.dealer.dealerCode}#PAYMENT#`),
    );
    // The payment and the link of the scene, and one link more.
    expect(made).toHaveLength(3);
  });
});

/** True where a route of the desk takes this method at this path. */
const isTaken = (asked: string, path: string): boolean =>
  ROUTES.some((route) => {
    const [parts, given] = [route.path.split('/'), path.split('/')];
    const isSame = parts.every((part, index) => part.startsWith('{') || part === given[index]);
    return route.method === asked && parts.length === given.length && isSame;
  });

describe('Another method (rule 54)', () => {
  const OTHERS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

  test('carries nothing out: what is posted is not got, and a page takes no post, whatever headers say', async () => {
    const { dealer, person, token, origin } = await scene();
    const before = await dealer.rows();
    const named = {
      id: dealer.linkId,
      action: 'cancel',
      part: 'code',
      page: 'today',
      view: 'cancel',
      secret: newSecret(),
    };
    const fields = new URLSearchParams({ token, once: randomUUID(), amount: '5', description: 'x', _method: 'POST' });
    const override = { 'x-http-method-override': 'POST', 'x-http-method': 'POST', 'x-method-override': 'POST' };
    const headers = { ...override, origin, 'content-type': 'application/x-www-form-urlencoded' };
    for (const route of ROUTES) {
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: keyof typeof named) => named[name]);
      for (const method of OTHERS.filter((one) => one === 'GET' || !isTaken(one, path))) {
        const target = `${path}?${fields.toString()}`;
        const { status } = await raw({ origin, secret: person.secret }, { method, path: target, headers });
        const expected = isTaken(method, path) ? [200, 303, 404] : [404, 405];
        expect([method, path, status]).toEqual([method, path, expect.toBeOneOf(expected)]);
      }
    }
    expect(await dealer.rows()).toEqual(before);
    expect((await person.browser.get('/desk')).status).toBe(200);
  });
});
