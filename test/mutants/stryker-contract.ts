/*
 * What Stryker and a test runner of it say to each other, as far as this project's runner uses it. Stryker's own types are
 * installed for the command alone, and the sources are checked without it.
 */

export type Hits = Record<string, number>;

/** The variable that Stryker's changed sources read and write. */
interface StrykerNamespace {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { readonly static: Hits; readonly perTest: Record<string, Hits> };
}

export type HitsByTest = Record<string, Hits>;

const NAMESPACE = '__stryker__';

export const namespace = (): StrykerNamespace => {
  const holder = globalThis as unknown as Partial<Record<typeof NAMESPACE, StrykerNamespace>>;
  holder[NAMESPACE] ??= {};
  return holder[NAMESPACE];
};

export interface MutantRun {
  /** Ids of the tests that reach the mutant; undefined for a mutant that is reached while modules load. */
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
  readonly activeMutant: { readonly id: string };
  readonly sandboxFileName: string;
}

export type MutantResult =
  | {
      readonly status: 'killed';
      readonly killedBy: readonly string[];
      readonly failureMessage: string;
      readonly nrOfTests: number;
    }
  | { readonly status: 'survived'; readonly nrOfTests: number }
  | { readonly status: 'timeout'; readonly reason: string };

interface FoundTest {
  readonly id: string;
  readonly name: string;
  readonly status: number;
  readonly timeSpentMs: number;
  readonly fileName: string;
  readonly startPosition: { readonly line: number; readonly column: number } | undefined;
}

export const TEST_SUCCEEDED = 0;

export type DryRunResult =
  | {
      readonly status: 'complete';
      readonly tests: readonly FoundTest[];
      readonly mutantCoverage: { readonly static: Hits; readonly perTest: HitsByTest };
    }
  | { readonly status: 'error'; readonly errorMessage: string };

export interface StrykerTestRunner {
  readonly capabilities: () => { readonly reloadEnvironment: boolean };
  readonly init: () => Promise<void>;
  readonly dryRun: (options: { readonly files?: readonly string[] }) => Promise<DryRunResult>;
  readonly mutantRun: (run: MutantRun) => Promise<MutantResult>;
  readonly dispose: () => Promise<void>;
}
