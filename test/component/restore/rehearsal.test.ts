import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { listedDealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { readBankOrder } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { RESTORED_TABLE, type RestorableStack, startRestorableStack } from '../../support/app/restored-stack.ts';
import { type BankDealer, newBankDealer, rowsOf, simple } from '../../support/bank/bank-merchants.ts';
import type { Answer } from '../../support/dealer/dealers.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { type Ran, runOperator, runProgram } from '../../support/operator/command-line.ts';
import { openPage, payThroughBank, payWith, reportOn, throughBank } from '../../support/payment/payer.ts';
import { startRecoveryProxy } from '../../support/store/recovery-proxy.ts';
import { putRows } from '../../support/store/store.ts';

const MINUTE_MS = 60_000;
const POS_ID = 'isbank';

type Told = Readonly<Record<string, unknown>>;

/** The charge of an answer. */
const chargeIn = ({ Data }: Answer) => Data as { VirtualPosOrderId: string; IsSuccessful: boolean };

/** The ids of payments, each of which is the key of a pointer. */
const paymentIdsIn = (rows: readonly Row[]): readonly number[] =>
  rows.flatMap(({ pk }) => {
    const id = /^DEALER#[^#]+#PAYMENT#(\d+)$/.exec(String(pk))?.[1];
    return id === undefined ? [] : [Number(id)];
  });

let stack: RestorableStack;
let dealer: BankDealer;
/** What the restore point knows. */
let copy: readonly Row[];

const lost: { direct: string; link: string; open: string; at3D: string } = { direct: '', link: '', open: '', at3D: '' };
/** The ids of all payments of the stage when its table was lost. */
let lostIds: readonly number[];

/** A command of the command line on the running app; its answer, or the failure. */
const operator = async (...args: readonly string[]): Promise<Told> => {
  const { stdout, stderr } = await runOperator(args, { dataDir: stack.address.dataDir });
  const text = stdout === '' ? stderr.slice(stderr.indexOf('{')) : stdout;
  return JSON.parse(text) as Told;
};

const versionNow = async () => `version=${String((await operator('show-stage')).version)}`;
const bankOrders = async () =>
  (await rowsOf(stack.address, `BANK#${dealer.merchant.clientId}#ORDER#`)).map(readBankOrder);
const stateAtBank = async (orderId: string) => (await bankOrders()).find((one) => one.orderId === orderId)?.state;
const decide = (orderId: string, decision: string) =>
  operator(
    'decide-lost-order',
    `dealerCode=${dealer.dealer.dealerCode}`,
    `posId=${POS_ID}`,
    `orderId=${orderId}`,
    `decision=${decision}`,
  );

/** The attempt of an order as its intent left it half an hour ago: the copy was made while the bank was charging. */
const asOfItsIntent = (attempt: Attempt): Row => {
  const { bank: _bank, endedAtMs: _endedAtMs, ...rest } = attempt;
  const longAgo = Date.now() - 30 * MINUTE_MS;
  const times = { startedAtMs: longAgo, lastCallAtMs: longAgo, answerByMs: longAgo + 28_000, dueAtMs: longAgo };
  return attemptItem({ ...rest, ...times, state: 'charging', told: 'nobody' });
};

const adoptTable = async (
  more: readonly string[] = [],
  key: 'of the account' | 'of AWS' = 'of the account',
): Promise<Ran> => {
  const proxy = await startRecoveryProxy(stack.address.engineEndpoint, key);
  try {
    const command = [
      'infra/operator/operator.ts',
      'adopt-table',
      '--stage',
      'rehearsed',
      `tableName=${RESTORED_TABLE}`,
    ];
    return await runProgram([process.execPath, ...command, ...more], {
      dataDir: stack.address.dataDir,
      environment: {
        AWS_ENDPOINT_URL_DYNAMODB: proxy.address,
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
      },
    });
  } finally {
    await proxy.stop();
  }
};

/** Payments of all kinds, then the restore point, then more of them. */
const happen = async (): Promise<void> => {
  await dealer.payDirectly({ OtherTrxCode: 'paid' });
  await dealer.payDirectly({ OtherTrxCode: 'refunded' });
  await callOperation(dealer, 'DoVoid', { OtherTrxCode: 'refunded' });
  const open = await dealer.newLink({ ...simple, OtherTrxCode: 'open-link' });
  const started = await dealer.newLink({ ...simple, OtherTrxCode: 'at-3d' });
  const handOver = await payWith(await openPage(started.url), 'approved');
  await dealer.payDirectly({ OtherTrxCode: 'open' });
  const unheard = (await dealer.directAttempts()).at(-1);
  if (unheard === undefined) throw new Error('nothing was charged');
  lost.open = unheard.orderId;
  const intent = asOfItsIntent(unheard);
  copy = (await stack.rows()).map((row) => (row.pk === intent.pk && row.sk === intent.sk ? intent : row));

  lost.direct = chargeIn(await dealer.payDirectly({ OtherTrxCode: 'lost' })).VirtualPosOrderId;
  expect(reportOn(await throughBank(handOver)).fields.resultCode).toBe('');
  lost.at3D = (await dealer.attemptsAt(started.url))[0]?.orderId ?? '';
  const link = await dealer.newLink({ ...simple, OtherTrxCode: 'lost-link' });
  expect(reportOn(await payThroughBank(await openPage(link.url), 'approved')).fields.resultCode).toBe('');
  lost.link = (await dealer.attemptsAt(link.url))[0]?.orderId ?? '';
  expect((await openPage(open.url)).status).toBe(200);
  lostIds = paymentIdsIn(await stack.rows());
};

beforeAll(async () => {
  stack = await startRestorableStack();
  dealer = await newBankDealer({ stack: stack.address });
  await putRows(dealer.store, [listedDealerItem(dealer.dealer)]);
  await happen();
});
afterAll(() => stack.stop());

describe('A stage goes on with a restored table, from the copy to the first payment (rule 47)', () => {
  test('adopt-table says what it would do, does it once, and shows the settings', async () => {
    await stack.restore(copy);
    const open = await adoptTable([], 'of AWS');
    expect(open.code).not.toBe(0);
    expect(open.stderr).toContain('is not encrypted under');
    const tried = await adoptTable(['--dry-run']);
    expect([tried.code, tried.stderr]).toEqual([0, '']);
    const outcomes = ({ stdout }: Ran) =>
      (JSON.parse(stdout) as { steps: { outcome: string }[] }).steps.map(({ outcome }) => outcome);
    expect(outcomes(tried)).toEqual(Array(6).fill('would be done'));
    const done = await adoptTable();
    expect(outcomes(done)).toEqual(Array(6).fill('done'));
    const again = await adoptTable();
    // The proxy is another one each time, and knows nothing of the recovery that was switched on.
    expect(outcomes(again)).toEqual(['done', ...Array(5).fill('was so')]);
    const { settings } = JSON.parse(again.stdout) as { settings: { tableName: string; tableStreamArn: string } };
    expect(settings).toEqual({
      tableName: RESTORED_TABLE,
      tableStreamArn: expect.stringContaining(`/${RESTORED_TABLE}/stream/`),
    });
    stack = await stack.deployWith(settings);
  });

  test('it is paused, reverses nothing by itself, and does not resume before the bank’s orders are imported', async () => {
    expect(await operator('show-stage')).toMatchObject({ paused: true, restored: true });
    expect((await dealer.payDirectly({ OtherTrxCode: 'new' })).ResultCode).toMatch(/InvalidRequest$/);
    expect(await stack.invoke('reconcile-payments', {})).toMatchObject({ reconciled: 0, reschedule: 0, failed: 0 });
    expect(await stateAtBank(lost.open)).toBe('captured');
    const refused = await operator('resume-stage', await versionNow());
    expect(refused).toMatchObject({
      error: { code: 'NotPossible', message: expect.stringContaining('no complete list') },
    });
  });

  test('the bank’s list brings the lost orders to light, and no others', async () => {
    const file = join(stack.address.dataDir, 'orders.csv');
    const charges = (await bankOrders()).filter(({ state }) => state === 'captured');
    const lines = charges.map(({ orderId, capturedAmount }) => `${orderId},${(capturedAmount / 100).toFixed(2)},TL`);
    writeFileSync(file, ['orderId,amount,currency', 'ANOTHER-PROGRAM-1,5.00,TL', ...lines].join('\n'));
    const of = [`dealerCode=${dealer.dealer.dealerCode}`, `posId=${POS_ID}`];
    const imported = await operator('import-lost-orders', ...of, '--file', file);
    expect(imported).toMatchObject({ lost: 4, known: 1, notOurs: 1, undecided: 4, complete: true });
    const { orders } = (await operator('list-lost-orders', ...of)) as { orders: readonly Told[] };
    const kinds = Object.fromEntries(orders.map(({ orderId, kind }) => [orderId, kind]));
    expect(kinds).toEqual({
      [lost.direct]: 'unknown',
      [lost.link]: 'unknown',
      [lost.open]: 'open',
      [lost.at3D]: 'open',
    });
    const again = await operator('import-lost-orders', ...of, '--file', file);
    expect(again).toMatchObject({ lost: 0, known: 5, undecided: 4 });
    expect(await operator('resume-stage', await versionNow())).toMatchObject({
      error: { message: expect.stringContaining('4 undecided') },
    });
  });

  test('each is kept or taken back, and only then charges begin', async () => {
    expect(await decide(lost.open, 'keep')).toMatchObject({ state: 'kept' });
    expect(await decide(lost.at3D, 'keep')).toMatchObject({ state: 'kept' });
    expect(await decide(lost.direct, 'keep')).toMatchObject({ state: 'kept' });
    expect(await decide(lost.link, 'take-back')).toMatchObject({ state: 'taken-back', bankSays: 'voided' });
    expect(await decide(lost.link, 'take-back')).toMatchObject({ state: 'taken-back', applied: false });
    expect(await decide(lost.link, 'keep')).toMatchObject({ error: { code: 'NotPossible' } });
    expect(await operator('resume-stage', await versionNow())).toMatchObject({ paused: false });
    expect(await operator('show-stage')).toMatchObject({ paused: false, restored: false });
    // What was kept stays charged when the sweeper looks at it.
    await stack.invoke('reconcile-payments', {});
    const states = Promise.all([lost.open, lost.at3D, lost.direct, lost.link].map(stateAtBank));
    expect(await states).toEqual(['captured', 'captured', 'captured', 'voided']);
    for (const otherTrxCode of ['open', 'at-3d']) {
      const shown = await operator(
        'show-payment',
        `dealerCode=${dealer.dealer.dealerCode}`,
        `otherTrxCode=${otherTrxCode}`,
      );
      expect(shown).toMatchObject({ attempts: [{ state: 'approved', told: 'paid' }] });
    }
  });

  test('a repeat of a lost payment finds its charge at the bank and charges nothing', async () => {
    const before = (await bankOrders()).length;
    const repeat = await dealer.payDirectly({ OtherTrxCode: 'lost' });
    expect(chargeIn(repeat)).toMatchObject({ IsSuccessful: true, VirtualPosOrderId: lost.direct });
    expect((await bankOrders()).length).toBe(before);
  });

  test('the first payments have ids that no lost one had', async () => {
    expect(chargeIn(await dealer.payDirectly({ OtherTrxCode: 'first' })).IsSuccessful).toBe(true);
    const { url } = await dealer.newLink({ ...simple, OtherTrxCode: 'first-link' });
    expect(reportOn(await payThroughBank(await openPage(url), 'approved')).fields.resultCode).toBe('');
    const known = paymentIdsIn(copy);
    const fresh = paymentIdsIn(await stack.rows()).filter((id) => !known.includes(id));
    // The repeat of the lost payment, and the two of this test.
    expect(fresh).toHaveLength(3);
    expect(Math.min(...fresh)).toBeGreaterThan(Math.max(...lostIds));
  });

  test('records of the old table’s stream that come late find nothing and do no harm', async () => {
    const record = (pk: string, sk: string) => ({
      eventName: 'INSERT',
      dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } },
    });
    const gone = lost.link.slice('ORDER-'.length, -'-01'.length);
    await stack.invoke('fan-out-events', { Records: [record('OUTBOX#gone', 'EVENT')] });
    await stack.invoke('fill-sub-dealer-lists', { Records: [record(`PAY#${gone}`, '5#STEP#001')] });
    expect(await rowsOf(stack.address, 'OUTBOX#gone')).toEqual([]);
  });
});
