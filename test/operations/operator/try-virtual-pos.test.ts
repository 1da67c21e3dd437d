import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxTerminal } from '../../../shared/garanti/sandbox-merchant.ts';
import { sandboxMerchant } from '../../../shared/nestpay/sandbox-merchant.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { runOperator } from '../../support/operator/command-line.ts';
import { leastDealer, newDealerCode, operatedDealer } from '../../support/operator/operators.ts';

const merchant = sandboxMerchant('190100321') ?? expect.unreachable();
const POS = { posId: 'tried', bankCode: '64', bankName: 'Isbank', rates: { '1': 1.79 } };

const triedWith = async (changes: object) => {
  const { done, dealerCode } = await operatedDealer({ allowedHosts: ['bank.example', '127.0.0.1:1'] });
  const key = { dealerCode, posId: POS.posId };
  await done('put-virtual-pos', { dealerCode, ...POS, ...merchant, gateway: stackOfTests().baseUrl, ...changes });
  return done('try-virtual-pos', key);
};

test('an account that works is told so, with what was proven and what was not', async () => {
  expect(await triedWith({})).toMatchObject({
    works: 'yes',
    proven: 'gateway, clientId, apiUser and apiPassword',
    notProven: expect.stringContaining('storeKey'),
  });
});

test.each([
  ['a wrong password', { apiPassword: 'wr0ng-passw0rd' }],
  ['a wrong user', { apiUser: 'nobody' }],
  ['a merchant that the bank does not have', { clientId: '77' }],
])('%s is told, and nothing secret with it', async (_title, changes) => {
  const tried = await triedWith(changes);
  expect(tried).toMatchObject({ works: 'no', because: expect.stringContaining('answers with an error') });
  expect(tried).not.toHaveProperty('proven');
  const secrets = [
    merchant.apiPassword,
    merchant.storeKey,
    ...Object.values(changes).filter((text) => text.includes('0')),
  ];
  for (const secret of secrets) expect(JSON.stringify(tried)).not.toContain(secret);
});

const terminal = sandboxTerminal('30691321') ?? expect.unreachable();
const GARANTI = { kind: 'garanti', clientId: undefined, apiUser: undefined, apiPassword: undefined, ...terminal };

test('of kind garanti the answer says that the refund user and the store key are not proven', async () => {
  const wrong = { refundPassword: 'wrong-of-refund', storeKey: 'wrong-key' };
  expect(await triedWith({ ...GARANTI, ...wrong })).toMatchObject({
    kind: 'garanti',
    works: 'yes',
    proven: 'gateway, merchantId, terminalId, provisionUser and provisionPassword',
    notProven: expect.stringMatching(/refundUser.*storeKey/),
  });
});

test.each([
  ['password of the provision user', { provisionPassword: 'wrong-of-provision' }],
  ['merchant', { merchantId: '7000679' }],
  ['terminal', { terminalId: '30691322' }],
])('of kind garanti a wrong %s is told, and nothing secret with it', async (_title, changes) => {
  const tried = await triedWith({ ...GARANTI, ...changes });
  expect(tried).toMatchObject({ works: 'no', because: expect.stringContaining('terminalId is wrong') });
  const { provisionPassword, refundPassword, storeKey } = { ...terminal, ...changes };
  for (const secret of [provisionPassword, refundPassword, storeKey, terminal.provisionPassword])
    expect(JSON.stringify(tried)).not.toContain(secret);
});

test('a bank that cannot be reached, and an address that answers something else, are told apart', async () => {
  expect(await triedWith({ gateway: 'http://127.0.0.1:1' })).toMatchObject({
    works: 'not known',
    because: expect.stringContaining('127.0.0.1:1 could not be reached'),
  });
  expect(await triedWith({ gateway: `${stackOfTests().baseUrl}/docs` })).toMatchObject({
    works: 'no',
    because: expect.stringContaining('answers something else than NestPay'),
  });
});

test('a host that the stage may not call any more is not called', async () => {
  const allowedHosts = ['bank.example'];
  const { done, dealerCode } = await operatedDealer({ allowedHosts });
  await done('put-virtual-pos', { dealerCode, ...POS, ...merchant, gateway: 'https://bank.example' });
  allowedHosts.length = 0;
  expect(await done('try-virtual-pos', { dealerCode, posId: POS.posId })).toMatchObject({
    works: 'no',
    because: expect.stringContaining('gatewayHosts do not name it'),
  });
});

test('there must be a virtual POS', async () => {
  const { refused, dealerCode } = await operatedDealer();
  expect(await refused('try-virtual-pos', { dealerCode, posId: 'none' })).toMatchObject({ code: 'NotFound' });
});

const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-try-'));
beforeAll(() => {
  const { endpoint, operateFunctionName: functionName } = stackOfTests();
  writeFileSync(join(dataDir, 'operator-endpoint.json'), JSON.stringify({ endpoint, functionName, stage: 'local' }));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const operator = (args: readonly string[], stdin?: object) =>
  runOperator(args, { dataDir, ...(stdin === undefined ? {} : { stdin: JSON.stringify(stdin) }) });

test('--try of put-virtual-pos asks the bank after the put; exit code 1 where the account does not work', async () => {
  const dealerCode = newDealerCode();
  await operator(['put-dealer'], leastDealer(dealerCode));
  const pos = { dealerCode, ...POS, clientId: merchant.clientId };
  const put = await operator(['put-virtual-pos', '--try'], pos);
  expect(put.code).toBe(0);
  expect(JSON.parse(put.stdout)).toMatchObject({ version: 1, applied: true, tried: { version: 1, works: 'yes' } });
  const wrong = await operator(['put-virtual-pos', '--try'], { dealerCode, ...POS, version: 1, apiPassword: 'wrong' });
  expect(wrong.code).toBe(1);
  expect(JSON.parse(wrong.stdout)).toMatchObject({ version: 2, changed: ['apiPassword'], tried: { works: 'no' } });
  const refused = await operator(['put-virtual-pos', '--try'], { dealerCode, ...POS, version: 7 });
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('VersionConflict') });
});

test('--try is for put-virtual-pos, and not together with --dry-run', async () => {
  const other = await operator(['show-dealer', 'dealerCode=1001', '--try']);
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('--try is for put-virtual-pos alone') });
  const both = await operator(['put-virtual-pos', 'dealerCode=1001', 'posId=x', '--try', '--dry-run']);
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--dry-run puts nothing') });
});
