import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  missingInProvider,
  providerRequest,
  type SmsProviderSettings,
} from '../../../../shared/domain/message/sms-provider.ts';
import { type ProviderPost, providerAnswer } from '../../../../shared/domain/message/sms-provider-answer.ts';
import {
  bodyTemplateProblem,
  headerTemplatesProblem,
} from '../../../../shared/domain/message/sms-provider-template.ts';

const plain: SmsProviderSettings = { url: 'https://sms.example/send', format: 'json', authorization: 'none' };
const nasty = 'Çiçek "{key}" \\ \n{"to":"x"} & a=b';
const sms = { to: '5551110022', text: nasty, reference: 'p-sms-01', key: 'k"1&x=2' };
const request = (settings: Partial<SmsProviderSettings>) => providerRequest({ ...plain, ...settings }, sms);

describe('The request of an SMS', () => {
  test('has the service’s own layout, and names a sender where there is one', () => {
    const body = { id: 'p-sms-01', to: '+905551110022', text: nasty };
    expect(JSON.parse(request({}).body)).toEqual(body);
    expect(JSON.parse(request({ sender: 'SHOP' }).body)).toEqual({ ...body, sender: 'SHOP' });
  });

  test('fills placeholders inside texts of a template; no value adds a member or is filled again', () => {
    const body = JSON.stringify({
      password: '{key}',
      messages: [{ dest: '{toDigits}', local: '0{toLocal}', msg: '{text}' }],
      test: false,
      '{id}': '{other}',
    });
    const template = request({ body, user: 'U' });
    expect(JSON.parse(template.body)).toEqual({
      password: 'k"1&x=2',
      messages: [{ dest: '905551110022', local: '05551110022', msg: nasty }],
      test: false,
      '{id}': '{other}',
    });
  });

  test('as a form has exactly the fields of the template', () => {
    const body = JSON.stringify({ usercode: '{user}', password: '{key}', gsm: '{toLocal}', message: '{text}' });
    const { headers, body: sent } = request({ format: 'form', body, user: 'U' });
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded; charset=utf-8');
    expect([...new URLSearchParams(sent)]).toEqual([
      ['usercode', 'U'],
      ['password', sms.key],
      ['gsm', '5551110022'],
      ['message', nasty],
    ]);
  });

  test('whatever a value is, body and fields say exactly that, and nothing more', () => {
    const template = JSON.stringify({ a: '{text}', b: ['<{key}>'], c: { to: '{to}' } });
    const fields = JSON.stringify({ a: '{text}', b: '<{key}>', to: '{to}' });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, key) => {
        const filledWith = (settings: Partial<SmsProviderSettings>) =>
          providerRequest({ ...plain, ...settings }, { ...sms, text, key }).body;
        const json: unknown = JSON.parse(filledWith({ body: template }));
        expect(json).toEqual({ a: text, b: [`<${key}>`], c: { to: '+905551110022' } });
        const form = [...new URLSearchParams(filledWith({ format: 'form', body: fields }))];
        expect(form).toEqual([
          ['a', text],
          ['b', `<${key}>`],
          ['to', '+905551110022'],
        ]);
      }),
      { numRuns: 200 },
    );
  });

  test('a header holds no line break, whatever a value holds', () => {
    const headers = { 'x-key': 'Key {key}', 'x-id': '{id}' };
    const { headers: sent } = providerRequest({ ...plain, headers }, { ...sms, key: 'a\r\nx-evil: 1' });
    expect(sent).toMatchObject({ 'x-key': 'Key ax-evil: 1', 'x-id': 'p-sms-01' });
  });
});

describe('A template', () => {
  test.each([
    ['{"t":"{text}","d":"{to}"}', 'json', undefined],
    ['{"t":"{text}","list":[{"no":"{toLocal}"}],"n":1}', 'json', undefined],
    ['{"t":"{text}","list":[]}', 'json', 'must hold {to}, {toDigits} or {toLocal}'],
    ['{"d":"{to}"}', 'json', 'must hold {text}'],
    ['{"t":"{text}","d":"{to}","n":1}', 'form', 'must hold texts alone, because the format is form'],
    ['["{text}{to}"]', 'json', 'must be a JSON object'],
    ['no JSON', 'json', 'must be a JSON object'],
    [`{"a":"${'x'.repeat(4000)}"}`, 'json', 'must have at most 4000 characters'],
    ['{"a":[[[[[["{text}{to}"]]]]]]}', 'json', 'must not be nested deeper than 6 levels'],
  ] as const)('%.60s as %s', (json, format, problem) => {
    expect(bodyTemplateProblem(json, format)).toBe(problem);
  });

  test.each([
    [{ 'x-api-key': '{key}' }, undefined],
    [{ host: 'x' }, 'must not hold host'],
    [{ 'content-length': '1' }, 'must not hold content-length'],
    [{ 'x y': '1' }, 'must have names of small letters, digits and hyphens: x y'],
    [{ 'x-text': '{text}' }, 'may hold {id}, {sender}, {user} and {key}: x-text'],
    [{ 'x-a': 'a\r\nb' }, 'must be short texts of ASCII: x-a'],
    [Object.fromEntries(Array.from({ length: 11 }, (_one, nth) => [`x-${nth}`, ''])), 'must be at most 10'],
  ])('of headers %o', (headers, problem) => {
    expect(headerTemplatesProblem(headers as Record<string, string>)).toBe(problem);
  });

  test.each([
    [{ authorization: 'bearer' }, false, 'key'],
    [{ authorization: 'bearer' }, true, undefined],
    [{ authorization: 'basic' }, true, 'user'],
    [{ authorization: 'basic', user: 'U' }, true, undefined],
    [{ authorization: 'none' }, false, undefined],
    [{ authorization: 'none', headers: { 'x-api-key': '{key}' } }, false, 'key'],
    [{ authorization: 'none', body: '{"a":"{text}{to}{sender}"}' }, false, 'sender'],
    [{ authorization: 'none', body: '{"a":"{text}{to}{user}"}' }, false, 'user'],
  ] as const)('%o needs what it names', (settings, hasKey, missing) => {
    expect(missingInProvider(settings, hasKey)).toBe(missing);
  });
});

const answered = (status: number, body: unknown = ''): ProviderPost => ({
  kind: 'answered',
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const codes = {
  codeMember: 'response.status.code',
  idMember: 'response.order.0',
  acceptedCodes: ['00'],
  againCodes: ['80'],
  optedOutCodes: ['17'],
} as const;
const coded = (code: unknown) => answered(200, { response: { status: { code, text: 'secret' }, order: [4711] } });

describe('The answer of a provider', () => {
  test.each([
    ['taken', answered(200, { id: 'm-1' }), {}, { kind: 'accepted', messageId: 'm-1' }],
    ['taken, without a name', answered(204), {}, { kind: 'accepted' }],
    ['taken, with a name that is none', answered(202, { id: 'a b' }), {}, { kind: 'accepted' }],
    ['a code of success', coded('00'), codes, { kind: 'accepted', messageId: '4711' }],
    ['a code of another kind', coded(30), codes, { kind: 'refused', reason: 'refused-by-provider' }],
    ['a code of a busy provider', coded('80'), codes, { kind: 'again', detail: 'HTTP 200, code 80' }],
    ['a code of an opted-out recipient', coded(17), codes, { kind: 'refused', reason: 'opted-out' }],
    ['no code where there should be one', answered(200, 'OK'), codes, { kind: 'unknown' }],
    ['too many requests', answered(429), {}, { kind: 'again', detail: 'HTTP 429' }],
    ['closed for a moment', answered(503), {}, { kind: 'again', detail: 'HTTP 503' }],
    ['a wrong key', answered(401), {}, { kind: 'again', detail: 'HTTP 401' }],
    ['a redirect', answered(302), {}, { kind: 'again', detail: 'HTTP 302' }],
    ['a failure of the provider', answered(500), {}, { kind: 'unknown', detail: 'HTTP 500' }],
    ['a refusal', answered(400, { text: 'secret' }), {}, { kind: 'refused', reason: 'refused-by-provider' }],
    ['a named refusal', answered(422, { reason: 'opted-out' }), {}, { kind: 'refused', reason: 'opted-out' }],
    ['an unknown reason', answered(422, { reason: 'secret' }), {}, { kind: 'refused', reason: 'refused-by-provider' }],
    ['no connection', { kind: 'failed', cause: 'no-connection', sent: false }, {}, { kind: 'again' }],
    ['no answer', { kind: 'failed', cause: 'time-out', sent: true }, {}, { kind: 'unknown', detail: 'time-out' }],
    ['an address that is not called', { kind: 'refused', problem: 'not-public' }, {}, { kind: 'again' }],
  ] as const)('%s', (_what, post, settings, expected) => {
    const answer = providerAnswer(post, settings);
    expect(answer).toMatchObject(expected);
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});
