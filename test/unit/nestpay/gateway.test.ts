import { describe, expect, test } from 'vitest';
import { readGateway } from '../../../shared/domain/virtual-pos/gateway-address.ts';
import { sandboxMerchant } from '../../../shared/nestpay/sandbox-merchant.ts';

describe('A gateway (rule 22)', () => {
  const hosts = ['gateway.bank.example', 'Other.Bank.Example:8443'];
  test.each([
    ['https://gateway.bank.example', false, 'https://gateway.bank.example'],
    ['https://GATEWAY.bank.example:443/base/', false, 'https://gateway.bank.example/base'],
    ['https://other.bank.example:8443', false, 'https://other.bank.example:8443'],
    ['http://127.0.0.1:3000', true, 'http://127.0.0.1:3000'],
    ['http://localhost:3000/', true, 'http://localhost:3000'],
    ['http://[::1]:3000', true, 'http://[::1]:3000'],
    ['https://gateway.bank.example:8443', false, 'host-not-allowed'],
    ['https://gateway.bank.example.evil.example', false, 'host-not-allowed'],
    ['https://evilgateway.bank.example', false, 'host-not-allowed'],
    ['https://evil.gateway.bank.example', false, 'host-not-allowed'],
    ['https://127.0.0.1', false, 'host-not-allowed'],
    ['http://127.0.0.1:3000', false, 'not-https'],
    ['http://gateway.bank.example', true, 'not-https'],
    ['http://127.0.0.1.evil.example', true, 'not-https'],
    ['ftp://gateway.bank.example', true, 'not-https'],
    ['https://user@gateway.bank.example', false, 'not-an-address'],
    ['https://gateway.bank.example/?a', false, 'not-an-address'],
    ['https://gateway.bank.example/#a', false, 'not-an-address'],
    ['gateway.bank.example', false, 'not-an-address'],
    [`https://gateway.bank.example/${'x'.repeat(300)}`, false, 'not-an-address'],
  ])('%s (sandbox %s) is %s', (gateway, sandbox, outcome) => {
    const read = readGateway(gateway, { allowedHosts: hosts, sandbox });
    expect('address' in read ? read.address : read.problem).toBe(outcome);
  });
});

test('a sandbox merchant follows from its client id, and from no other text', () => {
  expect(sandboxMerchant('190100000')).toEqual(sandboxMerchant('190100000'));
  expect(sandboxMerchant('190100000')?.storeKey).not.toBe(sandboxMerchant('190100001')?.storeKey);
  expect(sandboxMerchant('190100000')?.storeKey).not.toBe(sandboxMerchant('190100000')?.apiPassword);
  for (const id of ['', '12345', '1'.repeat(16), '19010000x', ' 190100000'])
    expect(sandboxMerchant(id)).toBeUndefined();
});
