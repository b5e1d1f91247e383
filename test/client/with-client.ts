import { describe } from 'vitest';
import { findClient } from './client.ts';

/** A group of tests that need the real client; skipped, with the reason in its name, where it cannot be had. */
export const describeWithClient = (name: string, tests: (client: string) => void): void => {
  const found = findClient();
  if ('path' in found) describe(name, () => tests(found.path));
  else describe.skip(`${name} (skipped: ${found.reason})`, () => tests(''));
};
