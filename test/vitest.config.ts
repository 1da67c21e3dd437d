import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/leave-nothing.ts'],
    globalSetup: ['test/support/shared-stack.ts', 'test/browser/unpack-browser.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    coverage: { provider: 'v8', include: ['functions/**', 'shared/**'], reportsDirectory: 'coverage' },
  },
});
