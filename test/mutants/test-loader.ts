import { EventEmitter } from 'node:events';
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RunnerTestCase, RunnerTestFile, RunnerTestSuite } from 'vitest';
import { createVitest, type PoolRunnerInitializer, type Vitest } from 'vitest/node';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import { collected } from './collected-tests.ts';
import { type LoadedTest, nameOf } from './test-runs.ts';

type RunState = Parameters<typeof runBaseTests>[1];
type Traces = Parameters<typeof runBaseTests>[2];
type Worker = readonly [RunState, Traces];

const BOUNDED_FAST_CHECK = new URL('./bounded-fast-check.ts', import.meta.url).href;
/** Stryker's own limit, after which it starts anew, is earlier. */
const TEST_TIMEOUT_MS = 120_000;

/** A worker of Vitest in this process, which hands over its state and does nothing by itself. */
const inThisProcess = (handOver: (worker: Worker) => void): PoolRunnerInitializer => ({
  name: 'in-this-process',
  createPoolWorker: () => {
    const [toWorker, fromWorker] = [new EventEmitter(), new EventEmitter()];
    const keep = async (...worker: Worker): Promise<void> => handOver(worker);
    return {
      name: 'in-this-process',
      on: (event, listener) => fromWorker.on(event, listener),
      off: (event, listener) => fromWorker.off(event, listener),
      send: (message) => setImmediate(() => toWorker.emit('message', message)),
      deserialize: (message) => message,
      start: async () =>
        init({
          on: (listener) => toWorker.on('message', listener),
          off: (listener) => toWorker.off('message', listener),
          post: (message) => setImmediate(() => fromWorker.emit('message', message)),
          setup: setupEnvironment,
          runTests: keep,
          collectTests: keep,
        }),
      stop: async () => undefined,
    };
  },
});

const testsOf = (suite: RunnerTestSuite): readonly RunnerTestCase[] =>
  suite.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]));

/**
 * Loads test files and what they import, once. Modules belong to a generation, which stands in their address: a new one
 * has them loaded anew, since Node keeps each address for ever.
 */
export class TestLoader {
  readonly #root: string;
  readonly #loaded = new Map<string, readonly LoadedTest[]>();
  #vitest: Vitest | undefined;
  #worker: Worker | undefined;
  #base = 0;
  #latest = 0;
  /** Files that are loaded as part of the latest generation at this moment. */
  #fresh: ReadonlyMap<string, unknown> | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** Starts Vitest. Any test file will do: it is not run. */
  async start(testFile: string): Promise<void> {
    this.#hookModules();
    const { promise, resolve } = Promise.withResolvers<Worker>();
    this.#vitest = await createVitest('test', {
      config: false,
      root: this.#root,
      include: ['test/unit/**/*.test.ts', 'test/property/**/*.test.ts', 'test/mutants/in-memory/*.test.ts'],
      pool: inThisProcess(resolve),
      isolate: false,
      maxWorkers: 1,
      watch: false,
      reporters: [{}],
      runner: fileURLToPath(new URL('./collecting-runner.ts', import.meta.url)),
      testTimeout: TEST_TIMEOUT_MS,
      hookTimeout: TEST_TIMEOUT_MS,
      includeTaskLocation: true,
      experimental: { viteModuleRunner: false, nodeLoader: false },
    });
    void this.#vitest.start([testFile]);
    const [state, traces] = await promise;
    const silent = new Proxy({}, { get: () => async () => undefined });
    this.#worker = [{ ...state, rpc: silent as RunState['rpc'] }, traces];
  }

  #hookModules(): void {
    const root = `${pathToFileURL(this.#root).href}/`;
    registerHooks({
      resolve: (specifier, context, next) => {
        if (specifier === 'fast-check' && context.parentURL !== BOUNDED_FAST_CHECK) {
          return { url: BOUNDED_FAST_CHECK, shortCircuit: true };
        }
        const found = next(specifier, context);
        if (!found.url.startsWith(root) || found.url.includes('/node_modules/')) return found;
        const path = found.url.slice(root.length).replace(/\?.*$/, '');
        const generation = this.#fresh?.has(path) === true ? this.#latest : this.#base;
        return generation === 0 ? found : { ...found, url: `${root}${path}?generation=${generation}` };
      },
    });
  }

  async #collect(path: string): Promise<RunnerTestFile> {
    if (this.#worker === undefined) throw new Error('The tests are not started.');
    const [state, traces] = this.#worker;
    const files = [{ filepath: `${this.#root}/${path}` }];
    await runBaseTests('collect', { ...state, ctx: { ...state.ctx, files } }, traces);
    const [file] = collected.files;
    if (file === undefined) throw new Error(`${path} holds no tests.`);
    if (file.result?.state === 'fail') throw new Error(file.result.errors?.[0]?.message ?? `${path} does not load.`);
    return file;
  }

  #testsIn(file: RunnerTestFile): readonly LoadedTest[] {
    const path = relative(this.#root, file.filepath);
    return testsOf(file)
      .filter(({ mode }) => mode !== 'skip' && mode !== 'todo')
      .map((task) => ({ id: `${path}#${nameOf(task)}`, task }));
  }

  /** The tests of a file, which is loaded at the first call. Throws what it throws as it loads. */
  async tests(path: string): Promise<readonly LoadedTest[]> {
    const known = this.#loaded.get(path);
    if (known !== undefined) return known;
    const tests = this.#testsIn(await this.#collect(path));
    this.#loaded.set(path, tests);
    return tests;
  }

  /** The tests of these files, each loaded with all of `fresh` anew. They are forgotten afterwards. */
  async *freshTests(
    paths: readonly string[],
    fresh: ReadonlyMap<string, unknown>,
  ): AsyncGenerator<readonly LoadedTest[], void> {
    this.#latest += 1;
    this.#fresh = fresh;
    try {
      for (const path of paths) yield this.#testsIn(await this.#collect(path));
    } finally {
      this.#fresh = undefined;
    }
  }

  /** Has everything loaded anew when it is needed next. */
  forgetAll(): void {
    this.#loaded.clear();
    this.#latest += 1;
    this.#base = this.#latest;
  }

  async close(): Promise<void> {
    await this.#vitest?.close();
  }
}
