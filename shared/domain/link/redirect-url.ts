const MAX_REDIRECT_URL_LENGTH = 2048;

export interface RedirectUrlPolicy {
  /** Sandbox stages may name a loopback host over plain http. */
  readonly loopbackHttpAllowed: boolean;
  /** Hosts that the dealer is limited to, or the words that lift the limit. */
  readonly allowedHosts: 'any host' | readonly string[];
}

export type RedirectUrlProblem = 'not-an-address' | 'too-long' | 'not-https' | 'credentials' | 'host-not-allowed';

/** What a dealer is told of each problem. */
export const redirectUrlSentences: Readonly<Record<RedirectUrlProblem, string>> = {
  'not-an-address': 'RedirectUrl is not an address.',
  'too-long': 'RedirectUrl is longer than 2048 characters.',
  'not-https': 'RedirectUrl must be an https address.',
  credentials: 'RedirectUrl must not hold a user name or a password.',
  'host-not-allowed': 'RedirectUrl names a host that this dealer may not use.',
};

/** True for the names and addresses of the machine itself, as `URL.hostname` writes them. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);

/**
 * Parses a dealer's RedirectUrl once (WHATWG) and answers what is stored: its serialized form and whether it
 * carries a query (rule 31). Refuses anything but https without credentials, and hosts the dealer may not use.
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
