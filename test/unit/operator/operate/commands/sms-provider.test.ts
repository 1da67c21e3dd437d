import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import {
  putSmsProvider,
  removeSmsProvider,
  shownProvider,
} from '../../../../../functions/operator/operate/commands/sms-provider.ts';
import { DEFAULT_MESSAGING, type DealerMessaging } from '../../../../../shared/domain/message/messaging-settings.ts';
import type { SmsProviderSettings } from '../../../../../shared/domain/message/sms-provider.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';

const URL = 'https://sms.example/send';
const KEY = { sealed: 'v1.sealed-before', version: 3 };
const PROVIDER: SmsProviderSettings = { url: URL, format: 'json', authorization: 'bearer', key: KEY };
const BODY = { to: '{to}', text: '{text}' };

const stored = (smsProvider?: SmsProviderSettings): DealerMessaging => ({
  ...DEFAULT_MESSAGING,
  version: 4,
  replyTo: 'a@shop.example',
  ...(smsProvider === undefined ? {} : { smsProvider }),
});

const scene = (messaging: DealerMessaging) => {
  const sealed: unknown[] = [];
  const deps = {
    dealers: { load: async (code: string) => (code === 'D1' ? { dealer: dealerWith(), credentials: [] } : undefined) },
    dealerMessaging: { of: async () => messaging },
    outgoing: { ownAddresses: [], loopback: false },
    sealer: {
      seal: async (text: string, context: unknown) => {
        sealed.push([text, context]);
        return 'v1.sealed-now';
      },
    },
  };
  const call = { deps, nowMs: 0, today: '20270115', tomorrow: '20270116' } as unknown as CommandCall;
  return { sealed, call };
};

const put = async (input: object, before: DealerMessaging = stored(PROVIDER)) => {
  const { sealed, call } = scene(before);
  const version = before.version === 0 ? {} : { version: before.version };
  const planned = await putSmsProvider.plan({ dealerCode: 'D1', ...version, ...input }, call);
  if (planned.change.kind !== 'messaging') throw new Error('no messaging is put');
  return { ...planned, sealed, record: planned.change.record, provider: planned.change.record.smsProvider };
};

describe('put-sms-provider', () => {
  test('keeps a provider beside the other settings of the dealer, with its key sealed for the new version', async () => {
    const given = { url: 'https://SMS.example/send', key: 'secret-key', sender: 'Shop' };
    const { sealed, provider, record, result, changed } = await put(given, stored());
    expect(sealed).toEqual([['secret-key', expect.anything()]]);
    const key = { sealed: 'v1.sealed-now', version: 5 };
    expect(provider).toEqual({ url: URL, format: 'json', authorization: 'bearer', sender: 'Shop', key });
    expect(record).toEqual({ ...stored(), version: 5, smsProvider: provider });
    expect(changed).toEqual(['authorization', 'format', 'key', 'sender', 'url']);
    expect(result).toEqual({ dealerCode: 'D1', version: 5, changed });
    expect((await put({ url: URL, key: 'k' }, DEFAULT_MESSAGING)).record.version).toBe(1);
  });

  test('leaves a key that is not given as it was sealed', async () => {
    const { sealed, provider, changed } = await put({ format: 'form' });
    expect([sealed, provider?.key, changed]).toEqual([[], KEY, ['format']]);
  });

  test('gives the key of one address to no other: it must be given again (rule 41)', async () => {
    const url = 'https://other.example/send';
    await expect(put({ url })).rejects.toMatchObject({
      field: 'key',
      sentence: 'key must be given again for another url.',
    });
    expect((await put({ url, key: 'k' })).provider).toMatchObject({ url, key: { version: 5 } });
    expect((await put({ url, key: null, authorization: 'none' })).provider).not.toHaveProperty('key');
    // Of a provider without a key nothing is given away.
    const { key: _none, ...open } = { ...PROVIDER, authorization: 'none' as const };
    expect((await put({ url }, stored(open))).provider?.url).toBe(url);
  });

  test('keeps an address that is stored, and takes a new one that the stage may call alone', async () => {
    const before = { ...PROVIDER, url: 'http://old.example/' };
    expect((await put({ sender: 'Shop' }, stored(before))).provider?.url).toBe('http://old.example/');
    await expect(put({ url: 'http://other.example/', key: 'k' })).rejects.toMatchObject({ field: 'url' });
  });

  test.each<readonly [object, string, string]>([
    [{ body: { text: '{text}' } }, 'body', 'must hold {to}'],
    [{ body: { ...BODY, more: [1] }, format: 'form' }, 'body', 'must hold texts alone'],
    [{ body: { ...BODY, user: '{user}' } }, 'user', 'is needed by authorization, body or headers'],
    [{ authorization: 'basic' }, 'user', 'is needed by authorization'],
    [{ headers: { 'x-from': '{sender}' } }, 'sender', 'is needed by authorization'],
    [{ key: null }, 'key', 'is needed by authorization'],
    [{ codeMember: 'code' }, 'acceptedCodes', 'is needed beside codeMember'],
    [{ acceptedCodes: ['0'] }, 'codeMember', 'is needed beside codes'],
    [{ againCodes: ['1'] }, 'codeMember', 'is needed beside codes'],
    [{ optedOutCodes: ['2'] }, 'codeMember', 'is needed beside codes'],
    [{ body: 'text' }, 'body', 'must be a JSON object'],
    [{ headers: 'text' }, 'headers', 'must be a JSON object'],
    [{ headers: { 'x-a': 1 } }, 'headers', 'must hold texts'],
    [{ headers: { 'content-type': 'x' } }, 'headers', 'must not hold content-type'],
    [{ idMember: 'a..b' }, 'idMember', 'must be names with dots between them'],
    [{ idMember: '.a' }, 'idMember', 'must be names'],
    [{ idMember: 'a.b ' }, 'idMember', 'must be names'],
    [{ idMember: 'x'.repeat(41) }, 'idMember', 'must be names'],
    [{ idMember: `a.${'x'.repeat(41)}` }, 'idMember', 'must be names'],
    [{ idMember: 'a.b.c.d.e.f' }, 'idMember', 'must be names'],
    [{ key: 'a b' }, 'key', 'must be visible ASCII'],
    [{ key: ' ab' }, 'key', 'must be visible ASCII'],
    [{ key: 'ab\n' }, 'key', 'must be visible ASCII'],
    [{ key: 'x'.repeat(501) }, 'key', 'must be visible ASCII'],
    [{ user: 'a:b' }, 'user', 'must be visible ASCII without a colon'],
    [{ user: ' ab' }, 'user', 'must be visible ASCII without a colon'],
    [{ user: 'ab ' }, 'user', 'must be visible ASCII without a colon'],
    [{ user: 'x'.repeat(101) }, 'user', 'must be visible ASCII without a colon'],
    [{ sender: 'ab' }, 'sender', 'must be an originator'],
    [{ sender: ' abc' }, 'sender', 'must be an originator'],
    [{ sender: 'abc-' }, 'sender', 'must be an originator'],
    [{ sender: 'x'.repeat(21) }, 'sender', 'must be an originator'],
    [{ sender: 'a_c' }, 'sender', 'must be an originator'],
  ])('refuses %j', async (input, field, problem) => {
    await expect(put(input)).rejects.toMatchObject({
      code: 'InvalidInput',
      field,
      sentence: expect.stringContaining(`${field} ${problem}`),
    });
  });

  test('takes texts of the longest forms, and headers by their names in small letters', async () => {
    const given = {
      headers: { 'X-From': '{sender}' },
      sender: `a${' .-'.repeat(6)}b`,
      user: 'u'.repeat(100),
      key: 'k'.repeat(500),
      codeMember: `${'x'.repeat(40)}.b.c.d.${'e'.repeat(40)}`,
      acceptedCodes: ['0'],
      againCodes: ['1'],
      optedOutCodes: ['2'],
      body: { ...BODY, deep: { list: ['{id}'] } },
    };
    const { key: _sealed, ...shown } = given;
    const { provider } = await put(given);
    expect(provider).toMatchObject({ ...shown, headers: { 'x-from': '{sender}' }, body: JSON.stringify(given.body) });
  });

  test('needs the version that stands, and a dealer', async () => {
    await expect(put({ version: 3 })).rejects.toMatchObject({
      code: 'VersionConflict',
      sentence: expect.stringContaining('The current version of messaging of dealer D1 is 4'),
    });
    await expect(put({ url: URL, key: 'k', version: 4 }, DEFAULT_MESSAGING)).rejects.toMatchObject({
      code: 'NotFound',
    });
    await expect(put({ dealerCode: 'D2' })).rejects.toMatchObject({ code: 'NotFound' });
  });
});

describe('remove-sms-provider', () => {
  const remove = (before: DealerMessaging) =>
    removeSmsProvider.plan({ dealerCode: 'D1', version: 4 }, scene(before).call);

  test('removes the provider, and leaves the other settings', async () => {
    expect(await remove(stored(PROVIDER))).toEqual({
      dealerCode: 'D1',
      change: { kind: 'messaging', dealerCode: 'D1', record: { ...stored(), version: 5 } },
      changed: ['smsProvider'],
      result: { dealerCode: 'D1', version: 5 },
    });
  });

  test('has nothing to remove where there is none', async () => {
    await expect(remove(stored())).rejects.toMatchObject({
      code: 'NotFound',
      sentence: 'There is no SMS provider of dealer D1.',
    });
  });
});

test('a provider is shown without its key, and its body as it was put', () => {
  expect(shownProvider({ ...PROVIDER, body: JSON.stringify(BODY) })).toEqual({
    url: URL,
    format: 'json',
    authorization: 'bearer',
    body: BODY,
    key: { set: true },
  });
  const { key: _none, ...open } = PROVIDER;
  expect(shownProvider(open)).toEqual({ ...open, key: { set: false } });
});
