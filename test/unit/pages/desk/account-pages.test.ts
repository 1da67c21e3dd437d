import { describe, expect, test } from 'vitest';
import { languages } from '../../../../shared/domain/language.ts';
import { pageHeaders } from '../../../../shared/pages/page-headers.ts';
import { accountSamples } from './account-samples.ts';

const MOST_BYTES = 40_000;
const all = languages.flatMap((language) =>
  Object.entries(accountSamples).map(([name, sample]) => ({ name, language, page: sample(language) })),
);
const idsIn = (markup: string): readonly string[] =>
  [...markup.matchAll(/<[^>]* id="([^"]+)"/g)].map(([, id = '']) => id);

describe('Every page of an account and of a dealer’s users (rules 54 and 55)', () => {
  test.each(all)('$name in $language is under 40 kB, escapes what people typed, and loads nothing', ({ page }) => {
    const { markup } = page;
    expect(Buffer.byteLength(markup)).toBeLessThan(MOST_BYTES);
    expect(markup).not.toContain('<script>alert');
    expect(markup).not.toMatch(/ style="| on[a-z]+="|undefined|NaN|\[object/);
    expect(markup).not.toMatch(/ (?:src|href)="(?!data:|\/desk|#)/);
    expect(markup.match(/<h1>/g)).toHaveLength(1);
  });

  test.each(all)('$name in $language has a label for each field, and no id twice', ({ page: { markup } }) => {
    const ids = idsIn(markup);
    expect(ids).toEqual([...new Set(ids)]);
    const fields = [...markup.matchAll(/<(?:input|select)(?![^>]*type="(?:hidden|checkbox)")[^>]*>/g)];
    for (const [field] of fields) {
      const id = /id="([^"]+)"/.exec(field)?.[1] ?? expect.unreachable(field);
      expect(markup).toContain(`<label for="${id}">`);
    }
    for (const [, described = ''] of markup.matchAll(/aria-describedby="([^"]+)"/g)) {
      for (const id of described.split(' ')) expect(ids).toContain(id);
    }
  });

  test.each(all)('$name in $language posts nothing without its token and a one-time value', ({ page: { markup } }) => {
    for (const [form = ''] of markup.matchAll(/<form method="post"[\s\S]*?<\/form>/g)) {
      expect(form).toContain('name="token"');
      if (!form.includes('/desk/sign-out')) expect(form).toMatch(/name="once" value="[0-9a-f-]{36}"/);
    }
  });

  test.each(all)('$name in $language allows every style sheet that it has, by its hash', ({ page }) => {
    const sheets = [...page.markup.matchAll(/<style>/g)].length;
    expect(page.styles).toHaveLength(sheets);
    const policy = pageHeaders(page, { sandbox: false })['content-security-policy'] ?? '';
    expect(policy.match(/style-src ([^;]*)/)?.[1]?.split(' ')).toHaveLength(sheets);
    expect(policy).toContain("frame-ancestors 'none'");
  });
});

test('values of the activity are cut, and a card number in them is masked (rule 32)', () => {
  const { markup } = accountSamples.activity('en');
  expect(markup).not.toContain('4111 1111 1111 1111');
  expect(markup).not.toContain('x'.repeat(121));
});
