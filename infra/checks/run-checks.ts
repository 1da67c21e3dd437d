import { CHECKS_AT_ONCE, type Check, PROJECT_ROOT } from './check-kinds.ts';
import { keptProof } from './kept-proof.ts';

interface Outcome {
  readonly name: string;
  readonly findings: readonly string[];
  /** Whether it held before, of the same content, and was not run again. */
  readonly isKept: boolean;
  readonly seconds: number;
}

const runOne = async (check: Check, root: string): Promise<Outcome> => {
  const startedAtMs = performance.now();
  const { findings, isKept } = await Promise.resolve()
    .then(() => proven(check, root))
    .catch((error: unknown) => ({
      findings: [error instanceof Error ? error.message : 'The check itself failed.'],
      isKept: false,
    }));
  return { name: check.name, findings, isKept, seconds: (performance.now() - startedAtMs) / 1000 };
};

const proven = async ({ name, run, reads }: Check, root: string): Promise<Pick<Outcome, 'findings' | 'isKept'>> => {
  const proof = reads === undefined ? undefined : keptProof({ name, reads }, root);
  if (proof?.isKept === true) return { findings: [], isKept: true };
  const findings = await run(root);
  if (findings.length === 0) proof?.keep();
  return { findings, isKept: false };
};

const lineOf = ({ name, findings, isKept, seconds }: Outcome): string => {
  const said = isKept ? 'kept  ' : findings.length === 0 ? 'ok    ' : 'FAILED';
  return `${said} ${seconds.toFixed(1).padStart(5)} s  ${name}`;
};

/**
 * Runs the checks, a few in parallel. Prints one line for each, and the findings of those that fail. True if all hold.
 */
export const runChecks = async (
  checks: readonly Check[],
  { root = PROJECT_ROOT, print = console.log }: { root?: string; print?: (line: string) => void } = {},
): Promise<boolean> => {
  const waiting = [...checks];
  const failed: Outcome[] = [];
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const outcome = await runOne(check, root);
      print(lineOf(outcome));
      if (outcome.findings.length > 0) failed.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, work));
  for (const { name, findings } of failed) print(`\n${name}:\n${findings.join('\n')}`);
  return failed.length === 0;
};
