import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shellWord } from '../../src/cli/shell-word.ts';
import type { CopyWhat } from '../../src/tui/model/command.ts';
import type { Model } from '../../src/tui/model/model.ts';
import { copied } from '../../src/tui/take/copied.ts';
import { exportedEvents, exportLines } from '../../src/tui/take/export-lines.ts';
import { clipboardFor } from '../../src/tui/term/clipboard.ts';
import { tempProject } from '../kit/temp-project.ts';
import { goldenLog, SHOP } from './kit/golden-log.ts';
import { openSession } from './kit/opened-session.ts';
import { show } from './kit/show.tsx';

describe('what is copied', () => {
  const opened = () => openSession(goldenLog(...SHOP));

  it.each<[CopyWhat, string | RegExp | null]>([
    ['id', 'c27'],
    ['event', /^\{"v":1,"id":"c27","type":"ToolRequested",/],
    ['reason', /^The tests fail \(1 failure, .* \[docket test-gate\/tests-fail\]$/],
    ['path', 'src/total.ts'],
    ['command', 'docket why --all c27'],
  ])('of a row its %s', (what, text) => {
    const { at, session } = opened();
    const said = copied(what, at('Write src/total.ts'), session).text;
    if (text instanceof RegExp) expect(said).toMatch(text);
    else expect(said).toBe(text);
  });

  it('is nothing where there is nothing of that', () => {
    const { at, session } = opened();
    expect(copied('path', at('Bash npm test'), session)).toEqual({ text: null, name: 'path' });
    expect(copied('reason', at('prompt_input_exit'), session).text).toBeNull();
    expect(copied('command', at('prompt_input_exit'), session).text).toBe('docket replay --state c52');
  });

  it('of a session in the list its id and a command', () => {
    const { model, session } = opened();
    const list: Model = { ...model, session: null };
    expect(copied('id', list, null).text).toBe('36a90987-tests');
    expect(copied('command', list, session).text).toBe('docket replay 36a90987-tests');
  });

  it.each([
    ['toolu_01AbC', 'toolu_01AbC'],
    ["it's; rm -rf ~", "'it'\\''s; rm -rf ~'"],
    ['--help', "'--help'"],
    ['$(id)', "'$(id)'"],
    ['', "''"],
  ])('%j is one word of a command as %s', (text, word) => {
    expect(shellWord(text)).toBe(word);
  });
});

describe('the clipboard', () => {
  const fake = () => {
    const written: string[] = [];
    const stdout = { write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
    return { stdout, written };
  };

  it('is that of the terminal, and what may not have arrived is kept for the end', () => {
    const { stdout, written } = fake();
    const { copy, left } = clipboardFor({ stdout }, { PATH: '' });
    expect(copy('häh')).toBe('Copied by the terminal if it does that, and printed after the end');
    copy('b');
    copy('häh');
    expect(written[0]).toBe(`\u001b]52;c;${Buffer.from('häh').toString('base64')}\u0007`);
    expect(left()).toEqual(['b', 'häh']);
  });

  it('never gives what would steer a shell that it is pasted into', () => {
    const { stdout, written } = fake();
    const { copy, left } = clipboardFor({ stdout }, { PATH: '' });
    copy('a\u001b[201~\rrm -rf ~\u202e\nb');
    const [sent = ''] = written;
    const text = Buffer.from(sent.slice('\u001b]52;c;'.length, -1), 'base64').toString();
    expect(text).toBe('a␛[201~␍rm -rf ~�\nb');
    expect(left()).toEqual([text]);
  });

  it('leaves out of the terminal what that would refuse', () => {
    const { stdout, written } = fake();
    const { copy, left } = clipboardFor({ stdout }, { PATH: '' });
    expect(copy('x'.repeat(100_000))).toBe('Printed after the end');
    expect([written, left().length]).toEqual([[], 1]);
  });

  it('is that of the machine as well, where it has a tool, but not over ssh', () => {
    const { path, write } = tempProject();
    const file = write('xclip', `#!/bin/sh\ncat > '${path}/taken'\n`);
    chmodSync(file, 0o755);
    const env = { PATH: path, DISPLAY: ':0' };
    const { stdout } = fake();
    expect(clipboardFor({ stdout }, env).copy('a')).toBe('Copied');
    expect(readFileSync(join(path, 'taken'), 'utf8')).toBe('a');
    expect(clipboardFor({ stdout }, { ...env, SSH_CONNECTION: '1 2 3 4' }).copy('a')).toContain('after the end');
    expect(clipboardFor({ stdout }, { PATH: path }).copy('a')).toContain('after the end');
  });
});

describe('an export', () => {
  const opened = () => openSession(goldenLog(...SHOP));

  const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');

  it('is the events of the session as lines of the log, in a file that only its owner reads', () => {
    const { session } = opened();
    const { path } = tempProject();
    expect(exportLines(session.lines(), null, 'out.ndjson', path)).toBe(`52 events written to ${path}/out.ndjson`);
    const lines = linesOf(join(path, 'out.ndjson'));
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([...session.lines()].map(({ event }) => event.id));
    expect(statSync(join(path, 'out.ndjson')).mode & 0o777).toBe(0o600);
  });

  it('is only what is chosen, where that is asked for', () => {
    const { at, session } = opened();
    const there = at('Write src/total.ts').session;
    if (there === null) throw new Error('A session is open.');
    const row = exportedEvents('row', there);
    expect([...(row ?? [])]).toContain('c27');
    const two = exportedEvents('rows', { ...there, rows: there.rows.slice(0, 2) });
    expect([...(two ?? [])]).toHaveLength((there.rows[0]?.events.length ?? 0) + (there.rows[1]?.events.length ?? 0));
    expect(exportedEvents('session', there)).toBeNull();
    const { path } = tempProject();
    exportLines(session.lines(), row, 'row.ndjson', path);
    expect(new Set(linesOf(join(path, 'row.ndjson')).map((line) => JSON.parse(line).id))).toEqual(row);
  });

  it('takes the place of no file, and says so', async () => {
    const { path, write } = tempProject();
    write('here.ndjson', 'mine\n');
    const terminal = show(goldenLog(...SHOP), { columns: 140, rows: 40, open: '36a90987-tests', cwd: path });
    await terminal.keys('e', 'ctrl+u', 'here.ndjson', 'enter');
    expect(await terminal.text()).toContain(`${path}/here.ndjson is there already, and was left as it is.`);
    expect(readFileSync(join(path, 'here.ndjson'), 'utf8')).toBe('mine\n');
    await terminal.keys('e', 'ctrl+u', 'new.ndjson', 'enter');
    expect(await terminal.text()).toContain(`52 events written to ${path}/new.ndjson`);
  });

  it('says why it could not be written', () => {
    const { session } = opened();
    const { path } = tempProject();
    writeFileSync(join(path, 'file'), '');
    expect(exportLines(session.lines(), null, 'file/x', path)).toBe(`${path}/file/x could not be written: ENOTDIR`);
  });
});
