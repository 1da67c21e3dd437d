import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../checks/check-kinds.ts';

/** Runs the project's own CDK command in the terminal, and answers its exit code. */
export const runCdk = (parameters: readonly string[]): number => {
  const { status, error } = spawnSync(join(PROJECT_ROOT, 'node_modules', '.bin', 'cdk'), parameters, {
    cwd: PROJECT_ROOT,
    env: { ...process.env, CDK_DISABLE_CLI_TELEMETRY: 'true' },
    stdio: 'inherit',
  });
  if (error !== undefined) throw error;
  return status ?? 1;
};
