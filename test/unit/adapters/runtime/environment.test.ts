import { describe, expect, test } from 'vitest';
import {
  readBaseUrl,
  readEnvironment,
  readGatewayHosts,
  readOutgoingRules,
  readVaultKeyArn,
  refuseUnsafeEnvironment,
} from '../../../../shared/adapters/runtime/environment.ts';

const SETTINGS = {
  STAGE: 'live',
  STAGE_KIND: 'production',
  TABLE_NAME: 'Payments',
  SERVICE_NAME: 'Pay',
  DEALER_CACHE_MS: '30000',
};

const unsafe = [
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL_KMS',
  'NODE_OPTIONS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_EXTRA_CA_CERTS',
  'OUTGOING_LOOPBACK',
];

describe('the environment of a production function (rule 22)', () => {
  test.each(unsafe)('is refused with %s in it, by name and without its value', (name) => {
    const read = () => readEnvironment({ ...SETTINGS, [name]: 'http://evil.example' });
    expect(read).toThrow(`${name} must not be set in a production stage`);
    expect(read).not.toThrow('evil');
  });

  test.each(unsafe)('is refused with %s in it when it does not say what kind of stage it is', (name) => {
    const { STAGE_KIND: _, ...unnamed } = SETTINGS;
    expect(() => refuseUnsafeEnvironment({ ...unnamed, [name]: '' })).toThrow(name);
  });

  test.each(unsafe)('a sandbox stage may have %s', (name) => {
    expect(readEnvironment({ ...SETTINGS, STAGE_KIND: 'sandbox', [name]: 'x' })).toMatchObject({ sandbox: true });
  });
});

describe('the settings of a function', () => {
  test('are read', () => {
    expect(readEnvironment(SETTINGS)).toEqual({
      stage: 'live',
      sandbox: false,
      tableName: 'Payments',
      serviceName: 'Pay',
      dealerCacheMs: 30_000,
      edgeSecretHashes: [],
    });
  });

  test('the stage’s address ends without a slash, and is an address in whatever needs it', () => {
    expect(readBaseUrl({ BASE_URL: 'https://pay.example/' })).toBe('https://pay.example');
    for (const wrong of [{}, { BASE_URL: '' }, { BASE_URL: 'pay.example' }]) {
      expect(() => readBaseUrl(wrong)).toThrow('environment variable BASE_URL is missing or wrong');
    }
  });

  test('hold one hash or two of the secrets of an edge, and refuse a secret in their place (rule 44)', () => {
    const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
    const hashesIn = (EDGE_SECRET_HASHES: string) =>
      readEnvironment({ ...SETTINGS, EDGE_SECRET_HASHES }).edgeSecretHashes;
    expect([hashesIn(one), hashesIn(`${one},${other}`)]).toEqual([[one], [one, other]]);
    for (const wrong of ['', 'the secret', `${one},`, `${one},${one},${one}`]) {
      expect(() => hashesIn(wrong)).toThrow(/EDGE_SECRET_HASHES/);
    }
  });

  test('the life of a cached dealer is at most 60 s (rule 35)', () => {
    expect(readEnvironment({ ...SETTINGS, DEALER_CACHE_MS: '99999' }).dealerCacheMs).toBe(60_000);
  });

  test.each(Object.keys(SETTINGS))('stop the start when %s is missing', (name) => {
    expect(() => readEnvironment({ ...SETTINGS, [name]: undefined })).toThrow(name);
  });

  test.each([
    ['STAGE_KIND', 'Sandbox'],
    ['TABLE_NAME', ''],
    ['DEALER_CACHE_MS', '-1'],
    ['DEALER_CACHE_MS', '1e3'],
  ])('stop the start when %s is %j', (name, value) => {
    expect(() => readEnvironment({ ...SETTINGS, [name]: value })).toThrow(name);
  });

  test('a stage calls none of its own hosts for dealers, and the machine itself only in a sandbox that says so (rule 41)', () => {
    const variables = { BASE_URL: 'https://api.example', OWN_HOSTS: 'pay.example,links.example' };
    const ownAddresses = ['https://api.example', 'https://pay.example', 'https://links.example'];
    const read = (kind: string, OUTGOING_LOOPBACK?: string) =>
      readOutgoingRules({
        ...variables,
        STAGE_KIND: kind,
        ...(OUTGOING_LOOPBACK === undefined ? {} : { OUTGOING_LOOPBACK }),
      });
    expect(read('production')).toEqual({ ownAddresses, loopback: false });
    expect(read('production', 'allowed').loopback).toBe(false);
    expect(read('sandbox').loopback).toBe(false);
    expect(read('sandbox', 'allowed').loopback).toBe(true);
  });

  test('the gateways of a stage are those of its list, and in a sandbox its own address, where the embedded bank is (rule 22)', () => {
    const variables = { GATEWAY_HOSTS: 'bank.example,other.example:8443', BASE_URL: 'https://api.example/' };
    const listed = ['bank.example', 'other.example:8443'];
    expect(readGatewayHosts({ ...variables, STAGE_KIND: 'production' })).toEqual(listed);
    expect(readGatewayHosts({ ...variables, STAGE_KIND: 'sandbox' })).toEqual([...listed, 'api.example']);
    expect(readGatewayHosts({ STAGE_KIND: 'production' })).toEqual([]);
  });

  test('a function that seals does not start without its key', () => {
    expect(() => readVaultKeyArn({})).toThrow('VAULT_KEY_ARN');
    expect(() => readVaultKeyArn({ VAULT_KEY_ARN: '' })).toThrow('VAULT_KEY_ARN');
    expect(readVaultKeyArn({ VAULT_KEY_ARN: 'arn' })).toBe('arn');
  });
});
