import { assert, integer, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import { accentFor, contrastOf } from '../../../shared/pages/accent.ts';
import { accentStyle } from '../../../shared/pages/accent-style.ts';
import { amountHtml, amountText } from '../../../shared/pages/amounts.ts';
import { html } from '../../../shared/pages/html.ts';
import { chooseLanguage } from '../../../shared/pages/language.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { cardFormIn } from './page-samples.ts';

describe('the language of a page', () => {
  test.each([
    ['en', 'tr', 'en'],
    ['tr', 'en', 'tr'],
    ['de', 'en', 'en'],
    [undefined, undefined, 'tr'],
    [undefined, '', 'tr'],
    [undefined, '*', 'tr'],
    [undefined, 'de-DE,fr;q=0.9', 'tr'],
    [undefined, 'en-GB,en;q=0.9', 'en'],
    [undefined, 'de, EN;q=0.5, tr;q=0.4', 'en'],
    [undefined, 'en;q=0.3, tr;q=0.8', 'tr'],
    [undefined, 'en;q=0', 'tr'],
    [undefined, 'en;q=1.2.3', 'tr'],
    [undefined, `${'x,'.repeat(400)}en`, 'tr'],
    ['__proto__', 'en', 'en'],
  ])('switch %j and browser %j give %s', (chosen, header, language) => {
    expect(chooseLanguage(chosen, header)).toBe(language);
  });
});

describe('amounts on a page', () => {
  test.each([
    [0, '0,00\u00a0₺', '₺0.00'],
    [5, '0,05\u00a0₺', '₺0.05'],
    [2750, '27,50\u00a0₺', '₺27.50'],
    [100_000, '1.000,00\u00a0₺', '₺1,000.00'],
    [99_999_999_999, '999.999.999,99\u00a0₺', '₺999,999,999.99'],
    [-123_456, '-1.234,56\u00a0₺', '-₺1,234.56'],
  ])('%i is %s and %s', (amount, tr, en) => {
    expect(amountText(minor(amount), { currency: 'TL', language: 'tr' })).toBe(tr);
    expect(amountText(minor(amount), { currency: 'TL', language: 'en' })).toBe(en);
  });

  test.each([
    ['TL', '₺'],
    ['USD', '$'],
    ['EUR', '€'],
    ['GBP', '£'],
  ] as const)('%s is shown as %s, and screen readers hear the code', (currency, sign) => {
    const { markup } = amountHtml(minor(2750), { currency, language: 'en' });
    expect(markup).toContain(`<i aria-hidden="true">${sign}</i>27.50`);
    expect(markup).toContain(`<b class="vh"> ${currency}</b>`);
  });
});

describe('the colour of a dealer', () => {
  const byte = integer({ min: 0, max: 255 });
  const hex = tuple(byte, byte, byte).map(
    (parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`,
  );

  test('is AA in both schemes whatever it is: on the page, and under what is written on it', () => {
    assert(
      property(hex, (accent) => {
        for (const [scheme, paper] of [
          ['light', '#ffffff'],
          ['dark', '#18212a'],
        ] as const) {
          const { mark, ink } = accentFor(accent, scheme);
          expect(contrastOf(mark, paper)).toBeGreaterThanOrEqual(4.5);
          expect(contrastOf(mark, ink)).toBeGreaterThanOrEqual(4.5);
        }
      }),
    );
  });

  test('stays as it is where it can be read', () => {
    expect(accentFor('#0b6b57', 'light')).toEqual({ mark: '#0b6b57', ink: '#ffffff' });
    expect(accentFor('#ffe600', 'dark')).toEqual({ mark: '#ffe600', ink: '#000000' });
  });

  test.each(['red', '#fff', '#12345g', '#123456}', ''])('%j is no colour and makes no style', (accent) => {
    expect(accentStyle(accent)).toBeUndefined();
  });
});

describe('markup', () => {
  test('escapes every value, in texts and in attributes, unless it is markup itself', () => {
    const evil = `<b a="1" b='2'>&`;
    const escaped = '&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;';
    expect(html`<p title="${evil}">${evil}</p>`.markup).toBe(`<p title="${escaped}">${escaped}</p>`);
    expect(html`<p>${html`<i>${evil}</i>`}${[html`<u></u>`, html`<s></s>`]}${undefined}${3}</p>`.markup).toBe(
      `<p><i>${escaped}</i><u></u><s></s>3</p>`,
    );
  });

  test('masks a card number in what the dealer wrote (rule 32)', () => {
    const link = linkWith({ dealerName: '4111 1111 1111 1111', description: 'Card 5406675406675403, please' });
    const { markup } = cardFormIn('en', { link });
    expect(markup).not.toMatch(/4111|5406675/);
    expect(markup).toContain('please');
  });
});
