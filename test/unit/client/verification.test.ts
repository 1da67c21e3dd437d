import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { checkKey } from '../../../shared/client/check-key.ts';
import { verifyResult } from '../../../shared/client/verify-result.ts';
import { verifyWebhook } from '../../../shared/client/verify-webhook.ts';

const CODE_FOR_HASH = '9FDFBDFC-42C5-417E-AA93-E4D9D5312AAC';
const PAID = 'cdb7869505bdaaac2f4c891fc9ed889885fd7a0c880127ab5d508883efa3ee83';
const NOT_PAID = 'acc929d261fdbf9c41de3db1ae854b1ee1e46344fad0292fd4bbbc43d094c2a3';

const signed = z.object({ headers: z.record(z.string(), z.string()), body: z.string() });
const vectors = z
  .object({ secret: z.string(), formerSecret: z.string(), rotating: signed, events: z.array(signed).min(1) })
  .parse(JSON.parse(readFileSync(new URL('../../../shared/docs/webhook-vectors.json', import.meta.url), 'utf8')));
const { secret, formerSecret, rotating } = vectors;
const sentAtMs = Number(rotating.headers['webhook-timestamp']) * 1000;

test('CheckKey has the published test vector', () => {
  const account = { dealerCode: '1001', username: 'apiuser', password: 'apipass' };
  expect(checkKey(account)).toBe('8cf4a2c66d780ae089549c8eb8783999e4ad63232ee22d1ab6ec1b46f535a3d0');
});

describe('The typed client verifies results', () => {
  test.each([
    [PAID, 'paid'],
    [PAID.toUpperCase(), 'paid'],
    [NOT_PAID, 'not-paid'],
    [PAID.slice(1), 'forged'],
    [`${PAID}00`, 'forged'],
    [CODE_FOR_HASH, 'forged'],
    ['', 'forged'],
    [undefined, 'forged'],
    [null, 'forged'],
  ])('%s is %s', (hashValue, verdict) => {
    expect(verifyResult(hashValue, CODE_FOR_HASH)).toBe(verdict);
  });

  test('a hash of another order is forged, and an order without CodeForHash verifies nothing', () => {
    expect(verifyResult(PAID, CODE_FOR_HASH.replace('9', '8'))).toBe('forged');
    expect(() => verifyResult(PAID, '')).toThrow(RangeError);
  });
});

describe('The typed client verifies webhooks', () => {
  test.each(vectors.events)('the published vector $headers.webhook-id is genuine', ({ headers, body }) => {
    const found = verifyWebhook({ secret, headers, body, nowMs: sentAtMs });
    expect(found).toMatchObject({ verdict: 'genuine', id: headers['webhook-id'] });
    const bytes = new TextEncoder().encode(body);
    expect(verifyWebhook({ secret, headers, body: bytes, nowMs: sentAtMs })).toEqual(found);
  });

  test('amounts in a webhook are decimal texts', () => {
    const found = verifyWebhook({ secret, ...rotating, nowMs: sentAtMs });
    expect(found).toMatchObject({ webhook: { type: 'link.created', data: { Link: { Amount: '27.50' } } } });
  });

  test('both secrets verify while they rotate', () => {
    for (const one of [secret, formerSecret]) {
      expect(verifyWebhook({ secret: one, ...rotating, nowMs: sentAtMs }).verdict).toBe('genuine');
    }
  });

  test.each([
    ['another secret', { secret: formerSecret, ...vectors.events[0] }],
    ['a changed body', { secret, ...rotating, body: `${rotating.body} ` }],
    ['another id', { secret, ...rotating, headers: { ...rotating.headers, 'webhook-id': 'other' } }],
    ['no signature', { secret, ...rotating, headers: { ...rotating.headers, 'webhook-signature': undefined } }],
    ['no headers', { secret, ...rotating, headers: {} }],
  ])('%s is forged', (_name, { headers = {}, body = '', ...rest }) => {
    expect(verifyWebhook({ ...rest, headers, body, nowMs: sentAtMs })).toEqual({ verdict: 'forged' });
  });

  test('a genuine webhook is too old, or too new, beyond five minutes', () => {
    for (const [awayMs, verdict] of [
      [300_000, 'genuine'],
      [301_000, 'too-old'],
      [-301_000, 'too-old'],
    ] as const) {
      expect(verifyWebhook({ secret, ...rotating, nowMs: sentAtMs + awayMs }).verdict).toBe(verdict);
    }
  });

  test('a secret that is none is a fault of the program', () => {
    expect(() => verifyWebhook({ secret: 'secret', ...rotating })).toThrow(RangeError);
  });
});
