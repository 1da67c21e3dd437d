import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { LocalStageBuild } from '../../../infra/local/build-cache.ts';
import { type LocalStack, startLocalStack } from '../../../infra/local/stack.ts';
import { synthesizeLocalStage } from '../../../infra/local/synthesize.ts';
import { readStoredCardRow, storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerKeys } from '../../../shared/adapters/dynamodb/customer/customer-keys.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { systemClock } from '../../../shared/adapters/runtime/system.ts';
import { keyNameOf, kmsOpener } from '../../../shared/adapters/vault/kms-vault.ts';
import { maskCard } from '../../../shared/domain/card/card-rules.ts';
import { customerOfToken, type StoredCard, tokenOfCustomer } from '../../../shared/domain/card/stored-card.ts';
import { openStoredCard, sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { addressOf, type StackAddress } from '../../support/app/stack-address.ts';
import { rowsOf } from '../../support/bank/bank-merchants.ts';
import { type CardDealer, leastByToken, newCardDealer } from '../../support/card/stored-cards.ts';
import { vaultOf } from '../../support/card/vault.ts';
import { KEPT, OWNER } from '../../support/card/waiting-card.ts';
import { openPage, payThroughBank, payWith, reportOn, throughBank } from '../../support/payment/payer.ts';
import { RightsWatch } from '../../support/rights/rights-watch.ts';
import { refuseBeyondRoles } from '../../support/store/role-watch.ts';
import { engineTable, putRows } from '../../support/store/store.ts';

const projectFolder = fileURLToPath(new URL('../../..', import.meta.url));
const operatorCommand = ['infra/operator/operator.ts', 'reencrypt-cards', 'limit=10'];
const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-rotation-'));
const MANY = 120;

let running: LocalStack | undefined;
const watches: RightsWatch[] = [];

/** Starts the app on the data of the app before it. */
const startOn = async (
  synthesized: LocalStageBuild,
  { port = 0, environment: own = {} } = {},
): Promise<StackAddress> => {
  await running?.stop();
  const rights = new RightsWatch(synthesized.assemblyFolder);
  watches.push(rights);
  const asked = rights.heard;
  running = await startLocalStack({ port, dataDir, schedules: false, synthesized, environment: own, asked });
  const { endpoint } = running;
  writeFileSync(
    join(dataDir, 'operator-endpoint.json'),
    JSON.stringify({ endpoint, functionName: '', stage: 'local' }),
  );
  return addressOf(running, dataDir);
};

const environment = { ...process.env, DATA_DIR: dataDir };

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const runOperator = (): Promise<Ran> =>
  new Promise((resolve) => {
    const options = { cwd: projectFolder, env: environment, timeout: PATIENCE_MS };
    execFile(process.execPath, operatorCommand, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });

/** Interrupts the command as soon as it has shown that some cards are done. */
const breakOff = async (): Promise<void> => {
  const child = spawn(process.execPath, operatorCommand, { cwd: projectFolder, env: environment });
  await once(child.stderr, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
};

const allCards = async (stack: StackAddress): Promise<readonly StoredCard[]> =>
  (await rowsOf(stack, 'DEALER#')).filter(({ entity }) => entity === 'stored-card').map(readStoredCardRow);

/** An opener that knows only the current key of a running app. */
const openerUnder = ({ endpoint, vaultKeyArn: keyArn }: StackAddress) => {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const kms = new KMSClient({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1 });
  return kmsOpener({ kms, keyArn, clock: systemClock });
};

/** Many cards under the current key, written as approvals store them, half of them beside their customer. */
const putManyCards = async (stack: StackAddress, dealerCode: string): Promise<void> => {
  const vault = vaultOf(stack);
  const cards = Array.from({ length: MANY }, async (_, index): Promise<StoredCard> => {
    const random = crypto.randomUUID();
    const token = index % 2 === 0 ? random : tokenOfCustomer(random, OWNER.dealerCustomerId);
    const place = { dealerCode, token, version: 1 };
    const sealed = await sealStoredCard(place, KEPT, vault);
    return { ...place, ...sealed, customer: OWNER, maskedCard: '411111******1111', storedAtMs: Date.now() };
  });
  await putRows(engineTable(stack), (await Promise.all(cards)).map(storedCardItem));
};

let rotated: LocalStageBuild;
beforeAll(() => {
  rotated = { ...inject('synthesized'), assemblyFolder: join(dataDir, 'rotated') };
  synthesizeLocalStage(rotated.assemblyFolder, { vaultKeys: { current: 2, oldest: 1 } });
});

afterAll(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true });
  for (const rights of watches) refuseBeyondRoles(rights);
});

describe('a stage whose vault takes a new key', () => {
  let dealer: CardDealer;
  let before: StackAddress;
  let after: StackAddress;
  let codeForHash = '';
  const beforeRotation = { OtherTrxCode: 'before' };

  test('has cards that were stored under the old one', async () => {
    // Its cards are kept under their tokens, as by a stage that has not switched on that they are kept beside customers.
    before = await startOn(inject('synthesized'), { environment: { CARDS_BESIDE_CUSTOMERS: '' } });
    dealer = await newCardDealer({ stack: before });
    expect(reportOn(await payThroughBank(await openPage(await dealer.newStoringLink()), 'approved'))).toBeDefined();
    const created = await dealer.createLink(beforeRotation);
    codeForHash = (created.Data as { CodeForHash: string }).CodeForHash;
    await putManyCards(before, dealer.dealer.dealerCode);
    const cards = await allCards(before);
    expect(cards).toHaveLength(MANY + 1);
    expect(new Set(cards.map(({ keyName }) => keyName))).toEqual(new Set([keyNameOf(before.vaultKeyArn)]));
  });

  test('goes on taking payments with what the old key encrypted, and stores under the new one', async () => {
    // At the same address, because the dealer's bank has that address too.
    after = await startOn(rotated, { port: Number(new URL(before.baseUrl).port) });
    expect(keyNameOf(after.vaultKeyArn)).not.toBe(keyNameOf(before.vaultKeyArn));
    const previous = running?.functionEnvironment('reencrypt-cards').PREVIOUS_VAULT_KEY_ARNS;
    expect(previous).toBe(before.vaultKeyArn);
    const { customerCode, dealerCustomerId } = dealer.customer;
    const [first] = (await allCards(after)).filter(({ customer }) => customer.customerCode === customerCode);
    // The keys of its virtual POS are still under the old key, and so is the CodeForHash of an earlier link.
    const url = await dealer.newStoringLink({ OtherTrxCode: 'after' });
    const repeated = await dealer.createLink(beforeRotation);
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    expect(repeated.Data).toMatchObject({ CodeForHash: codeForHash });
    const paid = await dealer.payDirectly({ ...leastByToken, CardToken: first?.token, OtherTrxCode: 'by token' });
    expect(paid).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true } });
    const page = await throughBank(await payWith(await openPage(url), 'approved', { expiry: '09/36' }));
    expect(reportOn(page).fields.resultCode).toBe('');
    const row = await engineTable(after).get(customerKeys.storedCard(dealer.dealer.dealerCode, first?.token ?? ''));
    expect(readStoredCardRow(row)).toMatchObject({ version: 2, keyName: keyNameOf(after.vaultKeyArn) });
    // The card of before keeps its token and its place, a new one is kept beside the customer.
    expect(customerOfToken(first?.token ?? '')).toBeUndefined();
    const another = await dealer.newStoringLink({ OtherTrxCode: 'another card' });
    await payThroughBank(await openPage(another), 'approved-mastercard');
    const ofCustomer = (await allCards(after)).filter(({ customer }) => customer.customerCode === customerCode);
    const second = ofCustomer.find(({ token }) => token !== first?.token);
    expect([ofCustomer.length, customerOfToken(second?.token ?? '')]).toEqual([2, dealerCustomerId]);
  });

  test('an operator’s command that is broken off leaves some cards under either key, and all of them whole', async () => {
    await breakOff();
    const cards = await allCards(after);
    const underNew = cards.filter(({ keyName }) => keyName === keyNameOf(after.vaultKeyArn));
    expect(underNew.length).toBeGreaterThan(1);
    expect(underNew.length).toBeLessThan(cards.length);
    const keyArn = after.vaultKeyArn;
    const { endpoint } = after;
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const kms = new KMSClient({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1 });
    const opener = kmsOpener({ kms, keyArn, previousKeyArns: [before.vaultKeyArn], clock: systemClock });
    for (const card of cards) expect(maskCard((await openStoredCard(card, opener)).number)).toBe(card.maskedCard);
  });

  test('and begun again, it puts the rest under the new key: the old one opens no card any more', async () => {
    const { code, stdout, stderr } = await runOperator();
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^100 % {2}\d+ cards encrypted anew$/m),
    });
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ failed: 0 });
    expect(result.reencrypted).toBeGreaterThan(0);
    expect(result.reencrypted).toBeLessThan(MANY);
    const opener = openerUnder(after);
    const cards = await allCards(after);
    expect(cards).toHaveLength(MANY + 2);
    for (const card of cards) {
      expect(card.keyName).toBe(keyNameOf(after.vaultKeyArn));
      expect(maskCard((await openStoredCard(card, opener)).number)).toBe(card.maskedCard);
    }
  });

  test('a run that finds nothing left says so, and every run stands in the audit once (rule 36)', async () => {
    const { code, stdout } = await runOperator();
    const { commandId, reencrypted, failed } = JSON.parse(stdout);
    expect({ code, reencrypted, failed }).toEqual({ code: 0, reencrypted: 0, failed: 0 });
    const entry = await engineTable(after).get(keys.command(commandId));
    expect(entry).toMatchObject({ command: 'reencrypt-cards', result: { keyName: keyNameOf(after.vaultKeyArn) } });
  });
});
