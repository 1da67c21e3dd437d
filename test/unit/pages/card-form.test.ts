import { describe, expect, test } from 'vitest';
import type { Language } from '../../../shared/domain/language.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { firstCardStep } from '../../../shared/pages/first-card-step.ts';
import { choiceValue, formActions, formFields, readChoice } from '../../../shared/pages/form-fields.ts';
import { showMoment } from '../../../shared/pages/payment-summary.ts';
import { texts } from '../../../shared/pages/texts.ts';
import { cardFormIn, cardStep, manyQuotes, quotes, sampleLink, samples } from './page-samples.ts';

const languages: readonly Language[] = ['tr', 'en'];
const everyPage = Object.entries(samples).flatMap(([name, sample]) =>
  languages.map((language) => ({ name, language, ...sample, markup: sample.make(language).markup })),
);
const inputsOf = (markup: string): readonly string[] => markup.match(/<input[^>]*>/g) ?? [];
const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
const namesOf = (markup: string): readonly string[] => inputsOf(markup).map((tag) => attribute(tag, 'name') ?? '');

const kept = (cardStorage: 'never' | 'always' | 'payer-decides') =>
  cardFormIn('en', { step: cardStep({ cardStorage }) }).markup;

describe('the card form', () => {
  const cardInputs = ['cardNumber', 'expiry', 'cvc', 'holderName'];

  const given = ['card-many', 'card-problems'];
  test.each(everyPage.filter(({ name, make }) => make('tr').kind === 'form' && !given.includes(name)))(
    '$name in $language holds no card data: no field that a payer types into has a value (rule 34)',
    ({ markup }) => {
      const typed = inputsOf(markup).filter((tag) => !/type="(?:hidden|radio|checkbox)"/.test(tag));
      expect(typed.length).toBeGreaterThan(0);
      expect(typed.filter((tag) => attribute(tag, 'value') !== undefined)).toEqual([]);
    },
  );

  test('asks for the card with the tokens and keyboards that browsers know', () => {
    const inputs = inputsOf(cardFormIn('en').markup);
    const tokens = inputs.filter((tag) => cardInputs.includes(attribute(tag, 'name') ?? ''));
    expect(tokens.map((tag) => [attribute(tag, 'autocomplete'), attribute(tag, 'inputmode')])).toEqual([
      ['cc-number', 'numeric'],
      ['cc-exp', 'numeric'],
      ['cc-csc', 'numeric'],
      ['cc-name', undefined],
    ]);
  });

  test('posts exactly the fields of form-fields.ts', () => {
    const forms = ['card-installments', 'stored-cards', 'stored-card'].map((name) => samples[name]?.make('tr').markup);
    const names = forms.flatMap((markup = '') => markup.match(/<(?:input|button)[^>]* name="[^>]*>/g) ?? []);
    expect(new Set(names.map((tag) => attribute(tag, 'name')))).toEqual(new Set(Object.values(formFields)));
    const asked = everyPage.flatMap(({ markup }) =>
      (markup.match(/<(?:input|button)[^>]*>/g) ?? [])
        .filter((tag) => attribute(tag, 'name') === 'action')
        .map((tag) => attribute(tag, 'value')),
    );
    expect(new Set(asked)).toEqual(new Set(formActions));
  });

  test('the total shown is posted with the count (rule 16)', () => {
    const { markup } = cardFormIn('en', { step: cardStep({ quotes, chosenCount: 3 }) });
    const radios = inputsOf(markup).filter((tag) => attribute(tag, 'name') === 'choice');
    expect(radios.map((tag) => attribute(tag, 'value'))).toEqual(['1:123450', '2:123450', '3:125919', '6:130858']);
    expect(radios.map((tag) => / checked/.test(tag))).toEqual([false, false, true, false]);
    expect(markup).toContain('<small>first month ₺218.13</small><small class="cost">commission ₺74.08</small>');
    expect(markup).toContain('<small class="cost">commission ₺24.69</small>');
    expect(markup).toContain('data-line="₺1,308.58 in 6 installments"');
    expect(markup).toContain('Your bank divides the total; what is left over is usually in the first month.');
    expect(cardFormIn('en', { step: cardStep({ quotes: quotes.slice(0, 3) }) }).markup).not.toMatch(
      /first month|divide/,
    );
    expect(markup.replaceAll(/<(style|script)>.*?<\/\1>|<link[^>]*>/gs, '')).not.toContain('%');
  });

  test('a single count is no choice, and the button names the sum', () => {
    const { markup } = cardFormIn('tr');
    expect(markup).toContain('<input type="hidden" name="choice" value="1:123450">');
    expect(markup).toMatch(/id="pay"><span class="sum">1\.234,50.*?<\/span> öde<\/button>/);
    expect(cardFormIn('tr', { step: cardStep({ quotes: quotes.slice(2, 3) }) }).markup).toContain(
      '× <span class="sum">419,73',
    );
    expect(() => cardFormIn('tr', { step: cardStep({ quotes: [] }) })).toThrow(RangeError);
  });

  test('a chosen count that is not among the quotes falls back to the first', () => {
    const { markup } = cardFormIn('en', { step: cardStep({ quotes, chosenCount: 9 }) });
    expect(markup).toMatch(/value="1:123450"[^>]* checked/);
  });

  test('more than six counts: the rest stands behind "more", open where the chosen one is among them', () => {
    const rows = (markup: string): number => markup.match(/class="plan"/g)?.length ?? 0;
    const [shown = '', more = ''] = cardFormIn('en', { step: cardStep({ quotes: manyQuotes }) }).markup.split(
      '<details class="more"',
    );
    expect([rows(shown), rows(more), more.includes('6 more choices')]).toEqual([6, 6, true]);
    expect(cardFormIn('en', { step: cardStep({ quotes: manyQuotes, chosenCount: 9 }) }).markup).toContain(
      'class="more" open',
    );
    expect(cardFormIn('en', { step: cardStep({ quotes }) }).markup).not.toContain('class="more"');
  });

  test('gives back what this very post carried, and never the security code', () => {
    const typed = { number: '4111 1111', expiry: '1/30', holderName: 'Ayşe "K"' };
    const { markup } = cardFormIn('en', { step: cardStep({ typed }) });
    const values = inputsOf(markup)
      .filter((tag) => cardInputs.includes(attribute(tag, 'name') ?? ''))
      .map((tag) => attribute(tag, 'value'));
    expect(values).toEqual(['4111 1111', '1/30', undefined, 'Ayşe &quot;K&quot;']);
  });

  test('asks for the number alone in the first step without script, and only there', () => {
    const first = cardFormIn('en', { step: cardStep({ asksForCard: true, provisional: true }) }).markup;
    expect(first).toContain('<noscript><style>.later{display:none}');
    expect(first).toMatch(/<button class="wide plain" name="action" value="quote" formnovalidate>/);
    // The button's action is posted before the one that pays.
    expect(first.indexOf('value="quote"')).toBeLessThan(first.indexOf('name="action" value="pay"'));
    expect(cardFormIn('en').markup).not.toMatch(/<noscript>|value="quote"/);
  });

  test('3D is preselected where the payer may choose, and said where not (rule 20)', () => {
    const threeD = (markup: string) => inputsOf(markup).filter((tag) => attribute(tag, 'name') === 'threeD');
    expect(threeD(cardFormIn('en').markup)).toEqual(['<input type="hidden" name="threeD" value="1">']);
    expect(threeD(cardFormIn('en', { step: cardStep({ threeD: 'choosable' }) }).markup)).toEqual([
      '<input type="radio" name="threeD" value="1" checked>',
      '<input type="radio" name="threeD" value="0">',
    ]);
  });

  test.each([
    ['mandatory', ['Visa', 'Mastercard']],
    ['choosable', ['Visa', 'Mastercard', 'Troy', 'American Express', 'Maestro']],
  ] as const)('the brands that can pay stand by the number from the start: 3D is %s', (threeD, brands) => {
    const { markup } = cardFormIn('en', { step: cardStep({ threeD }) });
    expect([...markup.matchAll(/data-brand="[a-z-]+">([^<]+)</g)].map(([, name]) => name)).toEqual(brands);
  });

  test('3D is a choice where the definition asks for one and nothing makes it mandatory (rule 20)', () => {
    const threeDOf = (terms: Partial<PaymentRequest['terms']>, changes: Partial<PaymentRequest> = {}) =>
      firstCardStep({ ...sampleLink, terms: { ...sampleLink.terms, threeDMandatory: false, ...terms }, ...changes });
    const asked = { threeDChoice: true } as const;
    expect(threeDOf(asked).threeD).toBe('choosable');
    for (const step of [
      threeDOf({}),
      threeDOf({ ...asked, threeDMandatory: true }),
      threeDOf(asked, { progress: { ...NO_PROGRESS, threeDOnly: true } }),
      threeDOf(asked, { source: 'mobile-3d' }),
    ]) {
      expect(step.threeD).toBe('mandatory');
    }
  });

  test('the card is kept where the payer ticks it, or with a plain statement', () => {
    expect(kept('payer-decides')).toContain('<input type="checkbox" name="storeCard" value="1">');
    expect(namesOf(kept('always'))).not.toContain('storeCard');
    expect(kept('always')).toContain('Your card is kept, encrypted');
    expect(kept('never')).not.toMatch(/kept|Keep my card/);
  });

  test('each problem stands beside its field and in the summary; the others are hidden', () => {
    const { markup } = cardFormIn('en', { step: cardStep({ problems: [{ field: 'expiry', kind: 'missing' }] }) });
    expect(markup).toMatch(/aria-describedby="expiry-problem" aria-invalid="true">/);
    expect(markup).toMatch(/<p class="problem" id="expiry-problem"[^>]*">Enter the expiry date\.<\/p>/);
    expect(markup).toMatch(/<p class="problem" id="cvc-problem"[^>]* hidden><\/p>/);
    expect(markup).toContain('<a href="#expiry">Enter the expiry date.</a>');
    expect(markup).toContain('<title>Error: Pay');
    expect(cardFormIn('en').markup).not.toMatch(/aria-invalid="|<title>Error/);
  });

  test('the month of an expiry is judged in Istanbul, where the year begins three hours early', () => {
    const { markup } = cardFormIn('en', { nowMs: Date.UTC(2026, 11, 31, 21) });
    expect(markup).toContain('data-month="202701"');
  });

  test('a decline says what happened and what to do next, has the focus, and leaves giving up closed (rule 33)', () => {
    for (const language of languages) {
      for (const advice of ['check-card', 'try-another-card', 'ask-bank', 'try-later', 'unanswered'] as const) {
        const { markup } = cardFormIn(language, { notice: { kind: 'declined', advice } });
        const said = texts[language].decline[advice];
        const openUntil = showMoment(sampleLink.expiresAtMs, language);
        const sentence = typeof said.sentence === 'string' ? said.sentence : said.sentence(openUntil);
        expect(markup).toContain(`tabindex="-1" autofocus><h2>${said.heading}</h2><p>${sentence}</p>`);
        expect(markup).toContain('<details class="give-up"><summary>');
        expect(markup).toContain(`<title>${texts[language].cardForm.errorInTitle}: `);
      }
    }
    const { redirectUrl: _none, ...link } = sampleLink;
    expect(cardFormIn('en', { link }).markup).toContain('<summary>Give up this payment</summary>');
  });
});

describe('a quote that is not shown', () => {
  test('leaves one payment without a word of what it costs, and a sentence instead of a decline', () => {
    const markup = samples['card-no-quotes']?.make('en').markup ?? '';
    expect(markup).toContain('name="choice" value="1:123450"');
    expect(markup).toContain('Installments are not shown right now');
    expect(markup).not.toMatch(/commission|could not be used/);
  });
});

describe('a choice as it is posted', () => {
  test('is read as it was written', () => {
    for (const quote of quotes)
      expect(readChoice(choiceValue(quote))).toEqual({ count: quote.count, total: quote.total });
    expect(readChoice('12:99999999999')).toEqual({ count: 12, total: 99_999_999_999 });
  });

  test.each([
    undefined,
    '',
    '3',
    '3:',
    ':1',
    '0:1',
    '3:-1',
    '3:1.5',
    '3:1e3',
    ' 3:1',
    '3:1 ',
    '123:1',
    '3:123456789012',
  ])('%j is none', (value) => expect(readChoice(value)).toBeUndefined());
});
