import type { NoAnswer, Received } from './answer.ts';

/** Sends a body of JSON to an address within a time. Never throws. */
export type Transport = (call: {
  readonly address: string;
  readonly body: string;
  readonly timeoutMs: number;
}) => Promise<Received | NoAnswer>;

/** By `fetch`, without redirects: a redirect would take card data elsewhere. */
export const postByFetch: Transport = async ({ address, body, timeoutMs }) => {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const replayed = response.headers.get('idempotent-replayed') === 'true';
    return { status: response.status, text: await response.text(), replayed };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { kind: 'no-answer', reason: isLate ? 'time-out' : 'network' };
  }
};

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The base address without a slash at its end. Passwords and cards go there: https, or the machine itself. */
export const readBaseAddress = (text: string): string => {
  const address = new URL(text);
  const isSafe = address.protocol === 'https:' || (address.protocol === 'http:' && LOOPBACK.has(address.hostname));
  if (!isSafe) throw new RangeError('The base address is https; http only on this machine.');
  if (address.username !== '' || address.search !== '' || address.hash !== '') {
    throw new RangeError('The base address has no user name, query or fragment.');
  }
  return address.href.replace(/\/+$/, '');
};
