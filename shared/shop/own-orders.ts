import { randomBytes } from 'node:crypto';
import { isCodeOfLink } from './reusable-links.ts';

const COOKIE = 'shop-orders';
const CODE = /^shop-[0-9a-f]{32}$/;
/** Most orders that a browser remembers. */
const REMEMBERED = 8;
const LIFE_SECONDS = 24 * 60 * 60;

/** The code of a new order. Whoever knows it sees its state, so nobody can guess it. */
export const newOrderCode = (): string => `shop-${randomBytes(16).toString('hex')}`;

/** True for a code that the shop may have made. */
export const isOrderCode = (text: string): boolean => CODE.test(text);

/**
 * The orders that a browser made, the newest first. The shop has no other list of orders: a visitor of a public page sees
 * none of somebody else's.
 */
export const ordersInCookie = (cookies: readonly string[]): readonly string[] => {
  const value = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
  const codes = value.split('.', REMEMBERED).filter((code) => isOrderCode(code) || isCodeOfLink(code));
  return [...new Set(codes)];
};

/** The cookie of a browser that made one more order. Scripts cannot read it, and another site's forms do not send it. */
export const withOrder = (code: string, cookies: readonly string[], origin: string): string => {
  const others = ordersInCookie(cookies).filter((other) => other !== code);
  const value = [code, ...others].slice(0, REMEMBERED).join('.');
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${COOKIE}=${value}; Path=/shop; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
};
