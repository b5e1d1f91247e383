import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FindingKind, KINDS } from '../../src/cli/doctor/catalogue.ts';

const TEXT = readFileSync('docs/troubleshooting.md', 'utf8');

/** The rows of the tables whose first cells are what a pattern says. */
const rows = (first: RegExp): string[][] =>
  TEXT.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return line.startsWith('|') && first.test(cells[1] ?? '') ? [cells.slice(1, -1)] : [];
  });

describe('docs/troubleshooting.md', () => {
  it('has every finding of docket doctor as it is', () => {
    const expected = Object.entries<FindingKind>(KINDS).map(([id, { severity, means, fixable }]) => [
      `\`${id}\``,
      severity,
      means,
      fixable === true ? 'yes' : '',
    ]);
    expect(rows(/^`[\w-]+\/[\w-]+`$/)).toEqual(expected);
  });

  it('names no finding that does not exist', () => {
    const named = [
      ...TEXT.matchAll(/`((?:registration|canary|latency|environment|log|liveness|conflict|policy)\/[\w-]+)`/g),
    ];
    expect(named.length).toBeGreaterThan(100);
    expect(named.map(([, id = '']) => id).filter((id) => !(id in KINDS))).toEqual([]);
  });
});
