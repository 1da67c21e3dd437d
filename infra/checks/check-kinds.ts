import { execFile } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One condition that must hold. Answers its violations, one entry each; none when it holds. */
export interface Check {
  readonly name: string;
  readonly run: (root: string) => Promise<readonly string[]> | readonly string[];
  /**
   * Files of the project that it depends on. While they and the installed packages are those of its last green run in this
   * folder, it is not run again. A check that does not say so always runs.
   */
  readonly reads?: (path: string) => boolean;
}

export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a tool may fill before it collects garbage, in bytes: 5 GB, on a small machine 60 % of its memory. */
const MOST_MEMORY = Math.min(5e9, Math.floor(totalmem() * 0.6));

/**
 * The linter with types is a Go program and ends within seconds, so it collects garbage only near this limit: it fills 3.7 GB, and
 * with 3 GB it takes half as long again. With several processors it would check shared types once for each. The formatter spends
 * a sixth less on one thread, and another check runs beside it.
 */
const TOOL_SETTINGS = {
  GOGC: 'off',
  GOMEMLIMIT: `${MOST_MEMORY}B`,
  GOMAXPROCS: '1',
  RAYON_NUM_THREADS: '1',
};

/** Only ends a tool that hangs: on a machine that is busy with ten other things the linter with types takes some minutes. */
const LIMITS = { timeout: 10 * 60_000, maxBuffer: 16 * 1024 * 1024 };

/** Tools read every file but these. */
const NO_TOOL_READS = /\.(?:md|png)$/;

/** A check by a tool of the project. Whatever the tool prints when it fails is the finding. */
export const commandCheck = (name: string, command: string, parameters: readonly string[]): Check => ({
  name,
  run: (root) => outputOfFailure(join(PROJECT_ROOT, 'node_modules', '.bin', command), parameters, root),
  reads: (path) => !NO_TOOL_READS.test(path),
});

/** Number of checks that run in parallel: each tool uses more than one thread by itself. */
export const CHECKS_AT_ONCE = Math.max(2, Math.floor(availableParallelism() / 2));

export const outputOfFailure = (
  file: string,
  parameters: readonly string[],
  cwd: string,
): Promise<readonly string[]> => {
  const bin = join(PROJECT_ROOT, 'node_modules', '.bin');
  const env = { ...process.env, ...TOOL_SETTINGS, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
  return new Promise((resolve) => {
    execFile(file, parameters, { cwd, env, ...LIMITS }, (error, stdout, stderr) => {
      if (error === null) resolve([]);
      else
        resolve([
          [stdout, stderr]
            .map((text) => text.trim())
            .filter(Boolean)
            .join('\n') || error.message,
        ]);
    });
  });
};
