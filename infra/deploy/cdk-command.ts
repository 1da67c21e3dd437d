import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../checks/check-kinds.ts';

/** A difference of two apps is long. */
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

const cdk = (parameters: readonly string[], options: SpawnSyncOptions) => {
  const { status, stdout, error } = spawnSync(join(PROJECT_ROOT, 'node_modules', '.bin', 'cdk'), parameters, {
    cwd: PROJECT_ROOT,
    env: { ...process.env, CDK_DISABLE_CLI_TELEMETRY: 'true' },
    ...options,
  });
  if (error !== undefined) throw error;
  return { status: status ?? 1, stdout: stdout === null ? '' : String(stdout) };
};

/** Runs the project's own CDK command in the terminal, and answers its exit code. */
export const runCdk = (parameters: readonly string[]): number => cdk(parameters, { stdio: 'inherit' }).status;

/**
 * The differences that the project's own CDK command finds, as it prints them. Throws when it fails, which it explains on
 * stderr, and when it prints none of a stack: silence must not read as "no loss".
 */
export const diffByCdk = (parameters: readonly string[]): string => {
  // Without --ci the command prints differences to stderr.
  const { status, stdout } = cdk(['diff', '--ci', '--no-color', ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: MOST_OUTPUT_BYTES,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The CDK command ended with exit code ${status}.`);
  if (!/^Stack /m.test(stdout)) throw new Error('The CDK command told the differences of no stack.');
  return stdout;
};
