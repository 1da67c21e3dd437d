import { expect, test } from 'vitest';
import { withEmbeddedMerchant } from '../../../infra/operator/embedded-bank.ts';
import { allCommands } from '../../../infra/operator/own-commands.ts';
import { sandboxTerminal } from '../../../shared/garanti/sandbox-merchant.ts';
import { sandboxMerchant } from '../../../shared/nestpay/sandbox-merchant.ts';

const command = allCommands.find(({ name }) => name === 'put-virtual-pos') ?? expect.unreachable();
const pos = { dealerCode: '1001', posId: 'embedded', clientId: '190100123' };

test('a new virtual POS without a gateway gets the user and keys of its merchant at the embedded bank', () => {
  expect(withEmbeddedMerchant({ command }, pos)).toEqual({ ...pos, ...sandboxMerchant('190100123') });
});

test.each([
  ['another gateway', { ...pos, gateway: 'https://bank.example' }],
  ['a user of its own', { ...pos, apiUser: 'api' }],
  ['keys of its own', { ...pos, storeKey: 'key' }],
  ['a version that it replaces', { ...pos, version: '1' }],
  ['a client id that the embedded bank does not have', { ...pos, clientId: 'abc' }],
])('a put with %s stays as it is', (_title, input) => {
  expect(withEmbeddedMerchant({ command }, input)).toEqual(input);
});

const terminal = { dealerCode: '1001', posId: 'embedded', kind: 'garanti', terminalId: '30691298' };

test('one of kind garanti gets the users, passwords and key of its terminal', () => {
  const filledIn = { ...terminal, ...sandboxTerminal('30691298') };
  expect(filledIn).toMatchObject({ merchantId: '30691298', provisionUser: 'PROVAUT', refundUser: 'PROVRFN' });
  expect(withEmbeddedMerchant({ command }, terminal)).toEqual(filledIn);
  expect(withEmbeddedMerchant({ command }, { ...terminal, merchantId: 30_691_298 })).toEqual(filledIn);
});

test.each([
  ['another gateway', { ...terminal, gateway: 'https://bank.example' }],
  ['a user of its own', { ...terminal, refundUser: 'PROVOOS' }],
  ['a password of its own', { ...terminal, provisionPassword: 'password' }],
  ['a merchant that the terminal is not of', { ...terminal, merchantId: '7000679' }],
  ['a terminal that the embedded bank does not have', { ...terminal, terminalId: '1' }],
])('a put of kind garanti with %s stays as it is', (_title, input) => {
  expect(withEmbeddedMerchant({ command }, input)).toEqual(input);
});

test('other commands stay as they are', () => {
  const other = allCommands.find(({ name }) => name === 'put-dealer') ?? expect.unreachable();
  expect(withEmbeddedMerchant({ command: other }, pos)).toEqual(pos);
});
