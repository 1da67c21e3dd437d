import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import { showAmount } from '../../../shared/pages/amounts.ts';
import { html } from '../../../shared/pages/html.ts';
import { chooseLanguage } from '../../../shared/pages/language.ts';
import { linkWith } from '../../support/records.ts';
import { cardFormIn } from './page-samples.ts';

describe('the language of a page (design, "Payer pages")', () => {
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
    [0, '0,00 TL', '0.00 TL'],
    [5, '0,05 TL', '0.05 TL'],
    [2750, '27,50 TL', '27.50 TL'],
    [100_000, '1.000,00 TL', '1,000.00 TL'],
    [99_999_999_999, '999.999.999,99 TL', '999,999,999.99 TL'],
  ])('%i is %s and %s', (amount, tr, en) => {
    expect(showAmount(minor(amount), 'TL', 'tr')).toBe(tr);
    expect(showAmount(minor(amount), 'TL', 'en')).toBe(en);
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
