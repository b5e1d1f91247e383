import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../src/events/envelope.ts';
import { keptText } from '../../../src/replay/kept-text.ts';
import { commandLines } from '../../../src/tui/detail/command-lines.ts';
import { dangersIn } from '../../../src/tui/detail/dangers.ts';
import { requests, scenario } from '../../kit/scenario.ts';
import { said } from '../kit/said.ts';

const PAGE = { width: 60, toggled: new Set<string>() };

const judged = async (command: string): Promise<readonly Envelope[]> =>
  (await scenario({ preset: 'strict' }).when(requests('Bash', { command }))).events;

const drawn = (command: string, events: readonly Envelope[], isOriginal = true): string =>
  said(commandLines(command, dangersIn(command, events, isOriginal), PAGE));

describe('what was dangerous in a command', () => {
  it('is marked where it stands', async () => {
    const command = 'ls src && rm -rf / && echo done';
    expect(drawn(command, await judged(command))).toBe(
      ['  ls src && rm -rf / && echo done', '            ^^^^^^^^ deny self-protection/log, guard/rm-root'].join('\n'),
    );
  });

  it('is marked in the line it stands in, of a command of many lines', async () => {
    const command = 'git fetch\ngit reset --hard origin/main\necho ok';
    const lines = drawn(command, await judged(command)).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      '  git fetch',
      '  git reset --hard origin/main',
      expect.stringContaining('  ^^^'),
    ]);
    expect(lines.at(-1)).toBe('  echo ok');
  });

  it('is looked for by its words where the text is not the one that was read', async () => {
    const events = await judged('TOKEN=0123456789 && rm -rf /');
    const redacted = 'TOKEN=[REDACTED] && rm -rf /';
    expect(drawn(redacted, events, false)).toContain(`${' '.repeat(22)}^^^^^^^^ deny `);
  });

  it('is marked under wide characters as far along as they are wide', async () => {
    const command = "echo '日本' && rm -rf /";
    const [text, marks] = drawn(command, await judged(command)).split('\n');
    expect(text).toBe(`  ${command}`);
    // Each of the two takes two columns.
    expect(marks?.indexOf('^')).toBe((text?.indexOf('rm') ?? 0) + 2);
  });

  it('goes on in the next line where the pane is narrow', async () => {
    const command = `rm -rf ${'/usr/lib/one '.repeat(8)}`.trim();
    const lines = drawn(command, await judged(command)).split('\n');
    const marks = lines.filter((line) => /^\s*\^+/.test(line));
    expect(marks.length).toBeGreaterThan(1);
    expect(marks[0]).toContain('guard/');
    expect(marks.slice(1).every((line) => /^\s*\^+$/.test(line))).toBe(true);
  });

  it('is nothing in a command that every gate let pass', async () => {
    expect(dangersIn('ls', await judged('ls'), true)).toEqual([]);
  });
});

describe('a text of the log', () => {
  it('says that only its beginning and end are kept', () => {
    expect(keptText({ $blob: 'aa', bytes: 9_000, head: 'first', tail: 'last' })).toEqual({
      text: 'first\n…\nlast',
      cutFrom: 9_000,
    });
  });

  it.each([null, 7, {}, []])('is none in %j', (value) => {
    expect(keptText(value)).toBeNull();
  });
});
