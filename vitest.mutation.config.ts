import { defineConfig } from 'vitest/config';

/**
 * The tests that reach gates and projections in their own process: a mutant is not in the built command. Each of them says
 * the same without `dist/`, which mutation testing leaves out.
 */
const IN_PROCESS = [
  'test/{projections,gates}/**/*.test.ts',
  'test/features/{auq,auto-review,doc,edit-invalidation,guard,mock-gate,plan,sentinel,stop-gate,test-gate,workflow}-cases.test.ts',
  'test/replay/explain-rules.test.ts',
];

/** `npm run mutation -- … --tests` names fewer. */
const named = process.env['DOCKET_MUTATION_TESTS'];

export default defineConfig({
  test: {
    include: named === undefined ? IN_PROCESS : (JSON.parse(named) as string[]),
    setupFiles: ['test/kit/seed.setup.ts'],
    testTimeout: 120_000,
    env: { CI: 'false', CONTINUOUS_INTEGRATION: 'false' },
    provide: { seed: 20260101, isCi: false },
    isolate: false,
  },
});
