import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { runDocket } from '../kit/hook-process.ts';
import { prompts, requests, scenario } from '../kit/scenario.ts';
import { deniedSession, segmentOf } from './sessions.ts';

const exported = (text: string): Envelope[] => JSON.parse(text) as Envelope[];

describe('docket export', () => {
  it('writes everything, in the order of the log', async () => {
    const s = await deniedSession();
    const { status, stderr } = runDocket(['export', '--all', '-o', 'log.json'], s.project);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(exported(readFileSync(join(s.project, 'log.json'), 'utf8'))).toEqual(s.events());
  });

  it('takes several sessions, and only the newest events of what was chosen', async () => {
    const s = scenario();
    for (const session_id of ['aaa', 'bbb', 'ccc']) {
      await s.given(
        { ...prompts('go on'), session_id },
        { ...requests('Bash', { command: 'ls' }), session_id, tool_use_id: session_id },
      );
    }
    const args = ['export', '--session', 'aa', 'c', '--type', 'ToolRequested', '--format', 'json', '-o', '-'];
    const streams = (text: string): string[] => exported(text).map(({ stream }) => stream);
    expect(streams(runDocket(args, s.project).stdout)).toEqual(['aaa', 'ccc']);
    expect(streams(runDocket([...args, '--last', '1'], s.project).stdout)).toEqual(['ccc']);
  });

  it('is an empty array where nothing was chosen', async () => {
    const s = await deniedSession();
    const { stdout } = runDocket(['export', '--session', 'nobody', '--format', 'json', '-o', '-'], s.project);
    expect(exported(stdout)).toEqual([]);
  });

  it.each(['json', 'ndjson', 'csv', 'md', 'otlp'])(
    'says that nothing was chosen, and only then: %s',
    async (format) => {
      const s = await deniedSession();
      const tell = (session: string) =>
        runDocket(['export', '--session', session, '--format', format, '-o', '-'], s.project).stderr;
      expect(tell('nobody')).toBe('docket: no event of the log fits these filters: the export is empty\n');
      expect(tell('s')).toBe('');
      expect(runDocket(['export', '--all', '--format', format, '-o', '-'], s.project).stderr).toBe('');
    },
  );

  it.each([
    ['none/log.json', 1, 'none/log.json cannot be written: there is no folder none'],
    ['there/log.json', 1, 'there/log.json cannot be written: there is not a folder'],
    ['.', 2, '. is a folder; -o takes the name of a file.'],
  ])('says what is wrong with %s', async (name, code, says) => {
    const s = await deniedSession();
    if (name.startsWith('there')) writeFileSync(join(s.project, 'there'), '');
    const { status, stderr } = runDocket(['export', '--all', '--format', 'json', '--force', '-o', name], s.project);
    expect({ status, stderr }).toMatchObject({ status: code, stderr: expect.stringContaining(says) });
    expect(stderr).not.toContain('.tmp');
  });

  it('leaves a file that is there as it is, and nothing of its own beside it', async () => {
    const s = await deniedSession();
    writeFileSync(join(s.project, 'log.json'), 'mine');
    const before = readdirSync(s.project);
    const { status, stderr } = runDocket(['export', '--all', '-o', 'log.json'], s.project);
    expect(status).toBe(2);
    expect(stderr).toContain('--force writes over it');
    expect(readFileSync(join(s.project, 'log.json'), 'utf8')).toBe('mine');
    expect(readdirSync(s.project)).toEqual(before);
    expect(runDocket(['export', '--all', '-o', 'log.json', '--force'], s.project).status).toBe(0);
    expect(exported(readFileSync(join(s.project, 'log.json'), 'utf8'))).toEqual(s.events());
  });

  it('tells what it could not read, and writes the rest', async () => {
    const s = await deniedSession();
    appendFileSync(segmentOf(s), '\n{"torn":\n');
    const { status, stderr, stdout } = runDocket(['export', '--all', '--format', 'json', '-o', '-'], s.project);
    expect(status).toBe(1);
    expect(stderr).toContain('not-json');
    expect(exported(stdout)).toEqual(s.events());
  });

  it.each([
    [['export'], 'Say where to write'],
    [['export', '-o', '-'], 'Say in which format'],
    [['export', '--format', 'json', '-o', '-'], 'Say what to take'],
    [['export', '--all', '--since', '2h', '--format', 'json', '-o', '-'], '--all is everything'],
    [['export', '--all', '--format', 'xml', '-o', '-'], 'There is no format xml'],
    [['export', '--all', '-o', 'log.pdf'], 'Say in which format'],
    [['export', '--last', 'x', '--format', 'json', '-o', '-'], '--last takes a whole number'],
  ])('refuses %j and says what to do', async (args, says) => {
    const s = await deniedSession();
    const { status, stdout, stderr } = runDocket(args, s.project);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(says);
  });
});
