import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookData, WebhookType } from './contract.ts';
import { withDecimals } from './decimal.ts';

/** An event. `type` may be one that came after this client: answer 200 to it and do nothing. */
export interface Webhook {
  readonly type: WebhookType | (string & Record<never, never>);
  readonly timestamp: string;
  readonly version: number;
  readonly data: WebhookData;
}

/** Headers by name in lower case, as Node gives them. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookVerdict =
  /** Keep `id`: the same event may come twice. */
  | { readonly verdict: 'genuine'; readonly id: string; readonly webhook: Webhook }
  /** Answer 400 and believe nothing of it. */
  | { readonly verdict: 'forged' }
  /** A genuine signature whose time is more than five minutes away: an old request that somebody sends again. */
  | { readonly verdict: 'too-old' };

const FRESH_SECONDS = 300;
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

const keyOf = (secret: string): Buffer => {
  const [, text] = SECRET.exec(secret) ?? [];
  if (text === undefined) throw new RangeError('A secret of a webhook begins with whsec_.');
  return Buffer.from(text, 'base64');
};

const isSignedWith = (secret: string, signatures: string, content: Uint8Array): boolean => {
  const expected = createHmac('sha256', keyOf(secret)).update(content).digest();
  return signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
};

const header = (headers: WebhookHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/**
 * Verifies a webhook over its body as it came, before any JSON parser. Throws a RangeError for a secret that is none, and
 * nothing else.
 */
export const verifyWebhook = ({
  secret,
  headers,
  body,
  nowMs = Date.now(),
}: {
  readonly secret: string;
  readonly headers: WebhookHeaders;
  readonly body: string | Uint8Array;
  readonly nowMs?: number;
}): WebhookVerdict => {
  const [id, sentAt] = [header(headers, 'webhook-id'), header(headers, 'webhook-timestamp')];
  const bytes = Buffer.from(body);
  const content = Buffer.concat([Buffer.from(`${id}.${sentAt}.`, 'utf8'), bytes]);
  const genuine = isSignedWith(secret, header(headers, 'webhook-signature'), content);
  if (!genuine || id === '' || !/^\d{1,12}$/.test(sentAt)) return { verdict: 'forged' };
  if (Math.abs(nowMs / 1000 - Number(sentAt)) > FRESH_SECONDS) return { verdict: 'too-old' };
  return { verdict: 'genuine', id, webhook: JSON.parse(bytes.toString('utf8'), withDecimals) as Webhook };
};
