import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
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

let state = 20_260_115;
/** Text that does not compress, another at every call, the same at every run. */
const noise = (length: number): string =>
  Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(0x4e00 + (state % 20_000));
  }).join('');

const redirect = (fields: typeof success, insideFrame: boolean) =>
  redirectPage({ action: 'https://shop.example/a?b=1&c=2', fields, insideFrame, frame: frameIn('en') }).markup;
const waited = (waitedMs: number) => ({ sinceMs: NOW_MS - waitedMs, nowMs: NOW_MS });
const waiting = (waitedMs: number) =>
  waitingPage({ link: sampleLink, ...waited(waitedMs), frame: frameIn('en') }).markup;
const receiptAfter = (afterMs: number) =>
  receiptPage({ link: paidLink, nowMs: NOW_MS + afterMs, frame: frameIn('en') }).markup;
const reservationOf = (link: typeof paidLink) => receiptPage({ link, nowMs: NOW_MS, frame: frameIn('en') }).markup;

describe('every page', () => {
  test.each(everyPage)('$name in $language is at most 10 kB compressed', ({ markup }) => {
    expect(gzipSync(markup).length).toBeLessThan(10_000);
  });

  test('stays so whatever the dealer wrote, to the limits of a request', () => {
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

describe('the redirect that reports a result (wire facts)', () => {
  const fieldsOf = (markup: string) => inputsOf(markup).map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')]);

  test('has exactly the five fields, empty ones too, and a button that adds none', () => {
    expect(fieldsOf(redirect(success, false))).toEqual([
      ['hashValue', success.hashValue],
      ['resultCode', ''],
      ['resultMessage', ''],
      ['trxCode', 'ORDER-1'],
      ['OtherTrxCode', '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;x&#39;'],
    ]);
    expect(
      fieldsOf(redirect(failure, false))
        .map(([, value]) => value)
        .slice(1, 4),
    ).toEqual(['002', 'Insufficient limit', '']);
    expect(redirect(success, false)).toMatch(/<button class="wide">/);
    expect(redirect(success, false)).toContain('action="https://shop.example/a?b=1&amp;c=2"');
  });

  test('leaves an iframe for RedirectType 0 and stays for 1', () => {
    expect(redirect(success, false)).toContain(' target="_top"');
    expect(redirect(success, true)).not.toContain('target=');
  });

  test('says whether it was paid, and offers no way off', () => {
    expect(redirect(success, false)).toContain('<h1>Your payment was received</h1>');
    expect(redirect(failure, false)).toContain('<h1>The payment was not made</h1>');
    expect(redirect(failure, false)).not.toContain('<a ');
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
  test('another try is offered after 3 minutes, with what becomes of the first', () => {
    expect(isRetryOffered(waited(179_999))).toBe(false);
    expect(waiting(179_999)).not.toContain('<form');
    expect(isRetryOffered(waited(180_000))).toBe(true);
    expect(waiting(180_000)).toContain('name="action" value="retry"');
    expect(waiting(180_000)).toContain('will not be charged');
  });

  test('asks every 5 seconds, slower once there is something to press, without script', () => {
    expect(waitingRefreshSeconds(waited(0))).toBe(5);
    expect(waitingRefreshSeconds(waited(180_000))).toBe(30);
    expect(waiting(0)).not.toContain('<script');
  });
});

describe('the receipt (rule 30)', () => {
  test('tells all there is to print, at the time of Istanbul', () => {
    const markup = receiptAfter(0);
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

  test('tells one amount where the payer paid what was asked, and both where commission came on top', () => {
    const { result } = paidLink.progress;
    if (result?.paid === undefined) throw new Error('not paid');
    const paid = { ...result.paid, total: sampleLink.terms.amount };
    const even = reservationOf({ ...paidLink, progress: { ...paidLink.progress, result: { ...result, paid } } });
    expect([even.includes('<dt>Amount</dt>'), even.includes('<dt>Total paid</dt>')]).toEqual([false, true]);
    const [more, amount] = [reservationOf(paidLink), '<dt>Amount</dt><dd>1,234.50 TL</dd>'];
    expect([more.includes(amount), more.includes('<dt>Total paid</dt><dd>1,259.19 TL</dd>')]).toEqual([true, true]);
  });

  test('is shown for 24 hours, then the page says "paid" and no more', () => {
    expect(receiptAfter(86_399_999)).toContain('411111******1111');
    const old = receiptAfter(86_400_000);
    expect(old).toContain('Paid');
    expect(old).not.toMatch(/Bahçe|TL|1111|ORDER/);
  });

  test('a failed link says so, a link that is not over has no such page', () => {
    expect(reservationOf(failedLink)).toContain('Not paid');
    expect(reservationOf({ ...failedLink, state: 'paid', progress: sampleLink.progress })).toContain('Paid');
    expect(() => reservationOf(sampleLink)).toThrow(RangeError);
  });
});
