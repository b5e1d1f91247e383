import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../src/events/envelope.ts';
import { fileChangeOf } from '../../../src/replay/file-change.ts';
import { fileChangeLines } from '../../../src/tui/detail/file-change-lines.ts';
import { envelope } from '../../kit/envelope.ts';
import { said } from '../kit/said.ts';

const PAGE = { width: 40, toggled: new Set<string>() };

const call = (tool: string, input: unknown, response?: unknown): Envelope[] => {
  const data = { tool_name: tool, tool_input: input };
  return [
    envelope('e1', 'ToolRequested', { worktree: '/p', data }),
    ...(response === undefined
      ? []
      : [envelope('e2', 'ToolCompleted', { worktree: '/p', data: { ...data, tool_response: response } })]),
  ];
};

const drawn = (events: readonly Envelope[]): string => {
  const change = fileChangeOf(events);
  return change === null ? 'nothing' : said(fileChangeLines(change, PAGE));
};

describe('what a call does to a file', () => {
  it('is the difference of what an edit replaces, in its lines', () => {
    const edit = {
      file_path: '/p/a.ts',
      old_string: 'const a = 1;\nconst b = 2;\n',
      new_string: 'const a = 1;\nconst b = 3;\n',
    };
    expect(drawn(call('Edit', edit))).toBe(
      ['a.ts  what it would replace, +1 -1', ' const a = 1;', '-const b = 2;', '+const b = 3;'].join('\n'),
    );
  });

  it('marks the words that differ, in lines that only changed', () => {
    const change = fileChangeOf(
      call('Edit', { file_path: '/p/a.ts', old_string: 'const b = 2;', new_string: 'const b = 3;' }),
    );
    const spans = fileChangeLines(change ?? { path: '', from: 'edit', hunks: [], cutFrom: null }, PAGE).flatMap(
      (line) => line.spans,
    );
    expect(spans.filter(({ tone }) => tone === 'bad-word' || tone === 'good-word').map(({ text }) => text)).toEqual([
      '2',
      '3',
    ]);
  });

  it('is every part of an edit with several', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: '' },
    ];
    expect(
      drawn(call('MultiEdit', { file_path: '/p/a.ts', edits }))
        .split('\n')
        .slice(1),
    ).toEqual(['-a', '+b', '-c']);
  });

  it('is the whole content of a file that is written', () => {
    expect(drawn(call('Write', { file_path: '/p/new.ts', content: 'one\ntwo\n' }))).toBe(
      ['new.ts  the whole new content, +2 -0', '@@ line 1 @@', '+one', '+two'].join('\n'),
    );
  });

  it('is the patch of the host where it made one', () => {
    const structuredPatch = [{ oldStart: 4, newStart: 4, oldLines: 1, newLines: 1, lines: ['-old', '+new'] }];
    expect(drawn(call('Write', { file_path: '/p/a.ts', content: 'all of it' }, { structuredPatch }))).toBe(
      ['a.ts  as it was changed, +1 -1', '@@ line 4 @@', '-old', '+new'].join('\n'),
    );
  });

  it('says how much of a long content is missing', () => {
    const content = { $blob: 'aa', bytes: 20_000, head: 'first', tail: 'last' };
    expect(drawn(call('Write', { file_path: '/p/a.ts', content }))).toContain('of 20000 bytes');
  });

  it('breaks long lines, and shows tabs as blanks', () => {
    const lines = drawn(call('Write', { file_path: '/p/a.ts', content: `\t${'x'.repeat(70)}` })).split('\n');
    expect(lines.slice(2)).toEqual([`+  ${'x'.repeat(37)}`, ` ${'x'.repeat(33)}`]);
  });

  it.each([
    ['a command', 'Bash', { command: 'ls' }],
    ['an edit whose data is damaged', 'Edit', { file_path: '/p/a.ts', old_string: 1 }],
  ])('is nothing for %s', (_what, tool, input) => {
    expect(drawn(call(tool, input))).toBe('nothing');
  });
});
