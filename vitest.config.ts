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

/**
 * Others are at work as well: so many programs wait for each processor as the run begins. Those that come later are not seen then, so it
 * is three at least.
 */
const patience = Math.min(20, Math.max(3, (loadavg()[0] ?? 0) / availableParallelism()));

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
      // What only a browser runs is tried in one.
      exclude: ['src/audit/page/client/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: {
        // Just below what the tests reach: a change that leaves more of a folder untested fails. Nothing is said of what only
        // runs built and in processes of its own: see CONTRIBUTING.md.
        'src/audit/**': { statements: 93.5, branches: 80.5, functions: 95.2, lines: 95.5 },
        'src/events/**': { statements: 96.2, branches: 92.8, functions: 96.7, lines: 97.1 },
        'src/gates/**': { statements: 97.3, branches: 91.2, functions: 98.3, lines: 98.5 },
        'src/hooks/**': { statements: 92, branches: 86.9, functions: 94, lines: 93.1 },
        'src/projections/**': { statements: 98.1, branches: 96, functions: 98, lines: 98.5 },
        'src/replay/**': { statements: 76.8, branches: 70, functions: 81.7, lines: 77.6 },
        'src/shell/**': { statements: 97, branches: 91.2, functions: 97.4, lines: 98.3 },
        'src/tui/**': { statements: 92.4, branches: 84.4, functions: 94, lines: 95.4 },
      },
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
