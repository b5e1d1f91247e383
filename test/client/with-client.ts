import { describe } from 'vitest';
import { findClient } from './client.ts';

/** A group of tests that need the real client; skipped, and the reason said, where it cannot be had. */
export const describeWithClient = (name: string, tests: (client: string) => void): void => {
  const found = findClient();
  if ('reason' in found) console.warn(`skipped "${name}": ${found.reason}`);
  describe.skipIf('reason' in found)(name, () => tests('path' in found ? found.path : ''));
};
