import type { RunnerTestFile } from 'vitest';

/** What the test files that were imported last hold. */
export const collected: { files: readonly RunnerTestFile[] } = { files: [] };
