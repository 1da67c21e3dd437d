import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { codeNow } from '../../../infra/local/demo-code.ts';
import type { DemoDealer } from '../../../infra/local/demo-dealer.ts';
import { setUpDemoDesk } from '../../../infra/local/demo-desk.ts';
import { scryptPasswords } from '../../../shared/adapters/desk/scrypt-passwords.ts';
import { totpCodes } from '../../../shared/adapters/desk/totp-codes.ts';
import { dynamoDeskUsers } from '../../../shared/adapters/dynamodb/desk/desk-users.ts';
import { kmsOpener } from '../../../shared/adapters/vault/kms-vault.ts';
import { deskUserIdOf } from '../../../shared/desk/call/secrets.ts';
import { passwordProblem } from '../../../shared/domain/desk/password-rules.ts';
import { deskCodeContext } from '../../../shared/ports/vault.ts';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import { formTo, newDeskBrowser } from '../../support/desk/desk-browser.ts';
import { engineTable } from '../../support/store/store.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-demo-desk-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const stack = inject('stack');
const { engineEndpoint, tableName, endpoint: keysEndpoint, vaultKeyArn } = stack;
const places = { engineEndpoint, tableName, keysEndpoint, vaultKeyArn, dataDir };
const users = dynamoDeskUsers(engineTable(stack));
const { dealer: madeDealer } = await newDealer();
const dealer: Pick<DemoDealer, 'DealerCode' | 'Desk'> = { DealerCode: madeDealer.dealerCode };
const fileText = () => readFileSync(join(dataDir, 'demo-dealer.json'), 'utf8');

const userOf = async (email: string) => (await users.find(deskUserIdOf(email))) ?? expect.unreachable(email);

describe('The people of the demo dealer at the desk', () => {
  const set = setUpDemoDesk(places, dealer);
  const desk = async () => (await set).Desk ?? expect.unreachable('nobody was made');

  test('are a manager and a cashier, whose passwords stand in the file that only its owner reads', async () => {
    const { Manager, Cashier } = await desk();
    expect(JSON.parse(fileText())).toEqual(await set);
    expect(statSync(join(dataDir, 'demo-dealer.json')).mode & 0o777).toBe(0o600);
    for (const [role, { Email, Password }] of [
      ['manager', Manager],
      ['cashier', Cashier],
    ] as const) {
      const { userId, password } = await userOf(Email);
      expect(await users.membership(dealer.DealerCode, userId)).toMatchObject({ role });
      expect(await scryptPasswords().isRight(Password, password)).toBe(true);
      expect(passwordProblem(Password, { email: Email, dealerNames: ['Demo dealer'] })).toBeUndefined();
    }
  });

  test('have one with a code: that of this moment is right for the secret that the vault opens', async () => {
    const { Manager, Cashier } = await desk();
    const { userId, code } = await userOf(Manager.Email);
    if (code === undefined) return expect.unreachable('the manager has no authenticator');
    const kms = new KMSClient({
      endpoint: keysEndpoint,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 1,
      requestHandler: { connectionTimeout: PATIENCE_MS, requestTimeout: PATIENCE_MS },
    });
    const opener = kmsOpener({ kms, keyArn: vaultKeyArn, clock: { now: () => Date.now() } });
    const secret = await opener.open(code.sealedSecret, deskCodeContext({ userId }, code.secretVersion));
    expect(secret).toBe(Manager.CodeSecret);
    const nowMs = Date.now();
    const { digits, goodForMs } = codeNow(secret, nowMs);
    expect(totpCodes().stepOf(digits, { secret, lastStep: 0, nowMs })).toBe(Math.floor(nowMs / 30_000));
    expect(codeNow(secret, nowMs + goodForMs).digits).not.toBe(digits);
    expect((await userOf(Cashier.Email)).code).toBeUndefined();
    return undefined;
  });

  test('sign in at the desk: the cashier by the password, the manager by the code of this moment behind it', async () => {
    const { Manager, Cashier } = await desk();
    const signIn = async ({ Email, Password }: typeof Cashier) => {
      const browser = newDeskBrowser(stack.baseUrl);
      const form = formTo(await browser.open('/desk'), '/desk/sign-in');
      return { browser, answer: await browser.post(form, { email: Email, password: Password }) };
    };
    const cashier = await signIn(Cashier);
    expect(cashier.answer.location).toBe('/desk');
    expect((await cashier.browser.open('/desk')).status).toBe(200);
    const { browser, answer } = await signIn(Manager);
    expect(new URL(answer.location ?? '', stack.baseUrl).pathname).toBe('/desk/sign-in/code');
    expect(browser.cookies.has('desk')).toBe(false);
    const codeForm = formTo(await browser.open(answer.location ?? ''), '/desk/sign-in/code');
    const { digits } = codeNow(Manager.CodeSecret, Date.now());
    expect((await browser.post(codeForm, { code: digits })).location).toBe('/desk');
    expect((await browser.open('/desk')).status).toBe(200);
  });

  test('stay as they are at the next start', async () => {
    const before = await set;
    const text = fileText();
    expect(await setUpDemoDesk(places, before)).toEqual(before);
    expect(fileText()).toBe(text);
  });

  test('get new passwords where the file was lost: who knew the former ones is let in no more', async () => {
    const { Manager } = await desk();
    const { userId, epoch } = await userOf(Manager.Email);
    const again = await setUpDemoDesk(places, dealer);
    expect(again.Desk?.Manager.Password).not.toBe(Manager.Password);
    const user = await users.find(userId);
    expect(await scryptPasswords().isRight(Manager.Password, user?.password)).toBe(false);
    // Sessions of an earlier epoch have ended.
    expect(user?.epoch).toBe(epoch + 1);
  });
});
