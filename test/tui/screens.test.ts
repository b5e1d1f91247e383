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
    ['session-raw', ['enter', '}', 'tab', '5']],
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

describe('with ASCII alone', () => {
  it.each<readonly [name: string, keys: readonly string[]]>([
    ['the list', []],
    ['the prompt of the list', ['/', 's']],
    ['a session', ['enter', '}', '}', '4']],
    ['the state', ['enter', '}', '2']],
    ['the difference', ['enter', '}', '3']],
    ['the help', ['enter', '?']],
    ['the palette', ['enter', ':']],
    ['the filter', ['enter', 'f', 'g', 'a', 't', 'e', ':']],
    ['what if', ['enter', '}', 'x']],
    ['a command of two keys', ['enter', 'y']],
  ])('draws %s', async (_name, keys) => {
    const terminal = show(goldenLog(...SHOP), { columns: 140, rows: 40, isAscii: true });
    await terminal.keys(...keys);
    const text = await terminal.text();
    expect(text).toContain('docket');
    expect([...text].filter((character) => character > '~')).toEqual([]);
  });
});

describe('for people who listen', () => {
  it.each<readonly [name: string, keys: readonly string[]]>([
    ['listen-list', ['j']],
    ['listen-why', ['enter', '}', '}', '}']],
    ['listen-palette', ['enter', ':', 'g', 'a', 't', 'e']],
  ])('says %s', async (name, keys) => {
    const terminal = show(goldenLog(...SHOP), { columns: 80, rows: 24, isLinear: true });
    await terminal.keys(...keys);
    const text = await terminal.text();
    expect(terminal.isAlternate()).toBe(false);
    await expect(text).toMatchFileSnapshot(screenFile(name, 80, 24));
  });
});

it('takes the size that a terminal comes to have, and draws nothing beside it', async () => {
  const sizes = [...SIZES, [200, 12], [61, 13], [30, 6], [20, 3]] as const;
  const terminal = show(goldenLog(...SHOP), { columns: 140, rows: 40, open: '36a90987-tests' });
  for (const [columns, rows] of [...sizes, ...sizes.toReversed()]) {
    await terminal.resize(columns, rows);
    const shown = await terminal.rows();
    expect(
      shown.filter((row) => row.startsWith('docket')),
      `${columns}x${rows}\n${shown.join('\n')}`,
    ).toHaveLength(1);
    expect([shown[0]?.slice(0, 6), shown.at(-1)]).toEqual(['docket', '']);
  }
});
