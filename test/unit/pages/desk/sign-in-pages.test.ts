import { describe, expect, test } from 'vitest';
import { passwordProblems } from '../../../../shared/domain/desk/password-rules.ts';
import { accountLinkTexts } from '../../../../shared/pages/desk/sign-in/account-link-texts.ts';
import { pageHeaders } from '../../../../shared/pages/page-headers.ts';
import { signInSamples, TOKEN } from './sign-in-samples.ts';

const MOST_BYTES = 40_000;

const everyPage = Object.entries(signInSamples).flatMap(([name, make]) =>
  (['tr', 'en'] as const).map((language) => ({ name, language, page: make(language) })),
);
const tagsOf = (markup: string, name: string): readonly string[] =>
  markup.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? [];
const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

describe('every page of a sign-in', () => {
  test.each(everyPage)(
    '$name in $language is under 40 kB, with one heading, its language and no script of its own',
    ({ language, page }) => {
      const { markup, script = '' } = page;
      expect(Buffer.byteLength(markup)).toBeLessThan(MOST_BYTES);
      expect(markup.match(/<h1>/g)).toHaveLength(1);
      expect(markup).toContain(`<html lang="${language}">`);
      expect(tagsOf(markup, 'script')).toHaveLength(1);
      expect(markup).toContain(`<script>${script}</script>`);
      expect(markup).not.toMatch(/ (?:style|on\w+)="/);
    },
  );

  test.each(everyPage)(
    'each field of $name in $language has a label, a name and what a browser may fill in',
    ({ page }) => {
      const fields = tagsOf(page.markup, 'input').filter((tag) => attribute(tag, 'type') !== 'hidden');
      for (const tag of fields) {
        const id = attribute(tag, 'id') ?? 'none';
        expect(page.markup).toContain(`<label for="${id}">`);
        expect(attribute(tag, 'name')).toBe(id);
        expect(attribute(tag, 'autocomplete')).toMatch(
          /^(?:username|current-password|new-password|one-time-code|name|off)$/,
        );
        for (const described of (attribute(tag, 'aria-describedby') ?? '').split(' ').filter((one) => one !== '')) {
          expect(page.markup).toContain(`id="${described}"`);
        }
        if (attribute(tag, 'type') === 'password') expect(attribute(tag, 'value')).toBeUndefined();
      }
      expect(new Set(fields.map((tag) => attribute(tag, 'id'))).size).toBe(fields.length);
    },
  );

  test.each(everyPage)('each form of $name in $language posts its token to a page of the desk', ({ page }) => {
    const forms = page.markup.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
    for (const form of forms) {
      expect(form).toContain(`<input type="hidden" name="token" value="${TOKEN}">`);
      expect(attribute(form, 'method')).toBe('post');
      expect(attribute(form, 'action')).toMatch(/^\/desk\//);
    }
  });

  test.each(everyPage)('$name in $language is framed by nobody, stored nowhere, and loads nothing', ({ page }) => {
    const headers = pageHeaders(page, { sandbox: false });
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    );
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
  });

  test.each(Object.keys(signInSamples))('%s says something else in each language', (name) => {
    const [tr, en] = (['tr', 'en'] as const).map((language) => signInSamples[name]?.(language).markup ?? '');
    const heading = (markup = '') => /<h1>([^<]*)<\/h1>/.exec(markup)?.[1];
    expect(heading(tr)).not.toBe(heading(en));
  });
});

describe('what people typed, and what others are called', () => {
  test('is text and no markup', () => {
    const { markup } = signInSamples['sign-in-too-many']?.('en') ?? { markup: '' };
    expect(markup).toContain('value="&quot;&gt;&lt;b&gt;"');
    const invited = signInSamples.invitation?.('tr').markup ?? '';
    expect(invited).toContain('Çiğdem &amp; Oğulları &lt;Kırtasiye&gt;');
    expect(invited).not.toContain('<Kırtasiye>');
  });

  test('the way back stays in the address of every form, and in the other language’s', () => {
    const { markup } = signInSamples['sign-in']?.('en') ?? { markup: '' };
    const back = 'from=%2Fdesk%2Fpayments%3Fday%3D20260115%26way%3Dlink';
    expect(markup).toContain(`action="/desk/sign-in?${back}&amp;lang=en"`);
    expect(markup).toContain(`href="/desk/sign-in?${back}&amp;lang=tr"`);
  });
});

describe('fields that phones fill in', () => {
  test('the code is typed by digits and offered from a message; a recovery code is neither', () => {
    const inputs = tagsOf(signInSamples.code?.('tr').markup ?? '', 'input');
    const [code, recovery] = ['code', 'recovery'].map(
      (name) => inputs.find((tag) => attribute(tag, 'name') === name) ?? '',
    );
    expect([attribute(code ?? '', 'inputmode'), attribute(code ?? '', 'autocomplete')]).toEqual([
      'numeric',
      'one-time-code',
    ]);
    expect([attribute(recovery ?? '', 'inputmode'), attribute(recovery ?? '', 'autocomplete')]).toEqual([
      undefined,
      'off',
    ]);
  });

  test('after too many wrong codes only a recovery code is asked for', () => {
    const markup = signInSamples['code-recovery-only']?.('en').markup ?? '';
    expect(tagsOf(markup, 'input').map((tag) => attribute(tag, 'name'))).not.toContain('code');
    expect(markup).toContain('Until midnight only a recovery code is accepted');
  });

  test('a new password is kept for its address, which is shown', () => {
    for (const name of ['new-password', 'invitation']) {
      const kinds = tagsOf(signInSamples[name]?.('en').markup ?? '', 'input').map((tag) =>
        attribute(tag, 'autocomplete'),
      );
      expect(kinds).toEqual(expect.arrayContaining(['username', 'new-password']));
    }
  });
});

test('every reason for which a password is refused has its sentence in both languages', () => {
  for (const language of ['tr', 'en'] as const) {
    const { problems } = accountLinkTexts[language].newPassword;
    expect(new Set(passwordProblems.map((problem) => problems[problem])).size).toBe(passwordProblems.length);
  }
});
