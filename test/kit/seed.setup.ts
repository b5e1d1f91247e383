import fc from 'fast-check';
import { inject } from 'vitest';

// Runs before every test file: properties are tried with the same values each time, and say how to try them again.

const seed = inject('seed');

fc.configureGlobal({
  seed,
  reporter: (details) => {
    if (details.failed) {
      throw new Error(`${fc.defaultReportMessage(details)}\n\nTo repeat it: DOCKET_TEST_SEED=${details.seed}`, {
        cause: details.errorInstance,
      });
    }
  },
});
