import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../checks/check-kinds.ts';
import { readAssembly, type Stack } from '../local/assembly.ts';

const SYNTHESIS_MS = 10 * 60_000;

/** Synthesizes a stage of the project in `folder` into `assembly`, as the CDK command does. */
export const synthesizeTo = (assembly: string, { folder, stage }: { folder: string; stage: string }): void => {
  execFileSync(process.execPath, ['infra/app.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, CDK_OUTDIR: assembly, CDK_CONTEXT_JSON: JSON.stringify({ stage }) },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: SYNTHESIS_MS,
  });
};

/**
 * Calls `work` with the assembly that a stage had in another revision of this repository, and with its stacks. It uses the
 * packages of this tree.
 */
export const withAssemblyOf = <Result>(
  { revision, stage }: { readonly revision: string; readonly stage: string },
  work: (assembly: string, stacks: readonly Stack[]) => Result,
): Result => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-link-revision-'));
  const tree = join(folder, 'tree');
  const git = (...parameters: readonly string[]) =>
    execFileSync('git', [...parameters], { cwd: PROJECT_ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  git('worktree', 'add', '--detach', '--force', tree, revision);
  try {
    symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(tree, 'node_modules'));
    const assembly = join(folder, 'assembly');
    synthesizeTo(assembly, { folder: tree, stage });
    return work(assembly, readAssembly(assembly).stacks);
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(folder, { recursive: true, force: true });
  }
};
