import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

/** Records what this release writes, for the tests of the next one: `npx vitest run --config test/record-rows.config.ts`. */
export default defineConfig({
  test: {
    ...config.test,
    projects: [
      {
        test: {
          ...config.test,
          projects: [],
          name: 'record of rows',
          include: ['test/support/releases/record-rows.ts'],
          setupFiles: ['test/support/app/around-tests.ts'],
          globalSetup: ['test/support/app/shared-stack.ts'],
        },
      },
    ],
  },
});
