import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Page, type PageKind, page as pageWith } from '../../../shared/pages/document.ts';
import { html } from '../../../shared/pages/html.ts';
import { frameAncestorOf, pageHeaders } from '../../../shared/pages/page-headers.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { frameIn, samples } from './page-samples.ts';

const sandbox = { sandbox: true };
const production = { sandbox: false };
const pageOf = (kind: PageKind): Page => pageWith({ ...frameIn('en'), kind, heading: '', content: html`` });
const policyOf = (headers: Readonly<Record<string, string>>): string => headers['content-security-policy'] ?? '';
/** A policy without its hashes, which are compared with the content below. */
const shape = (headers: Readonly<Record<string, string>>): string =>
  policyOf(headers).replaceAll(/sha256-[A-Za-z0-9+/=]{44}/g, '#');
const hashOf = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

describe('the content policy of each kind of page (rules 25 and 31)', () => {
  test.each([
    [
      'form',
      production,
      "default-src 'none'; style-src '#'; img-src data:; form-action 'self'; script-src '#'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    ],
    [
      'receipt',
      production,
      "default-src 'none'; style-src '#'; img-src data:; form-action 'self'; script-src '#'; base-uri 'none'; frame-ancestors 'none'",
    ],
    [
      'plain',
      production,
      "default-src 'none'; style-src '#'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ],
    [
      'hand-over',
      production,
      "default-src 'none'; style-src '#'; img-src data:; form-action https:; script-src '#'; base-uri 'none'; frame-ancestors 'none'",
    ],
    [
      'hand-over',
      sandbox,
      "default-src 'none'; style-src '#'; img-src data:; form-action https: http://localhost:* http://127.0.0.1:*; script-src '#'; base-uri 'none'; frame-ancestors 'none'",
    ],
    [
      'finishing',
      production,
      "default-src 'none'; style-src '#'; img-src data:; form-action 'self'; script-src '#'; base-uri 'none'; frame-ancestors https:",
    ],
    [
      'finishing',
      sandbox,
      "default-src 'none'; style-src '#'; img-src data:; form-action 'self'; script-src '#'; base-uri 'none'; frame-ancestors https: http://localhost:* http://127.0.0.1:*",
    ],
    [
      'redirect',
      sandbox,
      "default-src 'none'; style-src '#'; img-src data:; script-src '#'; base-uri 'none'; frame-ancestors 'none'",
    ],
  ] as const)('%s with %j', (kind, options, policy) => {
    expect(shape(pageHeaders(pageOf(kind), options))).toBe(policy);
  });

  test.each(Object.entries(samples))('the hashes are those of the content of the page (%s)', (_name, { make }) => {
    for (const language of ['tr', 'en'] as const) {
      const made = make(language);
      const { markup } = made;
      const policy = policyOf(pageHeaders(made, production));
      const contents = [...markup.matchAll(/<(style|script)>(.*?)<\/\1>/gs)].map(([, , content]) => content ?? '');
      const hashes = contents.map(hashOf);
      expect(policy.match(/'sha256-[^']+'/g)).toEqual(hashes);
      expect(markup).not.toMatch(/ style=| on[a-z]+="|javascript:/);
      // Pictures stand in the page itself.
      const sources = [...markup.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, source = '']) => source);
      const loaded = [...markup.matchAll(/<(?:img|link)[^>]* (?:src|href)="([^"]*)"/g)].map(([, from = '']) => from);
      expect(loaded.filter((from) => !from.startsWith('data:image/'))).toEqual([]);
      expect(sources.length).toBeGreaterThan(0);
    }
  });
});

describe('who may frame a page (rule 31)', () => {
  const mobile = linkWith({ source: 'mobile-3d', redirectUrl: 'https://shop.example:8443/a?b=1' });

  test('only the origin of the RedirectUrl of a mobile payment, nobody for a payment request', () => {
    expect(frameAncestorOf(mobile)).toBe('https://shop.example:8443');
    expect(frameAncestorOf({ ...mobile, source: 'payment-request' })).toBeUndefined();
    expect(frameAncestorOf({ source: 'mobile-3d' })).toBeUndefined();
  });

  test.each(['form', 'hand-over', 'redirect', 'receipt', 'plain'] as const)(
    'x-frame-options goes where an origin may (%s)',
    (kind) => {
      const framed = pageHeaders(pageOf(kind), { ...production, frameAncestor: frameAncestorOf(mobile) });
      expect(policyOf(framed)).toMatch(/; frame-ancestors https:\/\/shop\.example:8443$/);
      expect(framed).not.toHaveProperty('x-frame-options');
      expect(pageHeaders(pageOf(kind), production)['x-frame-options']).toBe('DENY');
    },
  );

  test('every dealer may frame the page that is made before anybody knows whose payment it is', () => {
    const headers = pageHeaders(pageOf('finishing'), { ...production, frameAncestor: undefined });
    expect(policyOf(headers)).toMatch(/; frame-ancestors https:$/);
    expect(headers).not.toHaveProperty('x-frame-options');
  });

  test.each([
    'https://a.example/',
    'https://a.example/path',
    '*',
    "'self'",
    'https://a.example; script-src *',
    'data:x',
    '',
  ])('what is no origin (%j) does not get into a policy', (frameAncestor) => {
    expect(() => pageHeaders(pageOf('form'), { ...production, frameAncestor })).toThrow(RangeError);
  });
});

test.each(['form', 'hand-over', 'finishing', 'redirect', 'receipt', 'plain'] as const)(
  '%s is never kept, sniffed or told elsewhere',
  (kind) => {
    expect(pageHeaders(pageOf(kind), production)).toMatchObject({
      'referrer-policy': 'strict-origin',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(pageHeaders(pageOf(kind), production)).not.toHaveProperty('refresh');
    expect(pageHeaders(pageOf(kind), { ...production, refreshAfterSeconds: 5 }).refresh).toBe('5');
  },
);
