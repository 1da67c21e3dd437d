import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { putCanaryAccount } from '../../../functions/operator/operate/commands/canary.ts';
import { describeCommand } from '../../../functions/operator/operate/help-text.ts';
import { readArguments } from '../../../infra/operator/arguments.ts';
import { setUpCanary } from '../../../infra/operator/set-up-canary.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { runOperator, runPasted } from '../../support/operator/command-line.ts';
import { newDealerCode, newOperator, viaInvoke } from '../../support/operator/operators.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-canary-'));
let dealerCode = '';
const dealerCustomerTypeId = 10_000 + (randomBytes(4).readUInt32BE() % 80_000);

beforeAll(() => {
  const { endpoint, operateFunctionName: functionName } = inject('stack');
  writeFileSync(join(dataDir, 'operator-endpoint.json'), JSON.stringify({ endpoint, functionName, stage: 'local' }));
  dealerCode = newDealerCode();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const setUp = async (...args: readonly string[]) => {
  const own = [`dealerCode=${dealerCode}`, `dealerCustomerTypeId=${dealerCustomerTypeId}`];
  const { code, stdout, stderr } = await runOperator(['set-up-canary', ...own, ...args], { dataDir });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { steps } = JSON.parse(stdout) as { steps: readonly { readonly record: string; readonly did: string }[] };
  return steps.map(({ record, did }) => `${record.split(' ')[0]} ${did}`);
};

const runCanary = () =>
  viaInvoke({ ...inject('stack'), operateFunctionName: 'payment-link-local-run-canary' })({ source: 'aws.events' });

test('one command sets the canary up, and it pays a link by card with 3D through the public address', async () => {
  expect(await setUp('--dry-run')).toEqual([
    'dealer would be created',
    'virtual would be created',
    'definition would be created',
    'account would be created',
  ]);
  expect(await setUp()).toEqual(['dealer created', 'virtual created', 'definition created', 'account created']);
  expect(await runCanary()).toEqual({ kind: 'passed' });
  expect(new Set((await setUp()).map((one) => one.split(' ').slice(1).join(' ')))).toEqual(new Set(['already so']));
});

test('a new password ends the one before it, is sealed in its row, and is used by the next run', async () => {
  const { store, done } = newOperator();
  const before = await store.get(keys.serviceAccount('canary'));
  expect((await setUp('renew=true')).at(-1)).toBe('account changed');
  const after = await store.get(keys.serviceAccount('canary'));
  expect(after?.sealedPassword).not.toBe(before?.sealedPassword);
  const { users } = (await done('show-dealer', { dealerCode })) as { users: readonly { credentials: object[] }[] };
  expect(users.map(({ credentials }) => credentials.length)).toEqual([1]);
  // An instance that has read the credentials just now reads them again after two seconds (rule 35).
  await expect.poll(runCanary).toEqual({ kind: 'passed' });
});

test('a credential that an operator revokes fails the next runs, and the set-up mends it', async () => {
  const { done } = newOperator();
  await done('revoke-credential', { dealerCode, username: 'canary', all: true });
  expect(await done('show-canary', {})).toMatchObject({ setUp: true, dealerCode, valid: false });
  await expect.poll(runCanary).toMatchObject({ kind: 'failed', step: 'look-up' });
  expect((await setUp()).at(-1)).toBe('account changed');
  await expect.poll(runCanary).toEqual({ kind: 'passed' });
});

test('a production stage needs the address of a gateway, and its dealer is paused', async () => {
  const operator = newOperator({ sandbox: false });
  const ofProduction = newDealerCode();
  const invocation = readArguments(['set-up-canary'], dataDir);
  if (invocation.kind !== 'invoke') throw new Error('set-up-canary is a command');
  const input = { dealerCode: ofProduction, dealerCustomerTypeId: dealerCustomerTypeId + 1 };
  const set = (given: object) =>
    setUpCanary(invocation, { ...input, ...given }, process.stderr, (name, fields, how) =>
      operator.invoke({ command: name, commandId: randomUUID(), stage: 'local', input: fields, dryRun: how?.dryRun }),
    );
  expect(await set({})).toMatchObject({ steps: [], error: { field: 'gateway' } });
  const wrong = await set({ gateway: 'https://elsewhere.example' });
  expect(wrong.error).toMatchObject({ field: 'virtualPos.0.gateway' });
  const done = await set({ gateway: 'https://bank.example' });
  expect(done.error).toBeUndefined();
  expect(await operator.done('show-dealer', { dealerCode: ofProduction })).toMatchObject({ paused: true });
  expect(await operator.done('show-canary', {})).toMatchObject({ dealerCode: ofProduction, valid: true });
});

test('the example of put-canary-account works as pasted, and refuses a definition of another dealer', async () => {
  const example = /\n {2}(echo '.*)$/.exec(describeCommand(putCanaryAccount))?.[1] ?? '';
  const own = example.replace('"1001"', `"${dealerCode}"`).replace(':26', `:${dealerCustomerTypeId}`);
  const { code, stdout } = await runPasted(own, { dataDir });
  expect({ code, shown: JSON.parse(stdout) }).toMatchObject({ code: 0, shown: { dealerCode, dealerCustomerTypeId } });
  expect(stdout).not.toContain('assword');
  const other = await newOperator().refused('put-canary-account', { dealerCode, dealerCustomerTypeId: 26 });
  expect(other).toMatchObject({ code: 'NotFound' });
});
