import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** The last cell of each row of the tables: a file below `test/`, and the name of a test in it. */
const named = readFileSync(join(ROOT, 'docs', 'threat-model.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, file, name] = /\| `([\w/.-]+\.test\.ts) › (.+)` \|$/.exec(line) ?? [];
    return file === undefined || name === undefined ? [] : [[file, name] as const];
  });

describe('the threat model', () => {
  it('has a row for each trouble of state in files and for each attack on the log', () => {
    expect(named.length).toBeGreaterThanOrEqual(46);
  });

  it.each(named)('names a test that is there: %s › %s', (file, name) => {
    const path = join(ROOT, 'test', file);
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain(`('${name}`);
  });
});
