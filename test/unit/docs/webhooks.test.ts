import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sampleEvents } from '../../../infra/docs/webhook-samples.ts';
import { webhookVectors } from '../../../infra/docs/webhook-vectors.ts';
import { newWebhookSecret, webhookHeaders } from '../../../shared/adapters/webhook/sign-webhook.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { eventTypes } from '../../../shared/domain/outbox/event.ts';
import { webhookPayload } from '../../../shared/domain/webhook/webhook-payload.ts';
import { isHere, programIn, programLanguages, runProgram } from './document-programs.ts';

const document = readFileSync(new URL('../../../shared/docs/webhooks.md', import.meta.url), 'utf8');
const { secret, formerSecret, rotating, events } = webhookVectors();
const MAX_PAYLOAD_BYTES = 20_000;

const programOf = (language: string): string => programIn(document, language);

describe('The programs of the document on webhooks', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'payment-links-verify-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const shown = events.find(({ type }) => type === 'endpoint.test');

  test.each(programLanguages.map(({ language }) => language))('%s is tried with a vector', (language) => {
    const program = programOf(language);
    for (const constant of [secret, shown?.body ?? '', ...Object.values(shown?.headers ?? {})]) {
      expect(program).toContain(constant);
    }
  });

  for (const program of programLanguages) {
    const { language } = program;
    // A language that is not at hand is reported as skipped.
    test.skipIf(!isHere(program))(`${language} tells the genuine event from a changed one`, () => {
      const ran = runProgram(program, { folder, program: programOf(language) });
      expect(ran).toEqual({ stdout: 'true false\n', status: 0 });
    });
  }

  test('the receiver of a plan’s notice asks the service, and believes no form', () => {
    const [typescript] = programLanguages;
    if (typescript === undefined) throw new Error('no program is run by Node');
    const program = programIn(document.slice(document.indexOf('## The plain notice of a plan')), 'ts');
    expect(runProgram(typescript, { folder, program })).toEqual({ stdout: 'true false\n', status: 0 });
  });

  test('every event type stands in its table', () => {
    const table = document.slice(document.indexOf('## Events'), document.indexOf('## What is sent'));
    for (const type of eventTypes) expect(table).toContain(`\`${type}\``);
  });
});

describe('A signed event (Standard Webhooks)', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const at = (headers: Readonly<Record<string, string>>): void => {
    vi.useFakeTimers({ now: Number(headers['webhook-timestamp']) * 1000, toFake: ['Date'] });
  };

  test.each(events)('$type is verified by an independent program, and holds what the document says', (vector) => {
    at(vector.headers);
    const verified = new Webhook(secret).verify(vector.body, { ...vector.headers });
    expect(verified).toMatchObject({ type: vector.type, timestamp: '2026-11-22T09:30:15.250Z', version: 1 });
  });

  test('while secrets rotate, either of them verifies it, and no other', () => {
    at(rotating.headers);
    for (const one of [secret, formerSecret]) {
      expect(new Webhook(one).verify(rotating.body, { ...rotating.headers })).toHaveProperty('type');
    }
    expect(() => new Webhook(newWebhookSecret()).verify(rotating.body, { ...rotating.headers })).toThrow(/signature/);
  });

  test('any body under any new secret is verified, and a changed one is not', () => {
    const nowMs = Date.UTC(2026, 10, 22);
    vi.useFakeTimers({ now: nowMs, toFake: ['Date'] });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (text, eventId) => {
        const fresh = newWebhookSecret();
        const body = JSON.stringify({ text });
        const headers = { ...webhookHeaders({ eventId, nowMs, body, secrets: [fresh] }) };
        expect(new Webhook(fresh).verify(body, headers)).toEqual({ text });
        expect(() => new Webhook(fresh).verify(`${body} `, headers)).toThrow(/signature/);
        expect(() => new Webhook(fresh).verify(body, { ...headers, 'webhook-id': `${eventId}0` })).toThrow(/signature/);
      }),
    );
  });

  test('a secret has 32 random bytes, as the specification wants', () => {
    const made = Array.from({ length: 100 }, newWebhookSecret);
    expect(new Set(made).size).toBe(100);
    for (const one of made) expect(Buffer.from(one.slice('whsec_'.length), 'base64')).toHaveLength(32);
  });
});

describe('The payload of an event', () => {
  test('is the same bytes at each try, and there is a vector of every type', () => {
    for (const event of sampleEvents) expect(webhookPayload(structuredClone(event))).toBe(webhookPayload(event));
    expect(events.map(({ type }) => type)).toEqual([...eventTypes]);
  });

  test('stays under 20 kB with the most sub-dealers and the longest codes', () => {
    const shares = Array.from({ length: 100 }, () => ({ subDealerId: 2_147_483_647, amount: minor(99_999_999_999) }));
    const sample = sampleEvents.find(({ type }) => type === 'payment.refunded');
    const { payment, step } = sample?.facts ?? {};
    if (sample === undefined || payment === undefined || step === undefined) throw new Error('no sample of a step');
    const otherTrxCode = '\u0001'.repeat(128);
    const facts = {
      payment: { ...payment, otherTrxCode, shares },
      step: { ...step, refundCode: otherTrxCode, shares },
    };
    expect(Buffer.byteLength(webhookPayload({ ...sample, facts }))).toBeLessThan(MAX_PAYLOAD_BYTES);
  });
});
