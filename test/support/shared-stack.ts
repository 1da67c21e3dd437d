import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startLocalStack } from '../../infra/local/stack.ts';
import { addressOf, type StackAddress } from './stack-address.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    stack: StackAddress;
  }
}

/** One running app for the whole test run, with the embedded engine in memory. Each test makes dealers of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-test-'));
  const stack = await startLocalStack({ port: 0, dataDir, inMemory: true });
  project.provide('stack', addressOf(stack, dataDir));
  return async () => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
