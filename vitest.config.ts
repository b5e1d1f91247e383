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
      // What only a browser runs is tried in one.
      exclude: ['src/audit/page/client/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: {
        // Just below what the tests reach: a change that leaves more of a folder untested fails. Nothing is said of what only
        // runs built and in processes of its own: see CONTRIBUTING.md.
        'src/audit/**': { statements: 89, branches: 75, functions: 88, lines: 91 },
        'src/events/**': { statements: 92, branches: 87, functions: 94, lines: 94 },
        'src/gates/**': { statements: 89, branches: 76, functions: 88, lines: 91 },
        'src/hooks/**': { statements: 84, branches: 77, functions: 85, lines: 86 },
        'src/projections/**': { statements: 96, branches: 93, functions: 95, lines: 97 },
        'src/replay/**': { statements: 76, branches: 69, functions: 81, lines: 77 },
        'src/shell/**': { statements: 96, branches: 90, functions: 97, lines: 98 },
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
