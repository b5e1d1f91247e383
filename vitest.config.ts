import { availableParallelism, loadavg } from 'node:os';
import { defineConfig } from 'vitest/config';

declare module 'vitest' {
  export interface ProvidedContext {
    /** What the values of property tests are made from. */
    readonly seed: number;
    /** What a test needs of the machine must be there. */
    readonly isCi: boolean;
    /** By how much longer than on a machine of its own a test may take: see test/kit/patience.ts. Other configurations give none. */
    readonly patience: number | undefined;
  }
}

/** The same for every file of a run; `random` for another one each run. */
const chosenSeed = (chosen = '20260101'): number => {
  const seed = chosen === 'random' ? Math.trunc(Math.random() * 2 ** 31) : Number(chosen);
  if (!Number.isInteger(seed)) throw new Error(`DOCKET_TEST_SEED is a whole number or "random", not "${chosen}"`);
  return seed;
};

/** Others are at work as well: so many programs wait for each processor as the run begins. */
const patience = Math.min(20, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));

const common = {
  setupFiles: ['test/kit/seed.setup.ts'],
  testTimeout: 30_000 * patience,
  hookTimeout: 30_000 * patience,
  // Where this is a CI, Ink draws only the last frame.
  env: { CI: 'false', CONTINUOUS_INTEGRATION: 'false' },
  provide: { seed: chosenSeed(process.env['DOCKET_TEST_SEED']), isCi: process.env['CI'] === 'true', patience },
};

/** Files that put something else in the place of a module. */
const ISOLATED = ['test/**/*.isolated.test.ts'];

export default defineConfig({
  test: {
    // Much of the time goes into processes that tests start and wait for: one worker more than there are processors.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      reporter: ['text-summary', 'json-summary'],
    },
    projects: [
      // Loading the modules again for each file would take as long as running the tests.
      {
        test: {
          ...common,
          name: 'shared',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/client/**', ...ISOLATED],
          isolate: false,
        },
      },
      { test: { ...common, name: 'isolated', include: ISOLATED } },
    ],
  },
});
