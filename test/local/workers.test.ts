import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FunctionLog } from '../../infra/local/function-log.ts';
import { WorkerBudget } from '../../infra/local/worker-budget.ts';
import { FunctionWorker } from '../../infra/local/workers.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-link-worker-test-'));
const log = new FunctionLog(join(folder, 'logs'), { errorsToStderr: false });
const started: FunctionWorker[] = [];
afterAll(async () => {
  await Promise.all(started.map((worker) => worker.stop()));
  await log.close();
  rmSync(folder, { recursive: true, force: true });
});

const workerOf = (
  name: string,
  code: string,
  timeoutMs = 60_000,
  options: ConstructorParameters<typeof FunctionWorker>[3] = {},
): FunctionWorker => {
  const codeFolder = join(folder, name);
  mkdirSync(codeFolder, { recursive: true });
  writeFileSync(join(codeFolder, 'package.json'), '{"type":"commonjs"}');
  writeFileSync(join(codeFolder, 'index.js'), code);
  const arn = `arn:aws:lambda:x:0:function:${name}`;
  const worker = new FunctionWorker(
    { name, arn, folder: name, handler: 'index.handler', codeFolder, timeoutMs, memoryMb: 256, environment: {} },
    { GIVEN: 'yes' },
    log,
    // Starts are counted by a standing clock: a slow machine may take longer than a minute for them.
    { nowMs: () => 0, ...options },
  );
  started.push(worker);
  return worker;
};

const resultOf = async (worker: FunctionWorker, payload: unknown) => {
  const { payload: text, failed } = await worker.invoke(JSON.stringify(payload));
  return { failed, value: JSON.parse(text) as unknown };
};

describe('A function in its worker', () => {
  test('gets its own environment and Lambda’s context, and none of the runner’s environment', async () => {
    const worker = workerOf(
      'context',
      `exports.handler = async (event, context) => ({
        event, env: process.env, name: context.functionName, id: context.awsRequestId.length,
        left: context.getRemainingTimeInMillis() > 0, arn: context.invokedFunctionArn });`,
    );
    await worker.start();
    expect(await resultOf(worker, { a: 1 })).toEqual({
      failed: false,
      value: {
        event: { a: 1 },
        env: { GIVEN: 'yes' },
        name: 'context',
        id: 36,
        left: true,
        arn: 'arn:aws:lambda:x:0:function:context',
      },
    });
  });

  test('has the memory of its function, so that many workers fit on one machine', async () => {
    const worker = workerOf('memory', `exports.handler = async () => require('node:worker_threads').resourceLimits;`);
    const { value } = await resultOf(worker, {});
    expect(value).toMatchObject({ maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 });
  });

  test('has less room for new objects where workers share a budget of memory', async () => {
    const source = `exports.handler = async () => require('node:worker_threads').resourceLimits;`;
    const budget = new WorkerBudget({ most: 1, restMs: 1000, nowMs: () => 0 });
    const { value } = await resultOf(workerOf('sparing', source, 60_000, { budget }), {});
    expect(value).toMatchObject({ maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 2 });
  });

  test('has a clock ahead of the machine where the runner has, for every way to ask for the time', async () => {
    const aheadMs = 400 * 86_400_000;
    const worker = workerOf(
      'clock',
      `exports.handler = async () => ({ asked: [Date.now(), new Date().getTime(), Date.parse(Date())],
        given: new Date(5).getTime(), utc: Date.UTC(2030, 0, 1), isDate: new Date() instanceof Date });`,
      60_000,
      { clockAheadMs: aheadMs },
    );
    const firstMs = Date.now();
    const { value } = await resultOf(worker, {});
    expect(value).toMatchObject({ given: 5, utc: Date.UTC(2030, 0, 1), isDate: true });
    for (const askedMs of (value as { readonly asked: readonly number[] }).asked) {
      // One of them has no milliseconds.
      expect(askedMs).toBeGreaterThan(firstMs + aheadMs - 1000);
      expect(askedMs).toBeLessThanOrEqual(Date.now() + aheadMs);
    }
  });

  test('serves concurrent calls at once', async () => {
    const worker = workerOf(
      'concurrent',
      `let wake; const woken = new Promise((r) => { wake = r; });
       exports.handler = async (event) => { if (event === 'second') wake(); await woken; return event; };`,
    );
    await worker.start();
    const both = await Promise.all([resultOf(worker, 'first'), resultOf(worker, 'second')]);
    expect(both.map(({ value }) => value)).toEqual(['first', 'second']);
  });

  test('fails a call whose handler throws, with Lambda’s error object', async () => {
    const worker = workerOf('throws', `exports.handler = async () => { throw new TypeError('no'); };`);
    await worker.start();
    expect(await resultOf(worker, {})).toEqual({ failed: true, value: { errorType: 'TypeError', errorMessage: 'no' } });
  });

  test('fails a call that outlives the template’s time-out', async () => {
    const worker = workerOf('slow', `exports.handler = () => new Promise(() => {});`, 100);
    await worker.start();
    expect(await resultOf(worker, {})).toMatchObject({ failed: true, value: { errorType: 'Sandbox.Timedout' } });
  });

  test('starts at the first call and holds no memory before', async () => {
    const worker = workerOf('lazy', `exports.handler = async () => 'called';`);
    expect(worker.isRunning).toBe(false);
    expect(await resultOf(worker, {})).toEqual({ failed: false, value: 'called' });
    expect(worker.isRunning).toBe(true);
  });

  test('starts once for calls that come at the same time', async () => {
    const worker = workerOf('together', `let calls = 0; exports.handler = async () => { calls += 1; return calls; };`);
    const results = await Promise.all([1, 2, 3].map((event) => resultOf(worker, event)));
    expect(new Set(results.map(({ value }) => value))).toEqual(new Set([1, 2, 3]));
  });

  test('ends when nobody has called it for a while, and starts again at the next call', async () => {
    const worker = workerOf(
      'idle',
      `let calls = 0; exports.handler = async () => { calls += 1; return calls; };`,
      60_000,
      { idleMs: 1 },
    );
    expect((await resultOf(worker, {})).value).toBe(1);
    await expect.poll(() => worker.isRunning, { timeout: 60_000 }).toBe(false);
    expect((await resultOf(worker, {})).value).toBe(1);
  });

  test('ends for another one above the budget, but never while a call waits for it', async () => {
    const budget = new WorkerBudget({ most: 1, restMs: 0, nowMs: () => 0 });
    const holding = `let wake; const woken = new Promise((r) => { wake = r; });
       exports.handler = async (event) => { if (event === 'wake') { wake(); return event; } await woken; return event; };`;
    const [held, resting, third] = ['held', 'resting', 'third'].map((name) =>
      workerOf(name, name === 'held' ? holding : `exports.handler = async () => 'called';`, 60_000, { budget }),
    ) as [FunctionWorker, FunctionWorker, FunctionWorker];
    const waiting = resultOf(held, 'waits');
    await resultOf(resting, {});
    await resultOf(third, {});
    expect([held, resting, third].map(({ isRunning }) => isRunning)).toEqual([true, false, false]);
    expect((await resultOf(held, 'wake')).value).toBe('wake');
    expect((await waiting).value).toBe('waits');
    expect((await resultOf(resting, {})).value).toBe('called');
  });

  test('waits for its bundle before it starts', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const worker = workerOf('late', `exports.handler = async () => 'called';`, 60_000, { codeReady: () => promise });
    const called = resultOf(worker, {});
    expect(worker.isRunning).toBe(false);
    resolve();
    expect(await called).toEqual({ failed: false, value: 'called' });
  });

  test('fails a call whose bundle cannot be made, with the reason', async () => {
    const codeReady = () => Promise.reject(new Error('no such handler'));
    const worker = workerOf('never', `exports.handler = async () => 'called';`, 60_000, { codeReady });
    expect(await resultOf(worker, {})).toEqual({
      failed: true,
      value: { errorType: 'Runtime.ImportModuleError', errorMessage: 'no such handler' },
    });
    expect(worker.isRunning).toBe(false);
  });

  test('does not end while a call runs', async () => {
    const worker = workerOf(
      'busy',
      `let wake; const woken = new Promise((r) => { wake = r; });
       exports.handler = async (event) => { if (event === 'wake') { wake(); return event; } await woken; return event; };`,
      60_000,
      { idleMs: 1 },
    );
    const waiting = resultOf(worker, 'waits');
    await resultOf(worker, 'wake');
    expect((await waiting).value).toBe('waits');
  });

  test('is not started for ever when it crashes at each call', async () => {
    const worker = workerOf(
      'hopeless',
      `exports.handler = async () => { setTimeout(() => { throw new Error('down'); }, 1); return new Promise(() => {}); };`,
    );
    const messages: string[] = [];
    for (let call = 0; call < 12; call += 1) messages.push(JSON.stringify((await resultOf(worker, {})).value));
    expect(messages.at(-1)).toContain('crashed too often');
  });

  test('is started again after a crash, which fails the pending calls', async () => {
    const worker = workerOf(
      'crashes',
      `exports.handler = async (event) => {
         if (event !== 'crash') return 'alive';
         setTimeout(() => { throw new Error('down'); }, 1);
         return new Promise(() => {}); };`,
    );
    await worker.start();
    expect(await resultOf(worker, 'crash')).toMatchObject({ failed: true, value: { errorType: 'Runtime.ExitError' } });
    await expect.poll(async () => (await resultOf(worker, 'live')).value).toBe('alive');
    const text = () => readFileSync(join(folder, 'logs/functions.log'), 'utf8');
    await expect.poll(text).toContain('crashes ended with exit code 1.');
  });

  test('says nothing when it is stopped', async () => {
    const worker = workerOf('stopped', `exports.handler = async () => 'done';`);
    await worker.start();
    await worker.stop();
    expect(readFileSync(join(folder, 'logs/functions.log'), 'utf8')).not.toContain('stopped ended');
  });

  test('that does not load says so at start', async () => {
    const worker = workerOf('broken', `throw new Error('bad module');`);
    await expect(worker.start()).rejects.toThrow(/broken does not load: .*bad module/);
    expect(await resultOf(worker, {})).toMatchObject({
      failed: true,
      value: { errorType: 'Runtime.ImportModuleError', errorMessage: expect.stringContaining('bad module') },
    });
  });

  test('writes to the log file, not to the runner’s stdout', async () => {
    const worker = workerOf('talks', `exports.handler = async () => { console.log('said it'); };`);
    await worker.start();
    await resultOf(worker, {});
    const text = () => readFileSync(join(folder, 'logs/functions.log'), 'utf8');
    await expect.poll(text).toContain('said it');
  });
});
