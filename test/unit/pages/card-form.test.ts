import { describe, expect, test } from 'vitest';
import type { DeclineTold } from '../../../shared/domain/card/card-input.ts';
import { choiceValue, formActions, formFields, readChoice } from '../../../shared/pages/form-fields.ts';
import type { Language } from '../../../shared/pages/language.ts';
import { showMoment } from '../../../shared/pages/payment-summary.ts';
import { texts } from '../../../shared/pages/texts.ts';
import { cardFormIn, cardStep, quotes, sampleLink, samples } from './page-samples.ts';

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
  const cardInputs = ['cardNumber', 'holderName', 'expiryMonth', 'expiryYear', 'cvc'];

  test.each(everyPage.filter(({ kind }) => kind === 'form'))(
    '$name in $language never holds card data: no field that a payer types into has a value (rule 34)',
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
      ['cc-name', undefined],
      ['cc-exp-month', 'numeric'],
      ['cc-exp-year', 'numeric'],
      ['cc-csc', 'numeric'],
    ]);
  });

  test('posts exactly the fields of form-fields.ts', () => {
    const step = cardStep({ quotes, bin: '41111111', threeD: 'choosable', cardStorage: 'payer-decides' });
    const names = namesOf(cardFormIn('tr', { step }).markup);
    expect(new Set(names)).toEqual(new Set(Object.values(formFields)));
    expect(namesOf(cardFormIn('tr', { step: { kind: 'bin' } }).markup)).toEqual(['action', 'bin', 'action']);
    const asked = everyPage.flatMap(({ markup }) =>
      inputsOf(markup)
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
    expect(markup).toContain('6 × 218.09 TL, first month 218.13 TL, commission 74.08 TL');
    expect(markup).toContain('3 × 419.73 TL, commission 24.69 TL');
    expect(markup.replace(/<(style|script)>.*?<\/\1>/gs, '')).not.toContain('%');
  });

  test('a single count is no choice, and the button names the sum', () => {
    const { markup } = cardFormIn('tr');
    expect(markup).toContain('<input type="hidden" name="choice" value="1:123450">');
    expect(markup).toContain('>1.234,50 TL öde</button>');
    expect(cardFormIn('tr', { step: cardStep({ quotes: quotes.slice(2, 3) }) }).markup).toContain('3 × 419,73 TL');
    expect(() => cardFormIn('tr', { step: cardStep({ quotes: [] }) })).toThrow(RangeError);
  });

  test('a chosen count that is not among the quotes falls back to the first', () => {
    const { markup } = cardFormIn('en', { step: cardStep({ quotes, chosenCount: 9 }) });
    expect(markup).toMatch(/value="1:123450"[^>]* checked/);
  });

  test.each([undefined, '4111111', '4111111111111111', '"><b>'])('first digits %j are not carried along', (bin) => {
    expect(namesOf(cardFormIn('en', { step: cardStep({ bin }) }).markup)).not.toContain('bin');
  });

  test('3D is preselected where the payer may choose, and said where not (rule 20)', () => {
    const threeD = (markup: string) => inputsOf(markup).filter((tag) => attribute(tag, 'name') === 'threeD');
    expect(threeD(cardFormIn('en').markup)).toEqual(['<input type="hidden" name="threeD" value="1">']);
    expect(threeD(cardFormIn('en', { step: cardStep({ threeD: 'choosable' }) }).markup)).toEqual([
      '<input type="radio" name="threeD" value="1" checked>',
      '<input type="radio" name="threeD" value="0">',
    ]);
  });

  test('the card is kept where the payer ticks it, or with a plain statement', () => {
    expect(kept('payer-decides')).toContain('<input type="checkbox" name="storeCard" value="1">');
    expect(namesOf(kept('always'))).not.toContain('storeCard');
    expect(kept('always')).toContain('Your card is kept, encrypted');
    expect(kept('never')).not.toMatch(/kept|Keep my card/);
  });

  test('each problem stands beside its field and in the summary; the others are hidden', () => {
    const { markup } = cardFormIn('en', { step: cardStep({ problems: ['expiry'] }) });
    expect(markup.match(/aria-invalid="true" aria-describedby="expiry-problem"/g)).toHaveLength(2);
    expect(markup).toContain('<p class="problem" id="expiry-problem">');
    expect(markup).toContain('<p class="problem" id="cvc-problem" hidden>');
    expect(markup).toContain('<a href="#expiry-month">');
    expect(markup).toContain('<title>Error: Payment');
    expect(cardFormIn('en').markup).not.toMatch(/aria-invalid="|<title>Error/);
  });

  test('the month of an expiry is judged in Istanbul, where the year begins three hours early', () => {
    const { markup } = cardFormIn('en', { nowMs: Date.UTC(2026, 11, 31, 21) });
    expect(markup).toContain('data-month="202701"');
  });

  test('a decline says one of four things and opens the way to give up (rule 33)', () => {
    for (const advice of ['check-card', 'try-another-card', 'ask-bank', 'try-later'] as const) {
      const { markup } = cardFormIn('tr', { notice: { kind: 'declined', advice } });
      expect(markup).toContain('Ödeme yapılamadı');
      expect(markup).toContain('<details id="give-up" open>');
    }
    expect(cardFormIn('tr').markup).toContain('<details id="give-up">');
    const { redirectUrl: _none, ...link } = sampleLink;
    expect(cardFormIn('en', { link }).markup).toContain('<summary>Give up this payment</summary>');
  });
});

describe('what stands under a decline', () => {
  const shown = (language: Language, advice: DeclineTold): string =>
    cardFormIn(language, { notice: { kind: 'declined', advice } }).markup;

  test.each(['tr', 'en'] as const)('never bids to try now where the payer is to come later, in %s', (language) => {
    const { tryAgain, comeBack } = texts[language].decline;
    const openUntil = comeBack(showMoment(sampleLink.expiresAtMs, language));
    for (const advice of ['check-card', 'try-another-card', 'ask-bank', 'unanswered'] as const) {
      const markup = shown(language, advice);
      expect([advice, markup.includes(tryAgain), markup.includes(openUntil)]).toEqual([advice, true, false]);
    }
    const later = shown(language, 'try-later');
    expect([later.includes(tryAgain), later.includes(openUntil)]).toEqual([false, true]);
  });

  test('says what becomes of an attempt that the bank never answered', () => {
    const markup = shown('en', 'unanswered');
    expect(markup).toContain('Your bank did not answer.');
    expect(markup).not.toContain(texts.en.decline.advice['try-later']);
  });
});

describe('a quote that is not shown', () => {
  test('leaves one payment without a word of what it costs, and a sentence instead of a decline', () => {
    const markup = samples['card-no-quotes']?.make('en').markup ?? '';
    expect(markup).toContain('name="choice" value="1:123450"');
    expect(markup).toContain('Installments are not shown right now');
    expect(markup).not.toMatch(/no commission|The payment was not made/);
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
