/** Mutation testing: docs/mutation-testing.md. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Where a mistake is dearest and tests ask the code itself. Everything: `npm run mutation:all`.
  mutate: [
    'src/projections/{calls,changes,evidence,evidence-steps,proof,review,review-steps,strikes}.ts',
    'src/projections/{test-results,tests,tests-steps,turn,waivers,waivers-steps}.ts',
    'src/gates/{combine,waived-verdict}.ts',
  ],
  thresholds: { high: 98, low: 95, break: 95 },
  // Most texts are names that the compiler checks, the others sentences that tests check by the phrase that counts.
  mutator: { excludedMutations: ['StringLiteral'] },
  // What a test needs of these it must not have: a mutant is not in the built command.
  ignorePatterns: ['dist', 'coverage', 'docs', 'bench', 'examples', 'reports'],
  // The compiler has no interface by which the file could be rewritten, and no test reads it.
  tsconfigFile: 'none.json',
  concurrency: 2,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 30,
  incremental: true,
  incrementalFile: 'reports/mutation/incremental.json',
  tempDirName: 'reports/mutation/sandbox',
  reporters: ['clear-text', 'progress', 'html', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false },
  htmlReporter: { fileName: 'reports/mutation/index.html' },
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  warnings: { slow: false },
};
