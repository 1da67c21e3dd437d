import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isRetryOffered } from '../../../shared/domain/attempt/timing.ts';
import { MAX_LOGO_BYTES } from '../../../shared/domain/dealer/dealer-looks.ts';
import type { Language } from '../../../shared/domain/language.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { listedTestCards } from '../../../shared/nestpay/listed-test-cards.ts';
import { receiptPage } from '../../../shared/pages/receipt-page.ts';
import { redirectPage } from '../../../shared/pages/redirect-page.ts';
import { waitingPage, waitingRefreshSeconds } from '../../../shared/pages/waiting-page.ts';
import { linkWith } from '../../support/dealer/records.ts';
import {
  cardFields,
  cardFormIn,
  cardStep,
  failedLink,
  failure,
  frameIn,
  looks,
  manyQuotes,
  NOW_MS,
  offeredCards,
  paidLink,
  RECEIPT_ADDRESS,
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
/** Text that does not compress: different at every call, and the same in every run. */
const noise = (length: number): string =>
  Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(0x4e00 + (state % 20_000));
  }).join('');

const redirect = (report: typeof success, insideFrame: boolean) =>
  redirectPage({ action: 'https://shop.example/a?b=1&c=2', report, insideFrame, frame: frameIn('en') }).markup;
const waited = (waitedMs: number) => ({ sinceMs: NOW_MS - waitedMs, nowMs: NOW_MS });
const waiting = (waitedMs: number) =>
  waitingPage({ link: sampleLink, ...waited(waitedMs), frame: frameIn('en') }).markup;
const receiptAfter = (afterMs: number) =>
  receiptPage({ link: paidLink, nowMs: NOW_MS + afterMs, address: RECEIPT_ADDRESS, frame: frameIn('en') }).markup;
const receiptOf = (link: typeof paidLink) =>
  receiptPage({ link, nowMs: NOW_MS, address: RECEIPT_ADDRESS, frame: frameIn('en') }).markup;

/** Most that a page may be on the wire, whole, in its one request. */
const MOST_BYTES = 12_000;

describe('every page', () => {
  test.each(everyPage)('$name in $language is at most 12 kB compressed', ({ markup }) => {
    expect(gzipSync(markup).length).toBeLessThan(MOST_BYTES);
  });

  test('stays so whatever the dealer wrote, to the limits of a request', () => {
    const link = linkWith({
      dealerName: noise(100),
      description: noise(200),
      buyer: { fullName: noise(200) },
      basket: Array.from({ length: 100 }, () => ({
        productCode: noise(100),
        unitPrice: minor(99_999_999_999),
        quantity: 7,
      })),
    });
    const step = cardStep({ quotes: manyQuotes, problems: [{ field: 'number', kind: 'wrong' }] });
    const { markup } = cardFormIn('en', { link, step });
    expect(gzipSync(markup).length).toBeLessThan(MOST_BYTES);
    expect(markup).toContain('more products');
  });

  test('stays so with the largest logo and every word of a dealer', () => {
    // Bytes that do not compress, and the same ones in each run: random ones compress by a few bytes more or less.
    const logo = createHash('shake256', { outputLength: MAX_LOGO_BYTES }).update('logo').digest('base64');
    const frame = { ...frameIn('tr'), looks: { ...looks, logo }, testCards: listedTestCards };
    const stored = { cards: offeredCards, paths: { link: '/pay/x?lang=tr', storedCard: '/pay/x/stored-card?lang=tr' } };
    const step = cardStep({ quotes: manyQuotes, threeD: 'choosable', cardStorage: 'payer-decides', stored });
    expect(gzipSync(cardFormIn('tr', { frame, step }).markup).length).toBeLessThan(MOST_BYTES);
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

  test('the three that pass on hold no text of dealer or payer at all (rule 25)', () => {
    const passing = everyPage.filter(({ make }) => ['hand-over', 'finishing', 'redirect'].includes(make('tr').kind));
    expect(passing).toHaveLength(8);
    for (const { markup } of passing) expect(markup).not.toMatch(/Bahçe|Ayşe|1\.234|1,234/);
  });
});

describe('the redirect that reports a result (decisions: the report of a result)', () => {
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
    expect(waiting(180_000)).toContain('is cancelled. If your bank approves it later, that payment is reversed');
  });

  test('asks every 5 seconds, slower once there is something to press, without script', () => {
    expect(waitingRefreshSeconds(waited(0))).toBe(5);
    expect(waitingRefreshSeconds(waited(180_000))).toBe(30);
    expect(waiting(0)).not.toContain('<script');
  });

  test('says for how long it has waited, and not to pay again until it offers another try', () => {
    expect(waiting(10_000)).toContain('10 seconds so far');
    expect(waiting(61_000)).toContain('1 minute so far');
    expect(waiting(179_999)).toContain('do not pay again');
    expect(waiting(180_000)).not.toContain('do not pay again');
  });
});

describe('the receipt (rule 30)', () => {
  test('tells all there is to print, at the time of Istanbul', () => {
    const markup = receiptAfter(0);
    for (const said of [
      'Çiçek &amp; &lt;b&gt;Bahçe&lt;/b&gt;',
      '1,234.50',
      '1,259.19',
      '3 installments',
      'Visa •••• 1111',
      '15 January 2026 at 15:05 (Istanbul)',
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
    const even = receiptOf({ ...paidLink, progress: { ...paidLink.progress, result: { ...result, paid } } });
    expect(even.match(/1,\d\d\d\.\d\d/g)).toEqual(['1,234.50']);
    const [more, sign] = [receiptOf(paidLink), '<i aria-hidden="true">₺</i>'];
    expect(more.match(/1,\d\d\d\.\d\d/g)).toEqual(['1,259.19', '1,234.50']);
    expect(more).toContain(`<dt>Amount</dt><dd><span class="sum">${sign}1,234.50`);
  });

  test("the dealer's own number of the payment comes first, and the bank's last", () => {
    const facts = (markup: string) => [...markup.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name]) => name);
    const shown = facts(receiptOf(paidLink));
    expect([shown[0], shown.at(-1)]).toEqual(['Order number', 'Transaction number']);
    expect(receiptOf(paidLink)).toContain('<dt>Order number</dt><dd>SIP-2041</dd>');
    const { otherTrxCode: _none, ...nameless } = paidLink;
    expect(facts(receiptOf(nameless))).not.toContain('Order number');
  });

  test('is shown for 24 hours, then the page says "paid" and no more', () => {
    expect(receiptAfter(86_399_999)).toContain('•••• 1111');
    const old = receiptAfter(86_400_000);
    expect(old).toContain('Paid');
    expect(old).not.toMatch(/Bahçe|1,2|1111|ORDER/);
  });

  test('a failed link says so, a link that is not over has no such page', () => {
    expect(receiptOf(failedLink)).toContain('Not paid');
    expect(receiptOf({ ...failedLink, state: 'paid', progress: sampleLink.progress })).toContain('Paid');
    expect(() => receiptOf(sampleLink)).toThrow(RangeError);
  });
});
