import { describe, expect, test } from 'vitest';
import {
  parseRedirectUrl,
  type RedirectUrlPolicy,
  redirectUrlSentences,
} from '../../../../shared/domain/link/redirect-url.ts';

const any: RedirectUrlPolicy = { loopbackHttpAllowed: false, allowedHosts: 'any host' };
const sandbox: RedirectUrlPolicy = { ...any, loopbackHttpAllowed: true };
const one: RedirectUrlPolicy = { ...any, allowedHosts: ['shop.example'] };
const ofLength = (length: number): string => `https://shop.example/${'a'.repeat(length - 21)}`;

describe('A RedirectUrl (rule 31)', () => {
  const kept = [
    ['https://shop.example/result', any, 'https://shop.example/result', false],
    ['HTTPS://Shop.Example', any, 'https://shop.example/', false],
    ['https://shop.example/?a=1', one, 'https://shop.example/?a=1', true],
    [ofLength(2048), any, ofLength(2048), false],
    ['http://localhost:3000/', sandbox, 'http://localhost:3000/', false],
    ['http://127.0.0.1/', sandbox, 'http://127.0.0.1/', false],
    ['http://127.20.30.40/', sandbox, 'http://127.20.30.40/', false],
    ['http://[::1]:8080/', sandbox, 'http://[::1]:8080/', false],
  ] as const;
  test.each(kept.map(([text, policy, href, hasQuery]) => ({ shown: text.slice(0, 60), text, policy, href, hasQuery })))(
    '$shown is kept as it is read',
    ({ text, policy, href, hasQuery }) => {
      expect(parseRedirectUrl(text, policy)).toEqual({ href, hasQuery });
    },
  );

  const refused = [
    ['not-an-address', 'shop.example/result', any],
    ['not-an-address', 'mailto:', any],
    ['not-an-address', '', any],
    ['too-long', ofLength(2049), any],
    ['too-long', ofLength(2050).replace('https', 'http'), any],
    // Short as it was written, long as it is sent.
    ['too-long', `https://shop.example/${'ı'.repeat(400)}`, any],
    ['not-https', 'http://shop.example/', any],
    ['not-https', 'http://shop.example/', sandbox],
    ['not-https', 'http://localhost/', any],
    ['not-https', 'ftp://localhost/', sandbox],
    ['not-https', 'http://127.0.0.1.shop.example/', sandbox],
    ['not-https', 'http://x127.example/', sandbox],
    ['not-https', 'http://x127.0.0.1.example/', sandbox],
    ['not-https', 'http://128.0.0.1/', sandbox],
    ['credentials', 'https://user@shop.example/', any],
    ['credentials', 'https://:secret@shop.example/', any],
    ['host-not-allowed', 'https://other.example/', one],
    ['host-not-allowed', 'https://shop.example.other/', one],
  ] as const;
  test.each(refused.map(([problem, text, policy]) => ({ problem, shown: text.slice(0, 60), text, policy })))(
    'is refused as $problem: $shown',
    ({ problem, text, policy }) => {
      expect(parseRedirectUrl(text, policy)).toBe(problem);
    },
  );

  test.each([
    ['not-an-address', 'RedirectUrl is not a whole web address, such as https://shop.example/result.'],
    ['too-long', 'RedirectUrl is longer than 2048 characters.'],
    ['not-https', 'RedirectUrl must be an https address.'],
    ['credentials', 'RedirectUrl must not hold a user name or a password.'],
    ['host-not-allowed', 'RedirectUrl names a host that this dealer may not use.'],
  ] as const)('%s is told so: %s', (problem, sentence) => {
    expect(redirectUrlSentences[problem]).toBe(sentence);
  });
});
