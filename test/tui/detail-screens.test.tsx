import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoLog } from './kit/demo-log.ts';
import { type Shown, show } from './kit/show.tsx';

const SIZES = [
  [140, 40],
  [80, 24],
] as const;

const screenFile = (name: string, columns: number, rows: number): string =>
  join(import.meta.dirname, 'screens', `${name}-${columns}x${rows}.txt`);

const openDemo = async (columns: number, rows: number): Promise<Shown> => {
  const terminal = show(await demoLog(), { columns, rows });
  await terminal.keys('enter');
  await terminal.text();
  return terminal;
};

/** To the write that was denied, once the session was read. */
const DENIED = ['}', '}', '}'];
/** To the push that was rewritten. */
const PUSH = [...DENIED, '}', '}', '}'];

describe.each(SIZES)('the demo session on %i columns and %i rows', (columns, rows) => {
  it.each<readonly [name: string, keys: readonly (readonly string[])[]]>([
    ['demo-event', [[...DENIED, '1']]],
    [
      'demo-state',
      [
        [...DENIED, '2'],
        ['tab', 'j', 'l', 'j'],
      ],
    ],
    ['demo-diff', [[...DENIED, '3']]],
    ['demo-why', [DENIED]],
    ['demo-raw', [[...DENIED, '5']]],
    ['demo-command', [[...PUSH, '1']]],
    ['demo-why-zoomed', [DENIED, ['tab', 'z']]],
    ['demo-silent', [['j', 'tab', 'z']]],
    [
      'demo-what-if',
      [
        [...DENIED, 'x'],
        ['j', 'l'],
        ['tab', 'j', 'j', 'j'],
      ],
    ],
  ])('shows %s', async (name, parts) => {
    const terminal = await openDemo(columns, rows);
    for (const keys of parts) {
      await terminal.keys(...keys);
      await terminal.text();
    }
    await expect(await terminal.text()).toMatchFileSnapshot(screenFile(name, columns, rows));
  });
});

describe('the way from a verdict to its cause', () => {
  it('goes there by Enter, comes back, and tries what if without a trace', async () => {
    const terminal = await openDemo(140, 40);
    await terminal.keys(...DENIED);
    const before = await terminal.text();
    expect(before).toContain('✗ test-gate denied Write src/discount.js');
    // Down to the failure of the tests.
    await terminal.keys('tab', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'enter');
    expect(await terminal.text()).toContain('auto-review warned about Bash npm test');
    await terminal.keys('ctrl+o');
    expect(await terminal.text()).toContain('✗ test-gate denied Write src/discount.js');
    await terminal.keys('x');
    await terminal.text();
    await terminal.keys('j', 'l');
    expect(await terminal.text()).toContain('test-gate ✗ deny → ✗ would deny, only watched');
    await terminal.keys('escape', 'tab');
    expect(await terminal.text()).toBe(before);
  });
});
