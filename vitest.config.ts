import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/client/**'],
    testTimeout: 30_000,
    // Most of the time goes into processes that tests start and wait for.
    maxWorkers: '100%',
  },
});
