import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goldenLog, SHOP } from './kit/golden-log.ts';
import { show } from './kit/show.tsx';

const SIZES = [
  [140, 40],
  [80, 24],
  [50, 20],
] as const;

const screenFile = (name: string, columns: number, rows: number): string =>
  join(import.meta.dirname, 'screens', `${name}-${columns}x${rows}.txt`);

describe.each(SIZES)('on %i columns and %i rows', (columns, rows) => {
  it.each<readonly [name: string, keys: readonly string[]]>([
    ['sessions', []],
    ['sessions-filtered', ['/', 'l', 'i', 'v', 'e']],
    ['session', ['enter', '}', '}']],
    ['session-raw', ['enter', '}', '5', 'enter']],
    ['help', ['enter', '?']],
    ['help-filtered', ['enter', '?', 'c', 'o', 'p', 'y']],
    ['palette', ['enter', ':', 'g', 'a', 't', 'e']],
    ['filter', ['enter', 'f', 'g', 'a', 't', 'e', ':']],
    ['filtered', ['enter', 'f', 'v', 'e', 'r', 'd', 'i', 'c', 't', ':', 'd', 'e', 'n', 'y', 'enter', 'enter']],
  ])('shows %s', async (name, keys) => {
    const terminal = show(goldenLog(...SHOP), { columns, rows });
    await terminal.keys(...keys);
    const text = await terminal.text();
    await expect(text).toMatchFileSnapshot(screenFile(name, columns, rows));
    // The last row stays free: a frame of all rows would clear what was scrolled out.
    expect((await terminal.rows()).at(-1)).toBe('');
  });
});
