import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf, shortRun } from './runs-of.ts';
import { AS_DATA, around } from './wrappings.ts';

const INNERMOST = ['rm -rf /', 'git push --force origin main', 'dd if=/dev/zero of=/dev/sda', 'shutdown -h now'];

describe('a command in any composition of what runs it', () => {
  it('is still seen', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INNERMOST), around, (command, wrap) => {
        const text = wrap(command);
        expect(runsOf(text).map(shortRun), text).toContain(command);
      }),
      { numRuns: 1_500 },
    );
  });

  it('is no more than text where it is data', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INNERMOST), around, fc.constantFrom(...AS_DATA), (command, wrap, quote) => {
        const text = quote(wrap(command));
        expect(runsOf(text).map(shortRun), text).not.toContain(command);
      }),
      { numRuns: 1_500 },
    );
  });
});
