import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { type LocalStack, startLocalStack } from '../../../infra/local/stack.ts';
import { addressOf } from '../../support/app/stack-address.ts';
import { newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { farFromDayEnd } from '../../support/bank/bank-server.ts';
import {
  callbackOf,
  openPage,
  passingForm,
  payWith,
  postCallback,
  reportOn,
  throughBank,
  toCallback,
} from '../../support/payment/payer.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-moved-'));
let running: LocalStack | undefined;

/** Starts the app on the data of the app before it. */
const startOn = async (port: number, address: Readonly<Record<string, string>> = {}): Promise<LocalStack> => {
  await running?.stop();
  const environment = { ...farFromDayEnd(), ...address };
  running = await startLocalStack({
    port,
    dataDir,
    schedules: false,
    synthesized: inject('synthesized'),
    environment,
  });
  return running;
};

afterAll(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('A stage that gets another address, and still answers at the former one (rule 45)', () => {
  test('finishes attempts under the address they were started with, and keeps open links payable', async () => {
    const before = await startOn(0);
    const dealer = await newBankDealer({ stack: addressOf(before, dataDir) });
    const started = await dealer.newLink(simple);
    const open = await dealer.newLink({ ...simple, OtherTrxCode: 'open' });
    const atBank = await toCallback(await payWith(await openPage(started.url), 'approved'));

    const port = Number(new URL(before.baseUrl).port);
    const address = `http://localhost:${port}`;
    // What the templates give a sandbox stage that has moved.
    await startOn(port, { BASE_URL: address, GATEWAY_HOSTS: `127.0.0.1:${port}` });

    // The bank's form still holds the former address, and its hash covers that.
    const finished = await postCallback(callbackOf(atBank));
    expect(new URL(finished.address).origin).toBe(before.baseUrl);
    expect(reportOn(finished).fields).toMatchObject({ resultCode: '', resultMessage: '' });

    const handOver = await payWith(await openPage(open.url), 'approved');
    const okUrl = new Map(passingForm(handOver).fields).get('okUrl') ?? '';
    expect(new URL(okUrl).origin).toBe(address);
    expect(reportOn(await throughBank(handOver)).fields).toMatchObject({ resultCode: '', OtherTrxCode: 'open' });

    const later = await dealer.newLink({ ...simple, OtherTrxCode: 'later' });
    expect(new URL(later.url).origin).toBe(address);
  });
});
