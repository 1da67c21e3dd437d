import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { openTerminal, runOperator } from '../../support/operator/command-line.ts';
import { operatedDealer } from '../../support/operator/operators.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-shell-'));
const PROMPT = 'operator local> ';
const PATIENCE = { timeout: PATIENCE_MS };
const UP = '\u001b[A';

beforeAll(() => {
  const { endpoint, operateFunctionName: functionName, baseUrl } = inject('stack');
  const address = { endpoint, functionName, stage: 'local', baseUrl };
  writeFileSync(join(dataDir, 'operator-endpoint.json'), JSON.stringify(address));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('a shell answers one command after the other with tables, and Tab completes names', async () => {
  const { dealerCode } = await operatedDealer();
  const { type, shown, refused, ended } = openTerminal([], { dataDir });
  await expect.poll(shown, PATIENCE).toContain(`Stage local answers at ${inject('stack').baseUrl}`);
  await type('not wanted', 'wanted');
  await type('\u0003', PROMPT);
  await type('show-sta', 'show-sta');
  await type('\t', 'ge');
  expect(await type('\r', 'baseUrl')).toContain(inject('stack').baseUrl);
  expect(await type(`show-dealer dealerCode=${dealerCode}\r`, 'limits')).toMatch(/name +Operated Store/);
  await type('shwo-dealer\r', PROMPT);
  await expect.poll(refused, PATIENCE).toContain('Did you mean show-dealer?');
  expect(await type('show-stage --json\r', '}')).toContain('"sandbox": true');
  expect(await type('help show-stage\r', 'Example')).toContain('show-stage: ');
  await type(`show-dealer "dealerCode=\r`, PROMPT);
  await expect.poll(refused, PATIENCE).toContain('A quotation does not end.');
  await type('exit\r', 'exit');
  expect(await ended).toBe(0);
});

test('a secret is asked for, is not shown, and neither it nor a line with one is remembered', async () => {
  const { dealerCode, done } = await operatedDealer();
  const { type, shown, refused, ended } = openTerminal([], { dataDir });
  const put = `put-customer dealerCode=${dealerCode} customerCode=c1 password=`;
  await type(`${put}?\r`, 'password: ');
  await type('geheim\r', 'dealerCustomerId');
  expect(await done('show-customer', { dealerCode, customerCode: 'c1' })).toMatchObject({ version: 1 });
  expect(shown()).not.toContain('geheim');
  await type(`${put}falsch\r`, PROMPT);
  await expect.poll(refused, PATIENCE).toContain('password is a secret');
  const before = shown().length;
  await type(UP, 'password=?');
  expect(shown().slice(before)).not.toContain('falsch');
  await type('\u0015exit\r', 'exit');
  expect(await ended).toBe(0);
});

test('a shell outlives a service that is not there, and what fails unexpectedly', async () => {
  const other = mkdtempSync(join(tmpdir(), 'payment-links-no-service-'));
  const { type, shown, refused, ended } = openTerminal([], { dataDir: other });
  await expect.poll(shown, PATIENCE).toContain('start it first with "npm start"');
  writeFileSync(join(other, 'operator-endpoint.json'), '{"endpoint":"geheim"}');
  await type('show-stage\r', PROMPT);
  await expect.poll(refused, PATIENCE).toContain('failed unexpectedly');
  rmSync(join(other, 'operator-endpoint.json'));
  await type('show-stage\r', PROMPT);
  await expect.poll(refused, PATIENCE).toContain('start it first with "npm start"');
  expect(refused()).not.toContain('geheim');
  await type('exit\r', 'exit');
  expect(await ended).toBe(0);
  rmSync(other, { recursive: true });
});

test('the end of the input ends a shell, and an unanswered question is told', async () => {
  const { type, refused, ended } = openTerminal(['--stage', 'local'], { dataDir });
  await type('put-customer dealerCode=x password=?\r', 'password: ');
  await type('\r', PROMPT);
  await expect.poll(refused, PATIENCE).toContain('Nothing was entered for password.');
  await type('\u0004', '');
  expect(await ended).toBe(0);
});

test('a command that is typed on a terminal asks for its secret too, and answers with a table', async () => {
  const { dealerCode } = await operatedDealer();
  const put = ['put-customer', `dealerCode=${dealerCode}`, 'customerCode=c2', 'password=?'];
  const input = openTerminal(put, { dataDir });
  await expect.poll(input.refused, PATIENCE).toContain('password: ');
  await input.type('geheim\r', 'dealerCustomerId');
  expect(await input.ended).toBe(0);
  expect(input.shown() + input.refused()).not.toContain('geheim');
});

test('--table prints for people where the output is no terminal', async () => {
  const { stdout } = await runOperator(['show-stage', '--table'], { dataDir });
  expect(stdout).toMatch(/^stage +local\nbaseUrl +http:/);
  const { code, stderr } = await runOperator(['show-dealer', 'dealerCode=nobody', '--table'], { dataDir });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^code +NotFound\n/);
});

test('without a command and a terminal it is the help, which tells where the stage answers', async () => {
  const { code, stdout } = await runOperator([], { dataDir });
  expect(code).toBe(0);
  expect(stdout).toContain(`Stage local answers at ${inject('stack').baseUrl}.`);
  const ofOther = await runOperator(['put-dealer', '--help', '--stage', 'sandbox'], { dataDir });
  expect(ofOther.stdout).toMatch(/put-dealer --stage sandbox\n$/);
});
