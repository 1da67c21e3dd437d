const MAX_REDIRECT_URL_LENGTH = 2048;

export interface RedirectUrlPolicy {
  /** Sandbox stages may name a loopback host over plain http. */
  readonly loopbackHttpAllowed: boolean;
  /** Hosts that the dealer may use, or any. */
  readonly allowedHosts: 'any host' | readonly string[];
}

export type RedirectUrlProblem = 'not-an-address' | 'too-long' | 'not-https' | 'credentials' | 'host-not-allowed';

/** The sentence to the dealer for each problem. */
export const redirectUrlSentences: Readonly<Record<RedirectUrlProblem, string>> = {
  'not-an-address': 'RedirectUrl is not a whole web address, such as https://shop.example/result.',
  'too-long': 'RedirectUrl is longer than 2048 characters.',
  'not-https': 'RedirectUrl must be an https address.',
  credentials: 'RedirectUrl must not hold a user name or a password.',
  'host-not-allowed': 'RedirectUrl names a host that this dealer may not use.',
};

/** True for names and addresses of the machine itself, in the spelling of `URL.hostname`. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);

/**
 * Parses a dealer's RedirectUrl, once (rule 31). Answers the serialized form, which is stored, and whether it has a
 * query. Refuses anything but https without credentials, and hosts that the dealer may not use.
 */
export const parseRedirectUrl = (
  text: string,
  policy: RedirectUrlPolicy,
): { readonly href: string; readonly hasQuery: boolean } | RedirectUrlProblem => {
  if (text.length > MAX_REDIRECT_URL_LENGTH) return 'too-long';
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return 'not-an-address';
  const plainLoopback = url.protocol === 'http:' && policy.loopbackHttpAllowed && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !plainLoopback) return 'not-https';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (policy.allowedHosts !== 'any host' && !policy.allowedHosts.includes(url.hostname)) return 'host-not-allowed';
  if (url.href.length > MAX_REDIRECT_URL_LENGTH) return 'too-long';
  return { href: url.href, hasQuery: url.search !== '' };
};
