import { CHECKS_AT_ONCE, type Check, PROJECT_ROOT } from './check-kinds.ts';

interface Outcome {
  readonly name: string;
  readonly findings: readonly string[];
  readonly seconds: number;
}

const runOne = async (check: Check, root: string): Promise<Outcome> => {
  const startedAtMs = performance.now();
  const findings = await Promise.resolve()
    .then(() => check.run(root))
    .catch((error: unknown) => [error instanceof Error ? error.message : 'The check itself failed.']);
  return { name: check.name, findings, seconds: (performance.now() - startedAtMs) / 1000 };
};

const lineOf = ({ name, findings, seconds }: Outcome): string =>
  `${findings.length === 0 ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(5)} s  ${name}`;

/** Runs the checks, a few at once, and prints one line for each and what the failed ones found. True when all hold. */
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
