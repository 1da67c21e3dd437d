import { isOneMachine } from '../../http/own-origins.ts';
import { isSecret } from './secrets.ts';

/**
 * `session`: who is signed in. `sign-in`: a sign-in that waits for its code. `device`: a browser that signed in before. `visitor`: a
 * browser that is not signed in, for the token of its forms.
 */
const deskCookieNames = {
  session: 'desk',
  'sign-in': 'desk-sign-in',
  device: 'desk-device',
  visitor: 'desk-visitor',
} as const;
export type DeskCookie = keyof typeof deskCookieNames;

const DEVICE_LIFE_SECONDS = 180 * 86_400;

/** A name that a browser sets for this very host alone, over HTTPS; over the loopback of one machine it cannot (rule 53). */
const nameOf = (cookie: DeskCookie, deskUrl: string): string =>
  isOneMachine(deskUrl) ? deskCookieNames[cookie] : `__Host-${deskCookieNames[cookie]}`;

/** The cookies that an edge in front of the desk passes on: no page of it reads others. */
export const passedDeskCookies = (deskUrl: string): readonly string[] =>
  (Object.keys(deskCookieNames) as DeskCookie[]).map((cookie) => nameOf(cookie, deskUrl));

const attributesOf = (deskUrl: string): string =>
  isOneMachine(deskUrl) ? 'Path=/desk; HttpOnly; SameSite=Strict' : 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The secret in a cookie of the browser; undefined where it sent none, or something else. */
export const secretIn = (
  cookies: readonly string[] | undefined,
  cookie: DeskCookie,
  deskUrl: string,
): string | undefined => {
  const name = nameOf(cookie, deskUrl);
  const value = cookies?.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && isSecret(value) ? value : undefined;
};

/** The header that sets a cookie. All but the device's end with the browser. */
export const setCookie = (cookie: DeskCookie, secret: string, deskUrl: string): string => {
  const life = cookie === 'device' ? `; Max-Age=${DEVICE_LIFE_SECONDS}` : '';
  return `${nameOf(cookie, deskUrl)}=${secret}; ${attributesOf(deskUrl)}${life}`;
};

/** The header that removes a cookie. */
export const dropCookie = (cookie: DeskCookie, deskUrl: string): string =>
  `${nameOf(cookie, deskUrl)}=; ${attributesOf(deskUrl)}; Max-Age=0`;
