import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoLog } from './kit/demo-log.ts';
import { openSession } from './kit/opened-session.ts';
import { type Shown, show } from './kit/show.tsx';

const SIZES = [
  [140, 40],
  [80, 24],
] as const;

const screenFile = (name: string, columns: number, rows: number): string =>
  join(import.meta.dirname, 'screens', `${name}-${columns}x${rows}.txt`);

const DEMO_SESSION = '5d0f6c1e-8a3b-4f7e-9c21-b6d4a1e07f52';

const openDemo = async (columns: number, rows: number): Promise<Shown> => {
  const terminal = show(await demoLog(), { columns, rows });
  await terminal.keys('enter');
  await terminal.text();
  return terminal;
};

/** To the write that was denied, once the session was read. */
const DENIED = ['}', '}', '}'];
/** To the commit that an edit had undone the tests for, and to the push that was rewritten. */
const UNDONE = [')', ')', ')'];
const PUSH = [...UNDONE, ')'];

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
    ['demo-undone', [UNDONE]],
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

/** Down in the detail from its first line to the one with a text. */
const toLine = async (terminal: Shown, text: string): Promise<void> => {
  const rows = await terminal.rows();
  const first = rows.findIndex((row) => row.includes('4 why')) + 1;
  await terminal.keys(...Array<string>(rows.findIndex((row) => row.includes(text)) - first).fill('j'));
};

describe('the way from a verdict to its cause', () => {
  it('goes there by Enter, comes back, and tries what if without a trace', async () => {
    const terminal = await openDemo(140, 40);
    await terminal.keys(...DENIED);
    const before = await terminal.text();
    expect(before).toContain('✗ test-gate denied Write src/discount.js');
    // Down to the failure of the tests.
    await terminal.keys('tab');
    await toLine(terminal, '← ToolFailed');
    await terminal.keys('enter');
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

  it.each(SIZES)(
    'says what undid what held before and what to do on the first screen of the demo, on %i by %i',
    async (columns, rows) => {
      const folder = await demoLog();
      const commit = openSession(folder)
        .at('git commit')
        .session?.rows.find(({ decision, text }) => decision === 'deny' && text.includes('git commit'));
      const terminal = show(folder, {
        columns,
        rows,
        open: commit === undefined ? '' : DEMO_SESSION,
        row: commit?.id ?? '',
      });
      await terminal.text();
      const text = await terminal.text();
      expect(text).toContain('✗ guard denied Bash git add -A && git commit -m "Add a discount"');
      expect(text).toMatch(
        /What undid it.*\n.*held since TestRunFinished npm test: pass.*\n.*undone by {2}ToolCompleted Write src\/discount.js/,
      );
      expect(text).toContain('What to do now: run the tests, and they pass');
      await terminal.keys('tab');
      await toLine(terminal, 'undone by');
      await terminal.keys('enter');
      expect(await terminal.text()).toContain('› Write src/discount.js');
    },
  );
});
