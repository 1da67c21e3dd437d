import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { codeNow } from '../../infra/local/demo-code.ts';
import { type DemoDesk, readDemoDealer, setUpDemoDealer } from '../../infra/local/demo-dealer.ts';
import { setUpDemoDesk } from '../../infra/local/demo-desk.ts';
import { createFront } from '../../infra/local/front/front.ts';
import type { PageState, RecordedRequest } from '../../infra/local/front/request-view.ts';
import { asCurl, asTypeScript, replayable } from '../../infra/local/front/snippets.ts';
import { type LocalStack, startLocalStack } from '../../infra/local/stack.ts';
import { PATIENCE_MS } from '../support/app/patience.ts';
import { farFromDayEnd } from '../support/bank/bank-server.ts';
import { postSample, sampleBody } from '../support/dealer/front-samples.ts';
import { closePages, openBrowser, picture } from './browser.ts';
import { faultsOf } from './page-looks.ts';
import { wait } from './payer-hands.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'payment-links-front-'));
let stack: LocalStack;
let front: ReturnType<typeof createFront>;
let base: string;
let state: PageState;
let desk: DemoDesk;
const readDemo = async () => readDemoDealer(await readFile(join(folder, 'demo-dealer.json'), 'utf8'));
let page: Page;
const heard: string[] = [];
const asked = new Set<string>();

beforeAll(async () => {
  front = createFront(folder);
  stack = await startLocalStack({
    port: 0,
    dataDir: folder,
    inMemory: true,
    schedules: false,
    environment: farFromDayEnd(),
    synthesized: inject('synthesized'),
    pages: front.pages,
    answered: front.note,
    changed: front.changed,
  });
  front.connect(stack.engineEndpoint, stack.tableName);
  base = stack.baseUrl;
  const invokeOperate = (payload: unknown) => stack.invoke('operate', payload);
  const demo = await setUpDemoDealer({ invokeOperate, dataDir: folder, baseUrl: base });
  state = (await (await fetch(`${base}/front/state.json`)).json()) as PageState;
  const browser = await openBrowser();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('request', (one) => asked.add(new URL(one.url()).origin));
  await page.goto(`${base}/`);
  await page.locator('#live[data-live="true"]').waitFor(wait);
  // A page that is opened before the people are made shows them once they are.
  expect(await page.locator('#desk dd').count()).toBe(0);
  const { endpoint: keysEndpoint, engineEndpoint, tableName } = stack;
  const { VAULT_KEY_ARN: vaultKeyArn = '' } = stack.functionEnvironment('change-desk-account');
  await setUpDemoDesk({ engineEndpoint, tableName, keysEndpoint, vaultKeyArn, dataDir: folder }, demo);
  desk = (await readDemo()).Desk ?? expect.unreachable('nobody sits at the desk');
});
afterAll(async () => {
  await closePages(await openBrowser());
  front.stop();
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The newest request that the log shows of an operation. */
const newestOf = async (operation: string): Promise<RecordedRequest> => {
  const stop = new AbortController();
  const response = await fetch(`${base}/front/events`, { signal: stop.signal });
  let text = '';
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString('utf8');
    if (/event: all\ndata: .*\n\n/.test(text)) break;
  }
  stop.abort();
  const [, data = ''] = /event: all\ndata: (.*)\n\n/.exec(text) ?? [];
  const { requests } = JSON.parse(data) as { readonly requests: readonly RecordedRequest[] };
  return requests.findLast((one) => one.operation === operation) ?? expect.unreachable(operation);
};

test('it leads to the desk, and shows who may sit there, with the one-time code of this moment', async () => {
  const shown = page.locator('#desk');
  await shown.locator('dd').first().waitFor(wait);
  const text = await shown.innerText();
  for (const { Email, Password } of [desk.Manager, desk.Cashier]) {
    expect(text).toContain(Email);
    expect(text).toContain(Password);
  }
  // The code of this step, or of the one before where it has just ended.
  const codes = [0, 30_000].map((agoMs) => codeNow(desk.Manager.CodeSecret, Date.now() - agoMs).digits);
  expect(codes).toContain(await shown.getByTitle('Copy the code').innerText());
  // The secret that makes all codes stays in the file.
  expect(await (await fetch(`${base}/front/desk.json`)).text()).not.toContain(desk.Manager.CodeSecret);
  const foreign = await fetch(`${base}/front/desk.json`, { headers: { Origin: 'https://elsewhere.example' } });
  expect(foreign.status).toBe(403);
  expect(await page.locator('nav a[href="/desk"]').count()).toBe(1);
});

test('what is copied as curl, as TypeScript, and out of the log runs by itself', async () => {
  const [sample] = state.operations;
  const direct = state.operations.find(({ operation }) => operation === 'DoDirectPayment');
  if (sample === undefined || direct === undefined) return expect.unreachable('no sample');
  const body = sampleBody(sample, state.accounts[0], { code: "it's-a-code" });
  const curl = await run('sh', ['-c', asCurl(`${base}${sample.path}`, body)]);
  expect(JSON.parse(curl.stdout)).toMatchObject({ ResultCode: 'Success' });
  const program = join(folder, 'program.ts');
  writeFileSync(program, asTypeScript(`${base}${sample.path}`, JSON.parse(body) as Record<string, unknown>));
  expect((await run(process.execPath, [program])).stdout).toContain('UserPosPaymentId');
  await postSample(`${base}${direct.path}`, sampleBody(direct, state.accounts[0], { code: 'replayed-1' }));
  const { request, path } = await newestOf('DoDirectPayment');
  const again = replayable(request, { accounts: state.accounts, cards: state.cards.map(({ number }) => number) });
  const replay = await run('sh', ['-c', asCurl(`${base}${path}`, JSON.stringify(again))]);
  expect(JSON.parse(replay.stdout)).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true } });
});

describe('The front page in a browser', () => {
  const choose = (operation: string) => page.locator(`#operations a[data-operation="${operation}"]`).click();
  const answered = (tone: 'good' | 'bad') => page.locator(`#answer .code.${tone}`).waitFor(wait);

  test('a link that is created there appears among links, deliveries and requests as it happens', async () => {
    await choose('CreateUserPosPayment');
    const code = /"OtherTrxCode": "([^"]+)"/.exec(await page.locator('#body').inputValue())?.[1] ?? '';
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await answered('good');
    await page.locator('#payments > li', { hasText: code }).locator('.mark', { hasText: 'open' }).waitFor(wait);
    await page.locator('#deliveries > li', { hasText: 'email' }).first().waitFor(wait);
    // Other requests may come before it or after it.
    const request = page.locator('#requests > li', { hasText: 'CreateUserPosPayment' }).first();
    await request.locator('summary').click(wait);
    // Its bodies are written when it opens.
    await expect.poll(() => request.innerText(), { timeout: PATIENCE_MS }).toContain(code);
    expect((await request.innerText()).includes(state.accounts[0]?.Password ?? ' ')).toBe(false);
    expect(await page.locator('#answer a.open').getAttribute('href')).toContain('/pay/');
  });

  test('a wrong password is explained: which part differs, and the text that was hashed; the button mends it', async () => {
    await choose('GetDealer');
    const body = await page.locator('#body').inputValue();
    await page.locator('#body').fill(body.replace(/"Password": "[^"]+"/, '"Password": "another one"'));
    await page.locator('#body').press('Control+Enter');
    await answered('bad');
    const refused = page.locator('#requests > li[data-kind~="refused"]').first();
    await refused.waitFor(wait);
    await page.getByRole('link', { name: 'See why' }).click();
    const explained = await refused.locator('.explained').innerText();
    expect(explained).toContain('Password differs: CheckKey was made with that of the demo dealer');
    expect(explained).toContain('1001MKapiuserPD••••••••');
    expect(explained).toContain('Mend it: ');
    expect(explained).not.toContain('another one');
    await page.locator('#body').fill(body.replace(/"CheckKey": "[^"]+"/, '"CheckKey": ""'));
    await page.getByRole('button', { name: 'Right CheckKey' }).click();
    await expect.poll(() => page.locator('#body').inputValue(), { timeout: PATIENCE_MS }).toBe(body);
  });

  test('axe finds nothing on it, nothing overflows, and it asks nobody else for anything', async () => {
    for (const [width, colorScheme] of [
      [360, 'dark'],
      [1600, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect({ width, faults: await faultsOf(page) }).toEqual({ width, faults: [] });
      await picture(page, `front-${width}-${colorScheme}`);
    }
    expect([...asked]).toEqual([base]);
    expect(heard).toEqual([]);
  });
});

test('another machine’s page gets nothing of it, and what it loads is told to nobody (rule 49)', async () => {
  for (const path of ['/', '/front/state.json', '/front/events', '/inbox']) {
    const foreign = await fetch(`${base}${path}`, { headers: { origin: 'https://attacker.example' } });
    expect([path, foreign.status, await foreign.text()]).toEqual([path, 403, 'Forbidden']);
  }
  const { headers } = await fetch(`${base}/`);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);
});
