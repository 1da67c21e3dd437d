import type { RunnerTestCase, RunnerTestSuite } from 'vitest';
import { isInMemory } from './import-graph.ts';
import { runsOfProperties } from './runs-of-properties.ts';
import { allowSteps, stepsTaken } from './steps.ts';
import { namespace } from './stryker-contract.ts';

/** A test of a file that is loaded. */
export interface LoadedTest {
  readonly id: string;
  readonly task: RunnerTestCase;
}

export interface Failure {
  readonly test: LoadedTest;
  readonly message: string;
}

export interface RunOptions {
  /** Tests that count what their properties met: with few runs that fails, so that properties alone count. */
  readonly counting: ReadonlySet<string>;
  /** Notes which mutants each test reaches, and is told how long it took. */
  readonly note?: (test: LoadedTest, cost: TestCost) => void;
  /** Steps of each test without a mutant; undefined where they are not counted yet. */
  readonly steps: ReadonlyMap<string, number>;
}

export interface TestCost {
  readonly ms: number;
  readonly steps: number;
}

type Hook = (...given: readonly unknown[]) => unknown;

/** A test may take so many times the steps that it takes without a mutant, or at least so many. */
const MORE_STEPS = 20;
const LEAST_STEPS_ALLOWED = 1_000_000;
/** A test during which nothing happens for so long waits for what never comes. */
const IDLE_MS = 1000;
const IDLE_UTILIZATION = 0.02;
/** A test over an app in memory that takes longer polls for what only the running app does. */
const MOST_MS_IN_MEMORY = 3000;
/** What is reached before the first test of a suite is noted under this and the id of that test. */
export const SUITE_MARK = 'suite of ';

/** The machine's timers, whatever a test puts in their place. */
const { setTimeout, clearTimeout } = globalThis;

const rejections: unknown[] = [];

/** What a test leaves running may fail later: the test that runs then fails. */
export const noteRejections = (): void => {
  process.on('unhandledRejection', (error) => rejections.push(error));
  process.on('uncaughtException', (error) => rejections.push(error));
};

/** From the file inwards. */
const suitesOf = (task: RunnerTestCase): readonly RunnerTestSuite[] => {
  const found: RunnerTestSuite[] = [];
  for (let at = task.suite; at !== undefined; at = at.suite) found.unshift(at);
  return [task.file, ...found];
};

export const nameOf = (task: RunnerTestCase): string =>
  [...suitesOf(task).slice(1), task]
    .map(({ name }) => name)
    .join(' > ')
    .trim();

export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300);

/** Ends with the test, or fails once nothing happened for a while, or all of its time is over. */
const untilIdle = async (running: unknown, mostMs: number): Promise<void> => {
  if (!(running instanceof Promise)) return;
  const { promise, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const startedMs = performance.now();
  const watch = (): void => {
    const before = performance.eventLoopUtilization();
    timer = setTimeout(() => {
      const { utilization } = performance.eventLoopUtilization(before);
      const isLate = performance.now() - startedMs > mostMs;
      if (utilization < IDLE_UTILIZATION || isLate)
        reject(new Error('The test waits for something that does not come.'));
      else watch();
    }, IDLE_MS);
  };
  watch();
  try {
    await Promise.race([running, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Answers what the hooks want to be called afterwards, the last one first. */
const runHooks = async (hooks: readonly Hook[], ...given: readonly unknown[]): Promise<readonly Hook[]> => {
  const cleanups: Hook[] = [];
  for (const hook of hooks) {
    const cleanup = await hook(...given);
    if (typeof cleanup === 'function') cleanups.unshift(cleanup as Hook);
  }
  return cleanups;
};

type SuiteHooks = Readonly<Record<'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll', readonly Hook[]>>;

/** Runs tests of files that are loaded, with their hooks, as Vitest does. */
class TestSession {
  readonly #begun = new Map<RunnerTestSuite, readonly Hook[]>();
  readonly #vitest: typeof import('vitest');
  readonly #notes: boolean;

  constructor(vitest: typeof import('vitest'), { notes }: { readonly notes: boolean }) {
    this.#vitest = vitest;
    this.#notes = notes;
  }

  #hooks(suite: RunnerTestSuite): SuiteHooks {
    return this.#vitest.TestRunner.getSuiteHooks(suite) as unknown as SuiteHooks;
  }

  #noteHitsFor(id: string | undefined): void {
    if (this.#notes) namespace().currentTestId = id;
  }

  async run({ id, task }: LoadedTest): Promise<void> {
    const suites = suitesOf(task);
    this.#noteHitsFor(`${SUITE_MARK}${id}`);
    for (const suite of suites) {
      if (this.#begun.has(suite)) continue;
      this.#begun.set(suite, []);
      this.#begun.set(suite, await runHooks(this.#hooks(suite).beforeAll, suite));
    }
    this.#noteHitsFor(id);
    const cleanups: Hook[] = [];
    try {
      for (const suite of suites) {
        cleanups.unshift(...(await runHooks(this.#hooks(suite).beforeEach, task.context, suite)));
      }
      const mostMs = isInMemory(id) ? MOST_MS_IN_MEMORY : Number.POSITIVE_INFINITY;
      await untilIdle(this.#vitest.TestRunner.getTestFn(task)(), mostMs);
    } finally {
      for (const suite of suites.toReversed()) {
        await runHooks(this.#hooks(suite).afterEach.toReversed(), task.context, suite);
      }
      for (const cleanup of cleanups) await cleanup(task.context);
      this.#noteHitsFor(undefined);
    }
  }

  /** A test that failed may not have put back what it changed. */
  putBack(): void {
    const { vi } = this.#vitest;
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }

  async end(): Promise<void> {
    for (const [suite, cleanups] of [...this.#begun].toReversed()) {
      await runHooks(this.#hooks(suite).afterAll, suite);
      for (const cleanup of cleanups) await cleanup();
    }
  }
}

/** Runs tests in this order until one fails. Answers the one that failed, with its message. */
export const runUntilFailure = async (
  tests: readonly LoadedTest[],
  { counting, note, steps }: RunOptions,
): Promise<Failure | undefined> => {
  const session = new TestSession(await import('vitest'), { notes: note !== undefined });
  let failed: Failure | undefined;
  rejections.length = 0;
  for (const test of tests) {
    const startedMs = performance.now();
    runsOfProperties.hasFailed = false;
    const known = steps.get(test.id);
    allowSteps(known === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST_STEPS_ALLOWED, known * MORE_STEPS));
    try {
      await session.run(test);
      if (rejections.length > 0) throw rejections[0];
    } catch (error) {
      session.putBack();
      const isCount = counting.has(test.id) && !runsOfProperties.hasFailed;
      if (!isCount) failed = { test, message: messageOf(error) };
    }
    note?.(test, { ms: performance.now() - startedMs, steps: stepsTaken() });
    allowSteps(Number.POSITIVE_INFINITY);
    if (failed !== undefined) break;
  }
  try {
    await session.end();
  } catch (error) {
    const [test] = tests;
    if (test !== undefined) failed ??= { test, message: messageOf(error) };
  }
  return failed;
};
