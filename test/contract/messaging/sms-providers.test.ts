import { createServer, type ServerResponse } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { closeServer, listenOnLoopback } from '../../../infra/local/http-body.ts';
import { Inbox } from '../../../infra/local/inbox.ts';
import { type StandIns, startStandIns } from '../../../infra/local/stand-ins.ts';
import { awsSms } from '../../../shared/adapters/messaging/aws-sms.ts';
import { httpsSms } from '../../../shared/adapters/messaging/https-sms.ts';
import { outgoingClient } from '../../../shared/adapters/outgoing/outgoing-client.ts';
import type { SmsProviderSettings } from '../../../shared/domain/message/sms-provider.ts';
import type { MessageAnswer, SmsMessage } from '../../../shared/ports/message-provider.ts';
import { type Opener, type SealContext, VaultUnavailable } from '../../../shared/ports/vault.ts';
import { FakeProviders } from '../../support/message/fake-providers.ts';
import { type PlayedSms, SECRET_TEXT, smsProviderSuite } from './sms-provider-suite.ts';

const DEALER = '1001';
const KEY = 'key-of-the-dealer';

/** Opens what was sealed for the very place alone. */
const opener: Opener = {
  open: async (sealed: string, context: SealContext) => {
    const expected = { purpose: 'provider-key', dealerCode: DEALER, recordId: 'sms', field: 'key', version: 3 };
    if (sealed !== 'sealed' || JSON.stringify(context) !== JSON.stringify(expected)) {
      throw new VaultUnavailable('NotItsPlace');
    }
    return KEY;
  },
};

interface Call {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** An HTTP service that plays what a test asks for. */
const startService = async (answer: (what: PlayedSms, call: Call, response: ServerResponse) => void) => {
  const seen: Call[] = [];
  let played: PlayedSms = 'takes';
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const call = { path: request.url ?? '', headers: request.headers, body };
      seen.push(call);
      if (played === 'broken') request.socket.destroy();
      else answer(played, call, response);
    });
  });
  const address = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`;
  const closed = createServer();
  const nobody = `http://127.0.0.1:${await listenOnLoopback(closed, 0)}`;
  await closeServer(closed, 0);
  const play = (what: PlayedSms): void => {
    played = what;
  };
  return { seen, play, at: () => (played === 'nobody' ? nobody : address), stop: () => closeServer(server, 100) };
};

type Service = Awaited<ReturnType<typeof startService>>;

const json = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ ...body, message: SECRET_TEXT }));
};

describe('a fake', () => {
  const fake = new FakeProviders();
  const ANSWERS: Readonly<Record<Exclude<PlayedSms, 'takes'>, MessageAnswer>> = {
    throttled: { kind: 'again', detail: '' },
    nobody: { kind: 'again', detail: '' },
    'opted-out': { kind: 'refused', reason: 'opted-out', detail: '' },
    'not-valid': { kind: 'refused', reason: 'message-not-valid', detail: '' },
    failure: { kind: 'unknown', detail: '' },
    broken: { kind: 'unknown', detail: '' },
  };
  smsProviderSuite('the fake', () => ({
    provider: () => fake,
    play: (what) => {
      fake.answers = what === 'takes' ? [] : [ANSWERS[what]];
    },
    calls: () => fake.sms.length,
    taken: () => fake.takenSms,
  }));
});

const SDK = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
} as const;
const ENDPOINT = 'AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2';
const before = { ...process.env };

const AWS_FAULTS: Readonly<Partial<Record<PlayedSms, readonly [number, string, string?]>>> = {
  throttled: [400, 'ThrottlingException'],
  'opted-out': [400, 'ConflictException', 'DESTINATION_PHONE_NUMBER_OPTED_OUT'],
  'not-valid': [400, 'ValidationException', 'CANNOT_PARSE'],
  failure: [500, 'InternalServerException'],
};

describe('AWS', () => {
  const inbox = new Inbox();
  let standIns: StandIns;
  let service: Service;
  let takes = true;
  beforeAll(async () => {
    Object.assign(process.env, SDK);
    const noKey = (): never => {
      throw new Error('no key is used here');
    };
    standIns = await startStandIns({ kms: noKey, inbox, invoke: () => undefined });
    service = await startService((what, _call, response) => {
      const [status = 500, type = '', Reason] = AWS_FAULTS[what] ?? [];
      json(response, status, { __type: type, Reason }, { 'x-amzn-errortype': type });
    });
  });
  afterAll(async () => {
    for (const name of [...Object.keys(SDK), ENDPOINT]) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    await standIns.stop();
    await service.stop();
  });
  smsProviderSuite('AWS, before its stand-in', () => ({
    provider: () => {
      process.env[ENDPOINT] = takes ? standIns.endpoint : service.at();
      return awsSms({ sender: 'ODEME' });
    },
    play: (what) => {
      takes = what === 'takes';
      service.play(what);
    },
    calls: () => service.seen.length + inbox.list().length,
    taken: () =>
      inbox
        .list()
        .toReversed()
        .map(({ to, text, reference }) => ({ to: to.replace('+90', ''), text, reference })),
  }));
});

const HTTPS_FAULTS: Readonly<Partial<Record<PlayedSms, readonly [number, object]>>> = {
  throttled: [429, {}],
  'opted-out': [422, { reason: 'opted-out' }],
  'not-valid': [400, { reason: 'message-not-valid' }],
  failure: [502, {}],
};

const postedSms = z.strictObject({ id: z.string(), to: z.string(), text: z.string() });
const key = { sealed: 'sealed', version: 3 };

describe('HTTPS', () => {
  const client = outgoingClient({ rules: { ownAddresses: ['http://127.0.0.1:1'], loopback: true } });
  const taken: { to: string; text: string; reference: string }[] = [];
  let service: Service;
  const providerWith = (settings: Partial<SmsProviderSettings>) =>
    httpsSms({ client, opener }).of(DEALER, {
      url: `${service.at()}/sms`,
      format: 'json',
      authorization: 'bearer',
      key,
      ...settings,
    });
  const sms: SmsMessage = { to: '5551110022', text: 'Öde & "{key}"', reference: 'r-1' };

  beforeAll(async () => {
    service = await startService((what, call, response) => {
      const fault = HTTPS_FAULTS[what];
      if (fault !== undefined) {
        json(response, ...fault);
        return;
      }
      if (call.path === '/sms') {
        const { id, to, text } = postedSms.parse(JSON.parse(call.body));
        taken.push({ to: to.replace('+90', ''), text, reference: id });
      }
      json(response, 201, { id: `m-${service.seen.length}` });
    });
  });
  afterAll(() => service.stop());

  smsProviderSuite('a provider over HTTPS', () => ({
    provider: () => providerWith({}),
    play: service.play,
    calls: () => service.seen.length,
    taken: () => taken,
  }));

  test.each([
    ['bearer', { authorization: 'bearer' }, `Bearer ${KEY}`],
    ['basic', { authorization: 'basic', user: 'shop' }, `Basic ${Buffer.from(`shop:${KEY}`).toString('base64')}`],
    ['none', { authorization: 'none' }, undefined],
  ] as const)('the dealer’s key goes into the header alone: %s', async (_name, settings, authorization) => {
    service.play('takes');
    expect(await providerWith(settings).sendSms(sms)).toMatchObject({ kind: 'accepted' });
    const { headers, body, path } = service.seen.at(-1) ?? expect.unreachable();
    expect([headers.authorization, body.includes(KEY), path.includes(KEY)]).toEqual([authorization, false, false]);
  });

  test('a template fits a provider with fields and headers of its own', async () => {
    service.play('takes');
    const body = JSON.stringify({ usercode: 'shop', password: '{key}', gsm: '{toDigits}', message: '{text}' });
    const own = { url: `${service.at()}/form`, format: 'form', authorization: 'none', body } as const;
    await providerWith({ ...own, headers: { 'x-api-key': '{key}' } }).sendSms(sms);
    const call = service.seen.at(-1) ?? expect.unreachable();
    expect(call.headers['x-api-key']).toBe(KEY);
    expect(Object.fromEntries(new URLSearchParams(call.body))).toEqual({
      usercode: 'shop',
      password: KEY,
      gsm: '905551110022',
      message: sms.text,
    });
  });

  test('a key that cannot be opened in its place leaves nothing, and no call is made', async () => {
    const calls = service.seen.length;
    const answer = await providerWith({ key: { sealed: 'sealed', version: 4 } }).sendSms(sms);
    expect([answer, service.seen.length]).toEqual([{ kind: 'again', detail: 'VaultUnavailable' }, calls]);
  });

  test('an address that became private is not called (rule 41)', async () => {
    const strict = outgoingClient({ rules: { ownAddresses: [], loopback: false } });
    const settings = { url: 'https://127.0.0.1/sms', format: 'json', authorization: 'bearer', key } as const;
    const answer = await httpsSms({ client: strict, opener }).of(DEALER, settings).sendSms(sms);
    expect(answer).toEqual({ kind: 'again', detail: 'the address must name a host of the public internet' });
  });
});
