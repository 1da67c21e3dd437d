import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money.ts';
import { choiceValue, formActions, formFields, readChoice } from '../../../shared/pages/form-fields.ts';
import type { Language } from '../../../shared/pages/language.ts';
import { receiptPage } from '../../../shared/pages/receipt-page.ts';
import { redirectPage } from '../../../shared/pages/redirect-page.ts';
import { isRetryOffered, waitingPage, waitingRefreshSeconds } from '../../../shared/pages/waiting-page.ts';
import { linkWith } from '../../support/records.ts';
import {
  cardFields,
  cardFormIn,
  cardStep,
  failedLink,
  failure,
  frameIn,
  NOW_MS,
  paidLink,
  quotes,
  sampleLink,
  samples,
  success,
} from './page-samples.ts';

const languages: readonly Language[] = ['tr', 'en'];
const everyPage = Object.entries(samples).flatMap(([name, sample]) =>
  languages.map((language) => ({ name, language, ...sample, markup: sample.make(language).markup })),
);
const inputsOf = (markup: string): readonly string[] => markup.match(/<input[^>]*>/g) ?? [];
const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
const namesOf = (markup: string): readonly string[] => inputsOf(markup).map((tag) => attribute(tag, 'name') ?? '');

describe('every page', () => {
  test.each(everyPage)('$name in $language is at most 10 kB compressed', ({ markup }) => {
    expect(gzipSync(markup).length).toBeLessThan(10_000);
  });

  test('stays so whatever the dealer wrote, to the limits of a request', () => {
    const noise = (length: number): string =>
      Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('');
    const link = linkWith({
      dealerName: noise(200),
      description: noise(200),
      buyer: { fullName: noise(200) },
      basket: Array.from({ length: 100 }, () => ({
        productCode: noise(100),
        unitPrice: minor(99_999_999_999),
        quantity: 7,
      })),
    });
    const many = Array.from({ length: 12 }, (_, index) => ({ ...quotes[0], count: index + 1 })) as typeof quotes;
    const { markup } = cardFormIn('en', { link, step: cardStep({ quotes: many, problems: ['number', 'cvc'] }) });
    expect(gzipSync(markup).length).toBeLessThan(10_000);
    expect(markup).toContain('and 80 more products');
  });

  test.each(everyPage)('$name in $language holds what dealer and payer wrote as text', ({ markup }) => {
    expect(markup).not.toMatch(/<(?:b|i|u)>|<script>alert/);
    expect(markup.match(/<script/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });

  test.each(everyPage)('$name in $language masks card numbers that dealer or payer wrote (rule 32)', (page) => {
    const evil = '4012 8888 8888 1881';
    const link = { ...sampleLink, dealerName: evil, description: evil, buyer: { fullName: evil } };
    const { markup } = page.make(page.language, { ...link, basket: [{ productCode: evil }] });
    expect(markup).not.toMatch(/4012|1881/);
  });

  test('the two that pass on hold no text of dealer or payer at all (rule 25)', () => {
    const passing = everyPage.filter(({ kind }) => kind === 'hand-over' || kind === 'redirect');
    expect(passing).toHaveLength(6);
    for (const { markup } of passing) expect(markup).not.toMatch(/Bahçe|Ayşe|1\.234|1,234/);
  });
});

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
    const kept = (cardStorage: 'never' | 'always' | 'payer-decides') =>
      cardFormIn('en', { step: cardStep({ cardStorage }) }).markup;
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

describe('the redirect that reports a result (wire facts)', () => {
  const fieldsOf = (markup: string) => inputsOf(markup).map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')]);
  const page = (fields: typeof success, insideFrame: boolean) =>
    redirectPage({ action: 'https://shop.example/a?b=1&c=2', fields, insideFrame, frame: frameIn('en') }).markup;

  test('has exactly the five fields, empty ones too, and a button that adds none', () => {
    expect(fieldsOf(page(success, false))).toEqual([
      ['hashValue', success.hashValue],
      ['resultCode', ''],
      ['resultMessage', ''],
      ['trxCode', 'ORDER-1'],
      ['OtherTrxCode', '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;x&#39;'],
    ]);
    expect(
      fieldsOf(page(failure, false))
        .map(([, value]) => value)
        .slice(1, 4),
    ).toEqual(['002', 'Insufficient limit', '']);
    expect(page(success, false)).toMatch(/<button class="wide">/);
    expect(page(success, false)).toContain('action="https://shop.example/a?b=1&amp;c=2"');
  });

  test('leaves an iframe for RedirectType 0 and stays for 1', () => {
    expect(page(success, false)).toContain(' target="_top"');
    expect(page(success, true)).not.toContain('target=');
  });

  test('says whether it was paid, and offers no way off', () => {
    expect(page(success, false)).toContain('<h1>Your payment was received</h1>');
    expect(page(failure, false)).toContain('<h1>The payment was not made</h1>');
    expect(page(failure, false)).not.toContain('<a ');
  });
});

test('the hand-over page posts the fields as they are, in their order, and has no link off it (rule 25)', () => {
  const markup = samples['hand-over']?.make('tr').markup ?? '';
  expect(inputsOf(markup).map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')])).toEqual(
    cardFields.map((field) => [...field]),
  );
  expect(markup).toContain('action="https://gate.example/3d"');
  expect(markup).not.toContain('<a ');
});

describe('waiting for the bank (rule 7)', () => {
  const waited = (waitedMs: number) => ({ sinceMs: NOW_MS - waitedMs, nowMs: NOW_MS });
  const page = (waitedMs: number) =>
    waitingPage({ link: sampleLink, ...waited(waitedMs), frame: frameIn('en') }).markup;

  test('another try is offered after 3 minutes, with what becomes of the first', () => {
    expect(isRetryOffered(waited(179_999))).toBe(false);
    expect(page(179_999)).not.toContain('<form');
    expect(isRetryOffered(waited(180_000))).toBe(true);
    expect(page(180_000)).toContain('name="action" value="retry"');
    expect(page(180_000)).toContain('will not be charged');
  });

  test('asks every 5 seconds, slower once there is something to press, without script', () => {
    expect(waitingRefreshSeconds(waited(0))).toBe(5);
    expect(waitingRefreshSeconds(waited(180_000))).toBe(30);
    expect(page(0)).not.toContain('<script');
  });
});

describe('the receipt (rule 30)', () => {
  const at = (afterMs: number) => receiptPage({ link: paidLink, nowMs: NOW_MS + afterMs, frame: frameIn('en') }).markup;

  test('tells all there is to print, at the time of Istanbul', () => {
    const markup = at(0);
    for (const said of [
      'Çiçek &amp; &lt;b&gt;Bahçe&lt;/b&gt;',
      '1,234.50 TL',
      '1,259.19 TL',
      '3 installments',
      '411111******1111',
      '15 January 2026 at 15:05',
      'ORDER-5555555555554444',
      'Bahçe takımı &lt;script&gt;',
    ]) {
      expect(markup).toContain(said);
    }
  });

  test('is shown for 24 hours, then the page says "paid" and no more', () => {
    expect(at(86_399_999)).toContain('411111******1111');
    const old = at(86_400_000);
    expect(old).toContain('Paid');
    expect(old).not.toMatch(/Bahçe|TL|1111|ORDER/);
  });

  test('a failed link says so, a link that is not over has no such page', () => {
    const show = (link: typeof paidLink) => receiptPage({ link, nowMs: NOW_MS, frame: frameIn('en') }).markup;
    expect(show(failedLink)).toContain('Not paid');
    expect(show({ ...failedLink, state: 'paid', progress: sampleLink.progress })).toContain('Paid');
    expect(() => show(sampleLink)).toThrow(RangeError);
  });
});
