import { defineConfig } from 'vitest/config';

/** `npm run goldens`: plays the sessions of test/goldens again and writes fixtures/transcripts. */
export default defineConfig({
  test: {
    include: ['test/goldens/record.ts'],
    testTimeout: 60_000,
  },
});
