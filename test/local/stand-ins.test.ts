import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Inbox } from '../../infra/local/inbox.ts';
import { LocalKms } from '../../infra/local/kms.ts';
import { type StandIns, startStandIns } from '../../infra/local/stand-ins.ts';
import { asynchronousInvoker } from '../../shared/adapters/lambda/asynchronous-invoker.ts';

const key = { id: '11111111-1111-1111-1111-111111111111', arn: 'arn:aws:kms:x:0:key/1', spec: 'SYMMETRIC_DEFAULT' };
const kms = new LocalKms([key], undefined);
const invoked: string[] = [];
let standIns: StandIns;

beforeAll(async () => {
  standIns = await startStandIns({
    kms: () => kms,
    inbox: new Inbox(),
    invoke: (name, payload) => {
      if (name !== 'known') return undefined;
      invoked.push(payload);
      return Promise.resolve({ payload: `{"got":${payload}}`, failed: payload.includes('fail') });
    },
  });
});
afterAll(() => standIns.stop());

const configuration = () => ({
  endpoint: standIns.endpoint,
  region: 'eu-central-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
});

describe('Operators’ Invoke on one machine (rule 36)', () => {
  const path = '/2015-03-31/functions/known/invocations';

  test('needs the run’s secret', async () => {
    const { origin } = new URL(standIns.endpoint);
    for (const address of [`${origin}${path}`, `${origin}/wrong${path}`, `${standIns.endpoint}x${path}`]) {
      const response = await fetch(address, { method: 'POST', body: '{}' });
      expect(response.status).toBe(403);
    }
    expect(invoked).toEqual([]);
  });

  test('refuses a request with an Origin header, secret or not', async () => {
    for (const origin of ['https://evil.example', 'null', standIns.endpoint]) {
      const response = await fetch(`${standIns.endpoint}${path}`, { method: 'POST', body: '{}', headers: { origin } });
      expect(response.status).toBe(403);
    }
    expect(invoked).toEqual([]);
  });

  test('listens on the loopback address', () => {
    expect(new URL(standIns.endpoint).hostname).toBe('127.0.0.1');
  });
});

describe('The AWS SDK is served', () => {
  test('Invoke answers the function’s value, and its failure as a function error', async () => {
    const lambda = new LambdaClient(configuration());
    const invoke = async (payload: string) => {
      const { FunctionError, Payload, StatusCode } = await lambda.send(
        new InvokeCommand({ FunctionName: 'known', Payload: Buffer.from(payload) }),
      );
      return [StatusCode, FunctionError, Buffer.from(Payload ?? []).toString()];
    };
    expect(await invoke('{"a":1}')).toEqual([200, undefined, '{"got":{"a":1}}']);
    expect(await invoke('"fail"')).toEqual([200, 'Unhandled', '{"got":"fail"}']);
    await expect(lambda.send(new InvokeCommand({ FunctionName: 'unknown' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('a data key opens under its own encryption context only', async () => {
    const client = new KMSClient(configuration());
    const context = { purpose: 'code-for-hash' };
    const { CiphertextBlob, Plaintext } = await client.send(
      new GenerateDataKeyCommand({ KeyId: key.arn, KeySpec: 'AES_256', EncryptionContext: context }),
    );
    const opened = await client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: context }));
    expect(opened.Plaintext).toEqual(Plaintext);
    await expect(
      client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: { purpose: 'merchant-key' } })),
    ).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
  });
});

describe('The sweeper’s hand-on through Lambda’s Invoke', () => {
  afterEach(() => vi.unstubAllEnvs());

  const environment = (): void => {
    vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', standIns.endpoint);
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  };
  const turn = { handOns: 1, endsAtMs: 1_000_000, gateways: ['abc123'] };

  test('starts the function with its turn, and does not wait for its end', async () => {
    environment();
    await asynchronousInvoker('known')({ turn });
    expect(invoked.at(-1)).toBe(JSON.stringify({ turn }));
  });

  test('is rejected where no such function can be started', async () => {
    environment();
    await expect(asynchronousInvoker('unknown')({ turn })).rejects.toThrow('Function not found');
  });
});
