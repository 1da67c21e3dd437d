import { random128 } from './one-time-form.ts';

// Cookies of reusable links. No page of a payment request gets them: their path is /link.

/** Names the browser, for the form's value alone: it is no name of a payer. */
const BROWSER = 'link-browser';
const BROWSER_VALUE = /^[A-Za-z0-9_-]{22}$/;
/** The address of the request that this browser made last of a link: told again as "one was paid", and nothing else. */
const MADE = 'link-request';
const MADE_LIFE_SECONDS = 86_400;

/** The cookies that an edge in front of a stage passes on: no page has others. */
export const linkCookieNames = [BROWSER, MADE] as const;

const ATTRIBUTES = 'HttpOnly; Secure; SameSite=Lax';

const cookieNamed = (cookies: readonly string[] | undefined, name: string): string | undefined =>
  cookies?.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);

/** The browser's own 128 random bits; undefined where it sent none, or something else. */
export const browserIn = (cookies: readonly string[] | undefined): string | undefined => {
  const value = cookieNamed(cookies, BROWSER);
  return value !== undefined && BROWSER_VALUE.test(value) ? value : undefined;
};

/** The browser's cookie, or a new one with the header that sets it. */
export const browserOr = (
  cookies: readonly string[] | undefined,
): { readonly browser: string; readonly cookies: readonly string[] } => {
  const known = browserIn(cookies);
  if (known !== undefined) return { browser: known, cookies: [] };
  const browser = random128();
  return { browser, cookies: [`${BROWSER}=${browser}; Path=/link; ${ATTRIBUTES}`] };
};

/** The token of the request that this browser made last of the link. Anybody can write a cookie: it is looked up like an address. */
export const madeIn = (cookies: readonly string[] | undefined): string | undefined => cookieNamed(cookies, MADE);

/** Remembers for a day which request the browser made of a link. Its path is that link's. */
export const madeCookie = (linkToken: string, requestToken: string): string =>
  `${MADE}=${requestToken}; Path=/link/${linkToken}; Max-Age=${MADE_LIFE_SECONDS}; ${ATTRIBUTES}`;
