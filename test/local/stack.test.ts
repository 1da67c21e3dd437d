import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import type { LocalStageBuild } from '../../infra/local/build-cache.ts';
import { callDynamoDb } from '../../infra/local/dynamodb-call.ts';
import { type LocalStackOptions, startLocalStack } from '../../infra/local/stack.ts';
import { synthesizeLocalStage } from '../../infra/local/synthesize.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-link-stack-test-'));
const running: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((stack) => stack.stop()));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The real templates with one handler for all functions, which answers with its event and its environment. */
const synthesizeEcho = (): LocalStageBuild => {
  const code = join(folder, 'echo');
  mkdirSync(code);
  writeFileSync(join(code, 'package.json'), '{"type":"commonjs"}');
  writeFileSync(
    join(code, 'index.js'),
    'exports.handler = async (event) => ({ statusCode: 200, body: JSON.stringify({ event, env: process.env }) });',
  );
  const build = { assemblyFolder: join(folder, 'assembly'), bundlesFolder: join(folder, 'bundles') };
  mkdirSync(build.bundlesFolder);
  for (const { name } of functionDefinitions) symlinkSync(code, join(build.bundlesFolder, name));
  synthesizeLocalStage(build.assemblyFolder);
  return build;
};
const synthesized = synthesizeEcho();

let count = 0;
const start = async (options: Partial<LocalStackOptions> = {}) => {
  count += 1;
  const dataDir = join(folder, `data-${count}`);
  const stack = await startLocalStack({ port: 0, dataDir, inMemory: true, synthesized, ...options });
  running.push(stack);
  return stack;
};

const echoSchema = z.object({
  event: z.record(z.string(), z.unknown()),
  env: z.record(z.string(), z.string()),
});
const echo = async (url: string, init?: RequestInit) => echoSchema.parse(await (await fetch(url, init)).json());

describe('The local runner runs the templates', () => {
  test('routes, environment and names are the templates’', async () => {
    const { baseUrl, outputs, tableName } = await start();
    const { event, env } = await echo(`${baseUrl}/PaymentDealer/DoVoid`, { method: 'POST', body: '{}' });
    expect(event).toMatchObject({ version: '2.0', routeKey: 'POST /PaymentDealer/DoVoid' });
    expect(env).toMatchObject({
      AWS_LAMBDA_FUNCTION_NAME: 'payment-link-local-void-payment',
      BASE_URL: baseUrl,
      DEALER_CACHE_MS: '1000',
      STAGE: 'local',
      STAGE_KIND: 'sandbox',
      TABLE_NAME: tableName,
    });
    expect(outputs).toEqual({
      BaseUrl: baseUrl,
      DeskUrl: baseUrl,
      Messages: expect.stringContaining('Sends SMS'),
      PaymentsTableKeyArn: expect.stringMatching(/^arn:aws:kms:/),
      PaymentsTableName: tableName,
      OperateFunctionName: 'payment-link-local-operate',
    });
    const page = await echo(`${baseUrl}/pay/abc`);
    expect(page.event).toMatchObject({ routeKey: 'GET /pay/{token}', pathParameters: { token: 'abc' } });
    const deskPage = await echo(`${baseUrl}/desk/payments/7`);
    expect(deskPage.event).toMatchObject({ routeKey: 'GET /desk/{page}/{id}', pathParameters: { id: '7' } });
    expect(deskPage.env).toMatchObject({ DESK_URL: baseUrl, BASE_URL: baseUrl });
    const rest = await echo(`${baseUrl}//DealerSale/GetSale`, { method: 'POST' });
    expect(rest.event).toMatchObject({ routeKey: '$default', rawPath: '//DealerSale/GetSale' });
  });

  test('the table has the template’s keys, indexes and TTL, and its stream of keys', async () => {
    const { engineEndpoint, tableName } = await start();
    const { Table: table } = await callDynamoDb(engineEndpoint, 'DescribeTable', { TableName: tableName });
    expect(table).toMatchObject({ KeySchema: [{ AttributeName: 'pk' }, { AttributeName: 'sk' }] });
    const { GlobalSecondaryIndexes } = z
      .object({ GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string() })) })
      .parse(table);
    expect(GlobalSecondaryIndexes.map(({ IndexName }) => IndexName).toSorted()).toEqual(['due', 'listing']);
    expect(table).toMatchObject({
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    });
    const ttl = await callDynamoDb(engineEndpoint, 'DescribeTimeToLive', { TableName: tableName });
    expect(ttl).toMatchObject({ TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' } });
  });

  test('a function is invoked by its name or its folder’s name, and an unknown one is refused', async () => {
    const { invoke, outputs } = await start();
    const payload = { command: 'look' };
    const body = z.object({ body: z.string() });
    for (const name of ['operate', outputs.OperateFunctionName ?? '']) {
      const answer = echoSchema.parse(JSON.parse(body.parse(await invoke(name, payload)).body));
      expect(answer.event).toEqual(payload);
    }
    await expect(invoke('nobody', {})).rejects.toThrow(/no function nobody/);
  });

  test('two stacks run side by side, each with its own data', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(one.baseUrl).not.toBe(two.baseUrl);
    expect(one.engineEndpoint).not.toBe(two.engineEndpoint);
    expect(one.endpoint).not.toBe(two.endpoint);
  });

  test('a test can put a proxy before the engine and add to the environment', async () => {
    const { baseUrl } = await start({
      dynamodbEndpoint: (engine) => `${engine}/by-way-of-a-proxy`,
      environment: { EXTRA: 'given' },
    });
    const { env } = await echo(`${baseUrl}/pay/abc`);
    expect(env).toMatchObject({
      AWS_ENDPOINT_URL_DYNAMODB: expect.stringMatching(/\/by-way-of-a-proxy$/),
      EXTRA: 'given',
    });
  });
});

describe('A run', () => {
  const item = { pk: { S: 'a' }, sk: { S: 'b' }, n: { N: '1' } };

  test('keeps its data for the next one', async () => {
    const options = { dataDir: join(folder, 'kept'), inMemory: false };
    const first = await start(options);
    await callDynamoDb(first.engineEndpoint, 'PutItem', { TableName: first.tableName, Item: item });
    await first.stop();
    const second = await start(options);
    const Key = { pk: item.pk, sk: item.sk };
    const found = await callDynamoDb(second.engineEndpoint, 'GetItem', { TableName: second.tableName, Key });
    expect(found).toMatchObject({ Item: item });
  });

  test('leaves nothing listening when it stops', async () => {
    const { baseUrl, endpoint, engineEndpoint, stop } = await start();
    await stop();
    for (const address of [baseUrl, endpoint, engineEndpoint]) await expect(fetch(address)).rejects.toThrow();
  });

  test('says that its port is taken', async () => {
    const { baseUrl } = await start();
    const port = Number(new URL(baseUrl).port);
    await expect(start({ port })).rejects.toThrow(`Port ${port} is taken`);
  });

  test('says that its data folder is in use', async () => {
    const dataDir = join(folder, 'shared');
    await start({ dataDir });
    await expect(start({ dataDir })).rejects.toThrow(/in use by another run/);
  });
});
