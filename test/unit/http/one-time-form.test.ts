import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import type { TypedByPayer } from '../../../shared/domain/reusable-link/payer-request.ts';
import { browserIn, browserOr, madeCookie, madeIn } from '../../../shared/http/link-cookies.ts';
import {
  checkFormValue,
  codeOfPost,
  FORM_LIFE_MS,
  newFormValue,
  random128,
} from '../../../shared/http/one-time-form.ts';
import { reusableLinkWith } from '../../support/link/reusable-links.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const link = reusableLinkWith({ linkCode: 'COURSE' });
const browser = random128();
const value = newFormValue(link, { browser, nowMs: NOW });
const checked = (posted: string, at = NOW, cookie: string | undefined = browser, of = link) =>
  checkFormValue(of, posted, { browser: cookie, nowMs: at });

describe('The one-time value of a form (rule 52)', () => {
  test('is good for this link and browser', () => {
    const signed = value.split('.').slice(0, 2).join('.');
    expect(checked(value)).toEqual({ kind: 'good', signed, isOfBrowser: true });
  });

  test('is never made twice', () => {
    const values = Array.from({ length: 100 }, () => newFormValue(link, { browser, nowMs: NOW }));
    expect(new Set(values.map((one) => one.split('.')[0])).size).toBe(100);
    for (const one of values) expect(one).toMatch(/^[\w-]{22}\.[0-9a-z]{8}\.[\w-]{43}\.[\w-]{43}$/);
  });

  test('lives for an hour', () => {
    expect(checked(value, NOW + FORM_LIFE_MS - 1).kind).toBe('good');
    expect(checked(value, NOW + FORM_LIFE_MS).kind).toBe('bad');
    expect(FORM_LIFE_MS).toBe(3_600_000);
  });

  test('of a clock that is ahead is taken for a minute, and no longer', () => {
    expect(checked(value, NOW - 60_000).kind).toBe('good');
    expect(checked(value, NOW - 60_001).kind).toBe('bad');
  });

  test('is still good in another browser, and known to be none of its own', () => {
    expect(checked(value, NOW, random128())).toMatchObject({ kind: 'good', isOfBrowser: false });
    expect(checkFormValue(link, value, { browser: undefined, nowMs: NOW })).toMatchObject({ isOfBrowser: false });
  });

  test('of another link is bad, also where that has the same key', () => {
    expect(checked(value, NOW, browser, reusableLinkWith()).kind).toBe('bad');
    expect(checked(value, NOW, browser, reusableLinkWith({ formKey: link.formKey })).kind).toBe('bad');
  });

  test.each(['', 'x', 'a.b.c.d', `${value}x`, value.slice(0, -1), value.replaceAll('.', ' ')])(
    'is not %j',
    (posted) => {
      expect(checked(posted).kind).toBe('bad');
    },
  );

  test('with one character changed anywhere is bad, or of no browser', () => {
    // The last character of 43 carries two bits that decode to nothing.
    for (const [index, character] of Array.from(value).entries()) {
      if (character === '.' || index === value.length - 1 || value[index + 1] === '.') continue;
      const changed = `${value.slice(0, index)}${character === 'a' ? 'b' : 'a'}${value.slice(index + 1)}`;
      const outcome = checked(changed);
      expect(outcome.kind === 'bad' || !outcome.isOfBrowser, changed).toBe(true);
    }
  });
});

describe('The code of the request that a post makes', () => {
  const typed: TypedByPayer = { amount: minor(2500), fullName: 'Elif', answers: [{ label: 'Not', text: 'a' }] };
  const of = (changes: Partial<TypedByPayer> = {}, signed = 'v.t', by = link): string =>
    codeOfPost(by, signed, { ...typed, ...changes });

  test('is LinkCode, a hyphen and 16 characters, and the same for the same post', () => {
    expect(of()).toMatch(/^COURSE-[a-z2-7]{16}$/);
    expect(of()).toBe(of());
  });

  test('is another one for anything else', () => {
    const codes = [
      of(),
      of({ amount: minor(2501) }),
      of({ fullName: 'Elif ' }),
      of({ fullName: undefined as unknown as string, email: 'Elif' }),
      of({ gsmNumber: '5321234567' }),
      of({ answers: [] }),
      of({ answers: [{ label: 'Not', text: 'b' }] }),
      of({ answers: [{ label: 'Masa', text: 'a' }] }),
      of({}, 'v.u'),
      of({}, 'v.t', reusableLinkWith({ linkCode: 'COURSE' })),
    ];
    expect(new Set(codes).size).toBe(codes.length);
  });

  test('fits for the longest LinkCode', () => {
    expect(of({}, 'v.t', reusableLinkWith({ linkCode: 'x'.repeat(100) }))).toHaveLength(117);
  });
});

describe('The cookies of a link', () => {
  test('name a browser that has no name yet, once', () => {
    const made = browserOr(undefined);
    expect(made.cookies).toEqual([`link-browser=${made.browser}; Path=/link; HttpOnly; Secure; SameSite=Lax`]);
    expect(made.browser).toMatch(/^[\w-]{22}$/);
    expect(browserOr([`other=1`, `link-browser=${made.browser}`])).toEqual({ browser: made.browser, cookies: [] });
  });

  test.each([
    'link-browser=',
    'link-browser=short',
    `link-browser=${'x'.repeat(23)}`,
    `xlink-browser=${'x'.repeat(22)}`,
  ])('%s is none of ours, and is replaced', (cookie) => {
    expect(browserIn([cookie])).toBeUndefined();
    expect(browserOr([cookie]).cookies).toHaveLength(1);
  });

  test('remember the request for the page of this link, and for a day', () => {
    expect(madeCookie('LINK', 'REQUEST')).toBe(
      'link-request=REQUEST; Path=/link/LINK; Max-Age=86400; HttpOnly; Secure; SameSite=Lax',
    );
    expect(madeIn(['link-browser=x', 'link-request=REQUEST'])).toBe('REQUEST');
    expect(madeIn(undefined)).toBeUndefined();
  });
});
