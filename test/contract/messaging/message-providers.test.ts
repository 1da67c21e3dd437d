import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeServer, listenOnLoopback } from '../../../infra/local/http-body.ts';
import { Inbox } from '../../../infra/local/inbox.ts';
import { type StandIns, startStandIns } from '../../../infra/local/stand-ins.ts';
import { awsEmail } from '../../../shared/adapters/messaging/aws-email.ts';
import { awsSms } from '../../../shared/adapters/messaging/aws-sms.ts';
import { mailbox } from '../../../shared/adapters/messaging/mailbox.ts';
import type { EmailMessage, SmsMessage } from '../../../shared/ports/message-provider.ts';
import { looks } from '../../unit/pages/page-samples.ts';

const SDK = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
} as const;
const ENDPOINTS = ['AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2', 'AWS_ENDPOINT_URL_SESV2'] as const;
const before = { ...process.env };

const inbox = new Inbox();
let standIns: StandIns;

/** Answers every call with what the test sets: a status, the service's error, or a connection that breaks. */
let played: { readonly status: number; readonly type: string; readonly reason?: string } | 'broken' = 'broken';
let calls = 0;
const failing: Server = createServer((request, response) => {
  calls += 1;
  request.resume().on('end', () => {
    if (played === 'broken') {
      request.socket.destroy();
      return;
    }
    response.writeHead(played.status, { 'content-type': 'application/json', 'x-amzn-errortype': played.type });
    response.end(JSON.stringify({ __type: played.type, Reason: played.reason, message: 'secret +905551110022' }));
  });
});
let failingAddress = '';

const sms: SmsMessage = { to: '5551110022', text: 'Ode: https://ode.example/pay/x', reference: 'p-sms-01' };
const email: EmailMessage = {
  to: 'payer@example.com',
  fromName: 'Örnek Mağaza',
  replyTo: 'shop@example.com',
  subject: 'Ödeme bağlantınız',
  text: 'Öde',
  html: '<html><head></head><body>Öde</body></html>',
  images: [{ contentId: 'logo', fileName: 'logo.png', base64: looks.logo ?? '' }],
  reference: 'p-email-01',
};

/** Both adapters as one: what holds for one call holds for the other. */
const providers = [
  ['SMS', () => awsSms({ sender: 'ODEME' }).sendSms(sms)],
  ['e-mail', () => awsEmail({ from: 'pay@example.com', configurationSet: 'events' }).sendEmail(email)],
] as const;

const at = (endpoint: string): void => {
  for (const name of ENDPOINTS) process.env[name] = endpoint;
};

beforeAll(async () => {
  standIns = await startStandIns({
    kms: () => {
      throw new Error('no key is used here');
    },
    inbox,
    invoke: () => undefined,
  });
  failingAddress = `http://127.0.0.1:${await listenOnLoopback(failing, 0)}`;
  Object.assign(process.env, SDK);
});
afterAll(async () => {
  for (const name of [...Object.keys(SDK), ...ENDPOINTS]) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  await standIns.stop();
  await closeServer(failing, 100);
});

describe('a message service', () => {
  test.each(providers)('%s: takes a message, names it, and delivers what was handed over', async (_name, send) => {
    at(standIns.endpoint);
    const answer = await send();
    expect(answer).toEqual({ kind: 'accepted', messageId: inbox.list()[0]?.id });
  });

  test('what arrives is what was sent, in every letter', () => {
    expect(inbox.list()).toMatchObject([
      {
        channel: 'email',
        to: email.to,
        from: 'Örnek Mağaza <pay@example.com>',
        subject: email.subject,
        text: email.text,
        html: email.html,
        images: { logo: `data:image/png;base64,${looks.logo}` },
        reference: email.reference,
      },
      { channel: 'sms', to: '+905551110022', from: 'ODEME', text: sms.text, reference: sms.reference },
    ]);
  });

  test('the service refuses what its own description does not allow', async () => {
    at(standIns.endpoint);
    expect(await awsSms({ sender: 'ODEME' }).sendSms({ ...sms, text: '' })).toMatchObject({ kind: 'refused' });
  });

  test.each([
    ['a used-up rate', { status: 400, type: 'ThrottlingException' }, 'again'],
    ['a missing right', { status: 400, type: 'AccessDeniedException' }, 'again'],
    ['a failure of the service', { status: 500, type: 'InternalServerException' }, 'unknown'],
    ['a broken connection', 'broken', 'unknown'],
  ] as const)('%s is told apart, once asked, without texts of the service', async (_name, fault, kind) => {
    at(failingAddress);
    for (const [, send] of providers) {
      [played, calls] = [fault, 0];
      const answer = await send();
      expect(answer.kind).toBe(kind);
      expect(JSON.stringify(answer)).not.toContain('secret');
      expect(calls).toBe(1);
    }
  });

  test.each([
    ['SMS', { status: 400, type: 'ConflictException', reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT' }, 'opted-out'],
    ['SMS', { status: 400, type: 'ValidationException', reason: 'DESTINATION_COUNTRY_BLOCKED' }, 'recipient-not-valid'],
    ['SMS', { status: 400, type: 'ValidationException', reason: 'CANNOT_PARSE' }, 'message-not-valid'],
    ['e-mail', { status: 400, type: 'MessageRejected' }, 'sender-not-allowed'],
    ['e-mail', { status: 400, type: 'BadRequestException' }, 'message-not-valid'],
  ] as const)('%s: what no repetition changes is a refusal: %o', async (channel, fault, reason) => {
    at(failingAddress);
    played = fault;
    const send = providers.find(([name]) => name === channel)?.[1];
    expect(await send?.()).toMatchObject({ kind: 'refused', reason });
  });

  test('where nobody listens at its address, it is asked again later: nothing was sent', async () => {
    const closed = createServer();
    const port = await listenOnLoopback(closed, 0);
    await closeServer(closed, 0);
    at(`http://127.0.0.1:${port}`);
    for (const [, send] of providers) expect(await send()).toEqual({ kind: 'again', detail: 'ECONNREFUSED' });
  });
});

test.each([
  ['', 'a@b.co'],
  ['Shop', '=?UTF-8?B?U2hvcA==?= <a@b.co>'],
  ['"><x@y.z>\r\nBcc: a', '=?UTF-8?B?Ij48eEB5Lno+DQpCY2M6IGE=?= <a@b.co>'],
])('the display name %j can neither end nor add a header', (name, expected) => {
  expect(mailbox(name, 'a@b.co')).toBe(expected);
});

test('a long display name becomes words of at most 75 characters, none of which cuts a letter', () => {
  const name = 'Işık Çiçekçilik ve Bahçe Düzenlemesi Şirketi 😀';
  const words = mailbox(name, 'a@b.co').split(' ').slice(0, -1);
  expect(Math.max(...words.map((word) => word.length))).toBeLessThanOrEqual(75);
  const read = words
    .map((word) => Buffer.from(word.slice('=?UTF-8?B?'.length, -2), 'base64').toString('utf8'))
    .join('');
  expect(read).toBe(name);
});
