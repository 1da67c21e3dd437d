import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { makeRunFolder } from './support/app/run-folder.ts';

const files = (...folders: readonly string[]): string[] => folders.map((folder) => `test/${folder}/**/*.test.ts`);

/** Only ends a test that hangs. A test that is late on a busy machine is still right. */
const HANGS_AFTER_MS = 600_000;

/** Each function's thread begins with room for what it loads. Growing to that size takes a fifth of the thread's start. */
const ROOM_OF_THREADS = '--min-semi-space-size=2';

makeRunFolder();
// For the threads of the running app, which is in this process. A test's own app runs in its worker, by `execArgv`.
setFlagsFromString(ROOM_OF_THREADS);

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // A worker loads each module once for all its files. A file that changes shared state restores it.
    isolate: false,
    // Node runs the sources as they are. Modules that vite transforms cost each test a fifth of its time.
    experimental: { viteModuleRunner: false },
    // On two cores a second worker costs a ninth more processor time, because both share what a core has.
    maxWorkers: availableParallelism() > 2 ? 2 : 1,
    execArgv: [ROOM_OF_THREADS],
    testTimeout: HANGS_AFTER_MS,
    hookTimeout: HANGS_AFTER_MS,
    projects: [
      {
        extends: true,
        test: {
          name: 'without a running app',
          include: files('unit', 'property', 'infra', 'local', 'checks'),
          setupFiles: ['test/support/app/calm-polls.ts', 'test/support/app/hung-tests.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'over an app in memory',
          include: files('operations'),
          setupFiles: ['test/support/app/calm-polls.ts', 'test/support/operations/use-memory.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'with a running app',
          sequence: { groupOrder: 1 },
          include: files('browser', 'component', 'contract', 'docs', 'faults'),
          setupFiles: ['test/support/app/calm-polls.ts', 'test/support/app/around-tests.ts'],
          globalSetup: ['test/support/app/shared-stack.ts', 'test/browser/unpack-browser.ts'],
        },
      },
    ],
  },
});
