import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { arrivalsOf, beginAll } from '../load/arrivals.ts';
import { type MemorySample, memoryOfTree, memoryTrend } from '../load/memory.ts';
import { kinds, readOptions, usualMix } from '../load/options.ts';
import { type ListedPayment, type RunPayment, violationsOf } from '../load/records.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

describe('The load command', () => {
  test('runs mixed traffic without an error, and proves that nothing was lost or charged twice', async () => {
    const mix = kinds.map((kind) => `${kind}=1`).join(',');
    const parameters = [
      '--import',
      './infra/local/require-node.mjs',
      'test/load/load.ts',
      '--count',
      '24',
      '--rate',
      '1000',
      '--mix',
      mix,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: project });
    for (const kind of kinds) expect(stdout).toMatch(new RegExp(`^${kind} +[1-9]`, 'm'));
    const [, begun = '', told] = /^(\d+) payments begun, (\d+) reported paid, 0 violations$/m.exec(stdout) ?? [];
    expect(Number(begun)).toBeGreaterThan(2);
    expect(told).toBe(begun);
    expect(stdout).toContain('\n0 errors, 0 arrivals not begun,');
  });

  test.each([
    'http://example.com',
    'https://127.0.0.1:3000',
    'http://10.0.0.1:3000',
    'http://127.0.0.1.example.com',
    'http://user@example.com',
    'nonsense',
  ])('refuses an address that is not on this machine: %s', (address) => {
    expect(() => readOptions(['--address', address])).toThrow('it must be http on this machine');
  });

  test.each([
    [['--rate', '0'], '--rate is "0"'],
    [['--seconds', '1e3'], '--seconds is "1e3"'],
    [['--count', '1.5'], 'must be a whole number'],
    [['--mix', 'payments=1'], 'the kinds are lookup'],
    [['--mix', kinds.map((kind) => `${kind}=0`).join(',')], 'leaves nothing to do'],
    [['--rate', '10', '--seconds', '600'], 'payments a second are more than the test cards take'],
  ])('refuses %j', (given, sentence) => {
    expect(() => readOptions(given)).toThrow(sentence);
  });

  test('takes an address on this machine', () => {
    expect(readOptions(['--address', 'http://127.0.0.1:3000/']).address).toBe('http://127.0.0.1:3000');
    expect(readOptions(['--mix', 'list=0']).mix).toEqual({ ...usualMix, list: 0 });
  });
});

describe('Arrivals', () => {
  const plan = { seconds: 1000, count: 10_000, rate: 4, seed: 3, mix: { ...usualMix, list: 0 } };

  test('are equal for equal seeds, come at the mean rate, and are of the kinds of the mix', () => {
    const arrivals = [...arrivalsOf(plan)];
    expect([...arrivalsOf(plan)]).toEqual(arrivals);
    expect([...arrivalsOf({ ...plan, seed: 4 })]).not.toEqual(arrivals);
    expect(arrivals.length).toBeGreaterThan(3700);
    expect(arrivals.length).toBeLessThan(4300);
    expect(arrivals.filter(({ kind }) => kind === 'list')).toEqual([]);
    expect(new Set(arrivals.map(({ kind }) => kind)).size).toBe(kinds.length - 1);
    expect([...arrivalsOf({ ...plan, count: 5 })]).toEqual(arrivals.slice(0, 5));
  });

  test('do not wait for earlier ones, and are counted where too many are in progress', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const serve = (): Promise<void> => {
      begun += 1;
      return promise;
    };
    const notBegun = beginAll([...arrivalsOf({ ...plan, rate: 1000, count: 9 })], 4, serve);
    await expect.poll(() => begun).toBe(4);
    resolve();
    const left = await notBegun;
    expect(begun + left).toBe(9);
  });
});

describe('Memory', () => {
  const minutes = (mbAt: (minute: number) => number, count = 31): readonly MemorySample[] =>
    Array.from({ length: count }, (_, minute) => ({ atMs: minute * 60_000, mb: mbAt(minute) }));

  test('is flat where it grew at the beginning only, or goes up and down', () => {
    expect(memoryTrend(minutes((minute) => Math.min(500, 200 + 40 * minute)))?.flat).toBe(true);
    expect(memoryTrend(minutes((minute) => 500 + 40 * (minute % 3)))?.flat).toBe(true);
  });

  test('is not flat where it grows to the end, and nobody can tell after two minutes', () => {
    const growing = memoryTrend(minutes((minute) => 500 + 10 * minute));
    expect(growing?.flat).toBe(false);
    expect(growing?.mbPerHour).toBeCloseTo(600);
    expect(memoryTrend(minutes((minute) => 500 + 10 * minute, 4))?.flat).toBeUndefined();
    expect(memoryTrend([])).toBeUndefined();
  });

  test.runIf(process.platform === 'linux')('is that of a process and what it started', () => {
    expect(memoryOfTree(process.pid)).toBeGreaterThan(20);
    expect(memoryOfTree(process.ppid)).toBeGreaterThan(memoryOfTree(process.pid) ?? 0);
  });
});

describe('What was lost or charged twice', () => {
  const paid: RunPayment = { code: 'a', amount: 10, told: true, refundAsked: false };
  const listed: ListedPayment = { OtherTrxCode: 'a', Amount: 10, PaymentStatus: 2 };

  test.each<[string, readonly RunPayment[], readonly ListedPayment[], readonly string[]]>([
    ['nothing', [paid], [listed], []],
    ['a refund', [{ ...paid, refundAsked: true }], [{ ...listed, PaymentStatus: 4 }], []],
    ['a payment that nobody was told of', [{ ...paid, told: false }], [], []],
    ['a lost payment', [paid], [], ['a was reported paid and is not in the list of payments.']],
    [
      'a payment that waits',
      [paid],
      [{ ...listed, PaymentStatus: 0 }],
      ['a was reported paid and is not in the list of payments.'],
    ],
    ['a second charge', [paid], [listed, listed], ['a was charged 2 times.']],
    ['another amount', [paid], [{ ...listed, Amount: 11 }], ['a was charged 11 in place of 10.']],
    [
      'money given back unasked',
      [paid],
      [{ ...listed, PaymentStatus: 3 }],
      ['a was given back, and nobody asked for that.'],
    ],
    ['an unknown charge', [], [listed], ['a was charged, and the run never began it.']],
  ])('%s', (_what, begun, charged, violations) => {
    expect(violationsOf(begun, charged)).toEqual(violations);
  });
});
