import { describe, expect, test } from 'vitest';
import {
  boxUrl,
  callbackUrl,
  linkPath,
  linkPaths,
  linkQrUrl,
  linkUrl,
  linkUrlIn,
  linkUrlPassingOn,
  receiptPath,
  resultUrl,
  reusableLinkQrUrl,
  reusableLinkUrl,
  reusableLinkUrlIn,
  storedCardBoxUrl,
} from '../../../shared/payment-flow/addresses.ts';
import { reusableLinkWith } from '../../support/link/reusable-links.ts';

const BASE = 'https://pay.example';

describe('addresses of the payer’s pages (dealer interface 2.8, rule 30)', () => {
  test.each([
    [linkUrl, 'https://pay.example/pay/T'],
    [reusableLinkUrl, 'https://pay.example/link/T'],
    [resultUrl, 'https://pay.example/result/T'],
    [boxUrl, 'https://pay.example/box/T'],
    [storedCardBoxUrl, 'https://pay.example/box/T/stored-card'],
  ])('an address names a language only where one is asked for: %o', (urlOf, expected) => {
    expect(urlOf(BASE, 'T')).toBe(expected);
    expect(urlOf(BASE, 'T', 'en')).toBe(`${expected}?lang=en`);
  });

  test('the dealer’s own language stands in the address that it gets', () => {
    expect(linkUrlIn(BASE)({ token: 'T', language: 'tr' })).toBe('https://pay.example/pay/T?lang=tr');
    expect(linkUrlIn(BASE)({ token: 'T' })).toBe('https://pay.example/pay/T');
    const { token, template } = reusableLinkWith({ token: 'T', template: { language: 'EN' } });
    expect(reusableLinkUrlIn(BASE)({ token, template })).toBe('https://pay.example/link/T?lang=en');
  });

  test('drawings, and the page that passes a payer on', () => {
    expect(linkQrUrl(BASE, 'T')).toBe('https://pay.example/pay/T/qr');
    expect(reusableLinkQrUrl(BASE, 'T')).toBe('https://pay.example/link/T/qr');
    expect(linkUrlPassingOn(BASE, 'T', 'tr')).toBe('https://pay.example/pay/T?lang=tr&then=report');
  });

  test('forms post to paths of the page’s own origin', () => {
    expect(linkPaths(`${BASE}/stage`, 'T', 'tr')).toEqual({
      link: '/stage/pay/T?lang=tr',
      storedCard: '/stage/pay/T/stored-card?lang=tr',
    });
    expect(linkPath(BASE, 'T', 'en')).toBe('/pay/T?lang=en');
    expect(receiptPath(BASE, 'T', 'en')).toBe('/pay/T/receipt?lang=en');
  });

  test('the callback has the attempt’s secret, and nothing that the bank could change', () => {
    expect(callbackUrl(BASE, { reference: 'A.1', callbackSecret: 'S' })).toBe('https://pay.example/3d/A.1.S');
  });
});
