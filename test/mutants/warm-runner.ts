import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  distancesTo,
  type Importers,
  importersFrom,
  isInMemory,
  nameOfFile,
  nearestFirst,
  testFiles,
} from './import-graph.ts';
import { runsOfProperties } from './runs-of-properties.ts';
import { allowSteps, hitsAtLoad, watchSteps } from './steps.ts';
import {
  type DryRunResult,
  type HitsByTest,
  type MutantResult,
  type MutantRun,
  namespace,
  type StrykerTestRunner,
  TEST_SUCCEEDED,
} from './stryker-contract.ts';
import { TestLoader } from './test-loader.ts';
import {
  type Failure,
  type LoadedTest,
  messageOf,
  nameOf,
  noteRejections,
  runUntilFailure,
  SUITE_MARK,
  type TestCost,
} from './test-runs.ts';

/*
 * A test runner for Stryker, which asks it for each mutant whether a test fails. It loads the tests once, and runs for a
 * mutant those alone that reach it: most are found within milliseconds. Stryker's own runner for Vitest starts a run of Vitest
 * for each mutant.
 */

const ORIGINAL_ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A mutant in what modules do as they load is tried by so many test files: those that are nearest by their imports. */
const NEAREST_FILES = 4;
/** Fewer of them where tests reach the mutant as they run too, and did not find it. */
const NEAREST_FILES_ONCE_MORE = 2;
/** Tests over an app in memory take ten times as long as others: a mutant is tried by so many of them. */
const MOST_IN_MEMORY = 60;
/** Stryker takes a mutant for endless that is hit 100 times as often as in all tests. Here no failure is tried again. */
const SOONER = 20;
const LEAST_HITS_ALLOWED = 10_000;
/** So many steps as modules load are endless. */
const MOST_STEPS_AT_LOAD = 10_000_000;
/** In the folder that Stryker copies the project into. */
const NOTES = '.mutant-notes.json';

/** What the run without mutants found out. A runner that takes the place of one that ended reads it. */
interface Notes {
  readonly durations: Readonly<Record<string, number>>;
  readonly steps: Readonly<Record<string, number>>;
  /** Tests that reach a mutant, for the mutants that are reached while modules load too. */
  readonly alsoInTests: Readonly<Record<string, readonly string[]>>;
  readonly counting: readonly string[];
  readonly leftOut: readonly string[];
}

interface TriedMutant {
  readonly id: string;
  readonly path: string;
}

interface Killer {
  readonly id: string;
  readonly message: string;
}

class WarmRunner implements StrykerTestRunner {
  readonly #root = process.cwd();
  readonly #loader = new TestLoader(this.#root);
  readonly #testFiles = testFiles(ORIGINAL_ROOT);
  readonly #importers: Importers = importersFrom(ORIGINAL_ROOT, this.#testFiles);
  readonly #counting = new Set<string>();
  /** Tests of components that need what an app in memory has not, such as its log or its workers. */
  readonly #leftOut = new Set<string>();
  readonly #steps = new Map<string, number>();
  /** How often a test killed a mutant of a file: such tests are tried first. */
  readonly #kills = new Map<string, Map<string, number>>();
  #notes: Notes = { durations: {}, steps: {}, alsoInTests: {}, counting: [], leftOut: [] };

  capabilities(): { readonly reloadEnvironment: boolean } {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    noteRejections();
    watchSteps();
    if (existsSync(NOTES)) this.#notes = JSON.parse(readFileSync(NOTES, 'utf8')) as Notes;
    for (const id of this.#notes.counting) this.#counting.add(id);
    for (const id of this.#notes.leftOut) this.#leftOut.add(id);
    for (const [id, steps] of Object.entries(this.#notes.steps)) this.#steps.set(id, steps);
    await this.#loader.start(this.#testFiles[0] ?? '');
  }

  async dryRun({ files = [] }: { readonly files?: readonly string[] }): Promise<DryRunResult> {
    const reaching = distancesTo(
      this.#importers,
      files.map((path) => relative(this.#root, path)),
    );
    const tests: LoadedTest[] = [];
    for (const path of this.#testFiles) if (reaching.has(path)) tests.push(...(await this.#loader.tests(path)));
    const atLoad = hitsAtLoad();
    const durations: Record<string, number> = {};
    const failed = await this.#runAll(tests, durations);
    if (failed !== undefined) {
      return { status: 'error', errorMessage: `${failed.test.id} fails without a mutant: ${failed.message}` };
    }
    const perTest = await this.#hitsByTest(namespace().mutantCoverage?.perTest ?? {});
    this.#note({ durations, atLoad, perTest });
    const once = new Map(tests.map((test) => [test.id, test]));
    return {
      status: 'complete',
      tests: [...once.values()].map(({ id, task }) => ({
        id,
        name: nameOf(task),
        status: TEST_SUCCEEDED,
        timeSpentMs: durations[id] ?? 0,
        fileName: task.file.filepath,
        startPosition: task.location && { line: task.location.line - 1, column: task.location.column - 1 },
      })),
      mutantCoverage: { static: atLoad, perTest },
    };
  }

  /** Runs every test without a mutant, and learns which count what their properties met. */
  async #runAll(tests: readonly LoadedTest[], durations: Record<string, number>): Promise<Failure | undefined> {
    const noted = new Map<string, number>();
    const note = ({ id }: LoadedTest, { ms, steps }: TestCost): void => {
      durations[id] = (durations[id] ?? 0) + ms;
      noted.set(id, Math.max(noted.get(id) ?? 0, steps));
    };
    const run = (ofFile: readonly LoadedTest[]) =>
      runUntilFailure(ofFile, { counting: this.#counting, note, steps: new Map() });
    for (const ofFile of Map.groupBy(tests, ({ task }) => task.file).values()) {
      let failed = await run(ofFile);
      while (failed !== undefined && !runsOfProperties.hasFailed && !this.#counting.has(failed.test.id)) {
        this.#counting.add(failed.test.id);
        failed = await run(ofFile);
      }
      while (failed !== undefined && isInMemory(failed.test.id)) failed = await this.#leaveOut(failed, ofFile, run);
      if (failed !== undefined) return failed;
    }
    for (const [id, steps] of noted) this.#steps.set(id, steps);
    return undefined;
  }

  /** Leaves a test out, and runs those behind it in its file. */
  #leaveOut(
    { test }: Failure,
    ofFile: readonly LoadedTest[],
    run: (tests: readonly LoadedTest[]) => Promise<Failure | undefined>,
  ): Promise<Failure | undefined> {
    this.#leftOut.add(test.id);
    return run(ofFile.slice(ofFile.indexOf(test) + 1));
  }

  /** What was reached before the first test of a suite counts for each test of its file. */
  async #hitsByTest(noted: HitsByTest): Promise<HitsByTest> {
    const found: HitsByTest = {};
    const add = (testId: string, hits: Readonly<Record<string, number>>): void => {
      found[testId] ??= {};
      const known = found[testId];
      for (const [mutant, count] of Object.entries(hits)) known[mutant] = (known[mutant] ?? 0) + count;
    };
    for (const [testId, hits] of Object.entries(noted)) {
      if (!testId.startsWith(SUITE_MARK)) add(testId, hits);
      else {
        const [path = ''] = testId.slice(SUITE_MARK.length).split('#');
        for (const { id } of await this.#loader.tests(path)) add(id, hits);
      }
    }
    return found;
  }

  #note(seen: {
    readonly durations: Readonly<Record<string, number>>;
    readonly atLoad: Readonly<Record<string, number>>;
    readonly perTest: HitsByTest;
  }): void {
    const alsoInTests: Record<string, string[]> = {};
    for (const [id, hits] of Object.entries(seen.perTest)) {
      for (const mutant of Object.keys(hits)) {
        if (!(mutant in seen.atLoad)) continue;
        alsoInTests[mutant] ??= [];
        alsoInTests[mutant].push(id);
      }
    }
    this.#notes = {
      durations: seen.durations,
      steps: Object.fromEntries(this.#steps),
      alsoInTests,
      counting: [...this.#counting],
      leftOut: [...this.#leftOut],
    };
    writeFileSync(NOTES, JSON.stringify(this.#notes));
  }

  async mutantRun({ testFilter, hitLimit, activeMutant, sandboxFileName }: MutantRun): Promise<MutantResult> {
    const ns = namespace();
    const mutant = { id: activeMutant.id, path: relative(this.#root, sandboxFileName) };
    const hitsAllowed = hitLimit === undefined ? undefined : Math.max(LEAST_HITS_ALLOWED, hitLimit / SOONER);
    ns.hitLimit = hitsAllowed;
    ns.hitCount = 0;
    const ids = testFilter ?? this.#notes.alsoInTests[mutant.id] ?? [];
    let killer = await this.#killerAmongLoaded(mutant, ids);
    if (killer === undefined && testFilter === undefined) {
      killer = await this.#killerAtLoad(mutant, ids.length === 0 ? NEAREST_FILES : NEAREST_FILES_ONCE_MORE);
    }
    if (hitsAllowed !== undefined && ns.hitCount > hitsAllowed)
      return { status: 'timeout', reason: 'It does not end.' };
    if (killer === undefined) return { status: 'survived', nrOfTests: ids.length };
    const kills = this.#kills.get(mutant.path) ?? new Map<string, number>();
    this.#kills.set(mutant.path, kills.set(killer.id, (kills.get(killer.id) ?? 0) + 1));
    return { status: 'killed', killedBy: [killer.id], failureMessage: killer.message, nrOfTests: 1 };
  }

  /** The tests of these ids, those first that cost little for what they killed before. */
  async #byCost(
    ids: readonly string[],
    kills: ReadonlyMap<string, number> = new Map(),
  ): Promise<readonly LoadedTest[]> {
    const wanted = new Set(ids);
    const tests: LoadedTest[] = [];
    for (const path of new Set(ids.map((id) => id.split('#')[0] ?? ''))) {
      const loaded = await this.#loader.tests(path);
      tests.push(...loaded.filter(({ id }) => wanted.has(id) && !this.#leftOut.has(id)));
    }
    const cost = ({ id }: LoadedTest): number =>
      ((this.#notes.durations[id] ?? 0) + 0.2) / (1 + 10 * (kills.get(id) ?? 0));
    const byCost = tests.toSorted((one, other) => cost(one) - cost(other));
    const inMemory = byCost.filter(({ id }) => isInMemory(id)).slice(0, MOST_IN_MEMORY);
    return [...byCost.filter(({ id }) => !isInMemory(id)), ...inMemory];
  }

  /** Among the tests that were loaded without a mutant. */
  async #killerAmongLoaded(
    mutant: TriedMutant,
    ids: readonly string[],
    isSecondTry = false,
  ): Promise<Killer | undefined> {
    const tests = await this.#byCost(ids, this.#kills.get(mutant.path));
    const failed = await this.#withMutant(mutant, () => this.#run(tests));
    if (failed === undefined) return undefined;
    const killer = { id: failed.test.id, message: failed.message };
    if ((await this.#run([failed.test])) === undefined) return killer;
    // A mutant, this one or one before it, left something behind in a module.
    this.#loader.forgetAll();
    return isSecondTry ? killer : this.#killerAmongLoaded(mutant, ids, true);
  }

  /** Loads the file of a mutant, and all that import it, while the mutant is active, and runs the nearest test files. */
  async #killerAtLoad(mutant: TriedMutant, most: number): Promise<Killer | undefined> {
    const distances = distancesTo(this.#importers, [mutant.path]);
    const nearest = nearestFirst(this.#testFiles, distances, mutant.path);
    const ofSubject = nearest.filter(
      (path) => isInMemory(path) && mutant.path.startsWith(`functions/${nameOfFile(path)}/`),
    );
    const paths = [...nearest.filter((path) => !isInMemory(path)).slice(0, most), ...ofSubject];
    return this.#withMutant(mutant, async () => {
      try {
        allowSteps(MOST_STEPS_AT_LOAD);
        for await (const tests of this.#loader.freshTests(paths, distances)) {
          const tried = tests.filter(({ id }) => !this.#leftOut.has(id));
          const failed = await this.#run(isInMemory(tried[0]?.id ?? '') ? tried.slice(0, MOST_IN_MEMORY) : tried);
          if (failed !== undefined) return { id: failed.test.id, message: failed.message };
        }
        return undefined;
      } catch (error) {
        return { id: this.#firstIdIn(paths), message: messageOf(error) };
      }
    });
  }

  #run(tests: readonly LoadedTest[]): Promise<Failure | undefined> {
    return runUntilFailure(tests, { counting: this.#counting, steps: this.#steps });
  }

  async #withMutant<Result>({ id }: TriedMutant, run: () => Promise<Result>): Promise<Result> {
    namespace().activeMutant = id;
    try {
      return await run();
    } finally {
      namespace().activeMutant = undefined;
    }
  }

  /** Stryker wants a test that killed a mutant, also where its file did not load. */
  #firstIdIn(paths: readonly string[]): string {
    return Object.keys(this.#notes.durations).find((id) => paths.includes(id.split('#')[0] ?? '')) ?? '';
  }

  dispose(): Promise<void> {
    return this.#loader.close();
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'warm', factory: (): WarmRunner => new WarmRunner() }];
