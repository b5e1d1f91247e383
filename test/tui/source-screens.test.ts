import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { damagedLog } from './kit/damaged-log.ts';
import { show } from './kit/show.tsx';

describe.each([
  [140, 40],
  [80, 24],
] as const)('on %i columns and %i rows', (columns, rows) => {
  it.each<readonly [name: string, keys: readonly string[], isAscii: boolean]>([
    ['lanes-and-gaps', ['enter', 'j', 'j', 'z'], false],
    ['lanes-and-gaps-ascii', ['enter', 'j', 'j', 'z'], true],
    ['opened-call', ['enter', '}', '}', '}', 'l', 'j', 'j', 'j', '4'], false],
    ['gap', ['enter', 'j', 'j', 'j', '1'], false],
  ])('shows %s', async (name, keys, isAscii) => {
    const terminal = show(damagedLog(), { columns, rows, isAscii });
    await terminal.keys(...keys);
    const file = join(import.meta.dirname, 'screens', `${name}-${columns}x${rows}.txt`);
    await expect(await terminal.text()).toMatchFileSnapshot(file);
  });
});
